# SPDX-License-Identifier: Apache-2.0
"""oopss equilibria as a user meets it: the text, the document, refusals, pictures, the table of the paper."""
import json
import math
import os
import pathlib
import re
import resource
import subprocess
import tempfile

import golden
from program import FEW, OOPSS, oopss, run_tests
from texts import hub_and_arm

FIELDS = {"id", "angles", "inertia", "energy", "omega", "index", "nullity", "stability", "proved", "spectrum"}


def document(*words, text=None, code=0):
    run = oopss("equilibria", *words, "--json", text=text)
    assert run.returncode == code, run.stderr
    return json.loads(run.stdout)


def chain_of(count):
    out = ["[model]", "format = 1"]
    for i in range(count):
        out += ["[[body]]", f'name = "b{i}"', "mass = 1", "inertia = 0.1"]
    for i in range(1, count):
        out += ["[[joint]]", f'name = "j{i}"', f'between = ["b{i - 1}", "b{i}"]', "at = [[0.5, 0], [-0.5, 0]]"]
    return "\n".join(out)


def test_the_document_has_the_fields_of_the_interface():
    of = document("three-body")
    assert of["schema"] == 1 and of["bodies"] == ["left", "plate", "right"] and of["joints"] == ["pin1", "pin2"]
    assert of["count"] == len(of["equilibria"]) == 4 and of["momentum"] == 20 and of["morse"]["agrees"] is True
    assert of["certified"] is False and of["complete"] is False
    assert [one["id"] for one in of["equilibria"]] == ["E1", "E2", "E3", "E4"]
    inertias = [one["inertia"] for one in of["equilibria"]]
    assert inertias == sorted(inertias, reverse=True)
    for one in of["equilibria"]:
        assert FIELDS <= set(one) and len(one["angles"]) == 2 and len(one["spectrum"]) == 4 and one["proved"] is False
        assert all(-math.pi < angle <= math.pi for angle in one["angles"])
        assert math.isclose(one["omega"], 20 / one["inertia"]) and math.isclose(one["energy"], 200 / one["inertia"])
        assert one["stability"] == ("stable" if one["index"] == 0 else "unstable")


def test_golden_equilibria_with_indices_and_spectra():
    points = 0
    for case in golden.cases():
        if not case.get("equilibria"):
            continue
        found = document("-", "--momentum", "2", text=golden.model_file(case))["equilibria"]
        assert len(found) == len(case["equilibria"]), case["id"]
        for expected in case["equilibria"]:
            near = [one for one in found if all(abs(math.remainder(a - b, 2 * math.pi)) < 1e-9 for a, b in zip(one["angles"], expected["phi"]))]
            assert len(near) == 1, (case["id"], expected["phi"])
            assert near[0]["index"] == expected["index"] and math.isclose(near[0]["inertia"], expected["I_lock"], rel_tol=1e-12)
            ours = [complex(*z) / 2 for z in near[0]["spectrum"]]  # the golden spectrum is for momentum 1
            for z in expected["spectrum_per_mu"]:
                assert min(abs(complex(*z) - other) for other in ours) < 1e-9
            points += 1
    assert points == 22


def test_the_text_has_a_row_each_and_the_count():
    text = oopss("equilibria", "two-body").stdout
    assert "E1      0.000000" in text and "stable" in text and "E2      3.141593" in text and "unstable" in text
    assert "1 of index 0, 1 of index 1" in text and "it agrees" in text and "NOT" not in text
    assert "nan" not in text and "inf" not in text
    assert "there is no other in any; --certify" in text
    of = document("two-body")["search"]
    assert of["settled"] is True and of["boxes"] is True and "--certify" in of["words"]
    formula = hub_and_arm('torque = { law = "expression", formula = "4*sin(phi_elbow)", energy = "-4*cos(phi_elbow)" }')
    text = oopss("equilibria", "-", "--momentum", "5", text=formula).stdout  # no boxes for formulas
    assert "neither this nor the count excludes a pair" in text, text


