# SPDX-License-Identifier: Apache-2.0
"""`python -m tirx`: the command-line tool in a process with Python, so that backends of installed packages
which are registered in Python are there."""

import ctypes
import os
import sys

from . import _native


def main(arguments):
    """Runs the tool with these arguments; gives its exit code."""
    path = _native.library_path.with_name("libtirx_command.so")
    if not path.exists():
        sys.exit(f"tirx: there is no command line, which would be {path}")
    library = ctypes.CDLL(str(path))
    texts = [os.fsencode(argument) for argument in ("tirx", *arguments)]
    return library.TirxCommandLine(len(texts), (ctypes.c_char_p * (len(texts) + 1))(*texts, None))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
