# SPDX-License-Identifier: Apache-2.0
# ./run demo
# installs what is missing, builds, compiles examples/softmax.py, runs it on the simulator (and a GPU) and reports
source tools/run/setup.sh
source tools/run/build_tree.sh
setup demo g++ cmake ninja ccache gtest cli11
configure_release
build build/release tirx_cli
use_build build/release
exec "$PYTHON" tools/demo.py "$@"
