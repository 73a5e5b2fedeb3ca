"""Modules that almost all notebooks import, for the kernels that execute them; see `rullo_core.reports.kernels`."""

# ruff: noqa: F401
import os

# As a kernel sets it before it imports matplotlib.
os.environ.setdefault("MPLBACKEND", "module://matplotlib_inline.backend_inline")

import ipykernel.ipkernel
import ipykernel.kernelapp
import IPython.core.completer
import matplotlib.pyplot
import numba
import pandas.io.formats.style
import pyarrow.parquet

from rullo_core.tuning import tune_process

tune_process()

# As pandas sets it in a kernel; where it sees none, it takes the width of a terminal.
pandas.options.display.max_columns = 20
