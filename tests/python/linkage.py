# SPDX-License-Identifier: Apache-2.0
"""`oopss linkage` as a user meets it: lengths as written, the table, pictures, what is refused."""
import itertools
import json
import math
import os
import pathlib
import re
import subprocess
import tempfile
import tomllib

from program import OOPSS, run_tests

ROOT = pathlib.Path(__file__).parents[2]


def oopss(*words, folder=None):
    return subprocess.run([OOPSS, "linkage", *words], cwd=folder, capture_output=True, text=True)


def document(*words, folder=None):
    run = oopss(*words, "--json", folder=folder)
    assert run.returncode == 0, run
    return json.loads(run.stdout)


def lengths_text(lengths):
    return ",".join(json.dumps(length) for length in lengths)


def test_the_golden_quadruples():
    for one in json.loads((ROOT / "tests/golden/loops.json").read_text())["classification"]:
        expected = one["expect"]
        if expected["status"] != "ok":
            continue
        found = document("--lengths", lengths_text(one["lengths"]), "--reference", str(one["ref"]))
        assert found["schema"] == 1 and found["bodies"] == [] and found["joints"] == [] and found["lengths"] == one["lengths"]
        for key in ("class", "type", "components", "topology", "revolving_pairs", "collinear_configurations"):
            assert found[key] == expected[key], (one, key)
        assert found["crank"] == ([] if expected["crank"] is None else [expected["crank"]])
        assert found["betti"] == [expected["components"], expected["b1"]]
        assert found["constructible"] == (expected["class"] != "not_constructible")
        assert found["grashof"] == (expected["class"] == "grashof") and found["change_point"] == (expected["class"] == "change_point")
        assert found["mobility"] == {"not_constructible": None, "rigid_line": 0}.get(expected["class"], 1)
        for key in ("margin_over_perimeter", "slack_over_perimeter"):
            assert abs(found[key] - expected[key]) < 1e-15, (one, key)
        if "abs_phi10_range" in expected:
            assert all(abs(a - b) < 1e-13 for a, b in zip(found["pairs"][0]["abs_angle_range"], expected["abs_phi10_range"]))


def test_every_question_of_constructibility_is_answered_with_exit_code_0():
    for lengths, words in (("1,2,3,7", "cannot be built"), ("1,2,3,6", "a rigid line"), ("0.1,0.3,0.7,0.5", "change-point"),
                           ("0.1,0.3,0.7,0.50000000000000000000001", "Grashof"), ("3, 1, 3, 1.1", "crank-rocker"), ("1,1,1,1", "rhombus"),
                           ("1,2,1,2", "parallelogram"), ("1,1,2,2", "kite"), ("2,2.2,2.5,3", "triple rocker"), ("3,4,5", "regular"),
                           ("1,1,1,5,1", "cannot be built"), ("1,1,1,1,1,1", "singular"), (",".join(["1"] * 40), "not counted"),
                           ("1e-300,1e300,1e300", "regular")):
        run = oopss("--lengths", lengths)
        assert run.returncode == 0 and words in run.stdout and run.stderr == "", run


def test_loops_of_more_bars():
    five = document("--lengths", "1,1,1,1,1")
    assert (five["class"], five["mobility"], five["betti"], five["euler"], five["components"]) == ("regular", 2, [1, 8, 1], -6, 1)
    six = document("--lengths", "1,1,1,1,1,1")
    assert six["class"] == "singular" and six["collinear_configurations"] == math.comb(5, 2) == len(six["collinear"])
    assert all(sum(signs) == 0 for signs in six["collinear"])
    many = document("--lengths", ",".join(["1"] * 31))
    assert many["class"] == "undecided" and many["betti"] is None and many["mobility"] == 28 and many["constructible"]
    big = document("--lengths", ",".join(["1"] * 30))
    assert big["collinear_configurations"] == math.comb(29, 14) and len(big["collinear"]) == 16


