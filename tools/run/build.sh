# SPDX-License-Identifier: Apache-2.0
# ./run build [CMAKE_ARGUMENT...]
# builds the libraries, the command-line tool and the C++ tests into build/release
source tools/run/setup.sh
source tools/run/build_tree.sh
setup build g++ cmake ninja ccache gtest cli11
configure_release "$@"
build build/release
say "done: build/release/bin/tirx, build/release/lib"
