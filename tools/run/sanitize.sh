# SPDX-License-Identifier: Apache-2.0
# bash tools/run/sanitize.sh [address [SECONDS [FILTER]] | thread] (a CI stage, no verb)
# address (the default) builds with clang, AddressSanitizer and UndefinedBehaviorSanitizer; runs the C++ tests, then each program of fuzz/ for SECONDS (20)
# thread builds with clang and ThreadSanitizer; runs the C++ tests in which threads meet
source tools/run/setup.sh
source tools/run/build_tree.sh
setup sanitize clang clang-runtime cmake ninja ccache gtest cli11
export CC=clang CXX=clang++

run_cpp_tests() { "$PYTHON" tools/run/test_suites.py --build "$1" --only cpp "${@:2}"; }

# What one run finds, the next begins with. Inputs that fail are kept in build/sanitize/fuzz/<entry>-*.
fuzz() {
  local seconds=$1 entry
  export ASAN_OPTIONS=detect_leaks=0 # libFuzzer looks for leaks after every input, which is slow; the tests looked already
  for entry in build/sanitize/fuzz/*_fuzz; do
    local corpus=build/fuzz-corpus/$(basename "$entry") seeds=() dictionary=()
    mkdir -p "$corpus"
    if [[ $entry == */script_fuzz ]]; then
      seeds=(examples tests/error)
      dictionary=(-dict=fuzz/script.dict)
    fi
    step "fuzzing with $(basename "$entry")" "fuzz-$(basename "$entry")" "$entry" -max_total_time="$seconds" \
      -timeout=20 -rss_limit_mb=4096 -max_len=6000 -artifact_prefix="$entry-" "${dictionary[@]}" "$corpus" "${seeds[@]}"
  done
  say "no input crashed"
}

sanitize_addresses() {
  local seconds=${1:-20}
  shift || true
  configure build/sanitize -DTIRX_SANITIZE=address
  build build/sanitize tests/all fuzz/all
  use_build build/sanitize
  export ASAN_OPTIONS=strict_string_checks=1:check_initialization_order=1:detect_leaks=1
  export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
  # Instrumented frames are several times larger, and the parser's nesting limit is tested to its end.
  ulimit -s 65536
  run_cpp_tests build/sanitize "$@"
  fuzz "$seconds"
}

sanitize_threads() {
  local folders=(threads base runtime sim driver backends_cpu_runtime backends_cuda_runtime backends_cuda_driver) names
  configure build/tsan -DTIRX_SANITIZE=thread
  build build/tsan "${folders[@]/%/_test}"
  use_build build/tsan
  # libtvm_ffi is not instrumented: what its code touches counts for nothing, or every use of it would be a report.
  # A test forks a process with threads, which then has threads of its own.
  export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1:ignore_noninstrumented_modules=1:die_after_fork=0
  # Its random kernels race on purpose, and their blocks run on several threads: the reports would be theirs.
  export GTEST_FILTER="-RaceFuzz.*"
  names=$(IFS='|'; echo "${folders[*]}")
  run_cpp_tests build/tsan "^($names)\$"
}

case "${1:-address}" in
  address) sanitize_addresses "${@:2}" ;;
  thread) sanitize_threads ;;
  *) fail "unknown argument \`$1\`; see tools/run/sanitize.sh" ;;
esac