def test_the_table_is_that_of_all_sign_choices():
    table = document("--table")
    assert [tuple(row["signs"]) for row in table["cases"]] != [] and len({tuple(row["signs"]) for row in table["cases"]}) == 8
    for row in table["cases"]:
        turn = lambda key: math.pi if row[key] == "pi" else 0
        angles = (0, turn("theta_10"), turn("theta_30") - turn("theta_32"), turn("theta_30"))
        assert [round(math.cos(angle)) for angle in angles] == row["signs"] and row["alike"]
        met = sum(sum(s * l for s, l in zip(row["signs"], lengths)) == 0 for lengths in itertools.product(range(1, 7), repeat=4))
        assert met == row["quadruples"]
    assert sum(row["quadruples"] for row in table["classes"]) == table["quadruples"] == 6**4
    words = oopss("--table").stdout
    assert re.search(r"viii +pi +pi +pi +l0 - l1 \+ l2 - l3 = 0 +0 2 +1 3 +\d+ +change_point", words), words


def test_malformed_lengths_are_refused_with_every_problem_at_once():
    run = oopss("--lengths", "1,0,x,-3,1e999,nan,inf,,1e-400", "--reference", "9")
    assert run.returncode == 2 and run.stdout == ""
    for bar, value in ((1, "got 0"), (2, "got 'x'"), (3, "got -3"), (4, "too large"), (5, "got 'nan'"), (6, "got 'inf'"), (7, "got ''"), (8, "too small")):
        assert re.search(f"the length of bar {bar} .*{value}", run.stderr), (bar, run.stderr)
    assert "--reference" in run.stderr
    failure = json.loads(oopss("--lengths", "1,0,1,1", "--json").stdout)["error"]
    assert failure["code"] == 2 and "bar 1" in failure["message"]
    for words, hint in (([], "--lengths"), (["--lengths", "1,1"], "at least three bars"), (["--lengths=-1,2,3,4"], "bar 0"), (["--lengths", ""], "empty"),
                        (["--table", "--lengths", "1,1,1"], "give one"), (["--table", "-o", "a.svg"], "--table takes no"),
                        (["--lengths", "1,1,1", "-o", "a.svg"], "for four bars"), (["--lengths", "1,1,1,1", "--reference", "4"], "0 to 3"),
                        (["--lengths", "1,1,1,1", "--reference", "x"], "0 to 3"), (["--lengths", "1,1,1,1,1", "--reference", "1"], "for four bars"),
                        (["--lengths", "1,1,1,1", "--point", "1,2,3"], "give -o"), (["--lengths", "1,1,1,1", "--point", "1,2", "-o", "a.svg"], "BAR,X,Y"),
                        (["--lengths", "1,1,1,1", "--point", "4,nan,3", "-o", "a.svg"], "finite"), (["--lengths", "1,1,1,1", "-o", "a.csv"], ".svg"),
                        (["--lengths", "1e308,1e308,1e308,1e308"], "more than a double holds"), (["--lenghts", "1,1,1"], "--lengths")):
        with tempfile.TemporaryDirectory() as folder:
            run = oopss(*words, folder=folder)
            assert run.returncode == 2 and hint in run.stderr and run.stdout == "" and os.listdir(folder) == [], (words, run)


def test_pictures_of_every_class_and_format():
    with tempfile.TemporaryDirectory() as folder:
        for lengths in ("3,1,3,1.1", "4,3.5,1,3", "2,2.2,2.5,3", "3,2.5,2.2,2", "2,1,1.5,1.5", "1,2,1,2", "1,1,2,2", "1,1,1,1", "1,2,3,6", "1,2,3,7",
                        "1e-300,3e-300,3.5e-300,3e-300"):
            for reference in "03":
                run = oopss("--lengths", lengths, "--reference", reference, "-o", "a.svg", folder=folder)
                assert run.returncode == 0 and "written to a.svg" in run.stdout, (lengths, run)
                page = pathlib.Path(folder, "a.svg").read_text()
                assert page.startswith("<?xml") and "bar 3" in page and "nan" not in page
        for ending, head in (("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")):
            run = oopss("--lengths", "3,1,3,1.1", "--point", "2,1.5,0.8", "--point", "0,1,1", "-o", "b." + ending, folder=folder)
            assert run.returncode == 0 and pathlib.Path(folder, "b." + ending).read_bytes().startswith(head), run
        assert "(1.5, 0.8) of bar 2" in pathlib.Path(folder, "b.svg").read_text()


