# SPDX-License-Identifier: Apache-2.0
# bash tools/run/clang.sh (a CI stage, no verb)
# builds the libraries and the tool with clang, warnings being errors: the code keeps to what both compilers take
source tools/run/setup.sh
source tools/run/build_tree.sh
setup clang clang cmake ninja ccache cli11
export CC=clang CXX=clang++
configure build/clang -DCMAKE_BUILD_TYPE=Debug -DTIRX_BUILD_TESTS=OFF
build build/clang
