# SPDX-License-Identifier: Apache-2.0
# bash tools/run/sanitize.sh [address [SECONDS [FILTER]] | thread] (a CI stage, no verb)
# address (the default) builds with clang, AddressSanitizer and UndefinedBehaviorSanitizer; runs the C++ tests, then each program of fuzz/ over the same inputs every time, or over new ones for SECONDS
# thread builds with clang and ThreadSanitizer; runs the C++ tests in which threads meet
source tools/run/setup.sh
source tools/run/build_tree.sh
setup sanitize clang clang-runtime cmake ninja ccache gtest cli11
export CC=clang CXX=clang++

run_cpp_tests() { "$PYTHON" tools/run/test_suites.py --build "$1" --only cpp "${@:2}"; }

# Inputs that fail are kept in build/sanitize/fuzz/<entry>-*.
fuzz_entry() {
  local entry=$1
  shift
  step "fuzzing with $(basename "$entry")" "fuzz-$(basename "$entry")" "$@" -timeout=20 -rss_limit_mb=4096 -max_len=6000 \
    -artifact_prefix="$entry-"
}

# What one run finds, the next begins with.
fuzz_for() {
  local seconds=$1 entry
  for entry in build/sanitize/fuzz/*_fuzz; do
    local corpus=build/fuzz-corpus/$(basename "$entry") seeds=()
    mkdir -p "$corpus"
    [[ $entry == */script_fuzz ]] && seeds=(-dict=fuzz/script.dict examples tests/error)
    fuzz_entry "$entry" "$entry" -max_total_time="$seconds" "$corpus" "${seeds[@]}"
  done
}

# About half a minute each. One seed, one order of the files and addresses that stay (where setarch may do that): a change that
# passes here passes in CI, and looking for new inputs is left to fuzz_for.
fuzz_same() {
  local entry fixed=(setarch -R)
  "${fixed[@]}" true 2>/dev/null || fixed=()
  for entry in build/sanitize/fuzz/*_fuzz; do
    local arguments=(-runs=100000)
    if [[ $entry == */script_fuzz ]]; then
      find examples tests/error -name '*.py' | LC_ALL=C sort | paste -sd, >"$entry-seeds.txt"
      arguments=(-runs=1000 -dict=fuzz/script.dict "-seed_inputs=@$entry-seeds.txt")
    fi
    fuzz_entry "$entry" "${fixed[@]}" "$entry" -seed=1 "${arguments[@]}"
  done
}

fuzz() {
  export ASAN_OPTIONS=detect_leaks=0 # libFuzzer looks for leaks after every input, which is slow; the tests looked already
  if [ -n "$1" ]; then fuzz_for "$1"; else fuzz_same; fi
  say "no input crashed"
}

sanitize_addresses() {
  local seconds=${1:-}
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