def test_what_a_double_does_not_hold_is_a_failure_in_words():
    wide = chain_of(2).replace("mass = 1", "mass = 1e300").replace("0.5", "1e10")
    for words, text in ((("equilibria", "two-body", "--momentum", "1e200"), None), (("equilibria", "two-body", "--momentum", "1e200", "--certify"), None),
                        (("equilibria", "two-body", "--momentum", "1e200", "--at", "elbow=0"), None), (("portrait", "two-body", "--momentum", "1e200"), None),
                        (("portrait", "three-body", "--momentum", "1e200"), None), (("equilibria", "-", "--momentum", "1"), wide), (("check", "-"), wide),
                        (("equilibria", "space-telescope", "--momentum", "1e200"), None), (("continue", "three-body", "--vary", "body.plate.mass=1:2", "--momentum", "1e200"), None),
                        (("check", "two-body", "--set", "start.momentum=1e200"), None), (("simulate", "two-body", "--set", "start.momentum=1e200"), None),
                        (("derive", "-", "--with-numbers"), wide), (("continue", "three-body", "--vary", "start.momentum=1:1e200"), None)):
        for more in ((), ("--json",)):
            run = oopss(*words, *more, text=text)
            assert not any(word in run.stdout for word in ("inf,", "nan", "inf ", "null", "Infinity")), (words, run.stdout)
            assert run.returncode in (2, 3, 4) or words[0] in ("derive", "check", "simulate"), (words, run.returncode, run.stdout[:300], run.stderr)
    with tempfile.TemporaryDirectory() as folder:
        for file in ("a.svg", "a.csv"):
            run = oopss("continue", "two-body", "--vary", "start.momentum=1:1e200", "-o", file, folder=folder)
            assert run.returncode == 4 and "not finite" in run.stderr and not os.listdir(folder), run
    run = oopss("equilibria", "two-body", "--momentum", "1e200", "--json")
    assert run.returncode == 4 and "1e+200" in run.stderr and "more than a double holds" in json.loads(run.stdout)["error"]["message"]


def test_momentum_from_the_option_else_from_the_start():
    assert document("two-body")["momentum"] == 50
    assert document("two-body", "--momentum", "-7")["equilibria"][0]["omega"] < 0
    assert document("chain", "--at", "pin1=0")["momentum"] > 0  # a start of spins


def test_without_momentum_and_springs_every_shape_is_one():
    of = document("two-body", "--momentum", "0")
    assert of["every_shape"] is True and of["count"] is None and of["equilibria"] == []
    assert "every shape" in oopss("equilibria", "two-body", "--momentum", "0").stdout
    assert oopss("equilibria", "two-body", "--momentum", "0", "-o", "a.svg").returncode == 2
    pinned = hub_and_arm("").replace("[[5, 0], [-3, 0]]", "[[0, 0], [0, 0]]")
    for words in ((), ("--at", "elbow=1")):
        run = oopss("equilibria", "-", "--momentum", "5", *words, text=pinned)
        assert run.returncode == 0 and "same at every shape" in run.stdout
    run = oopss("check", "-", text=pinned + '[start]\nequilibrium = "E1"\nmomentum = 5\n')
    assert run.returncode == 3 and "every shape" in run.stderr
    alone = "[model]\nformat = 1\n[[body]]\nname = \"b\"\nmass = 1\ninertia = 1\n"
    assert "single body" in oopss("equilibria", "-", "--momentum", "1", text=alone).stdout


