# SPDX-License-Identifier: Apache-2.0
"""`python -m tirx`: the command-line tool in a process with Python, so that backends of installed packages
which are registered in Python are there."""

import ctypes
import os
import signal
import sys

from . import _native


def main(arguments):
    """Runs the tool with these arguments; gives its exit code."""
    library = ctypes.CDLL(str(_native.library_path.with_name("libtirx_command.so")))
    texts = [os.fsencode(argument) for argument in ("tirx", *arguments)]
    return library.TirxCommandLine(len(texts), (ctypes.c_char_p * (len(texts) + 1))(*texts, None))


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # as the tool: Ctrl-C ends it
    sys.exit(main(sys.argv[1:]))
