"""Rullo: include numbers of a grid so that every row and every column adds up to its target."""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach_kind

if TYPE_CHECKING:
    from rullo_core.rullo.api import *  # noqa: F403
    from rullo_core.rullo.puzzle import Rullo as Rullo

__getattr__, __dir__ = attach_kind(__name__)
