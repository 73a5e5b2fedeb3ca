"""Kernels that draw fillings, and that search the solutions of networks."""