def test_springs_on_the_circle_and_on_the_line():
    sine = document("-", "--momentum", "50", text=hub_and_arm('torque = { law = "sine", kp = 50, kd = 10, bias = "90 deg" }'))
    rest = sine["equilibria"][0]
    assert abs(math.degrees(rest["angles"][0]) - 87.02) < 0.005 and rest["stability"] == "stable" and rest["asymptotic"] is True
    assert sine["search"]["ranges"][0]["circle"] is True
    line = hub_and_arm('torque = { law = "pd", kp = 0.5, bias = 7 }')
    of = document("-", "--momentum", "50", text=line, code=0)
    span = of["search"]["ranges"][0]
    assert span["circle"] is False and span["none_outside"] is True and span["from"] < 7 < span["to"]
    assert sum((-1) ** one["index"] for one in of["equilibria"]) == 1  # the Euler characteristic of a line
    assert any(abs(one["angles"][0]) > math.pi for one in of["equilibria"])  # on the line angles are not wrapped
    assert "was searched from" in oopss("equilibria", "-", "--momentum", "50", text=line).stdout
    free = document("-", "--momentum", "50", "--free", text=line)
    assert free["count"] == 2 and free["free"] is True


def test_laws_without_a_potential_are_refused_by_name():
    for law, why in (('{ law = "drive", formula = "1" }', "stores no energy"), ('{ law = "linearise", frequency = 1 }', "exact linearisation"),
                     ('{ law = "expression", formula = "t*phi_elbow", energy = "phi_elbow^2/2" }', "depends on the time")):
        model = hub_and_arm("torque = " + law)
        run = oopss("equilibria", "-", "--momentum", "5", text=model)
        assert run.returncode == 3 and ":15:" in run.stderr and "elbow" in run.stderr and why in run.stderr and "--free" in run.stderr, run.stderr
        assert run.stdout == ""
        assert oopss("equilibria", "-", "--momentum", "5", "--free", text=model).returncode == 0


def test_at_gives_the_equilibrium_near_a_shape():
    of = document("two-body", "--at", "elbow=170deg")
    assert of["count"] == 1 and abs(of["equilibria"][0]["angles"][0] - math.pi) < 1e-9 and of["equilibria"][0]["id"] == "at"
    assert document("-", "--momentum", "3", "--at", "j1=0.1", "--at", "j7=3", text=chain_of(40))["count"] == 1
    run = oopss("equilibria", "two-body", "--at", "elbow=90deg")
    assert run.returncode == 4 and "slopes of" in run.stderr and run.stdout == ""
    for words, hint in ((("elbw=1",), "elbow"), (("elbow",), "JOINT=ANGLE"), (("elbow=1/0",), "finite"), (("elbow=x",), "not a number"), (("elbow=(",), "--at")):
        run = oopss("equilibria", "two-body", "--at", *words)
        assert run.returncode == 2 and hint in run.stderr and run.stdout == "", (words, run.stderr)


def test_usage_and_limits():
    assert oopss("equilibria").returncode == 2
    assert oopss("equilibria", "two-body", "--table").returncode == 2
    assert oopss("equilibria", "two-body", "-o", "shapes.txt").returncode == 2
    assert oopss("equilibria", "two-body", "--momentum", "nan").returncode == 2
    run = oopss("equilibria", "-", "--momentum", "1", text=chain_of(40))
    assert run.returncode == 5 and "--at" in run.stderr


def test_limits_come_before_memory():
    def little_memory():
        resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))
    sanitized = b"__asan_init" in pathlib.Path(OOPSS).read_bytes()  # which maps terabytes before anything begins
    for words in (("equilibria", "-", "--momentum", "1"), ("equilibria", "-", "--momentum", "1", "--at", "j1=0"), ("equilibria", "-", "--momentum", "1", "--certify"),
                  ("continue", "-", "--vary", "body.b0.mass=1:2", "--momentum", "1")):
        run = subprocess.run([OOPSS, *words], input=chain_of(1000), capture_output=True, text=True, preexec_fn=None if sanitized else little_memory)
        assert run.returncode == 5 and "at most" in run.stderr or "2 to 8" in run.stderr, (words, run.returncode, run.stderr)
        assert "1000" in run.stderr and run.stdout == "", (words, run.stderr)
    for words in (("section", "-", "--at", "phi_j1=0"), ("lyapunov", "-"), ("linearise", "-"), ("turn", "-", "--angle", "10 deg"), ("orbit", "-", "--from", "E1")):
        run = subprocess.run([OOPSS, *words], input=chain_of(1000), capture_output=True, text=True, preexec_fn=None if sanitized else little_memory)
        assert run.returncode == 5 and re.search("at most|up to", run.stderr) and run.stdout == "", (words, run.returncode, run.stderr)
    run = oopss("portrait", "-", text=chain_of(4))
    assert run.returncode == 2 and "takes up to 12" in run.stderr


