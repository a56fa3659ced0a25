# SPDX-License-Identifier: Apache-2.0
# ./run test [FILTER] [-- PYTEST_ARGUMENT...]
# builds, then runs all C++ and Python tests, or those whose folder or name contains FILTER
source tools/run/setup.sh
source tools/run/build_tree.sh
setup test g++ cmake ninja ccache gtest cli11 pocl opencl-loader
configure_release
build build/release
use_build build/release
exec "$PYTHON" tools/run/test_suites.py --build build/release "$@"
