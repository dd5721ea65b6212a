# SPDX-License-Identifier: Apache-2.0
"""`oopss portrait` and `oopss continue` as a user meets them."""
import csv
import json
import math
import pathlib
import re
import tempfile

from program import oopss, run_tests

ROOT = pathlib.Path(__file__).parents[2]
LINKAGES = ROOT / "examples"
SPRING = 'joint.elbow.torque={law="sine", kp=1, bias="180 deg"}'


def document(*words, text=None):
    run = oopss(*words, "--json", text=text)
    assert run.returncode == 0, run
    def refuse(word):
        raise ValueError(word)
    return json.loads(run.stdout, parse_constant=refuse)  # nothing that is not finite


def test_portrait_of_two_bodies_in_numbers():
    of = document("portrait", "two-body", "--levels", "8,15")
    assert of["schema"] == 1 and of["bodies"] == ["hub", "arm"] and of["joints"] == ["elbow"] and of["leaf"] == "cylinder"
    eps, mu = 20 / 9, 50
    s = lambda theta: 100 + eps * 34 + 2 * eps * 15 * math.cos(theta)
    assert abs(of["lowest"] - mu**2 / (2 * s(0))) < 1e-13 * 12 and abs(of["separatrices"][0] - mu**2 / (2 * s(math.pi))) < 1e-13 * 12
    assert [e["stability"] for e in of["equilibria"]] == ["stable", "unstable"]
    kinds = [(c["energy"], c["kind"]) for c in of["curves"]]
    assert [kind for _, kind in kinds] == ["libration", "separatrix", "separatrix", "rotation_up", "rotation_down"] and kinds[0][0] == 8
    swing = of["curves"][0]
    assert abs(mu**2 / (2 * s(swing["ends"][1])) - 8) < 1e-12 and all(c["period"] is None for c in of["curves"][1:3])
    assert "points" not in swing and "points" in document("portrait", "two-body", "--points")["curves"][0]
    # the two loops enclose what the librations just below do
    loops = sum(c["action"] for c in of["curves"][1:3])
    below = document("portrait", "two-body", "--levels", repr(of["separatrices"][0] - 1e-9))["curves"][0]["action"]
    assert abs(loops - below) < 1e-6


def test_the_period_is_that_of_a_run():
    of = document("portrait", "two-body", "--levels", "15")
    turn = next(c for c in of["curves"] if c["kind"] == "rotation_up")
    run = document("simulate", "two-body", "--until", repr(turn["period"]), "--tolerance", "1e-14")  # starts at energy 15, up
    assert abs(run["final"]["angles"][0] - 0.5 - 2 * math.pi) < 1e-11 * 2 * math.pi, run["final"]


def test_portrait_of_three_bodies():
    of = document("portrait", "three-body-special", "--points")
    levels = sorted({round(e["energy"], 9) for e in of["equilibria"] if e["index"] == 1})
    assert [round(c["energy"], 9) for c in of["contours"] if c["separating"]] == levels
    assert len(of["grid"]["values"]) == of["grid"]["size"] ** 2 and min(of["grid"]["values"]) == of["lowest"]
    same = document("equilibria", "three-body-special")["equilibria"]
    assert [e["energy"] for e in of["equilibria"]] == [e["energy"] for e in same]


def test_pictures_of_every_view_and_format():
    with tempfile.TemporaryDirectory() as folder:
        for model, view in (("two-body", "flat"), ("two-body", "cylinder"), ("three-body", "landscape")):
            for ending, head in (("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")):
                run = oopss("portrait", model, "--view", view, "-o", "a." + ending, folder=folder)
                assert run.returncode == 0 and pathlib.Path(folder, "a." + ending).read_bytes().startswith(head), run
        oopss("portrait", "two-body", "-o", "b.svg", folder=folder)
        assert all(f">{word}<" in pathlib.Path(folder, "b.svg").read_text() for word in ("θ", "2,1", "arm", "hub"))
        oopss("portrait", "two-body", "--view", "cylinder", "-o", "c.svg", folder=folder)
        assert "stroke-dasharray" in pathlib.Path(folder, "c.svg").read_text()  # what is behind


def test_what_has_no_portrait_is_refused_in_words():
    for words, code, hint in ((["two-body", "--momentum", "0"], 2, "every shape at rest"), (["three-body", "--momentum", "0"], 2, "every shape at rest"),
                              (["chain"], 2, "two bodies or the landscape of three"), (["two-body", "--view", "section"], 2, "oopss section"),
                              (["two-body", "--view", "landscape"], 2, "flat and cylinder"), (["three-body", "--view", "flat"], 2, "landscape"),
                              (["two-body", "--levels", "8,x"], 2, "--levels"), (["two-body", "--levels", "1"], 2, "the lowest is 5.16055"),
                              (["two-body", "-o", "a.csv"], 2, ".svg"), (["two-body", "--momentum", "nan"], 2, "finite"),
                              (["two-body", "--set", 'joint.elbow.torque={law="drive", formula="1"}'], 3, "--free"),
                              (["two-body", "--view", "cylinder", "--set", 'joint.elbow.torque={law="pd", kp=1}'], 2, "plane"),
                              (["two-body", "--set", 'joint.elbow.torque={law="pd", kp=-1}'], 2, "without a bound")):
        run = oopss("portrait", *words)
        assert run.returncode == code and hint in run.stderr and run.stdout == "", (words, run)
    assert oopss("portrait", "two-body", "--free", "--set", 'joint.elbow.torque={law="drive", formula="1"}').returncode == 0