def test_degenerate_equilibria_and_continua_are_said():
    loose = hub_and_arm("", '[[body]]\nname = "hand"\nmass = 1\ninertia = 1\n[[joint]]\nname = "wrist"\nbetween = ["arm", "hand"]\nat = [[2, 0], [0, 0]]\n')
    of = document("-", "--momentum", "5", text=loose)  # pinned at its mass centre the hand may point anywhere
    assert of["count"] == 2 and all(one["continuum"] and one["nullity"] == 1 for one in of["equilibria"])
    assert [one["stability"] for one in of["equilibria"]] == ["degenerate", "unstable"]  # the second has a growing motion, 0, 0, +-x
    text = oopss("equilibria", "-", "--momentum", "5", text=loose).stdout
    assert text.count("stands for a continuum") == 2 and "no count" in text


def test_the_start_of_a_run_takes_the_names_of_the_list():
    listed = document("tree")["equilibria"]
    model = oopss("models", "tree").stdout
    head = model[:model.index("[start]")] + '[start]\nequilibrium = "E5"\nmomentum = 30\n'
    start = json.loads(oopss("check", "-", "--json", text=head).stdout)["start"]
    assert start["angles"] == listed[4]["angles"] and max(abs(rate) for rate in start["rates"]) < 1e-12
    springs = oopss("models", "space-telescope").stdout  # proved or not, and as a start: one name, one equilibrium
    plain, proved = document("space-telescope", "--momentum", "400"), document("space-telescope", "--momentum", "400", "--certify")
    named = lambda of: {one["id"]: one["angles"] for one in of["equilibria"]}
    assert named(plain).keys() == named(proved).keys() and len(named(plain)) >= 2
    for name, angles in named(proved).items():
        assert all(abs(a - b) < 1e-9 for a, b in zip(angles, named(plain)[name]))
        begun = springs[:springs.index("[start]")] + f'[start]\nequilibrium = "{name}"\nmomentum = 400\n'
        assert json.loads(oopss("check", "-", "--json", text=begun).stdout)["start"]["angles"] == named(plain)[name]
    run = oopss("check", "-", text=head.replace("E5", "E5000"))
    assert run.returncode == 3 and "there is no equilibrium" in run.stderr


def test_the_pair_in_space_has_the_attitudes_of_an_independent_program():
    with open(pathlib.Path(__file__).parents[1] / "golden/spatial.json") as file:
        golden_pair = next(case for case in json.load(file)["cases"] if case["name"] == "releq_two_a")
    text = '[model]\nformat = 1\nspace = "space"\n'
    for i, body in enumerate(golden_pair["model"]["bodies"]):
        text += f'[[body]]\nname = "b{i}"\nmass = {body["mass"]!r}\ninertia = {body["inertia"]!r}\n'
    joint = golden_pair["model"]["joints"][0]
    text += f'[[joint]]\nname = "socket"\nbetween = ["b0", "b1"]\nat = [{joint["d_parent"]!r}, {joint["d_child"]!r}]\n'
    found = document("-", "--momentum", "2", text=text)
    assert found["count"] == golden_pair["count"] == 28 and found["joints"] == ["socket"] and found["morse"]["agrees"] and not found["complete"]
    left = list(golden_pair["equilibria"])
    for one in found["equilibria"]:
        A = one["rotations"][0]
        match = next(g for g in left if max(abs(A[i][j] - g["A"][i][j]) for i in range(3) for j in range(3)) < 1e-9)
        left.remove(match)
        assert one["angles"] == [None] and abs(one["inertia"] - match["inertia"]) < 1e-12 and one["index"] == match["index"]
        assert abs(abs(sum(a * b for a, b in zip(one["axis"], match["xi1"]))) - 1) < 1e-12 and abs(one["energy"] - 2 / one["inertia"]) < 1e-12
        assert (one["stability"] == "stable") == (one["index"] == 0)
    assert left == []


