# SPDX-License-Identifier: Apache-2.0
"""The command-line tool as a function."""

import os
import subprocess

import pytest


@pytest.fixture
def tirx(tirx_cli):
    """Runs the tool; keywords are variables of its environment. What subprocess.run gives."""

    def run(*arguments, **environment):
        command = [tirx_cli, *(str(a) for a in arguments)]
        env = {**os.environ, **environment}
        return subprocess.run(command, check=False, capture_output=True, text=True, env=env)

    return run