def test_the_leaves_of_a_linkage_as_the_documents_show_them():
    arm = str(LINKAGES / "four-bar.toml")
    of = document("portrait", arm, "--levels", "20,40", "--points")
    assert [leaf["component"] for leaf in of["leaves"]] == ["sin(φ_link − φ_payload) > 0", "sin(φ_link − φ_payload) < 0"]
    for leaf, sign in zip(of["leaves"], (-1, 1)):
        assert leaf["leaf"] == "cylinder" and leaf["coordinate"] == "shoulder" and len(leaf["potential"]) == 361
        assert [e["stability"] for e in leaf["equilibria"]] == ["stable", "unstable"]
        for one, degrees in zip(leaf["equilibria"], (186.000636430098247, 5.34935386451388531)):
            assert abs(math.remainder(math.degrees(one["coordinate"]) - sign * degrees, 360)) < 1e-10 and len(one["angles"]) == 4
        assert [c["kind"] for c in leaf["curves"]] == ["libration", "separatrix", "separatrix", "rotation_up", "rotation_down"]
    command = next(line.split() for line in (ROOT / "docs/linkages.md").read_text().splitlines() if line.startswith("    oopss portrait"))
    assert command[:3] == ["oopss", "portrait", "four-bar"]
    with tempfile.TemporaryDirectory() as folder:
        assert oopss("portrait", arm, *command[3:], folder=folder).returncode == 0
        picture = pathlib.Path(folder, command[-1]).read_text()
        assert "186.001°" in picture and "5.349°" in picture and "173.999°" in picture and "354.651°" in picture and "nan" not in picture
    for words, hint in ((["change-point.toml"], "at a change point the curves of shapes cross"), (["five-bar.toml"], "2 freedoms"),
                        (["four-bar.toml", "--view", "cylinder"], "a linkage has flat"), (["four-bar.toml", "--levels", "1"], "the lowest is 15.79")):
        run = oopss("portrait", str(LINKAGES / words[0]), *words[1:])
        assert run.returncode == 2 and hint in run.stderr and run.stdout == "", (words, run)


def test_continue_finds_the_pitchforks_of_the_special_case():
    of = document("continue", "three-body-special", "--vary", "joint.pin2.at.right.x=-1:-8")
    assert of["vary"] == {"path": "joint.pin2.at.right.x", "from": -1, "to": -8} and of["joints"] == ["pin1", "pin2"]
    assert [p["type"] for p in of["special"]] == ["pitchfork", "pitchfork"]
    assert [abs(p["value"] - at) < 1e-9 for p, at in zip(of["special"], (-6.5, -3.5))] == [True, True]
    assert all(p["residual"] < 1e-10 for p in of["special"])
    point = of["branches"][0]["points"][0]
    assert set(point) == {"value", "angles", "energy", "index", "stability"} and all(-math.pi < a <= math.pi for a in point["angles"])
    assert {end["words"] for branch in of["branches"] for end in branch["ends"]} == {"the end of the range", "crosses another branch", "closed"}


def test_the_ends_of_branches_are_the_equilibria_there():
    of = document("continue", "three-body", "--vary", "body.plate.mass=3:9")
    for value, which in ((3, 0), (9, -1)):
        there = document("equilibria", "three-body", "--set", f"body.plate.mass={value}")["equilibria"]
        ends = [branch["points"][which] for branch in of["branches"]]
        assert len(ends) == len(there) and {e["value"] for e in ends} == {value}
        for one, two in zip(sorted(ends, key=lambda e: e["energy"]), sorted(there, key=lambda e: e["energy"])):
            assert abs(one["energy"] - two["energy"]) < 1e-9 and one["index"] == two["index"] and one["stability"] == two["stability"]


def test_every_kind_of_path_can_be_varied():
    text = (ROOT / "examples/two-body.toml").read_text().replace("[[body]]", "[parameters]\nm = 5\n[[body]]", 1).replace("mass    = 5.0", 'mass    = "m"')
    assert document("continue", "-", "--vary", "m=1:10", text=text)["branches"][0]["points"] == document("continue", "two-body", "--vary", "body.arm.mass=1:10")["branches"][0]["points"]
    # a sine spring of constant k: the stretched shape loses its stability at mu^2 x/s^2 = k
    mu = document("continue", "two-body", "--set", SPRING, "--vary", "start.momentum=30:60")["special"]
    eps = 20 / 9
    assert [p["type"] for p in mu] == ["pitchfork"] and abs(mu[0]["value"] - math.sqrt((100 + eps * 64) ** 2 / (eps * 15))) < 1e-9
    assert document("continue", "two-body", "--set", SPRING, "--vary", "joint.elbow.torque.kp=0.5:3")["special"][0]["type"] == "pitchfork"


