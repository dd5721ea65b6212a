# SPDX-License-Identifier: Apache-2.0
"""What the program prints for people: every verb over the built-in models has no -0, and nothing that is rounding alone for a zero.

plain_numbers.py OOPSS [--few]    all models, or one of each kind
"""
import re
import subprocess
import tempfile

import examples
from program import FEW, OOPSS, run_tests

NUMBER = re.compile(r"(?<![\w.])[-+\u2212]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?(?![\w.])")
ROUNDING = 1e-14  # of numbers of the size of 1; the built-in models have nothing that is smaller and meant
# Errors are meant to be that small; a line that says how large one is has one of these words.
OF_ERRORS = ("strayed", "residual", "off by", "open by", "symplectic to", "differs by", "from what was asked", "of the slope", "less this", "tolerance", "accura", "zero to", "kept to")
GAP = re.compile(r"(\s+[-\d.e+]+){4}")  # of a table of `splitting`: size, gap, its error, ratio


def wrong_numbers(text):
    """The numbers of a text for people that should have been 0."""
    for line in text.splitlines():
        if GAP.fullmatch(line):
            line = " ".join(line.split()[:2])
        for number in NUMBER.findall(line):
            value = float(number.replace("\u2212", "-"))
            if value == 0 and number[0] in "-\u2212":
                yield f"{number} in: {line}"
            if 0 < abs(value) < ROUNDING and not any(word in line for word in OF_ERRORS):
                yield f"{number} in: {line}"


def test_the_search_finds_what_it_looks_for():
    assert list(wrong_numbers("angle -0 rad")) and list(wrong_numbers("a 5e-17 b")) and list(wrong_numbers("(\u22120.0)")) and list(wrong_numbers("1, -0, 2"))
    assert not list(wrong_numbers("angle -0.5 rad, 0, -1e-3, phi_-0x, x-0y, 2.0e-0, strayed by 5e-17 at most"))


def models():
    return [path.stem for path in examples.FILES if not FEW or path.stem in ("two-body", "five-bar", "spatial-pair")]


SEARCHED = ("two-body", "three-body", "three-body-special", "tree", "beads", "four-bar", "change-point", "parallelogram", "spatial-pair", "space-telescope")  # in a moment
THREE = ["three-body", "--at", "phi_pin1 = 0", "--orbits", "2", "--count", "3"]
OTHERS = [["orbit", "two-body", "--winding", "1"], ["continue", "two-body", "--vary", "body.arm.mass=4:5"], ["turn", "planar-cat", "--angle", "30 deg"],
          ["linkage", "--table"], ["equilibria", "two-body", "--certify"], ["check", "two-body", "--set", "start.drift=[-0.0, 1]"],
          ["section", *THREE], ["section", *THREE, "--momentum", "0", "--energy", "3"], ["section", "forced-pair", "--every-period", "--orbits", "2", "--count", "3"],
          ["lyapunov", "two-body", "--until", "2"], ["lyapunov", "forced-pair", "--until", "2"], ["lyapunov", "three-body", "--until", "2"],
          ["splitting", "tangle"], ["splitting", "forced-pair"], ["orbit", "two-body", "--winding", "-1", "--momentum", "0"], ["orbit", "two-body", "--from", "E1", "--limit", "6"],
          ["continue", "three-body-special", "--vary", "joint.pin2.at.right.x=-1:-8"], ["continue", "two-body", "--winding", "1", "--vary", "start.momentum=40:50"],
          ["continue", "three-body", "--vary", "start.momentum=-5:5"], ["equilibria", "--table"], ["equilibria", "three-body", "--certify", "--certificate", "p.json"],
          ["verify", "p.json"], ["folds", "--census", "5"], ["linkage", "--lengths", "1,1,1,3"], ["turn", "planar-cat", "--angle", "-10 deg", "--cycles", "2"],
          ["linearise", "two-body", "--at", "E1", "--format", "matlab"], ["linearise", "four-bar", "--at", "E1", "--format", "numpy"],
          ["sketch", "two-body", "-o", "s.svg"], ["models"], ["generate", "two-body", "--to", "python", "-o", "code"],
          ["check", "two-body", "--set", "joint.elbow.at.hub.x=-0.0"], ["simulate", "two-body", "--set", "start.momentum=-0.0", "--until", "1"],
          ["simulate", "two-body", "--until", "1", "-o", "a.csv"], ["simulate", "two-body", "--until", "1", "--tolerance", "1e-12", "-o", "b.csv"], ["compare", "a.csv", "b.csv"],
          ["simulate", "two-body", "--until", "1", "--set", "start.drift=[-0.0, 0.0]", "--set", "body.arm.torque=-0.0"]]


def commands(name):
    """Every verb that prints more than the name of a file, briefly."""
    text = (examples.FILES[0].parent / f"{name}.toml").read_text()
    body = re.search(r'^\[\[body\]\]\s*\nname\s*=\s*"(\w+)"', text, re.M)
    mass = f"body.{body[1]}.mass" if body else "chain.masses.1" if "masses" in text else "chain.mass"
    yield ["check", name]
    yield ["derive", name, "--with-numbers"]
    yield ["simulate", name, "--until", "0.05"]
    yield ["simulate", name, "--until", "-0.05"]
    yield ["simulate", name, "--until", "0.05", "--event", "H = 0", "--sensitivity", mass]
    yield ["linearise", name]
    yield ["linkage", name]
    yield ["folds", name]
    yield ["sweep", name, "--vary", f"{mass}=1:2:2", "--until", "0.05", "-o", "s.csv"]
    if name in SEARCHED:
        yield ["equilibria", name]
        yield ["linearise", name, "--at", "E1"]
        yield ["portrait", name]


def test_no_verb_prints_minus_zero_or_rounding_for_a_zero():
    wrong, ran = [], {}
    with tempfile.TemporaryDirectory() as folder:
        for command in [each for name in models() for each in commands(name)] + OTHERS[:1 if FEW else None]:
            run = subprocess.run([OOPSS, *command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            assert run.returncode in (0, 2, 3, 4, 5), (command, run.stderr)
            ran[command[0]] = ran.get(command[0], 0) + (run.returncode == 0)
            wrong += [f"{' '.join(command)}: {each}" for each in wrong_numbers(run.stdout)]
    assert not wrong, "\n".join(wrong)
    assert FEW or all(ran.values()), ran  # each verb was heard at least once


if __name__ == "__main__":
    run_tests(globals())
