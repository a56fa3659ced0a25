# SPDX-License-Identifier: Apache-2.0
"""Loading backends, and the names of their Python modules.

`tirx.<backend>` and each module below it are the very modules of `tirx.backend.<backend>`. A backend that
has no Python half of its own is an empty module there.
"""

import atexit
import functools
import importlib
import importlib.abc
import importlib.machinery
import importlib.metadata
import importlib.util
import inspect
import os
import sys
import threading
import warnings

from .. import _native

_GROUP = "tirx.backends"
PUBLIC = "tirx."
OWN = "tirx.backend."

# Of Python's threads: the native one would be waited for by threads that hold the interpreter.
_lock = threading.RLock()


def load(name):
    """Loads a backend: everything it registers, or nothing when that fails. Loading it again does nothing.

    It is a built-in one, one of an installed package (entry-point group `tirx.backends`), or one of a library
    on TIRX_BACKEND_PATH. Safe from any thread, and from a registration that loads what it builds on.
    """
    with _lock:
        load_known(name, functools.partial(_native.call, "load_backend"))


def load_known(name, load_native):
    """The backend of a package, unless it is loaded; others by `load_native`."""
    builtin = map(str, _native.function("known_backends")())
    if not is_loaded(name) and name not in builtin:
        for entry in importlib.metadata.entry_points(group=_GROUP, name=name):
            return _run(entry)
    return load_native(name)


def register(name, function, *, origin=None):
    """Loads a backend whose registration is `function(registrar)`, which is given a Registrar: all that it
    registers, or nothing when it raises. `origin` says where it comes from; by default, the function's file.

    What the function registers is kept for as long as the process lives.
    """
    from ._callback import expect, guarded
    from ._registrar import Registrar

    name = expect("the name of a backend", name, str, "a string")
    if not callable(function):
        raise TypeError(f"a registration is a function of a Registrar, not {type(function).__name__}")

    def run(add, need):
        registrar = Registrar(name, add, need)
        try:
            function(registrar)
        finally:
            registrar._close()

    _end_with_python()
    doc = (inspect.getdoc(function) or "").partition("\n")[0]
    with _lock:
        _native.call("load_python_backend", name, origin or _place(function), doc, guarded(run))


@functools.cache
def _end_with_python():
    """From when Python ends on, nothing calls what was registered."""
    atexit.register(_native.function("end_interpreter"))


def _place(function):
    """Where a function is defined."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return code.co_filename if code else repr(function)


def load_library(path):
    """Loads the backend of a shared library, which exports `TirxBackendLibrary` (docs/adding/backend.md).

    What was loaded by name comes from libraries `libtirx_backend_<name>.so` on `TIRX_BACKEND_PATH`, too.
    """
    with _lock:
        _native.call("load_backend_library", os.fspath(path))


def is_loaded(name):
    """Whether a backend is loaded; none is where only the runtime is installed."""
    return _native.has_compiler and bool(_native.function("is_backend_loaded")(name))


def not_loaded(name):
    """What to say of a known backend that is not loaded; None for any other name."""
    if not _native.has_compiler:
        return None
    if name not in map(str, _native.function("known_backends")()) or is_loaded(name):
        return None
    return f"backend `{name}` is not loaded; load it before: tirx.backend.load({name!r})"


def module(name):
    """The module `tirx.<name>` of a backend for `__getattr__`; AttributeError for other names."""
    if not name.startswith("_"):
        if is_loaded(name):
            return importlib.import_module(PUBLIC + name)
        if reason := not_loaded(name):
            raise AttributeError(reason, name=name)
    reason = "" if _native.has_compiler else f"; for backends, {_native.only_runtime()}"
    raise AttributeError(f"module 'tirx' has no attribute {name!r}{reason}", name=name)


def load_packages():
    """Loads the backends of installed packages (entry-point group `tirx.backends`), unless
    TIRX_DEVICE_BACKEND_AUTOLOAD=0 or only the runtime is installed. One that fails is named in a warning; the
    others are loaded."""
    if os.environ.get("TIRX_DEVICE_BACKEND_AUTOLOAD") == "0" or not _native.has_compiler:
        return
    for entry in importlib.metadata.entry_points(group=_GROUP):
        try:
            _run(entry)
        except Exception as error:  # whatever a package raises, tirx itself works
            package = entry.dist.name if entry.dist else entry.value
            warnings.warn(
                f"backend `{entry.name}` of package {package} is left out: {error}",
                RuntimeWarning,
                stacklevel=3,
            )


def _run(entry):
    """A function with a parameter registers the backend of the entry's name; one without does all itself."""
    function = entry.load()
    if not inspect.signature(function).parameters:
        function()
        return
    package = f"package {entry.dist.name} {entry.dist.version}, " if entry.dist else ""
    register(entry.name, function, origin=package + _place(function))


class _Alias(importlib.abc.Loader):
    """Gives a module that exists under another name."""

    def __init__(self, target):
        self._target = target

    def create_module(self, spec):
        module = importlib.import_module(self._target)
        self._spec = module.__spec__
        return module

    def exec_module(self, module):
        module.__spec__ = self._spec  # the import system had put that of the alias there


class _Empty(importlib.abc.Loader):
    """Makes the module of a backend that has nothing in Python."""

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        name = module.__name__.removeprefix(OWN)
        module.__doc__ = str(_native.function("backend_doc")(name))
        module.__all__ = []


class _Finder(importlib.abc.MetaPathFinder):
    """Finds `tirx.<backend>...`, and `tirx.backend.<backend>` where no folder is."""

    def find_spec(self, fullname, path=None, target=None):
        if fullname.startswith(OWN):
            return self._find_empty(fullname)
        if not fullname.startswith(PUBLIC):
            return None
        name = fullname.split(".")[1]
        if is_loaded(name):
            own = OWN + fullname.removeprefix(PUBLIC)
            return importlib.util.spec_from_loader(fullname, _Alias(own))
        if reason := not_loaded(name):
            raise ModuleNotFoundError(reason, name=fullname)
        return None

    def _find_empty(self, fullname):
        name = fullname.removeprefix(OWN)
        if "." in name or not is_loaded(name) or _has_folder(name):
            return None
        return importlib.util.spec_from_loader(fullname, _Empty(), is_package=True)


def _has_folder(name):
    package = sys.modules[OWN[:-1]]
    finders = importlib.machinery.PathFinder
    return finders.find_spec(OWN + name, package.__path__) is not None


def install():
    """Before the other finders: below `tirx.<backend>` they would make second modules of its files."""
    sys.meta_path.insert(0, _Finder())