def in_space(start):
    model = oopss("models", "spatial-pair").stdout
    return model[:model.index("[start]")] + start + 'momentum = [30, -40, 120]\n[run]\nuntil = 20\nmethod = "veselov4"\nstep = 0.05\n'


def test_a_run_from_a_stable_equilibrium_in_space_stays_there_and_from_beside_it_near():
    def final(start):
        run = oopss("simulate", "-", "--json", text=in_space(start))
        assert run.returncode == 0, run.stderr
        return json.loads(run.stdout)
    def apart(A, B):
        return max(abs(A[i][j] - B[i][j]) for i in range(3) for j in range(3))
    found = document("spatial-pair", "--momentum", "130")["equilibria"]
    stable = next(one for one in found if one["stability"] == "stable")
    run = final(f'[start]\nequilibrium = "{stable["id"]}"\n')
    assert apart(run["final"]["rotations"][0], stable["rotations"][0]) < 1e-10 and abs(run["energy"]["start"] / stable["energy"] - 1) < 1e-13
    for axis in ("[0.01, 0, 0]", "[0, 0.01, 0]", "[0, 0, 0.01]"):
        run = final(f'[start]\nequilibrium = "{stable["id"]}"\noffset = {{ socket = {axis} }}\n')
        assert 1e-4 < apart(run["final"]["rotations"][0], stable["rotations"][0]) < 0.1
    other = next(one for one in found if one["stability"] == "unstable")  # turned against its axis: it still turns as one
    start = json.loads(oopss("check", "-", "--json", text=in_space(f'[start]\nequilibrium = "{other["id"]}"\n')).stdout)["start"]
    assert abs(start["energy"] / other["energy"] - 1) < 1e-13
    refused = oopss("check", "-", text=in_space('[start]\nequilibrium = "E99"\n'))
    assert refused.returncode == 3 and f"E1 to E{len(found)}" in refused.stderr, refused.stderr


def test_a_picture_of_one_body_in_space_has_the_axis_of_each_turn_upright():
    with tempfile.TemporaryDirectory() as folder:
        run = oopss("equilibria", "rigid-body", "-o", "racket.svg", folder=folder)
        assert run.returncode == 0, run.stderr
        text = pathlib.Path(folder, "racket.svg").read_text()
        rackets = [[float(number) for number in re.findall(r"[-0-9.]+", path)] for path in re.findall(r'<path d="M([^"]*)" fill="#', text)]
        rackets = [numbers for numbers in rackets if len(numbers) == 34]  # its outline has 17 corners
        assert len(rackets) == 3, text
        wide, high = ([max(numbers[k::2]) - min(numbers[k::2]) for numbers in rackets] for k in (0, 1))
        # About the normal of its face, across it, and about the handle: lying, on its edge, and on end.
        assert wide[0] > 2 * high[0] and wide[1] > high[1] > high[0] and high[2] > 2 * wide[2], (wide, high)


