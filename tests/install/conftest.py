# SPDX-License-Identifier: Apache-2.0
"""Install trees and virtual environments with tirx, each made once from the build under test."""

import pytest
from trees import install, make_environment, make_wheel, run


@pytest.fixture(scope="session")
def prefix(build_dir, tmp_path_factory):
    """Everything of an install tree, which was moved after it had been installed."""
    first, moved = (tmp_path_factory.mktemp("install") / name for name in ("first", "moved"))
    run("cmake", "--install", build_dir, "--prefix", first)
    first.rename(moved)
    return moved


@pytest.fixture(scope="session")
def runtime_prefix(build_dir, tmp_path_factory):
    folder = tmp_path_factory.mktemp("runtime")
    install(build_dir, folder, "runtime", "development", "tvm_ffi")
    return folder


@pytest.fixture(scope="session")
def wheel(build_dir, tmp_path_factory):
    return make_wheel(build_dir, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def python(wheel, tmp_path_factory):
    """The interpreter of an environment in which the wheel is installed."""
    return make_environment(tmp_path_factory.mktemp("environment"), wheel)


@pytest.fixture(scope="session")
def runtime_python(build_dir, tmp_path_factory):
    """The same with the wheel that has the runtime alone."""
    wheel = make_wheel(build_dir, tmp_path_factory.mktemp("runtime_wheel"), "runtime-only=true")
    return make_environment(tmp_path_factory.mktemp("runtime_environment"), wheel)
