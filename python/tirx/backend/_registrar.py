# SPDX-License-Identifier: Apache-2.0
"""What a backend contributes, row by row; docs/adding/backend.md says what each row is for."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeVar, get_args

import tvm_ffi

from .. import _native
from ..ir import Function, IRModule
from ..script._protocol import from_native, to_native
from ..target import Target
from ..transform import PassContext
from . import _loader
from ._callback import expect, guarded
from ._dialect import dialect_fields
from ._fields import (
    address_of,
    among,
    attr_row,
    decorator,
    field_row,
    integer,
    launch_limits,
    param_rows,
    params_text,
    plain_attrs,
    return_rule,
    text,
    type_names,
    type_rule,
)
from ._lanes import simulated
from ._rows import Attr, Field, Param

Effect = Literal["pure", "thread", "read", "update", "sync", "opaque"]
RecordUse = Literal["launch", "kernel_attrs", "part"]
F = TypeVar("F", bound=Callable[..., Any])


class Registrar:
    """Given to the function that a package names in the entry-point group `tirx.backends`, or that
    `tirx.backend.register` is called with.

    It only records: when the function has returned, all rows are checked and published at once, or none.
    Methods that take a function are decorators, too. A function that raises makes the call fail that ran it,
    with the backend's name and the traceback; `Refusal` is for mistakes of the user.
    """

    def __init__(self, name: str, add: Callable[..., Any], need: Callable[..., Any]) -> None:
        self._name = name
        self._add_row: Callable[..., Any] | None = add
        self._need = need
        self._device_types: dict[str, int] = {}

    @property
    def name(self) -> str:
        """The backend's name."""
        return self._name

    def need(self, backend: str) -> None:
        """Loads a backend that this one builds on."""
        if reason := _loader.load_known(text("backend", backend), self._need):
            raise RuntimeError(str(reason))

    # ---- the target

    def target_kind(
        self,
        name: str,
        *,
        attrs: Sequence[Attr | str] = (),
        check: Callable[[dict[str, Any]], None] | None = None,
        device_type: str = "cpu",
        max_threads_per_block: int = 0,
        max_static_shared_bytes: int = 0,
        subgroup_size: int = 0,
        launch_most: Mapping[str, int] | None = None,
        compute_types: Sequence[str] = (),
        storage_types: Sequence[str] = (),
        doc: str = "",
    ) -> None:
        """A kind of target. Limits of 0 are not known; where types are left out, the kind has all.

        check: gets the attributes of a target; a Refusal is what is wrong with them.
        device_type: of the tensors that kernels take, as tvm-ffi names devices.
        launch_most: the largest launch values by tag, `{"blockIdx.y": 65535, "threadIdx.x": 1024}`; of a tag
        without its axis (`"blockIdx"`), the largest product.
        """
        number = int(tvm_ffi.device(device_type, 0).dlpack_device_type())
        self._device_types[name] = number
        self._add(
            "target",
            name=text("name", name),
            attrs=[attr_row(attr) for attr in attrs],
            check=check and guarded(lambda given: check(plain_attrs(given))),
            device_type=number,
            max_threads_per_block=integer("max_threads_per_block", max_threads_per_block),
            max_static_shared_bytes=integer("max_static_shared_bytes", max_static_shared_bytes),
            subgroup_size=integer("subgroup_size", subgroup_size),
            launch_most=launch_limits(launch_most or {}),
            compute_types=type_names(compute_types),
            storage_types=type_names(storage_types),
            doc=text("doc", doc),
        )

    def tag(self, name: str, target: str | Mapping[str, Any], *, source: str = "") -> None:
        """A named target, `"vendor/device"`; `target` is what Target() takes, `source` where its figures are
        from."""
        as_text = target if isinstance(target, str) else json.dumps(dict(target))
        self._add("tag", name=text("name", name), target=as_text, source=text("source", source))

    def detector(self, kind: str, detect: Callable[[int], Any] | None = None) -> Any:
        """`detect(device_id)` gives the target of a device here, as Target() takes it."""

        def add(function: F) -> F:
            def found(device_id: int) -> Target:
                target = function(device_id)
                return target if isinstance(target, Target) else Target(target)

            self._add("detector", name=text("kind", kind), detect=guarded(found))
            return function

        return decorator(add, detect)

    def config_schema(
        self,
        check: Callable[[dict[str, Any]], Mapping[str, Any] | None] | None = None,
        *,
        defaults: Mapping[str, Any] | None = None,
        needs_arch: bool = False,
    ) -> Any:
        """The backend's part of `backend_config`: `check(part)` gives it back in canonical form, or None
        where it is so already; a Refusal is what is wrong. A key "arch" is the target's architecture."""

        def add(function: F) -> F:
            def checked(part: Mapping[str, Any]) -> dict[str, Any]:
                given = plain_attrs(part)
                made = function(given)
                return given if made is None else dict(made)

            self._add(
                "config_schema",
                check=guarded(checked),
                defaults=dict(defaults or {}),
                needs_arch=bool(needs_arch),
            )
            return function

        return decorator(add, check)

    # ---- the language

    def namespace(self, name: str, doc: str = "") -> None:
        """What stands between `T.` and the next dot; operations, functions and records stand below one."""
        self._add("namespace", name=text("name", name), doc=text("doc", doc))

    def operation(
        self,
        name: str,
        *,
        params: Sequence[Param | str] = (),
        returns: str | Callable[[tuple[Any, ...], dict[str, Any]], str],
        effect: Effect = "pure",
        uniform: bool = False,
        emit: str = "",
        needs: str = "",
        min_arch: str = "",
        sim: Callable[..., Any] | None = None,
        ulp: int = 0,
        doc: str = "",
        source: str = "",
    ) -> None:
        """An operation, `"acme.scale"`. A string among `params` is an expression of that name.

        returns: a dtype, "void", "first operand", "same types" (all operands are of one type, the result's),
        "element" (what operand 0 points to), "dtype" (the attribute of that name), or a function of the
        operands and attributes that gives a dtype.
        effect: what the result depends on, and what it does; `uniform`: it is the same for all lanes.
        emit: what C-family generators print, in their templates' form; `needs` are prelude rows.
        sim: the semantics on the simulator. A function of NumPy arrays with an item for each lane, attributes
        by name; where the operation is not pure, a Lanes comes first. Or a C++ function
        `void(tirx::sim::OpContext&)` as a ctypes function pointer.
        ulp: how far devices may be from the exact result; source: where the vendor describes it.
        """
        rule = "" if callable(returns) else return_rule(returns)
        is_native = hasattr(sim, "restype")  # of ctypes
        self._add(
            "op",
            name=text("name", name),
            params=param_rows(params),
            returns=rule,
            type=guarded(type_rule(returns)) if callable(returns) else None,
            effect=among("effect", effect, get_args(Effect)),
            uniform=bool(uniform),
            emit=text("emit", emit),
            needs=text("needs", needs),
            min_arch=text("min_arch", min_arch),
            sim=guarded(simulated(sim, effect == "pure")) if sim and not is_native else None,
            native_sim=address_of(sim) if sim and is_native else None,
            ulp=integer("ulp", ulp),
            doc=text("doc", doc),
            source=text("source", source),
        )

    def namespace_function(self, name: str, function: Callable[..., Any] | None = None) -> Any:
        """A function of the language, `"acme.scale"`, that runs while a kernel is compiled: it gets
        expressions and compile-time values, and gives an expression or a compile-time value. Its signature
        and docstring are those of `T.acme.scale`."""

        def add(given: F) -> F:
            def call(positional: Any, keywords: Mapping[str, Any]) -> Any:
                by_name = {str(key): from_native(value) for key, value in keywords.items()}
                return to_native(given(*map(from_native, positional), **by_name))

            self._add(
                "function",
                name=text("name", name),
                params=params_text(given),
                call=guarded(call),
                doc=inspect.getdoc(given) or "",
            )
            return given

        return decorator(add, function)

    def alias(self, name: str, target: str) -> None:
        """A second spelling, in a namespace of the backend, of an operation, form or record."""
        self._add("alias", name=text("name", name), target=text("target", target))

    def record(self, name: str, fields: Sequence[Field], *, use: RecordUse, doc: str = "") -> None:
        """A value with named fields: for `T.device_entry(launch=...)`, for its `kernel_attrs=`, or a part of
        another record."""
        self._add(
            "record",
            name=text("name", name),
            fields=[field_row(field) for field in fields],
            use=among("use", use, get_args(RecordUse)),
            doc=text("doc", doc),
        )

    # ---- passes, code, binaries

    @property
    def gpu_passes(self) -> list[str]:
        """The passes that suit GPUs programmed in a C-like language, in order, to build a pipeline from."""
        return [str(name) for name in _native.function("gpu_passes")()]

    def module_pass(
        self,
        name: str,
        function: Callable[[IRModule, Any], IRModule] | None = None,
        *,
        needs_target: bool = False,
        skippable: bool = False,
    ) -> Any:
        """A pass: `function(module, context)` gives a module; `context` is a tirx.transform.PassContext."""

        def add(given: F) -> F:
            def run(module: IRModule, target: Any, options: Any, verify: bool) -> IRModule:
                made = given(module, PassContext(target, options, verify))
                return expect("what a pass returns", made, IRModule, "an IRModule")

            self._add(
                "pass",
                name=text("name", name),
                run=guarded(run),
                doc=inspect.getdoc(given) or "",
                needs_target=bool(needs_target),
                skippable=bool(skippable),
            )
            return given

        return decorator(add, function)

    def pipeline(self, kind: str, passes: Sequence[str], *, doc: str = "") -> None:
        """The passes for a target kind, by name, in order."""
        self._add(
            "pipeline",
            name=text("kind", kind),
            passes=[text("a pass", name) for name in passes],
            doc=text("doc", doc),
        )

    def generator(self, kind: str, generate: Callable[[list[Function], Target], Any] | None = None) -> Any:
        """The code generator: `generate(functions, target)` gives the text of lowered device functions,
        kernels and what they call; or (text, spans), with the place in the script, or None, of each line."""

        def add(given: F) -> F:
            def generated(functions: Any, target: Target) -> list[Any]:
                made = given(list(functions), target)
                source, spans = made if isinstance(made, tuple) else (made, ())
                return [expect("what a generator returns", source, str, "a string"), list(spans)]

            self._add(
                "generator",
                name=text("kind", kind),
                generate=guarded(generated),
                doc=inspect.getdoc(given) or "",
            )
            return given

        return decorator(add, generate)

    def c_generator(self, kind: str, dialect: Mapping[str, Any], *, doc: str = "") -> None:
        """The C-family printer as code generator, for a dialect of C: the tables and texts of
        src/codegen/c_dialect.h as dicts. `{"types": {"int32": "int"}, "ops": {"exp": "expf({0})"}, ...}`."""
        self._add("generator", name=text("kind", kind), doc=text("doc", doc), **dialect_fields(dialect))

    def toolchain(
        self,
        kind: str,
        build: Callable[[str, dict[str, Any]], Any] | None = None,
        *,
        launch: Callable[..., None] | None = None,
        inspect: Callable[[bytes, str, str], str | None] | None = None,
        listing: Callable[[str, dict[str, Any], str], Any] | None = None,
        external: Sequence[str] = (),
        adopt: Callable[[str, bytes, dict[str, Any]], Any] | None = None,
    ) -> Any:
        """How text becomes a binary: `build(text, config)` gives (format, bytes).

        launch: runs a kernel of such a binary on tensors of the kind's device type,
        `launch(binary, kernel, arguments, grid, block, dynamic_shared)`. An argument is a pair of dtype and
        value, tensors are addresses ("handle"); extents are tuples of three. Without it binaries are made and
        not run.
        inspect: `inspect(binary, format, what)` gives another view of a binary for `inspect_source(what)` and
        `tirx inspect --show what`, None where there is none of that name.
        listing: `listing(text, config, what)` gives code by line for `tirx.side_by_side(what=what)`, pairs of
        a line and the numbers of the lines of `text` that it came from; None for other views.
        external, adopt: suffixes of files that `T.call_kernel` takes, that of the source first, and
        `adopt(format, bytes, config)`, which makes (format, bytes) of such a file.
        """
        if (adopt is None) != (not external):
            raise ValueError("`external` and `adopt` belong together")

        def add(given: F) -> F:
            def own(config: str) -> dict[str, Any]:
                part: dict[str, Any] = (json.loads(config) if config else {}).get(self._name, {})
                return part

            def binary_of(made: Any) -> list[Any]:
                name, image = expect("what a toolchain returns", made, tuple, "(format, bytes)")
                return [text("the format", name), expect("the binary", image, bytes, "bytes")]

            def built(source: str, config: str) -> list[Any]:
                return binary_of(given(str(source), own(config)))

            def adopted(form: str, image: bytes, config: str) -> list[Any]:
                return binary_of(adopt(str(form), bytes(image), own(config)))  # type: ignore[misc]

            def inspected(image: bytes, form: str, what: str) -> str | None:
                made = inspect(bytes(image), str(form), str(what))  # type: ignore[misc]
                return None if made is None else expect("what `inspect` returns", made, str, "a string")

            def listed(source: str, config: str, what: str) -> list[Any] | None:
                made = listing(str(source), own(config), str(what))  # type: ignore[misc]
                return None if made is None else [[text("a line", line), list(at)] for line, at in made]

            def launched(
                binary: bytes, kernel: str, arguments: Any, grid: Any, block: Any, shared: int
            ) -> None:
                values = tuple((str(dtype), value) for dtype, value in arguments)
                launch(binary, str(kernel), values, tuple(grid), tuple(block), shared)  # type: ignore[misc]

            self._add(
                "toolchain",
                name=text("kind", kind),
                build=guarded(built),
                launch=guarded(launched) if launch else None,
                inspect=guarded(inspected) if inspect else None,
                listing=guarded(listed) if listing else None,
                external=" ".join(text("a suffix", suffix) for suffix in external) or None,
                adopt=guarded(adopted) if adopt else None,
                device_type=self._device_types.get(kind, 1),
            )
            return given

        return decorator(add, build)

    # ----

    def _add(self, table: str, **fields: Any) -> None:
        if self._add_row is None:
            raise RuntimeError(f"the registration of backend `{self._name}` has ended")
        self._add_row(table, {key: value for key, value in fields.items() if value is not None})

    def _close(self) -> None:
        self._add_row = None
