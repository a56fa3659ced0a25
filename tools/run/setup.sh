# SPDX-License-Identifier: Apache-2.0
# Set-up shared by all verbs (sourced, working directory = repository root): messages, steps with a log, apt packages,
# the virtual environment. A verb calls `setup VERB TOOL...` and may then use $PYTHON and the tools it named.
set -euo pipefail

readonly LOG_DIR=build/log
VENV=${TIRX_VENV:-.venv}
PYTHON=$VENV/bin/python

say() { printf '[%s] %s\n' "${VERB:-run}" "$*"; }

# The one clear last line of a failing run.
fail() {
  printf '[%s] FAILED: %s\n' "${VERB:-run}" "$*" >&2
  exit 1
}

# step "what" LOGNAME COMMAND...: runs the command with its output in a log; on failure shows the log's end.
step() {
  local what=$1 log=$LOG_DIR/$2.log
  shift 2
  mkdir -p "$LOG_DIR"
  say "$what"
  if ! "$@" >"$log" 2>&1; then
    tail -n 30 "$log" >&2
    fail "$what (log: $log)"
  fi
}

# The Debian package that provides a tool we ask for by name.
package_of() {
  case "$1" in
    ninja) echo ninja-build ;;
    venv) echo python3-venv ;;
    gtest) echo libgtest-dev ;;
    cli11) echo libcli11-dev ;;
    clang-runtime) echo libclang-rt-dev ;;
    pocl) echo pocl-opencl-icd ;;
    opencl-loader) echo ocl-icd-libopencl1 ;;
    *) echo "$1" ;;
  esac
}

has_tool() {
  case "$1" in
    venv) python3 -c 'import ensurepip, venv' 2>/dev/null ;;
    cli11) [ -e /usr/include/CLI/App.hpp ] ;;
    gtest) [ -e /usr/include/gtest/gtest.h ] || [ -n "${GTest_DIR:-}" ] ;;
    pocl) ls /etc/OpenCL/vendors/*.icd >/dev/null 2>&1 ;; # any OpenCL driver will do
    opencl-loader) ldconfig -p | grep -q 'libOpenCL\.so\.1' ;;
    clang-runtime) [ -e "$(clang -print-file-name="libclang_rt.fuzzer-$(uname -m).a" 2>/dev/null)" ] ;;
    g++) [ -n "${CXX:-}" ] || command -v g++ >/dev/null ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

# Installs with apt the packages of those tools that are missing, and only those.
need_tools() {
  local tool missing=()
  for tool in "$@"; do
    has_tool "$tool" || missing+=("$(package_of "$tool")")
  done
  [ ${#missing[@]} -eq 0 ] && return
  command -v apt-get >/dev/null || fail "missing: ${missing[*]}; there is no apt-get here, install them by hand"
  [ "$(id -u)" = 0 ] || fail "missing: ${missing[*]}; run as root: apt-get install ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  step "refreshing the package list (apt-get update)" apt-update apt-get update -q
  step "installing ${missing[*]} (apt-get)" apt-install \
    apt-get install -q -y --no-install-recommends "${missing[@]}"
}

# True where a CUDA toolkit is on the machine: the same places, in the same order, as the toolchain adapters look.
has_cuda_toolkit() {
  local home
  for home in "${CUDA_HOME:-}" "${CUDA_PATH:-}" /usr/local/cuda; do
    [ -n "$home" ] && [ -x "$home/bin/nvcc" ] && return 0
  done
  command -v nvcc >/dev/null
}

requirement_files() {
  echo requirements.txt
  if ! has_cuda_toolkit; then echo requirements-cuda.txt; fi
}

pip_install() {
  local source=()
  [ -n "${TIRX_WHEELS:-}" ] && source=(--no-index --find-links "$TIRX_WHEELS")
  "$PYTHON" -m pip install --disable-pip-version-check "${source[@]}" "$@"
}

make_venv() {
  local files arguments=() file
  mapfile -t files < <(requirement_files)
  local stamp=$VENV/requirements.sha256 wanted
  wanted=$(cat "${files[@]}" <(python3 --version) | sha256sum)
  if [ -e "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then return; fi
  if [ ! -x "$PYTHON" ]; then
    step "creating the virtual environment $VENV" venv python3 -m venv "$VENV"
  fi
  for file in "${files[@]}"; do arguments+=(-r "$file"); done
  step "installing the pinned wheels of ${files[*]} (pip)" pip pip_install "${arguments[@]}"
  echo "$wanted" >"$stamp"
}

# setup VERB TOOL...: everything the verb needs, installed once; instant when it is there.
setup() {
  VERB=$1
  shift
  command -v python3 >/dev/null || fail "python3 is missing: apt-get install python3"
  mkdir -p build
  exec 9>build/setup.lock
  flock 9
  local venv_tool=()
  [ -x "$PYTHON" ] || venv_tool=(venv)
  need_tools "$@" "${venv_tool[@]}"
  make_venv
  flock -u 9
  exec 9>&-
}

# What a process needs to import the Python package and find the libraries of one build folder.
use_build() {
  TIRX_BUILD_DIR=$PWD/$1
  TIRX_LIBRARY_PATH=$TIRX_BUILD_DIR/lib
  VIRTUAL_ENV=$(cd "$VENV" 2>/dev/null && pwd) || VIRTUAL_ENV=
  export TIRX_BUILD_DIR TIRX_LIBRARY_PATH VIRTUAL_ENV
  export PYTHONPATH=$PWD/python${PYTHONPATH:+:$PYTHONPATH}
}
