# SPDX-License-Identifier: Apache-2.0
"""Kernels that come from outside, called from Python."""

import ctypes
import os

_HEAD = "from tirx import script as T\n\n\n@T.function\n"


class ExternalKernel:
    """A kernel from CUDA text, PTX, a cubin or a fatbin, launched by calling it.

    `kernel(*arguments, grid=..., block=..., **fields)`: the fields are those of `T.cuda.LaunchConfig`. What
    holds for compiled kernels holds for it: arguments are checked, the launch is held to the device's limits,
    it goes to the framework's current stream unless `stream=` says otherwise.
    """

    def __init__(self, source, name, parameters, format, **options):
        self.name = name
        self._source, self._format, self._options = source, format, options
        if not isinstance(parameters, dict):
            parameters = {f"arg{k}": type_ for k, type_ in enumerate(parameters)}
        self._parameters = parameters
        self._hosts = {}
        first = self._host({"grid": (1,), "block": (1,)})
        image, compiled_format, _ = first.module.imports[0]["__tvm_cuda_binary"]()
        if compiled_format != "cuda":  # source, as TIRX_COMPILE_FORCE_FALLBACK wants
            self._source, self._format = bytes(image), str(compiled_format)
        self.executable = first

    def __call__(self, *arguments, grid, block, **fields):
        if len(arguments) != len(self._parameters):
            raise TypeError(
                f"kernel `{self.name}` takes {len(self._parameters)} arguments "
                f"({', '.join(self._parameters)}), got {len(arguments)}"
            )
        fields = {"grid": grid, "block": block, **fields}
        fields = {name: value for name, value in fields.items() if value is not None}
        host = self._host(fields)
        return host(*arguments, *(number for value in fields.values() for number in _numbers(value)))

    def _host(self, fields):
        """The host function for launches that give these fields, which takes their numbers behind the
        kernel's arguments."""
        key = tuple((name, len(_numbers(value)) or value) for name, value in fields.items())
        if key not in self._hosts:
            from ..._compile import compile  # which needs the backends, this one among them

            self._hosts[key] = compile(self._module(fields), executor="device", **self._options)
        return self._hosts[key]

    def _module(self, fields):
        from ...script import parse

        names = {f"TYPE_{parameter}": type_ for parameter, type_ in self._parameters.items()}
        given = [f"{parameter}: TYPE_{parameter}" for parameter in self._parameters]
        launch = []
        for field, value in fields.items():
            numbers = [f"launch_{field}_{axis}" for axis in range(len(_numbers(value)))]
            given += [f"{number}: {_type_of(value)}" for number in numbers]
            if not numbers:
                names[f"FIELD_{field}"] = value
                numbers = [f"FIELD_{field}"]
            launch.append(f"{field}=({', '.join(numbers)}{',' * (field in _DIMS)})")
        arguments = "".join(f"{parameter}, " for parameter in self._parameters)
        text = (
            f"{_HEAD}def launch_{self.name}({', '.join(given)}):\n    T.call_kernel(\n        SOURCE, NAME, "
        )
        text += f"T.cuda.LaunchConfig({', '.join(launch)}), {arguments}format=FORMAT\n    )\n"
        names.update(SOURCE=self._source, NAME=self.name, FORMAT=self._format)
        return parse(text, f"<external kernel {self.name}>", **names)


_DIMS = ("grid", "block", "cluster", "preferred_cluster")


def _numbers(value):
    """What changes from launch to launch; flags, names and records are parts of the host function."""
    if isinstance(value, (tuple, list)):
        return tuple(value)
    if isinstance(value, ctypes.c_void_p) or (isinstance(value, int) and not isinstance(value, bool)):
        return (value,)
    return ()


def _type_of(value):
    return "T.handle" if isinstance(value, ctypes.c_void_p) else "T.int64"


def external_kernel(
    source,
    name,
    parameters,
    *,
    format=None,
    target=None,
    arch=None,
    backend_config=None,
    compile_timeout=600.0,
):
    """A kernel from outside as a callable, compiled and checked now.

    source: CUDA text (a string with `{`, `;` or a line break), a path (`.cu`, `.ptx`, `.cubin`, `.fatbin`),
        or bytes with `format="cubin"`.
    name: of the kernel in its binary; declare it `extern "C" __global__ void`.
    parameters: their types in order, a list or `{name: type}`: `T.Tensor(("n",), "float32")`, whose address
        is passed, `T.int64`, `T.handle`. Names are for messages.
    The rest is as for `tirx.compile`; text is compiled with this configuration, a binary is held to it.
    """
    if isinstance(source, os.PathLike):
        source = os.fspath(source)
    if isinstance(source, str) and not any(mark in source for mark in "{;\n"):
        source = os.path.abspath(source)
    return ExternalKernel(
        source,
        name,
        parameters,
        format,
        target=target,
        arch=arch,
        backend_config=backend_config,
        compile_timeout=compile_timeout,
    )


__all__ = ["ExternalKernel", "external_kernel"]
