"""Where compiled kernels are stored, and whether any are: known before the compiler is loaded, which takes a while.

Stored code is run, so it is read only where nobody else can have put it: from files of this user, which nobody else may
write, in folders of which the same is true. Where there is no such place it is kept in a temporary folder until the
process ends. Each file begins with a checksum: what is damaged is compiled again.
"""

import atexit
import hashlib
import logging
import os
import secrets
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import metadata
from pathlib import Path

import platformdirs

from rullo_core.arguments import no_such_word
from rullo_core.errors import BadInput
from rullo_core.files import held_folder, remove_folder
from rullo_core.interpreted import asked_for, show_on_terminal

PACKAGE = Path(__file__).parent.parent

LOG = logging.getLogger("rullo")
"""Says where and why code is compiled again; `rullo --verbose` shows it."""

TESTED_VERSIONS = ("0.63", "0.64", "0.65", "0.66", "0.67", "0.68")
"""The versions of numba whose internals `rullo_core.compiled.internals` was tried with."""

COMPILERS = {"numba": False, "parts": True}
"""Values of the environment variable RULLO_COMPILER: whether kernels are compiled as parts, or in numba's own way."""

UNUSED = 90 * 24 * 3600
"""Seconds after which compiled code that nothing has used is removed."""

TEMPORARY = "rullo-kernels-"
"""The beginning of the names of temporary folders."""


@cache
def compiles_parts() -> bool:
    """Whether functions are compiled into the kernels that call them, or in numba's own way.

    That takes twice as long, and kernels are slower by half; it works with any version of numba.
    """
    compiler = os.environ.get("RULLO_COMPILER", "")
    if compiler not in ("", *COMPILERS):
        raise BadInput(no_such_word("the environment variable RULLO_COMPILER", compiler, COMPILERS))
    version = ".".join(metadata.version("numba").split(".")[:2])
    if not compiler and version not in TESTED_VERSIONS:
        LOG.info("numba %s was not tried: kernels are compiled in its own way, and are slower", version)
    return COMPILERS.get(compiler, version in TESTED_VERSIONS)


def kernel_hash(part: str) -> str:
    """Hash the source that the kernels of a puzzle depend on; numba's own cache misses edits of imported kernels."""
    digest = hashlib.sha256()
    pattern = f"{part}/kernels" if (PACKAGE / part).is_dir() else "*/kernels"  # tests call kernels of all puzzles
    for folder in ("compiled", "constraints/kernels", pattern):
        for path in sorted(PACKAGE.parent.glob(f"rullo_*/{folder}/**/*.py")):
            digest.update(path.relative_to(PACKAGE.parent).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


# -- folders ----------------------------------------------------------------------------------------------------------


def root() -> Path:
    """Return the folder of all compiled kernels: that of NUMBA_CACHE_DIR, if it is set, or the user's."""
    return Path(os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("rullo"))


@cache
def cache_folder(part: str) -> Path:
    """Return a writable folder for the compiled kernels of a puzzle, or for the shared ones, which nobody else can
    write to; see `own_folder`.
    """
    place = os.fsencode(PACKAGE) + (b"" if compiles_parts() else b" numba")  # each keeps what the other has stored
    clone = f"kernels-{part}-{hashlib.sha256(place).hexdigest()[:8]}-"
    name = clone + kernel_hash(part)
    try:
        check_above(root())
        if "NUMBA_CACHE_DIR" not in os.environ:
            _close(root())
        is_new = not (root() / name).exists()
        folder = own_folder(own_folder(root()) / name)
        os.utime(folder)
        if not os.access(folder, os.W_OK):
            raise PermissionError(f"{folder}: cannot be written")
    except OSError as error:
        LOG.info("compiled kernels are kept until the process ends only: %s", error)
        return own_folder(temporary_folder() / name)
    if is_new:
        _remove_old(folder, clone)
    return folder


def _close(folder: Path) -> None:
    """Empty the user's folder, and close it, where others can write to it; earlier versions left that to the umask."""
    with suppress(FileNotFoundError):
        status = folder.lstat()
        if stat.S_ISDIR(status.st_mode) and status.st_mode & 0o022 and hasattr(os, "geteuid"):
            folder.chmod(0o700)  # an error if it is another user's
            for kernels in folder.glob("kernels-*"):
                shutil.rmtree(kernels, ignore_errors=True)


def _remove_old(folder: Path, clone: str) -> None:
    """Remove the code of earlier versions of the same clone, and what no clone has used for long."""
    for kernels in folder.parent.glob("kernels-*"):
        with suppress(OSError):
            is_unused = kernels.lstat().st_mtime < time.time() - UNUSED
            if kernels != folder and (kernels.name.startswith(clone) or is_unused):
                shutil.rmtree(kernels, ignore_errors=True)


def own_folder(folder: Path) -> Path:
    """Return a folder, which is made unless it is there, that nobody else can write to.

    Raises
    ------
    OSError
        If it is another user's, others may write to it, it is a symbolic link, or it cannot be made.
    """
    if not folder.parent.exists():
        own_folder(folder.parent)
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    if flaw := flaw_of(folder.lstat(), stat.S_ISDIR):
        raise PermissionError(f"{folder} {flaw}")
    return folder


def flaw_of(status: os.stat_result, is_right: object = stat.S_ISREG) -> str:
    """Say why others may have written a file or folder; nothing if they cannot.

    Windows keeps others out of a user's folders by lists of its own, which Python does not read.
    """
    if not is_right(status.st_mode):  # type: ignore[operator]
        return "is a link, or of another type than it should be"
    if hasattr(os, "geteuid") and status.st_uid != os.geteuid():
        return f"belongs to another user, of number {status.st_uid}"
    if hasattr(os, "geteuid") and status.st_mode & 0o022:
        return "can be written by others; forbid that with chmod go-w"
    return ""


def check_above(folder: Path) -> None:
    """Refuse a folder that others can exchange, as they may write to one above it or own that.

    The administrator can anyway: whoever owns the root of the file system, which in a container need not be number 0.
    A group may write there, as it is a user's own on many systems: what it puts there belongs to another user.
    """
    if folder.parts[:1] == ("~",):
        raise FileNotFoundError("this user has no home folder")
    if not hasattr(os, "geteuid"):
        return
    folder = folder.absolute()
    trusted = {os.geteuid(), 0, os.stat("/").st_uid}
    for parent in {*folder.parents, *folder.resolve().parents}:
        with suppress(FileNotFoundError):
            status = parent.lstat()
            is_open = status.st_mode & stat.S_IWOTH and not status.st_mode & stat.S_ISVTX
            if status.st_uid not in trusted or (is_open and not stat.S_ISLNK(status.st_mode)):
                raise PermissionError(f"{folder} can be exchanged by others: {parent} is theirs, or open to them")


@cache
def temporary_folder() -> Path:
    """Return a folder for this process, which is removed when it ends; see `remove_temporary`."""
    folder, mark = held_folder(lambda: Path(tempfile.mkdtemp(prefix=TEMPORARY)))
    process = os.getpid()

    def remove() -> None:
        if os.getpid() == process:  # not one that was forked
            mark.close()
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)
    return folder


