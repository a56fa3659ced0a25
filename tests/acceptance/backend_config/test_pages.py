# SPDX-License-Identifier: Apache-2.0
"""The snippets of the pages run, each page in one namespace; every reserved option is on its page."""

import re
from pathlib import Path

import pytest
from shared import run_python

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("page", ["backend_config", "native_options", "export_cuda_host"])
def test_snippets_run(page, tmp_path):
    text = (ROOT / f"docs/{page}.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert blocks
    script = tmp_path / "page.py"
    script.write_text("\n".join(blocks))
    run_python(script.read_text(), path=script)


def test_the_page_names_what_is_reserved():
    table = (ROOT / "backends/cuda/toolchain/reserved_options.cc").read_text()
    names = set(re.findall(r'\{"([\w-]+)", k\w+,', table))
    assert len(names) > 60
    page = (ROOT / "docs/native_options.md").read_text()
    mentioned = set(re.findall(r"--?([\w-]+)", page))
    # A row has a short and a long name; the page gives one of them.
    rows = re.findall(r'((?:\{"[\w-]+", k\w+, (?:k\w+|"\w*")\},? ?)+)', table)
    silent = [row for row in rows if not set(re.findall(r'\{"([\w-]+)"', row)) & mentioned]
    assert not silent
