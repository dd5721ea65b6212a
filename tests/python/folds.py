# SPDX-License-Identifier: Apache-2.0
"""`oopss folds` as a user meets it: shapes of models beside rational arithmetic of its own, the census, a census that is killed."""
import itertools
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time
from fractions import Fraction

from program import OOPSS, run_tests

ROOT = pathlib.Path(__file__).parents[2]
GOLDEN = json.loads((ROOT / "tests/golden/chain.json").read_text())["items"]


def oopss(*words, text=None, folder=None):
    return subprocess.run([OOPSS, "folds", *words], input=text, cwd=folder, capture_output=True, text=True)


def document(*words, text=None):
    run = oopss(*words, "--json", text=text)
    assert run.returncode == 0, run
    return json.loads(run.stdout)


def chain(masses, lengths, more=""):
    return f"[model]\nformat = 1\n[chain]\nmasses = {json.dumps(masses)}\nlengths = {json.dumps(lengths)}\n{more}"


def tensions(masses, lengths, folds):
    """sigma_j u_j from the places of the beads."""
    signs = [1]
    for fold in folds:
        signs.append(-signs[-1] if fold else signs[-1])
    places = [Fraction(0)]
    for sign, length in zip(signs, lengths):
        places.append(places[-1] + sign * length)
    centre = sum(m * x for m, x in zip(masses, places)) / sum(masses)
    return [sign * sum(m * (x - centre) for m, x in zip(masses[j + 1:], places[j + 1:])) for j, sign in enumerate(signs)]


def test_the_shapes_of_the_golden_chains():
    for one in (item for item in GOLDEN if item["kind"] == "morse"):
        found = document("-", text=chain(one["masses"], one["lengths"]))
        joints = len(one["folds"])
        assert found["schema"] == 1 and found["bodies"] == [f"rod{j}" for j in range(joints + 1)] and found["joints"] == [f"joint{j + 1}" for j in range(joints)]
        assert [tuple(reversed(shape["folds"])) for shape in found["shapes"]] == list(itertools.product((0, 1), repeat=joints))
        shape = next(shape for shape in found["shapes"] if shape["folds"] == one["folds"])
        assert (shape["index"], shape["nullity"]) == (one["n_pos"], one["n_zero"]), one
    for one in (item for item in GOLDEN if item["kind"] == "frequency" and not any(item["stiffness"])):
        found = document("-", text=chain(one["masses_exact"], one["lengths_exact"]))
        shape = next(shape for shape in found["shapes"] if shape["folds"] == one["folds"])
        assert shape["index"] == one["unstable"] and shape["verdict"] == ("unstable" if one["unstable"] else "stable"), one


def test_the_facts_of_a_shape_are_those_of_its_tensions():
    masses, lengths = ["0.3", "1.25", "2", "0.7", "1", "1/3"], ["1", "0.5", "2.25", "1", "0.1"]
    found = document("-", text=chain(masses, lengths))
    for shape in found["shapes"]:
        pulls = tensions([Fraction(m) for m in masses], [Fraction(l) for l in lengths], shape["folds"])
        assert all(abs(a - float(b)) <= 1e-15 * abs(b) for a, b in zip(shape["tensions"], pulls)), shape
        assert shape["compressed"] == sum(pull < 0 for pull in pulls) and shape["slack"] == sum(pull == 0 for pull in pulls)
        assert shape["index"] == shape["slack"] + shape["compressed"] + shape["sign_changes"]
        assert shape["by_elimination"] == {"index": shape["index"], "nullity": shape["nullity"]}
        assert shape["verdict"] == ("unstable" if any(shape["folds"]) else "stable") and (shape["index"] > 0) == any(shape["folds"])


def test_uniform_rods_are_beads_of_half_their_mass():
    rods = document("-", text=chain([1, 2, 4], [1, 3, 2], 'rods = "uniform"\ntorque = { law = "sine", kp = 1 }\n'))
    beads = document("-", text=chain([0.5, 1.5, 3, 2], [1, 3, 2]))
    assert rods["shapes"] == beads["shapes"]
    words = oopss("-", text=chain([1, 2, 4], [1, 3, 2], 'rods = "uniform"\ntorque = { law = "sine", kp = 1 }\n')).stdout
    assert "half of each" in words and "torque laws are left out" in words and "agrees at 4 of 4" in words


