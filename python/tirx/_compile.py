# SPDX-License-Identifier: Apache-2.0
"""Compiling and running."""

import json
import warnings

import tvm_ffi

from . import _native
from ._functions import Functions
from ._tensor import to_numpy
from .backend._plain import plain
from .ir import Function as IRFunction
from .ir import IRModule
from .script import Function
from .target import Target
from .transform import callbacks


@_native.register_object("tirx.python.Executable")
class _Handle(tvm_ffi.Object):
    """The native half of an Executable."""

    __slots__ = ()


def _module_of(program):
    if isinstance(program, Function):
        return program.module
    if isinstance(program, IRModule):
        return program
    got = f"got {type(program).__module__}.{type(program).__name__}"
    if isinstance(program, IRFunction):
        got = (
            f"got the function `{program.name}` of one: compile the module, whose executable has it as "
            f'exe["{program.name}"], or tirx.ir.IRModule([function])'
        )
    raise TypeError(f"expected a @T.function or an IRModule, {got}")


def _traced_line(on_trace):
    """`on_trace` as the native side calls it: shared memory is copied before the kernel goes on."""

    def line(file, number, what, shared):
        def snapshot():
            return {str(name): to_numpy(memory) for name, memory in shared().items()}

        on_trace(str(file), int(number), str(what), snapshot)

    return line


def _simulator_options(check, no_check, trace, on_trace, on_report, max_steps, threads):
    if trace is not None and len(trace) != 6:
        raise ValueError(
            f"trace is {trace!r}; it must be the indices of a block and of a thread, six numbers"
        )
    if on_trace is not None and trace is None:
        raise ValueError("on_trace is given without trace=, the thread to be traced")
    if max_steps < 1:
        raise ValueError(f"max_steps is {max_steps}; it must be positive")
    if not 0 <= threads < 1 << 31:
        raise ValueError(f"threads is {threads}; it must be a number of threads, or 0 for one per core")
    return {
        "check": [str(name) for name in check],
        "no_check": [str(name) for name in no_check],
        "trace": "" if trace is None else "thread=({},{},{},{},{},{})".format(*map(int, trace)),
        "on_trace": None if on_trace is None else tvm_ffi.convert(_traced_line(on_trace)),
        "on_report": None if on_report is None else tvm_ffi.convert(on_report),
        "max_steps": int(max_steps),
        "threads": int(threads),
    }


def _refuse_for_device(**options):
    """Who gives options of the simulator wants to see them work."""
    given = [name for name, value in options.items() if value and value != compile.__kwdefaults__[name]]
    if given:
        raise ValueError(
            f"{', '.join(f'{name}=' for name in given)}: only the simulator has this, and this compiles "
            'for a device; say executor="simulator"'
        )


def _options(target, arch, backend_config, executor, verify, pass_options, compile_timeout=600.0):
    if executor not in ("auto", "device", "simulator"):
        raise ValueError(f'executor is {executor!r}; it must be "auto", "device" or "simulator"')
    if isinstance(target, Target):
        target = target.to_json()
    elif not isinstance(target, (str, type(None))):
        target = json.dumps(target)
    return {
        "target": target or "cuda",
        "arch": arch or "",
        "backend_config": plain(backend_config),
        "callbacks": callbacks(),
        "executor": executor,
        "verify": verify,
        "compile_timeout": float(compile_timeout),
        "pass_options": {str(k): str(v) for k, v in (pass_options or {}).items()},
    }


def compile(
    program,
    target=None,
    arch=None,
    backend_config=None,
    executor="auto",
    *,
    verify=False,
    pass_options=None,
    compile_timeout=600.0,
    check=(),
    no_check=(),
    trace=None,
    on_trace=None,
    on_report=None,
    max_steps=1 << 28,
    threads=0,
):
    """Compiles a `@T.function` or an IRModule.

    target: a kind ("cuda"), a tag ("nvidia/nvidia-h100"), a dict or a tirx.Target.
    arch: exact, such as "sm_90a".
    backend_config: how device code is compiled, `{"cuda": {"compiler": "nvcc", ...}}`
        (docs/backend_config.md).
    executor: "device"; "simulator", which needs neither device nor toolkit; "auto": the device if an
    architecture is named or a device is there, else the simulator, with a warning.
    compile_timeout: seconds that the device compiler may take, each time it runs.
    verify: whether the verifier looks at the module before and after every pass. pass_options: of passes,
    as in tirx.transform.PassContext.
    The rest is for the simulator, and an error for a device. no_check: checks that it leaves out, such as
    `["races"]`; check: those that it makes only on request, `["finite"]`. trace: `(bx, by, bz, tx, ty, tz)`,
    the thread whose values are printed line by line, or given to `on_trace(file, line, what, shared)`, where
    `shared()` is a copy of the block's shared memory, a dict of arrays. on_report: is called after each
    launch as `on_report(kernel, warp_steps, shared_bytes, shadow_bytes)`, the latter of the blocks that ran
    at once and of what the checks kept of those. max_steps: instructions that a warp may take before that
    counts as an endless loop. threads: of the host, 0 for one per core; results do not depend on it.
    """
    module = _module_of(program)
    options = _options(target, arch, backend_config, executor, verify, pass_options, compile_timeout)
    options["simulator"] = _simulator_options(check, no_check, trace, on_trace, on_report, max_steps, threads)
    if executor == "auto":
        options = dict(_native.call("choose_executor", module, options))
        if options["executor"] == "simulator":
            warnings.warn(
                f"compiling for the simulator: {options['why']}; give arch= to compile for a device, or say "
                'executor="simulator"',
                stacklevel=2,
            )
    if options["executor"] == "device":
        _refuse_for_device(
            check=check,
            no_check=no_check,
            trace=trace,
            on_trace=on_trace,
            on_report=on_report,
            max_steps=max_steps,
            threads=threads,
        )
    main = program.name if isinstance(program, Function) else None
    return Executable(_native.call("compile", module, options), main)


