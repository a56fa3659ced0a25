# SPDX-License-Identifier: Apache-2.0
# One CMake + Ninja build folder with progress (sourced after setup.sh): configure FOLDER [CMAKE_ARGUMENT...], then
# build FOLDER [TARGET...]. CC and CXX are honoured; TIRX_JOBS limits the parallel jobs.

# Shows warnings and errors in full, and Ninja's progress about every tenth part.
show_progress() {
  awk '{
    if (match($0, /^\[[0-9]+\/[0-9]+\]/)) {
      split(substr($0, 2, RLENGTH - 2), at, "/")
      part = int(10 * at[1] / at[2])
      if (part != shown) { print; fflush(); shown = part }
    } else { print; fflush() }
  }'
}

configure() {
  local folder=$1
  shift
  local python=$PYTHON
  [ "${python#/}" = "$python" ] && python=$PWD/$python
  local arguments=(-S . -B "$folder" -G Ninja "-DPython3_EXECUTABLE=$python" "$@")
  local stamp=$folder/configured.txt wanted="${arguments[*]} CC=${CC:-} CXX=${CXX:-}"
  if [ -e "$folder/build.ninja" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then return; fi
  rm -rf "$stamp" "$folder/CMakeCache.txt" "$folder/CMakeFiles"
  step "configuring $folder (cmake)" "cmake-${folder//\//-}" cmake "${arguments[@]}"
  echo "$wanted" >"$stamp"
}

# The build that demo, test, bless and bench share.
configure_release() { configure build/release "$@"; }

build() {
  local folder=$1 log=$LOG_DIR/ninja-${1//\//-}.log
  shift
  # Paths below the repository count as relative, so that another clone of it hits the same cache.
  export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
  say "building $folder (ninja)"
  mkdir -p "$LOG_DIR"
  if ! ninja -C "$folder" ${TIRX_JOBS:+-j "$TIRX_JOBS"} "$@" 2>&1 | tee "$log" | show_progress; then
    fail "building $folder (log: $log)"
  fi
}
