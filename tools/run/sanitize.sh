# SPDX-License-Identifier: Apache-2.0
# bash tools/run/sanitize.sh [SECONDS [FILTER]] (a CI stage, no verb)
# builds with clang, AddressSanitizer and UndefinedBehaviorSanitizer; runs the C++ tests, then each program of fuzz/ for SECONDS (20)
source tools/run/setup.sh
source tools/run/build_tree.sh
setup sanitize clang clang-runtime cmake ninja ccache gtest cli11
seconds=${1:-20}
shift || true
export CC=clang CXX=clang++
configure build/sanitize -DTIRX_SANITIZE=ON -DTIRX_PCH=ON
build build/sanitize
use_build build/sanitize
export ASAN_OPTIONS=strict_string_checks=1:check_initialization_order=1:detect_leaks=1
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
# Instrumented frames are several times larger, and the parser's nesting limit is tested to its end.
ulimit -s 65536
"$PYTHON" tools/run/test_suites.py --build build/sanitize --only cpp "$@"

# What one run finds, the next begins with. Inputs that fail are kept in build/sanitize/fuzz/<entry>-*.
export ASAN_OPTIONS=detect_leaks=0 # libFuzzer looks for leaks after every input, which is slow; the tests looked already
for entry in build/sanitize/fuzz/*_fuzz; do
  corpus=build/fuzz-corpus/$(basename "$entry")
  mkdir -p "$corpus"
  seeds=()
  dictionary=()
  if [[ $entry == */script_fuzz ]]; then
    seeds=(examples tests/error)
    dictionary=(-dict=fuzz/script.dict)
  fi
  step "fuzzing with $(basename "$entry")" "fuzz-$(basename "$entry")" "$entry" -max_total_time="$seconds" -timeout=20 \
    -rss_limit_mb=4096 -max_len=6000 -artifact_prefix="$entry-" "${dictionary[@]}" "$corpus" "${seeds[@]}"
done
say "no input crashed"