def test_springs_in_space_are_in_the_energy_and_where_there_is_no_count_it_is_said_why():
    text = """[model]
format = 1
space = "space"
[[body]]
name = "a"
mass = 1
inertia = [1, 2, 2.5]
[[body]]
name = "b"
mass = 1
inertia = [0.5, 0.75, 1]
[[joint]]
name = "socket"
between = ["a", "b"]
at = [[0, 0, 0], [0, 0, 0]]
torque = { law = "matrix", kp = [[3, 0, 0], [0, 2, 0], [0, 0, 1]] }
"""
    found = document("-", "--momentum", "0", text=text)  # U = tr(K (1 - R)): critical at rest and at half turns about the axes
    assert sorted((round(one["energy"], 9), one["index"]) for one in found["equilibria"]) == [(0, 0), (6, 1), (8, 2), (10, 3)]
    log = text.replace("mass = 1\ninertia = [1, 2, 2.5]", "mass = 1\ninertia = [1, 1, 1]").replace("[0.5, 0.75, 1]", "[1, 1, 1]").replace("matrix", "log").replace("[[3, 0, 0], [0, 2, 0], [0, 0, 1]]", "2")
    found = document("-", "--momentum", "0", text=log)  # U = kp |phi|^2/2: at rest alone, and a cone's edge at half a turn
    assert [(one["energy"], one["index"]) for one in found["equilibria"]] == [(0, 0)] and "half a turn" in found["morse"]["words"], found
    assert oopss("equilibria", "spatial-tree").returncode == 5
    hinge = text.replace('name = "socket"', 'name = "hinge"\nkind = "hinge"\naxis = [0, 0, 1]')
    hinge = hinge[:hinge.index("torque")] + 'torque = { law = "proportional", kp = 2, bias = 7 }\n'
    found = document("-", "--momentum", "0", text=hinge)  # it counts turns: 7 rad is not 7 - 2 pi
    assert [one["angles"] for one in found["equilibria"]] == [[7]] and "not excluded" in found["remarks"][0], found
    # the energy of a formula is that of the spring with the same slopes, and it counts turns if the spring does
    for spring, formula, turns in (('law = "proportional", kp = 2, bias = 7', 'law = "expression", formula = "2*(phi_hinge - 7)", energy = "(phi_hinge - 7)^2"', True),
                                   ('law = "sine", kp = 2, bias = 1', 'law = "expression", formula = "2*sin(phi_hinge - 1)", energy = "-2*cos(phi_hinge - 1)"', False)):
        by_spring, by_formula = (document("-", "--momentum", "2", text=hinge.replace('law = "proportional", kp = 2, bias = 7', law)) for law in (spring, formula))
        both = list(zip(by_spring["equilibria"], by_formula["equilibria"]))
        assert len(by_spring["equilibria"]) == len(by_formula["equilibria"]) > 2
        for a, b in both:
            assert abs(a["angles"][0] - b["angles"][0]) < 1e-9 and (a["index"], a["stability"]) == (b["index"], b["stability"]), (a, b)
        assert turns == any("not excluded" in remark for remark in by_formula["remarks"]), by_formula
    refused = oopss("equilibria", "-", text=hinge.replace('law = "proportional", kp = 2, bias = 7', 'law = "expression", formula = "sin(phi_hinge)"'))
    assert refused.returncode == 3 and "hinge" in refused.stderr and "stores no energy" in refused.stderr, refused.stderr