LINKAGES = {  # class of each loop, mobility, rank
    "four-bar": (["grashof"], 1, 2), "four-bar-rocker": (["non_grashof"], 1, 2), "change-point": (["change_point"], 1, 2),
    "parallelogram": (["change_point", "change_point"], 1, 3), "five-bar": (["regular"], 2, 2), "watt": (["grashof", "non_grashof"], 1, 4),
    "two-loop": (["grashof", "regular"], 2, 4), "scissor": (["change_point"] * 9, 1, 18)}


def test_the_built_in_linkages():
    for name, (classes, mobility, rank) in LINKAGES.items():
        model, found = tomllib.loads((ROOT / f"examples/{name}.toml").read_text()), document(name)
        assert [loop["class"] for loop in found["loops"]] == classes, (name, found)
        assert (found["mobility"], found["rank"], found["constructible"], found["at_start"]) == (mobility, rank, True, True), (name, found)
        assert found["rigid_parts"] == [] and found["equations"] == 2 * len(classes)
        assert sum(loop["redundant_equations"] for loop in found["loops"]) == found["equations"] - rank
        joints = {joint["name"]: joint for joint in model["joint"]}
        for loop in found["loops"]:  # each joint leads from one body to the next, all the way round
            bodies = loop["bodies"]
            for k, joint in enumerate(loop["joints"]):
                assert set(joints[joint]["between"]) == {bodies[k], bodies[(k + 1) % len(bodies)]}, (name, loop)
            assert loop["closing"] in loop["joints"]


def test_one_loop_is_answered_as_its_lengths_are():
    for name, lengths in (("four-bar", "3,1,3,1.1"), ("four-bar-rocker", "2,2.2,2.5,3"), ("change-point", "2,1,1.5,1.5")):
        for body, reference in enumerate(document(name)["bodies"]):
            found, expected = document(name, "--reference", reference), document("--lengths", lengths, "--reference", str(body))
            for key in set(expected) - {"bodies", "joints"}:
                near = lambda a, b: abs(a - b) < 1e-12 if isinstance(a, float) else all(map(near, a, b)) if isinstance(a, list) else a == b
                if key != "pairs":
                    assert near(found[key], expected[key]), (name, key)
    words = oopss("four-bar", "--reference", "crank").stdout
    assert "Grashof, a double-crank seen from crank" in words and "0 base, 1 crank, 2 payload, 3 link" in words, words
    assert "genus" in oopss("five-bar").stdout


def test_models_without_an_ordinary_answer():
    tree = oopss("two-body")
    assert tree.returncode == 0 and "no loop: a tree" in tree.stdout and document("two-body")["loops"] == []
    for name, words in (("too_long", "cannot be built"), ("second_loop", "no pose was found"), ("change_point", "change-point"), ("too_many_angles", "triple rocker")):
        path = str(ROOT / f"tests/bad_linkages/{name}.toml")
        run = oopss(path)
        assert run.returncode == 0 and words in run.stdout, run
        assert subprocess.run([OOPSS, "check", path], capture_output=True).returncode == 3
    assert document(str(ROOT / "tests/bad_linkages/second_loop.toml"))["constructible"] is False
    assert oopss(str(ROOT / "tests/bad_models/space_loop.toml")).returncode == 3
    long = oopss("four-bar", "--set", "joint.shoulder.at.base.x=9")
    assert long.returncode == 0 and "cannot be built" in long.stdout, long
    for words, hint in ((["four-bra"], "four-bar"), (["four-bar", "--lengths", "1,1,1"], "give one"), (["four-bar", "--reference", "crnk"], "crank"),
                        (["four-bar", "--point", "tip"], "give -o"), (["four-bar", "--point", "top", "-o", "a.svg"], "tip"), (["five-bar", "-o", "a.svg"], "mobility"),
                        (["tree", "-o", "a.svg"], "no loop"), (["tree", "--reference", "trunk"], "in no loop")):
        with tempfile.TemporaryDirectory() as folder:
            run = oopss(*words, folder=folder)
            assert run.returncode == 2 and hint in run.stderr and os.listdir(folder) == [], (words, run)


