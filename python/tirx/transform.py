# SPDX-License-Identifier: Apache-2.0
"""Passes: what the compiler does to a module, step by step.

    from tirx import transform

    module = transform.BindTarget("cuda")(module)
    module = transform.Simplify()(module)
    module = transform.Sequential(transform.pipeline("cuda")[1:])(module)

Every pass of the registry is here under its name in CamelCase ("narrow-index" is `NarrowIndex`); `passes()`
lists them. A pass is called with an IRModule (or a decorated function) and returns a new one. In a
`PassContext` passes find the target, their options and instruments; a function of one's own becomes a pass by
`module_pass`.
"""

import contextlib
import contextvars
import time

from . import _native
from .ir import IRModule
from .script import Function
from .target import Target

_current = contextvars.ContextVar("pass context", default=None)


class PassContext:
    """What passes find while they run; `with PassContext(...)` makes it current for this thread or task.

    target: what code is compiled for; a kind, a tag, a dict or a Target.
    options: by name, as `{"unroll-loops.max_statements": 256}`; `{"simplify": "off"}` skips a pass that
    may be.
    verify: whether the verifier looks at the module before and after every pass.
    instruments: objects with `before_pass(name, module)`, `after_pass(name, module)`, or both.
    """

    def __init__(self, target=None, options=None, verify=False, instruments=()):
        self.target = Target(target) if target is not None else None
        self.options = {str(key): str(value) for key, value in (options or {}).items()}
        self.verify = verify
        self.instruments = list(instruments)
        self._tokens = []

    @staticmethod
    def current():
        """The context of the innermost `with`, or one with nothing in it."""
        return _current.get() or PassContext()

    def __enter__(self):
        self._tokens.append(_current.set(self))
        return self

    def __exit__(self, *failure):
        _current.reset(self._tokens.pop())


class Pass:
    """Calls to `run(module, context)` between those of the context's instruments."""

    def __init__(self, name, doc, run, target=None):
        self.name = name
        self.__doc__ = doc
        self._run = run
        self._target = Target(target) if target is not None else None

    def __call__(self, program):
        module = program.module if isinstance(program, Function) else program
        if not isinstance(module, IRModule):
            raise TypeError(f"a pass takes an IRModule or a @T.function, not {type(program).__name__}")
        context = PassContext.current()
        if self._target is not None:
            context = PassContext(self._target, context.options, context.verify, context.instruments)
        _tell(context, "before_pass", self.name, module)
        made = self._run(module, context)
        if not isinstance(made, IRModule):
            raise TypeError(f"pass `{self.name}` returned {type(made).__name__}, not an IRModule")
        _tell(context, "after_pass", self.name, made)
        return made

    def __repr__(self):
        return f"<tirx pass {self.name}>"


def _tell(context, event, name, module):
    for instrument in context.instruments:
        hear = getattr(instrument, event, None)
        if hear is not None:
            hear(name, module)


class Sequential(Pass):
    """Passes one after another; each of them is a Pass or a name."""

    def __init__(self, passes, name="sequential"):
        self.passes = [_pass_named(item) if isinstance(item, str) else item for item in passes]
        super().__init__(name, "Passes one after another.", None)

    def __call__(self, program):
        for step in self.passes:
            program = step(program)
        return program

    def __repr__(self):
        return f"<tirx passes {', '.join(step.name for step in self.passes)}>"


def module_pass(function=None, *, name=None):
    """Makes a pass of `function(module, context)`, which returns a module."""
    if function is None:
        return lambda given: module_pass(given, name=name)
    return Pass(name or function.__name__, function.__doc__, function)


def Filter(keep):  # noqa: N802
    """A pass that drops the functions for which `keep(function)` is false."""

    def run(module, _context):
        kept = [function for function in module.functions if keep(function)]
        return IRModule(kept, module.name, module.attrs)

    return Pass("filter", Filter.__doc__, run)


def passes():
    """Every pass of the registry: its name, and what it establishes."""
    return {str(name): str(doc) for name, doc, _ in _native.function("passes")()}


def pipeline(name):
    """The names of the passes for a target kind, or for "simulator", in order."""
    pipelines = _native.function("pipelines")()
    if name not in pipelines:
        raise KeyError(f"no pipeline {name!r}; there are: {', '.join(sorted(map(str, pipelines)))}")
    return [str(step) for step in pipelines[name]]


class PassTimer:
    """An instrument: `rows` holds name and milliseconds of each pass."""

    def __init__(self):
        self.rows = []
        self._started = []

    def before_pass(self, _name, _module):
        self._started.append(time.perf_counter())

    def after_pass(self, name, _module):
        self.rows.append((name, (time.perf_counter() - self._started.pop()) * 1e3))


class PassPrinter:
    """An instrument: prints the module after the named passes, or after all."""

    def __init__(self, *names, write=print):
        self._names = names
        self._write = write

    def after_pass(self, name, module):
        if not self._names or name in self._names:
            self._write(f"# after {name}\n{module.script()}")


def callbacks():
    """The current instruments as pairs of functions, for passes that the native side runs."""

    def silent(_name, _module):
        pass

    return [
        [getattr(one, "before_pass", silent), getattr(one, "after_pass", silent)]
        for one in PassContext.current().instruments
    ]


def _pass_named(name, target=None, backend_config=""):
    known = passes()
    if name not in known:
        raise KeyError(f"no pass {name!r}; there are: {', '.join(known)}")

    def run(module, context):
        return _native.call(
            "run_pass", name, module, context.target, context.options, context.verify, backend_config
        )

    return Pass(name, known[name], run, target)


def _camel_case(name):
    return "".join(part.capitalize() for part in name.split("-"))


def __getattr__(attribute):
    for name in passes() if attribute[:1].isupper() else ():
        if _camel_case(name) == attribute:
            return _maker(name, attribute)
    raise AttributeError(f"module 'tirx.transform' has no attribute {attribute!r}; passes() lists the passes")


def _maker(name, attribute):
    def make(target=None):
        return _pass_named(name, target)

    make.__name__ = make.__qualname__ = attribute
    make.__doc__ = f"{passes()[name]}\n\ntarget: as in PassContext; without it the context's."
    return make


def __dir__():
    with contextlib.suppress(ImportError):
        return sorted([*globals(), *map(_camel_case, passes())])
