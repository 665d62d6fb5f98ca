"""Simulated people round a simulated table, for `demo` and for measuring."""
