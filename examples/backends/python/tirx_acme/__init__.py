# SPDX-License-Identifier: Apache-2.0
"""A backend in Python alone, with something of every kind that a backend can register.

The machine. Acme runs C, one thread after another, on the processor of the host: so there are no barriers and
no shuffles, which a pass refuses. Where a thread stands in its launch is in variables that the launcher sets.
It blends numbers in one step, which `T.acme.blend` is.

    pip install examples/backends/python
    tirx.generate_source(kernel, target="acme")
"""

from tirx.backend import Registrar

from . import codegen, language, machine, passes, target


def register(registrar: Registrar) -> None:
    """A machine that runs C, one thread after another."""
    target.register(registrar)
    language.register(registrar)
    passes.register(registrar)
    codegen.register(registrar)
    machine.register(registrar)
