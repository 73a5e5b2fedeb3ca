"""Kernels that apply the constraints to domains stored as bits."""