def bars(lengths, start=""):
    """The text of a model: a loop of bars."""
    text, many = '[model]\nformat = 1\n', len(lengths)
    for k, length in enumerate(lengths):
        text += f'[[body]]\nname = "b{k}"\nmass = 1.0\ninertia = 0.1\n'
    for k, length in enumerate(lengths):
        text += f'[[joint]]\nname = "j{k}"\nbetween = ["b{k}", "b{(k + 1) % many}"]\nat = [[{length / 2}, 0.0], [{-lengths[(k + 1) % many] / 2}, 0.0]]\n'
    return text + start


def test_loops_that_do_not_close_or_do_not_move_are_answered_in_words():
    def verb(*words, text):
        return subprocess.run([OOPSS, *words], input=text, capture_output=True, text=True)
    for words in (["equilibria", "-", "--momentum", "1"], ["orbit", "-", "--from", "E1", "--momentum", "1"], ["simulate", "-"], ["check", "-"]):
        run = verb(*words, text=bars([3, 4, 15]))
        assert run.returncode == 3 and "no pose was found in which its two ends meet" in run.stderr, run
    rigid = bars([3, 4, 5], '[start]\nrates = { j0 = 0.0 }\nmomentum = 2.0\n')
    run = verb("simulate", "-", "--until", "1", "--json", text=rigid)
    assert run.returncode == 0 and json.loads(run.stdout)["momentum"]["max_relative_drift"] < 1e-14, run
    run = verb("equilibria", "-", text=rigid)
    assert run.returncode == 0 and "they turn as one" in run.stdout, run
    for words, hint in ((["lyapunov", "-"], "every leaf is a point"), (["portrait", "-"], "one shape only"), (["linearise", "-", "--at", "E1"], "no equilibrium of this model has a name")):
        run = verb(*words, text=rigid)
        assert run.returncode == 2 and hint in run.stderr, run
    run = verb("simulate", "-", "--until", "1", "--json", text=bars([3, 1, 3, 1.1]))  # at rest
    assert run.returncode == 0 and json.loads(run.stdout)["status"] == "complete" and "strayed" not in run.stderr, run


def test_a_run_that_stops_singular_says_so_and_keeps_what_it_has():
    with tempfile.TemporaryDirectory() as folder:
        for name, end in (("change-point", 0.92037688), ("parallelogram", 2.67699)):
            run = subprocess.run([OOPSS, "simulate", name, "--singular", "stop", "-o", "run.csv", "--json"], cwd=folder, capture_output=True, text=True)
            found = json.loads(run.stdout)
            assert run.returncode == 4 and found["status"] == "singular" and "more than one way" in run.stderr, run
            assert end - 0.02 < found["final"]["t"] < end and os.path.getsize(os.path.join(folder, found["file"])) > 1000, found
            assert 0 < found["closure"]["max"] < 1e-12, found
            check_branches(name, found["branches"])
            assert subprocess.run([OOPSS, "simulate", name], capture_output=True).returncode == 0


def check_branches(name, branches):
    """Near a line l0 l1 j1^2 = l2 l3 j3^2; a third parallel crank leaves the parallelogram alone. Turning angles of a loop add up to nothing."""
    if name == "parallelogram":
        assert len(branches) == 1 and all(abs(abs(rate) - 1) < 1e-3 for rate in branches[0]), branches
        return
    ratios = sorted(j1 / j3 for j1, j2, j3, j4 in branches)
    assert [abs(abs(ratio) - math.sqrt(1.5 * 1.5 / 2)) < 1e-3 for ratio in ratios] == [True, True] and ratios[0] < 0 < ratios[1], branches
    assert all(abs(sum(rates)) < 1e-9 for rates in branches)


def test_pictures_of_models():
    with tempfile.TemporaryDirectory() as folder:
        for name, words in (("four-bar", ["tip", "base, at rest"]), ("four-bar-rocker", ["tracer"]), ("change-point", ["tracer", "in line"]), ("watt", ["pen", "b1, at rest"])):
            run = oopss(name, "-o", "a.svg", folder=folder)
            assert run.returncode == 0 and "written to" in run.stdout, run
            page = pathlib.Path(folder, "a.svg").read_text()
            assert "nan" not in page and all(word in page for word in words), name
        assert oopss("watt", "--reference", "b4", "-o", "b.png", folder=folder).returncode == 0


if __name__ == "__main__":
    run_tests(globals())