def test_the_exact_count_of_a_pair_in_space_makes_the_list_complete():
    plain, counted = document("spatial-pair"), document("spatial-pair", "--certify")
    assert counted["complete"] and counted["certified"] and not plain["complete"] and plain["equilibria"] == counted["equilibria"]
    assert counted["count"] == 28 and "14 real roots" in counted["remarks"][0] and not any(one["proved"] for one in counted["equilibria"])
    assert "Exact count" in oopss("equilibria", "spatial-pair", "--certify").stdout
    across = document("spatial-pair", "--certify", "--set", "joint.socket.at.boom.z=0", code=4)  # a principal axis across the arm
    assert not across["complete"] and not across["certified"] and "no exact count" in across["remarks"][0]
    pair = oopss("models", "spatial-pair").stdout
    sprung = pair.replace('name    = "socket"', 'name    = "socket"\ntorque = { law = "skew", kp = 1 }')
    hinged = pair.replace('kind    = "ball"', 'kind    = "hinge"\naxis = [0, 0, 1]')
    hinged = hinged[:hinged.index("[start]")]
    for words, text, code in ((["-"], sprung, 2), (["-", "--momentum", "1"], hinged, 2), (["spatial-tree"], None, 5), (["spatial-pair", "--certificate", "x.json"], None, 2), (["spatial-pair", "--momentum", "0"], None, 2)):
        run = oopss("equilibria", *words, "--certify", text=text)
        assert run.returncode == code and (code == 5 or "socket" in run.stderr or len(words) > 1) and run.stdout == "", (words, run)
    assert document("-", "--certify", "--free", text=sprung)["complete"]
    turned = pair.replace('["bus", "boom"]', '["boom", "bus"]\nrest = [0.8, 0.1, 0.2, -0.3]').replace("[[0.8, 0.3, 0.2], [-1.1, 0.1, 0.15]]", "[[-1.1, 0.1, 0.15], [0.8, 0.3, 0.2]]")
    other = document("-", "--certify", text=turned)  # the same two bodies, their joint the other way round
    assert other["complete"] and all(abs(a["inertia"] - b["inertia"]) < 1e-9 for a, b in zip(other["equilibria"], plain["equilibria"]))


def quaternion(A):
    w = math.sqrt(1 + A[0][0] + A[1][1] + A[2][2]) / 2
    return [w, (A[2][1] - A[1][2]) / (4 * w), (A[0][2] - A[2][0]) / (4 * w), (A[1][0] - A[0][1]) / (4 * w)]


def test_at_a_shape_in_space_there_is_the_equilibrium_near_it():
    listed = [one for one in document("spatial-pair")["equilibria"] if sum(one["rotations"][0][k][k] for k in range(3)) > -0.9]
    assert len(listed) > 5
    for one in listed[::3]:
        turn, axis = [x + 1e-3 for x in quaternion(one["rotations"][0])], [x - 1e-3 for x in one["axis"]]
        found = document("spatial-pair", "--at", f"socket={turn}", "--at", f"axis={axis}")["equilibria"]
        assert len(found) == 1 and found[0]["id"] == "at" and abs(found[0]["inertia"] - one["inertia"]) < 1e-9 and found[0]["index"] == one["index"]
        assert max(abs(found[0]["rotations"][0][i][j] - one["rotations"][0][i][j]) for i in range(3) for j in range(3)) < 1e-9
    assert document("spatial-pair", "--at", "socket=[1, 0, 0, 0]")["count"] == 1  # about the axis of the largest inertia there
    for word, hint in (("socket=1", "quaternion"), ("socket=[0, 0, 0, 0]", "zero"), ("axis=[1, 2]", "three numbers"), ("sockt=1", "socket")):
        run = oopss("equilibria", "spatial-pair", "--at", word)
        assert run.returncode == 2 and hint in run.stderr, (word, run.stderr)


