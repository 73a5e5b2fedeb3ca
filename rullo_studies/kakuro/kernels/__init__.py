"""Kernels of studies of Kakuros."""