def lower(program, target=None, arch=None, backend_config=None, executor="device", *, pass_options=None):
    """The module after the last pass."""
    options = _options(target, arch, backend_config, executor, False, pass_options)
    return _native.call("lower", _module_of(program), options)


def lower_stages(
    program, target=None, arch=None, backend_config=None, executor="device", *, pass_options=None
):
    """What each pass makes of the program, in order: a list of (name of the pass, IRModule)."""
    options = _options(target, arch, backend_config, executor, False, pass_options)
    return [tuple(stage) for stage in _native.call("lower_stages", _module_of(program), options)]


def generate_source(program, target=None, arch=None, backend_config=None):
    """The generated device source; needs no device compiler."""
    options = _options(target, arch, backend_config, "device", False, None)
    return str(_native.call("generate_source", _module_of(program), options))


def side_by_side(program, what="ptx", target=None, arch=None, backend_config=None):
    """Lines of the script beside the code that they became, as text in two columns.

    what: "ptx", or "sass", which needs nvdisasm (the wheel nvidia-cuda-nvdisasm has it).
    """
    options = _options(target, arch, backend_config, "device", False, None)
    return str(_native.call("side_by_side", _module_of(program), options, what))


def load(path):
    """Loads what `Executable.save` or `tirx compile` wrote."""
    return Executable(_native.call("load_executable", str(path)))


class Executable(Functions):
    """A compiled module.

    Calling it calls the function that was compiled, or the only exported one of a module; `exe["name"]` or
    `exe.name` gives one of several. Arguments, in order or by name, are numbers and tensors (NumPy, PyTorch,
    CuPy, tvm_ffi: whatever speaks DLPack; never copied), on the device that the code is for, or in host
    memory for the simulator.
    """

    def __init__(self, handle, main=None):
        self._handle = handle
        module = _native.function("executable_module")(handle)
        names = _native.function("executable_functions")(handle)
        super().__init__(module, [module.get_function_doc(str(name)) for name in names], main)

    def inspect_source(self, fmt="source"):
        """What was made: "source", "ptx", "sass", "resources", "config", "log", "argv", "host"."""
        return str(_native.call("executable_inspect", self._handle, fmt))

    def __reduce__(self):
        raise TypeError("an Executable cannot be pickled; save(path) writes it, tirx.load(path) reads it")

    @property
    def lowered(self):
        """The module after the last pass; None for one that was loaded."""
        return _native.function("executable_lowered")(self._handle)

    @property
    def resources(self):
        """Per kernel: registers, spills, stack, shared and constant memory; -1 for what is not known."""
        return [dict(row) for row in _native.function("executable_resources")(self._handle)]

    @property
    def times(self):
        """Milliseconds of each stage of the compilation."""
        return dict(_native.function("executable_times")(self._handle))

    def save(self, path):
        """Writes an artifact, which `tirx.load` and `tirx inspect` read."""
        _native.call("save_executable", self._handle, str(path))

    def export_library(self, path, *, system_library=False, prefix="", cc=None, options=()):
        """Writes what programs use without tirx's compiler, by the path's end: a shared library (`.so`),
        which `tirx.load_module`, tvm_ffi and C++ load, an object (`.o`), a static library (`.a`) or C (`.c`).

        system_library: for `.o` and `.c`, a part of a program, found by `tvm_ffi.system_lib(prefix)`; `.a`
        always is. cc: the C compiler; the environment variable CC, else cc. options: for it, behind our own.
        """
        given = {
            "system_library": bool(system_library),
            "prefix": str(prefix),
            "cc": str(cc or ""),
            "options": [str(option) for option in options],
        }
        _native.call("export_library", self._handle, str(path), given)

    def export_cuda_host(self, path):
        """Writes the host's part as C++17 with the device code embedded (docs/export_cuda_host.md): it builds
        with a host compiler, tvm-ffi and CUDA's headers, and runs with tvm-ffi and the driver."""
        _native.call("write_host_source", self.module, "cuda", str(path))
