# SPDX-License-Identifier: Apache-2.0
# bash tools/run/sanitize.sh [FILTER] (a CI stage, no verb)
# builds into build/sanitize with AddressSanitizer and UndefinedBehaviorSanitizer and runs the C++ tests there
source tools/run/setup.sh
source tools/run/build_tree.sh
setup sanitize g++ cmake ninja ccache gtest cli11
configure build/sanitize -DTIRX_SANITIZE=ON -DTIRX_PCH=ON
build build/sanitize
use_build build/sanitize
export ASAN_OPTIONS=strict_string_checks=1:check_initialization_order=1:detect_leaks=1
# Instrumented frames are several times larger, and the parser's nesting limit is tested to its end.
ulimit -s 65536
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
exec "$PYTHON" tools/run/test_suites.py --build build/sanitize --only cpp "$@"
