# SPDX-License-Identifier: Apache-2.0
# ./run bench [NAME...]
# runs the programs in bench/ (or those named) and prints their tables
source tools/run/setup.sh
source tools/run/build_tree.sh
setup bench g++ cmake ninja ccache gtest cli11
configure_release
build build/release
use_build build/release
exec "$PYTHON" tools/run/bench_programs.py "$@"
