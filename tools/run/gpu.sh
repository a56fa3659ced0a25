# SPDX-License-Identifier: Apache-2.0
# ./run gpu [--prepare]
# runs the GPU tests and benches on a machine with an H200, offline; --prepare, run here, makes what travels there
source tools/run/setup.sh
source tools/run/build_tree.sh
VERB=gpu
readonly WHEELS=.whl CARRIED=build/gpu SITE=build/gpu-site

# What the libraries and the tool are made from: a carried build is used only where this is the same.
source_hash() {
  find src backends cli include CMakeLists.txt -type f \( -name '*.cc' -o -name '*.h' -o -name '*.def' \
    -o -name '*.inc' -o -name 'CMakeLists.txt' \) -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum
}

# The wheels that the GPU machine lacks (docs/building.md), for its Python 3.12. Its own numpy and torch stay.
download_wheels() {
  local platform platforms=()
  for platform in 2_28 2_27 2_24 2_17; do platforms+=(--platform "manylinux_${platform}_x86_64"); done
  rm -rf "$WHEELS"
  grep -E '^(apache-tvm-ffi|typing_extensions|ml_dtypes|pytest|iniconfig|packaging|pluggy|pygments)==' \
    requirements.txt >build/gpu-requirements.txt
  step "downloading wheels for Python 3.12 into $WHEELS" gpu-wheels "$PYTHON" -m pip download \
    --disable-pip-version-check --no-deps --only-binary=:all: --python-version 3.12 --implementation cp \
    "${platforms[@]}" --platform manylinux2014_x86_64 -d "$WHEELS" -r build/gpu-requirements.txt
}

prepare() {
  setup gpu g++ cmake ninja ccache gtest cli11
  configure_release
  build build/release tirx_cli
  rm -rf "$CARRIED"
  mkdir -p "$CARRIED/bin" "$CARRIED/include"
  cp -r /usr/include/CLI "$CARRIED/include/CLI" # for a build there
  cp -r build/release/lib "$CARRIED/lib"
  cp build/release/bin/tirx "$CARRIED/bin/tirx"
  strip --strip-unneeded "$CARRIED"/lib/*.so "$CARRIED/bin/tirx"
  source_hash >"$CARRIED/sources.sha256"
  download_wheels
  local kib
  kib=$( (git ls-files -z --cached --others --exclude-standard; printf '%s\0' "$WHEELS" "$CARRIED") |
    du -k --files0-from=- -c 2>/dev/null | tail -n 1 | cut -f 1)
  say "carry: $CARRIED $WHEELS; with the working tree $((kib / 1024)) MiB of the 64 MiB that may travel"
  say "command there: bash run gpu"
}

install_wheels() {
  compgen -G "$WHEELS/*.whl" >/dev/null || fail "no wheels in $WHEELS: run \`./run gpu --prepare\` and carry it"
  step "installing the carried wheels into $SITE" gpu-pip python3 -m pip install -q --no-index --no-deps \
    --no-compile --no-cache-dir --upgrade --target "$SITE" "$WHEELS"/*.whl
  export PYTHONPATH=$PWD/$SITE${PYTHONPATH:+:$PYTHONPATH}
  export LD_LIBRARY_PATH=$PWD/$SITE/tvm_ffi/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
}

# Whether the carried build is of these sources and runs on this machine.
carried_build_fits() {
  [ -e "$CARRIED/sources.sha256" ] || { say "no carried build"; return 1; }
  [ "$(cat "$CARRIED/sources.sha256")" = "$(source_hash)" ] || { say "the carried build is of other sources"; return 1; }
  "$CARRIED/bin/tirx" list backends >/dev/null 2>&1 || { say "the carried build does not run here"; return 1; }
}

build_here() {
  local tool
  for tool in g++ cmake ninja; do
    command -v "$tool" >/dev/null || fail "$tool is missing here and the carried build does not fit"
  done
  CXXFLAGS="-isystem $PWD/$CARRIED/include" configure build/gpu-native -DTIRX_BUILD_TESTS=OFF
  build build/gpu-native tirx_cli
}

run_all() {
  local out=${OUT:-build/gpu-out} folder=$CARRIED failed=()
  mkdir -p "$out" "$LOG_DIR"
  PYTHON=$(command -v python3)
  "$PYTHON" -c 'import sys; sys.path.insert(0, "tools"); import gpu_device; sys.exit(gpu_device.missing_device() or None)' ||
    fail "no GPU here; \`./run gpu --prepare\` makes what travels to a machine that has one"
  nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader 2>/dev/null | tee "$out/machine.txt"
  install_wheels
  if ! carried_build_fits; then
    folder=build/gpu-native
    build_here
  fi
  say "using $folder"
  use_build "$folder"
  export TIRX_REQUIRE_GPU=1 PYTHONUNBUFFERED=1
  say "GPU tests"
  "$PYTHON" tools/run/test_suites.py --build "$folder" --only python -- -m gpu 2>&1 | tee "$out/tests.log" ||
    failed+=("tests (log: $out/tests.log)")
  cp "$folder/test-results/pytest.xml" "$out/tests.xml" 2>/dev/null || true
  say "the simulator against the device, row by row"
  "$PYTHON" tests/intrinsics/op_rows.py --out "$out/op_rows.md" 2>&1 | tee "$out/op_rows.log" ||
    failed+=("rows (log: $out/op_rows.log)")
  say "GPU benches"
  "$PYTHON" tools/run/bench_programs.py --gpu-only 2>&1 | tee "$out/bench.log" ||
    failed+=("benches (log: $out/bench.log)")
  [ ${#failed[@]} -eq 0 ] || fail "${failed[*]}"
  say "done; logs in $out"
}

case "${1:-}" in
  --prepare) prepare ;;
  "") run_all ;;
  *) fail "unknown argument \`$1\`; see ./run" ;;
esac
