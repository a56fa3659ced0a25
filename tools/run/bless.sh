# SPDX-License-Identifier: Apache-2.0
# ./run bless [FILTER]
# rewrites the expected output of the text tests, and the Python stubs, from what the build prints now; review the diff
source tools/run/setup.sh
source tools/run/build_tree.sh
setup bless g++ cmake ninja ccache gtest cli11
configure_release
build build/release
use_build build/release
"$PYTHON" tools/make_stubs.py
exec "$PYTHON" tests/text/bless.py "$@"
