# SPDX-License-Identifier: Apache-2.0
"""The passes of acme's own, and its pipeline."""

from tirx import ir
from tirx.backend import Refusal, Registrar

REFUSED = ("gpu.sync", "gpu.shuffle", "gpu.subgroup")


def operation_of(node):
    """The name of the operation that a node calls; "" for other nodes."""
    callee = getattr(node, "callee", None)
    return str(getattr(callee, "name", ""))


def refuse_meetings(module, context):
    """Threads run one after another, so none can wait for another one."""
    for node in ir.nodes(module):
        name = operation_of(node)
        if name.startswith(REFUSED):
            raise Refusal(f"threads run one after another, and `T.{name}` waits for others", at=node)
    return module


def fold_blends(module, context):
    """All of the first number is that number."""

    def change(node):
        if operation_of(node) == "acme.blend" and node.attrs["percent"] == 100:
            return node.args[0]
        return None

    return ir.rewrite(module, change)


def register(registrar: Registrar) -> None:
    registrar.module_pass("acme-refuse-meetings", refuse_meetings)
    registrar.module_pass("acme-fold-blends", fold_blends, skippable=True)
    own = ["acme-refuse-meetings", "acme-fold-blends"]
    registrar.pipeline("acme", [*own, *registrar.gpu_passes], doc="GPUs' order, after passes of its own.")