def test_continue_as_a_table_and_as_a_picture():
    with tempfile.TemporaryDirectory() as folder:
        words = ["continue", "two-body", "--set", SPRING, "--vary", "joint.elbow.torque.kp=0.5:12"]
        assert oopss(*words, "-o", "a.csv", folder=folder).returncode == 0
        rows = list(csv.DictReader(pathlib.Path(folder, "a.csv").open()))
        assert list(rows[0]) == ["branch", "value", "angle.elbow", "energy", "index", "stability"] and len(rows) > 100
        assert oopss(*words, "-o", "a.svg", folder=folder).returncode == 0
        picture = pathlib.Path(folder, "a.svg").read_text()
        assert len(re.findall("pitchfork [0-9.]+", picture)) == 2 and "stroke-dasharray" in picture and "nan" not in picture
        assert oopss(*words, "-o", "b.svg", folder=folder).stdout.replace("b.svg", "a.svg") == oopss(*words, "-o", "a.svg", folder=folder).stdout
        assert pathlib.Path(folder, "b.svg").read_text() == picture


def test_figures_say_theta_with_a_subscript_parameters_have_units_and_a_constant_takes_no_half_page():
    with tempfile.TemporaryDirectory() as folder:
        def drawn(*words):
            run = oopss(*words, "-o", "a.svg", folder=folder)
            assert run.returncode == 0, (words, run.stderr)
            return pathlib.Path(folder, "a.svg").read_text()
        for words, index in ((["portrait", "three-body"], "3,2"), (["portrait", "four-bar"], "2,1"), (["continue", "two-body", "--vary", "body.arm.mass=4:6"], "2,1"),
                             (["section", "three-body", "--at", "phi_pin1 = 0", "--orbits", "1", "--count", "2"], "3,2"),
                             (["turn", "planar-cat", "--angle", "10 deg", "--base", "free"], "3,2")):
            picture = drawn(*words)
            assert ">φ<" not in picture and ">θ<" in picture and f">{index}<" in picture, words
        assert "body.arm.mass (kg)" in drawn("continue", "two-body", "--vary", "body.arm.mass=4:6")
        grid = drawn("sweep", "two-body", "--vary", "body.arm.mass=4:6:2", "--vary", "start.angles.elbow=0:1:2", "--until", "0.1", "--observe", "largest(phi_elbow)")
        assert "body.arm.mass (kg)" in grid and "start.angles.elbow (rad)" in grid
        height = lambda picture: float(re.search(r'<svg[^>]* height="([\d.]+)', picture)[1])
        assert height(drawn("simulate", "two-body", "--until", "1", "--plot", "energy")) < height(drawn("simulate", "two-body", "--until", "1", "--plot", "angle")) / 3
        # multipliers that stay on the unit circle: a strip below the periods
        assert height(drawn("orbit", "three-body", "--from", "E1", "--limit", "4.05")) < 600


def test_what_cannot_be_continued_is_refused_in_words():
    for words, code, hint in ((["--vary", "body.arm.mass=1"], 2, "PATH=A:B"), (["--vary", "body.arm.mass=1:x"], 2, "two numbers"),
                              (["--vary", "body.arm.mass=1:nan"], 2, "two numbers"), (["--vary", "body.arm.mass=2:2"], 2, "the same"),
                              (["--vary", "body.amr.mass=1:2"], 3, "did you mean 'arm'"), ([], 2, "--vary"), (["--vary", "body.arm.mass=-5:-1"], 3, "mass must be"),
                              (["--vary", "body.arm.mass=1:2", "--momentum", "0"], 2, "every shape at rest"), (["--vary", "body.arm.mass=1:2", "-o", "a.h5"], 2, ".csv"),
                              (["--vary", "body.arm.mass=1:2", "--set", 'joint.elbow.torque={law="linearise", frequency=1}'], 3, "--free")):
        run = oopss("continue", "two-body", *words)
        assert run.returncode == code and hint in run.stderr and run.stdout == "", (words, run)
    run = oopss("continue", str(LINKAGES / "four-bar.toml"), "--vary", "joint.ankle.at.link.x=8:9")  # a bar of more than all others
    assert run.returncode == 3 and "joint 'ankle' cannot be closed" in run.stderr, run


def test_where_the_energy_does_not_depend_on_the_shape_a_branch_has_no_curvature():
    found = document("continue", "two-body", "--vary", "joint.elbow.at.hub.x=-1:0.5")  # at 0 the arm turns about its own joint
    assert [point["type"] for point in found["special"]] == ["zero", "zero"], found["special"]
    assert all(abs(point["value"]) < 1e-6 and point["residual"] < 1e-9 for point in found["special"]), found["special"]


def test_a_branch_ends_where_the_model_is_invalid():
    of = document("continue", "two-body", "--vary", "body.arm.mass=-2:5")
    assert len(of["branches"]) == 2 and of["gaps"]
    assert all("mass must be" in branch["ends"][0]["words"] and not branch["ends"][0]["failed"] for branch in of["branches"])


if __name__ == "__main__":
    run_tests(globals())
