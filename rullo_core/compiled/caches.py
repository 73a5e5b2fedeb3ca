"""numba's cache of compiled functions, in folders and files of ours: see `rullo_core.compiled.storage`.

numba looks for its folder in several places, one of them beside the source, and unpickles what is there. Here there is
the one of `cache_folder` alone. This relies on parts of numba that it does not document.
"""

import inspect
import os
import pickle
import secrets
import sys
from functools import cache
from pathlib import Path

from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    UserProvidedCacheLocator,
)

from rullo_core.compiled.storage import (
    LOG,
    cache_folder,
    own_folder,
    part_of,
    read_sealed,
    temporary_folder,
    write_sealed,
)


@cache
def folder_for(part: str, name: str) -> Path:
    """Return the folder for the functions of a folder of source, in that of its puzzle."""
    folder = cache_folder(part)
    try:
        return own_folder(folder / name)
    except OSError as error:
        LOG.info("compiled kernels are kept until the process ends only: %s", error)
        return own_folder(temporary_folder() / folder.name / name)


class _Place(UserProvidedCacheLocator):  # type: ignore[misc]
    """Where the code of a function is stored."""

    def __init__(self, function):
        self._py_file = inspect.getfile(function)
        self._lineno = function.__code__.co_firstlineno
        name = self.get_suitable_cache_subpath(self._py_file)
        self._cache_path = str(folder_for(part_of(function.__module__), name))

    def ensure_cache_path(self):
        """Leave this to `write_sealed`."""


class _Stored(CompileResultCacheImpl):  # type: ignore[misc]
    """How compiled code is written: as numba writes it, at our place."""

    def __init__(self, function, ending):
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Place(function)
        name = f"{Path(inspect.getfile(function)).stem}.{function.__qualname__}"
        self._filename_base = self.get_filename_base(name, sys.abiflags if hasattr(sys, "abiflags") else "") + ending


class _Files(IndexDataCacheFile):  # type: ignore[misc]
    """The files of a function, with checksums: an index of the types, and the code for each.

    Code has a name at random. numba numbers it: two processes that store code for different types at the same time can
    choose the same number; the index then leads from the types of one to the code of the other.
    """

    def _load_index(self):
        data = read_sealed(Path(self._index_path), self._version)
        stamp, overloads = (None, {}) if data is None else pickle.loads(data)
        return overloads if stamp == self._source_stamp else {}

    def _save_index(self, overloads):
        write_sealed(Path(self._index_path), self._version, self._dump((self._source_stamp, overloads)))

    def _load_data(self, name):
        data = read_sealed(Path(self._data_path(name)), self._version)
        return None if data is None else pickle.loads(data)

    def _save_data(self, name, data):
        write_sealed(Path(self._data_path(name)), self._version, self._dump(data))

    def _data_name(self, number):
        return self._data_name_pattern.format(number=secrets.randbits(32))


class CodeCache(FunctionCache):  # type: ignore[misc]
    """The cache of a function; with an ending, a second one of the same function."""

    def __init__(self, function, ending=""):
        self._name, self._py_func = repr(function), function
        self._impl = _Stored(function, ending)
        self._cache_path = self._impl.locator.get_cache_path()
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = _Files(self._cache_path, self._impl.filename_base, stamp)
        self.enable()

    @property
    def has_code(self):
        """Whether code of the function is stored, for any types."""
        return os.path.exists(self._cache_file._index_path)