def test_how_stable_the_straight_chain_is():
    start = "[start]\nmomentum = {}\nangles = {{ joint1 = 0, joint2 = 0 }}\nrates = {{ joint1 = 0, joint2 = 0 }}\n"
    equal = chain(["1/4"] * 4, [1, 1, 1], start.format(1))
    found = document("-", text=equal)["straight"]
    for key, value in (("inertia", 1.25), ("lambda", 0.0345492), ("Lambda", 0.2224621), ("growth", 5.0750)):  # l = mu = 1, two joints
        assert abs(found[key] - value) < 1e-4 * value, (key, found)
    assert found["nu2_over_Omega2"] == [2, 5] and abs(found["barrier"]["energy"] - 0.6) < 1e-15 and found["certified"]
    words = oopss("-", text=equal).stdout
    assert "nu^2/Omega^2 = 2, 5" in words and "proved: |x(0)| <= " in words
    still = document("-", text=chain(["1/4"] * 4, [1, 1, 1], start.format(0)))["straight"]
    assert still["lambda"] is still["delta_0"] is None and still["nu2_over_Omega2"] == [2, 5]
    laws = chain([1, 1, 1], [1, 1], 'torque = { law = "sine", kp = 1 }\n')
    assert document("-", text=laws)["straight"] is None and "nothing is said" in oopss("-", text=laws).stdout
    for momentum in ("1e200", "1e-200"):
        run = oopss("-", text=chain(["1/4"] * 4, [1, 1, 1], start.format(momentum)))
        assert run.returncode == 4 and "cannot be proved at the total momentum" in run.stderr and run.stdout == "", run


def test_files_of_a_model():
    with tempfile.TemporaryDirectory() as folder:
        text = chain([1, 1, 1, 1, 1], [1, 1, 1, 1])
        assert oopss("-", "-o", "shapes.csv", text=text, folder=folder).returncode == 0
        rows = pathlib.Path(folder, "shapes.csv").read_text().splitlines()
        assert len(rows) == 9 and rows[0].endswith("tension.rod0,tension.rod1,tension.rod2,tension.rod3") and rows[7].startswith("011,2,1,0,")
        for ending, begins in (("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")):
            assert oopss("-", "-o", "shapes." + ending, text=text, folder=folder).returncode == 0
            assert pathlib.Path(folder, "shapes." + ending).read_bytes().startswith(begins)
        page = pathlib.Path(folder, "shapes.svg").read_text()
        assert "nan" not in page and all(words in page for words in ("011: 2 folds, index 1", "compressed", "slack"))
        run = oopss("-", "-o", "many.svg", text=chain([1] * 10, [1] * 9), folder=folder)
        assert run.returncode == 5 and "at most 6 joints" in run.stderr and not pathlib.Path(folder, "many.svg").exists()


def test_what_is_no_exact_chain_is_refused_in_words():
    for words, text, code, said in ((["two-body"], None, 3, "'Two coupled bodies' is no chain"), (["-"], chain([1] * 19, [1] * 18), 3, "at most 16 joints"),
                                    (["-"], chain([1, 1, 1], [1, "sqrt(2)"]), 3, "'sqrt(2)', which is no rational number"), (["-"], chain([1, 1], [1]), 3, "no joints"),
                                    ([], None, 2, "give a MODEL or --census"), (["two-body", "--census", "3"], None, 2, "give one"), (["--census", "0"], None, 2, "--census"),
                                    (["--census", "25"], None, 2, "--census"), (["--census", "3", "--resume"], None, 2, "give -o FILE"), (["two-body", "--resume"], None, 2, "--census"),
                                    (["--census", "3", "--set", "a=1"], None, 2, "--set")):
        run = oopss(*words, text=text)
        assert run.returncode == code and said in run.stderr and run.stdout == "", run
    assert all(shape["verdict"] for shape in document("-", text=chain([1, 1, 1], [1, "sqrt(4)"]))["shapes"])  # a root, and exact


def test_the_census_is_the_golden_one():
    rows = document("--census", "10")["census"]
    golden = {item["N"]: item for item in GOLDEN if item["kind"] == "morse_census"}
    assert [row["joints"] for row in rows] == list(range(1, 11))
    for row in rows:
        expected = golden[row["joints"]]
        assert row["shapes"] == expected["total"] == sum(map(sum, row["counts"])) and row["mismatches"] == 0
        for key in ("index_equals_folds", "index_below", "index_above", "degenerate"):
            assert row[key] == expected[key], (row, key)
    assert (rows[-1]["least_difference"], rows[-1]["largest_difference"]) == (-5, 3)


