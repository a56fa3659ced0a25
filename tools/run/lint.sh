# SPDX-License-Identifier: Apache-2.0
# ./run lint [--all] [--fix]
# checks layers, sizes, headers, formatting, ruff, types of stubs and examples, and clang-tidy on changed files (--all: on every file; --fix: formats)
source tools/run/setup.sh
source tools/run/build_tree.sh
setup lint git clang cmake ninja ccache gtest cli11 clang-format clang-tidy
# Only for its compile commands: one for each file, and of clang, whose options clang-tidy knows.
CC=clang CXX=clang++ configure build/lint -DTIRX_UNITY=OFF
ninja -C build/lint build.ninja >/dev/null # a CMakeLists.txt may have changed since

scope=() fix=() ruff_format=(--diff)
for argument in "$@"; do
  case "$argument" in
    --all) scope=(--all) ;;
    --fix) fix=(--fix) ruff_format=() ;;
    *) fail "unknown argument \`$argument\`; see ./run" ;;
  esac
done

failed=()
check() {
  local what=$1
  shift
  say "$what"
  "$@" || failed+=("$what")
}

check layers "$PYTHON" tools/check_layers.py
check sizes "$PYTHON" tools/check_sizes.py
check headers "$PYTHON" tools/check_headers.py
check ruff "$PYTHON" -m ruff check --quiet "${fix[@]}" .
check ruff-format "$PYTHON" -m ruff format --quiet "${ruff_format[@]}" .
check stubs "$PYTHON" -m mypy --strict --no-error-summary python/tirx/script/__init__.pyi
check registrar "$PYTHON" -m mypy --no-error-summary python/tirx/backend/_registrar.py
check examples "$PYTHON" -m mypy --no-error-summary --explicit-package-bases examples # folders have files of one name
check clang-format "$PYTHON" tools/check_format.py "${fix[@]}"
check clang-tidy "$PYTHON" tools/check_tidy.py --build build/lint "${scope[@]}"

[ ${#failed[@]} -eq 0 ] || fail "${failed[*]}: see the lines above"
say "clean"
