# SPDX-License-Identifier: Apache-2.0
"""The built-in models, and those of them without loops, for what serves trees alone."""
import pathlib

FILES = sorted((pathlib.Path(__file__).parents[2] / "examples").glob("*.toml"))


def has_loops(text):
    return text.count("\n[[joint]]") >= text.count("\n[[body]]")


TREES = [path for path in FILES if not has_loops(path.read_text())]
