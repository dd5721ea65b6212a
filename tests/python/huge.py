# SPDX-License-Identifier: Apache-2.0
"""Trees of many thousand bodies through the command line, which would take hours if anything grew with the square of their number."""
import json
import random
import subprocess

from program import FEW, OOPSS, run_tests

BODIES = 2_000 if FEW else 50_000
RUN = '[start]\nrates = { joint1 = 1.0 }\nmomentum = 10\n[run]\nuntil = 0.003\nevery = 0.001\nstep = 0.001\nmethod = "gauss4"\n'


def chain(bodies):
    return f'[model]\nformat = 1\nname = "chain"\n[chain]\nrods = "uniform"\nlinks = {bodies}\nmass = 1.0\nlength = 1.0\n' + RUN


def bush(bodies):
    """Every body hangs on any one before it."""
    choose = random.Random(1)
    number = lambda low, high: f"{choose.uniform(low, high):.3f}"
    out = ['[model]\nformat = 1\nname = "bush"\n']
    out += [f'[[body]]\nname = "b{i}"\nmass = {number(0.5, 2)}\ninertia = {number(0.2, 1)}\n' for i in range(bodies)]
    out += [f'[[joint]]\nname = "joint{i}"\nbetween = ["b{choose.randrange(i)}", "b{i}"]\n'
            f"at = [[{number(-1, 1)}, {number(-1, 1)}], [{number(-1, 1)}, {number(-1, 1)}]]\n" for i in range(1, bodies)]
    return "".join(out) + RUN


def oopss(*words, folder):
    run = subprocess.run([OOPSS, *words, "--quiet"], cwd=folder, capture_output=True, text=True)
    assert run.returncode == 0, (words, run.stderr[-2000:])
    return run.stdout


def test_huge_trees_are_checked_and_run(folder):
    for make in (chain, bush):
        (folder / "huge.toml").write_text(make(BODIES))
        seen = json.loads(oopss("check", "huge.toml", "--json", folder=folder))
        assert len(seen["bodies"]) == BODIES, len(seen["bodies"])
        done = json.loads(oopss("simulate", "huge.toml", "-o", "huge.csv", "--json", folder=folder))
        assert done["status"] == "complete" and done["steps"] == 3, done["status"]
        assert done["energy"]["max_relative_drift"] < 1e-9 and done["momentum"]["max_relative_drift"] < 1e-13, (done["energy"], done["momentum"])
        for threads in ("1", "2"):
            oopss("simulate", "huge.toml", "--threads", threads, "-o", f"by{threads}.csv", folder=folder)
            assert (folder / f"by{threads}.csv").read_bytes() == (folder / "huge.csv").read_bytes(), threads
        header, *table = (folder / "huge.csv").read_text().splitlines()
        assert len(table) == 4 and header.count(",") == 3 * BODIES + 2, len(table)


def test_a_table_of_many_columns_is_the_same_as_hdf5(folder):
    (folder / "huge.toml").write_text(chain(1_500 if FEW else 5_000))
    for file in ("huge.csv", "huge.h5"):
        oopss("simulate", "huge.toml", "-o", file, folder=folder)
    compared = json.loads(oopss("compare", "huge.csv", "huge.h5", "--json", folder=folder))
    assert compared["points"] == 4 and len(compared["columns"]) > 4_000 and all(one["largest"] == 0 for one in compared["columns"])


if __name__ == "__main__":
    run_tests(globals())
