# SPDX-License-Identifier: Apache-2.0
"""The built-in models, those of them in the plane, and of these those without loops, for what serves planar trees alone."""
import pathlib
import re

FILES = sorted((pathlib.Path(__file__).parents[2] / "examples").glob("*.toml"))


def has_loops(text):
    return "\n[[joint]]" in text and text.count("\n[[joint]]") >= text.count("\n[[body]]")


def in_space(text):
    return re.search(r'^space\s*=\s*"space"', text, re.M) is not None


PLANAR = [path for path in FILES if not in_space(path.read_text())]
TREES = [path for path in PLANAR if not has_loops(path.read_text())]
LONG = {"watt", "spatial-tree"}  # the proofs of their equations take seconds where they are sanitized