def test_branches_in_space_end_at_the_equilibria_of_their_ends_and_fold_where_their_number_changes():
    pair = """[model]
format = 1
space = "space"
[[body]]
name = "a"
mass = 2
inertia = [1, 2, 2.5]
[[body]]
name = "b"
mass = 1
inertia = [0.5, 0.75, 1]
[[joint]]
name = "hinge"
kind = "hinge"
axis = [0, 0.3, 1]
between = ["a", "b"]
at = [[0.5, 0.2, 0.1], [-0.4, 0.1, 0.3]]
"""
    with tempfile.TemporaryDirectory() as folder:
        run = oopss("continue", "-", "--momentum", "1", "--vary", "joint.hinge.at.a.z=-0.4:-1.2", "--json", "-o", "b.csv", text=pair, folder=folder)
        assert run.returncode == 0, run.stderr
        assert pathlib.Path(folder, "b.csv").read_text().startswith("branch,value,angle.hinge,axis.x,axis.y,axis.z,energy,index,stability\n")
    found = json.loads(run.stdout)
    listed = lambda z: document("-", "--momentum", "1", "--set", f"joint.hinge.at.a.z={z}", text=pair)["equilibria"]
    (fold,) = found["special"]
    assert fold["type"] == "fold" and [len(listed(fold["value"] + z)) for z in (1e-6, -1e-6)] == [10, 8], fold
    for value, count in ((-0.4, 10), (-1.2, 8)):
        ends, left = [branch["points"][k] for branch in found["branches"] for k in (0, -1) if branch["points"][k]["value"] == value], listed(value)
        assert len(ends) == len(left) == count
        for end in ends:
            same = next(one for one in left if abs(one["angles"][0] - end["angles"][0]) < 1e-9 and abs(one["energy"] - end["energy"]) < 1e-12)
            left.remove(same)
            assert (end["index"], end["stability"]) == (same["index"], same["stability"])
            assert abs(abs(sum(a * b for a, b in zip(end["axis"], same["axis"]))) - 1) < 1e-12
            assert max(abs(end["rotations"][0][i][j] - same["rotations"][0][i][j]) for i in range(3) for j in range(3)) < 1e-9


def test_the_axes_of_one_body_are_branches_and_portraits_of_bodies_in_space_are_refused():
    pictured = oopss("continue", "rigid-body", "--vary", "body.racket.mass=1:2")
    assert pictured.returncode == 0 and pictured.stdout.count("branch ") == 3, pictured
    for verb in (["portrait", "spatial-pair"], ["portrait", "rigid-body"]):
        refused = oopss(*verb)
        assert refused.returncode == 3 and "in space" in refused.stderr and refused.stdout == "", refused


def test_pictures_are_whole_and_the_same_bytes():
    with tempfile.TemporaryDirectory() as folder:
        for name in ("a.svg", "b.svg", "a.pdf", "a.png"):
            run = oopss("equilibria", "three-body", "-o", name, folder=folder)
            assert run.returncode == 0 and "E1" in run.stdout, run.stderr
        svg = pathlib.Path(folder, "a.svg").read_text()
        assert svg == pathlib.Path(folder, "b.svg").read_text() and svg.rstrip().endswith("</svg>")
        for word in ("E1", "E4", "stable", "unstable", "plate"):
            assert f">{word}<" in svg, word
        assert oopss("equilibria", "--table", "-o", "t.svg", folder=folder).returncode == 0
        assert "case 4" in pathlib.Path(folder, "t.svg").read_text()


def test_the_tables_of_the_paper():
    cells = {(cell["case"], cell["region"]): cell for cell in document("--table")["cells"]}
    assert len(cells) == 16 and all(cell["alike"] for cell in cells.values())
    assert [(cells[1, r]["cos_x"], cells[1, r]["cos_y"]) for r in (1, 2, 3)] == [(-1, 1), (-1, -1), (1, -1)]
    assert all(cells[2, r]["pair_stability"] == "stable" and cells[1, r]["pair_stability"] == "unstable" for r in (1, 2, 3))
    assert not any(cells[4, r]["realisable"] for r in (0, 1, 2, 3)) and all(cells[3, r]["realisable"] for r in (0, 1, 2, 3))
    text = oopss("equilibria", "--table").stdout
    assert "Table 1" in text and "Table 3" in text and "Case 4" in text and "NOT ALL ALIKE" not in text


if __name__ == "__main__":  # sanitized half a minute, and the branches of one body go the same way
    run_tests(globals(), lambda name: not (FEW and name.startswith("test_branches_in_space")))
