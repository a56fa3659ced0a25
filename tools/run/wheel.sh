# SPDX-License-Identifier: Apache-2.0
# ./run wheel [--config-settings=NAME=VALUE...]
# builds, then packs build/release as a wheel into build/wheels; docs/installing.md has the settings
source tools/run/setup.sh
source tools/run/build_tree.sh
setup wheel g++ cmake ninja ccache gtest cli11
configure_release
build build/release tirx_cli
step "packing the wheel" wheel "$PYTHON" -m pip wheel --disable-pip-version-check --no-deps --no-index \
  --no-build-isolation "--config-settings=build-dir=$PWD/build/release" "$@" -w build/wheels .
say "done: build/wheels"
