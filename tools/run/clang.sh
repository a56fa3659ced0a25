# SPDX-License-Identifier: Apache-2.0
# bash tools/run/clang.sh [SECONDS] (a CI stage, no verb)
# builds the libraries and the tool with clang, warnings being errors; then fuzzes each entry of fuzz/ for SECONDS (20)
source tools/run/setup.sh
source tools/run/build_tree.sh
setup clang clang cmake ninja ccache cli11
export CC=clang CXX=clang++
configure build/clang -DCMAKE_BUILD_TYPE=Debug -DTIRX_BUILD_TESTS=OFF -DTIRX_FUZZ=ON
build build/clang

# What one run finds, the next begins with. Inputs that fail are kept in build/clang/fuzz/<entry>-*.
export ASAN_OPTIONS=detect_leaks=0
ulimit -s 65536 # instrumented frames are several times larger, and the parser's nesting limit must be reached
for entry in build/clang/fuzz/*_fuzz; do
  corpus=build/fuzz-corpus/$(basename "$entry")
  mkdir -p "$corpus"
  seeds=()
  dictionary=()
  if [[ $entry == */script_fuzz ]]; then
    seeds=(examples tests/error)
    dictionary=(-dict=fuzz/script.dict)
  fi
  step "fuzzing with $(basename "$entry")" "fuzz-$(basename "$entry")" "$entry" -max_total_time="${1:-20}" -timeout=20 \
    -rss_limit_mb=4096 -max_len=6000 -artifact_prefix="$entry-" "${dictionary[@]}" "$corpus" "${seeds[@]}"
done
say "no input crashed"