def remove_temporary() -> list[Path]:
    """Remove the temporary folders that killed processes of this user have left, and return them."""
    removed = []
    for folder in Path(tempfile.gettempdir()).glob(f"{TEMPORARY}*"):
        with suppress(OSError):
            if not flaw_of(folder.lstat(), stat.S_ISDIR):
                remove_folder(folder)
                removed.append(folder)
    return removed


# -- files ------------------------------------------------------------------------------------------------------------


def write_sealed(path: Path, version: str, data: bytes) -> None:
    """Write compiled code, or an index of it, with a checksum; readable for this user only."""
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        own_folder(path.parent)
        number = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        with open(number, "wb") as file:
            file.write(_seal(path, version, data) + data)
        os.replace(temporary, path)
    except OSError as error:  # of a full disk, for example: it is compiled again next time
        LOG.info("%s: compiled kernels cannot be stored (%s)", path.parent, error)
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def read_sealed(path: Path, version: str) -> bytes | None:
    """Return what `write_sealed` wrote for this version of the compiler; None if it is not there, damaged, or may be of
    somebody else.
    """
    try:
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
        with open(number, "rb") as file:
            flaw, content = flaw_of(os.fstat(number)), file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        flaw, content = f"cannot be read ({error.strerror})", b""
    head, newline, data = content.partition(b"\n")
    if not flaw and head + newline == _seal(path, version, data):
        return data
    if flaw or head.partition(b" ")[0] != version.encode():
        _report(path.parent, flaw or "is of another version of the compiler")
    else:
        _report(path.parent, "is damaged")
    return None


def _seal(path: Path, version: str, data: bytes) -> bytes:
    """Return the first line of a file."""
    digest = hashlib.blake2b(os.fsencode(path.name) + b"\0", digest_size=32)
    digest.update(data)
    return f"{version} {digest.hexdigest()}\n".encode()


@cache
def _report(folder: Path, flaw: str) -> None:
    """Report once a flaw of a folder."""
    LOG.info("%s: compiled code in it %s; it is compiled again", folder, flaw)


# -- what is there ----------------------------------------------------------------------------------------------------


def part_of(module: str) -> str:
    """Return the folder of a package of ours that a module is in, such as ``killer``."""
    package, _, inner = module.partition(".")
    return (inner if package.startswith("rullo_") else package).partition(".")[0]


@contextmanager
def loading() -> Iterator[None]:
    """Show on a terminal that the compiler is loaded, if none of the kernels that a command may need is compiled."""
    kind = asked_for.get()
    if kind is None or any(cache_folder(kind).rglob("*.nbi")):
        yield
        return
    show_on_terminal(f"the kernels of {kind} are not compiled yet: loading the compiler, which takes a second")
    yield
    show_on_terminal("")