def test_the_picture_of_the_census_has_every_count():
    counts = {count for row in document("--census", "7")["census"][-1]["counts"] for count in row if count}
    with tempfile.TemporaryDirectory() as folder:
        for ending, begins in (("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")):
            assert oopss("--census", "7", "-o", "a." + ending, folder=folder).returncode == 0
            assert pathlib.Path(folder, "a." + ending).read_bytes().startswith(begins)
        page = pathlib.Path(folder, "a.svg").read_text()
        assert "nan" not in page and "index = folds" in page and all(f">{count}<" in page for count in counts)
        assert sorted(os.listdir(folder)) == ["a.pdf", "a.png", "a.svg"]  # no journal


def stopped_census(folder, number):
    """Joints and journal of a census that a signal ended while it was counting; the more joints, the longer it takes."""
    journal = pathlib.Path(folder, "a.csv.journal")
    for joints in ("11", "13", "15", "17", "19"):
        run = subprocess.Popen([OOPSS, "folds", "--census", joints, "-o", "a.csv"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        while run.poll() is None and (not journal.exists() or journal.read_bytes().count(b"\n") < 3):
            time.sleep(0.001)
        run.send_signal(number)
        said = run.communicate()[1]
        if run.returncode not in (0, -signal.SIGTERM):  # the latter: it came after the counting
            return joints, journal, run.returncode, said
    raise AssertionError("no census was caught")


def test_a_census_that_is_killed_goes_on_and_gives_the_same_bytes():
    with tempfile.TemporaryDirectory() as folder:
        joints, journal, code, said = stopped_census(folder, signal.SIGKILL)
        assert code == -signal.SIGKILL and not pathlib.Path(folder, "a.csv").exists()
        half = journal.read_bytes()
        run = oopss("--census", joints, "--resume", "-o", "a.csv", folder=folder)
        assert run.returncode == 0 and not journal.exists(), run
        whole = oopss("--census", joints, "-o", "b.csv", folder=folder)
        expected = pathlib.Path(folder, "b.csv").read_bytes()
        assert pathlib.Path(folder, "a.csv").read_bytes() == expected and run.stdout == whole.stdout.replace("b.csv", "a.csv")
        lines = half.splitlines(keepends=True)
        for left in (half[:-1], lines[0][:5], half + lines[1] + b"1 0 2 0 0 0 0 1 end\n\nnonsense\n", half.replace(b" end", b" 0 0 1 end")):
            journal.write_bytes(left)  # torn, a line twice, lines that are none or do not add up: what is not known is counted again
            run = oopss("--census", joints, "--resume", "-o", "a.csv", folder=folder)
            assert run.returncode == 0 and pathlib.Path(folder, "a.csv").read_bytes() == expected and not journal.exists(), (left, run)


def test_what_a_journal_has_is_not_counted_again():
    with tempfile.TemporaryDirectory() as folder:
        journal = pathlib.Path(folder, "a.csv.journal")
        head = "oopss folds --census, format 1\n"
        journal.write_text(head + "2 0 4 3 0 2 2 4 end\n")  # as no census counts it
        assert oopss("--census", "2", "-o", "a.csv", folder=folder).returncode == 0  # without --resume it begins anew
        assert pathlib.Path(folder, "a.csv").read_text().splitlines()[2] == "2,4,3,1,0,1,-1,0,0"
        journal.write_text(head + "2 0 4 3 0 2 2 4 end\n")
        assert oopss("--census", "2", "--resume", "-o", "a.csv", folder=folder).returncode == 0
        assert pathlib.Path(folder, "a.csv").read_text().splitlines()[2] == "2,4,4,0,0,3,0,0,0"
        journal.write_text("another file\n")
        for words in ([], ["--resume"]):
            run = oopss("--census", "2", "-o", "a.csv", *words, folder=folder)
            assert run.returncode == 6 and "another file" in run.stderr and journal.read_text() == "another file\n", run


def test_a_census_that_is_interrupted_says_how_it_goes_on():
    with tempfile.TemporaryDirectory() as folder:
        joints, journal, code, said = stopped_census(folder, signal.SIGTERM)
        assert code == 143 and "--resume goes on" in said and journal.exists() and not pathlib.Path(folder, "a.csv").exists()


if __name__ == "__main__":
    run_tests(globals())
