# SPDX-License-Identifier: Apache-2.0
"""`oopss simulate` and `compare`: golden end states, what is kept, files that are whole or absent, signals, failures in words."""
import base64
import csv
import json
import math
import os
import pathlib
import random
import signal
import struct
import subprocess
import tempfile
import time

import examples
import golden
from program import OOPSS, oopss, run_tests

ROOT = pathlib.Path(__file__).parents[2]
TREES = [path.stem for path in examples.TREES]


def run(*words, text=None, folder=None, code=0):
    done = oopss("simulate", *words, "--json", "--quiet", text=text, folder=folder)
    assert done.returncode == code, (done.returncode, done.stderr)
    return json.loads(done.stdout)


def rows(path):
    with open(path) as file:
        table = list(csv.reader(file))
    return table[0], [[float(cell) for cell in row] for row in table[1:]]


def distance(document, case):
    end = document["final"]
    pairs = list(zip(end["angles"], case["final"]["phi"])) + list(zip(end["momenta"], case["final"]["mu"]))
    return max(abs(a - b) / max(1, abs(b)) for a, b in pairs)


def ends(text, *words):
    """The first and the last row of a run of a second, by the names of the columns."""
    done = oopss("simulate", "-", "--quiet", "--until", "1", "-o", "-", *words, text=text)
    assert done.returncode == 0, done.stderr
    table = list(csv.reader(done.stdout.splitlines()))
    return [dict(zip(table[0], map(float, table[k]))) for k in (1, -1)]


def replaced(name, start):
    """A built-in model with another [start]."""
    text = (ROOT / "examples" / f"{name}.toml").read_text()
    return text[:text.index("[start]")] + start + text[text.index("[run]"):]


def test_a_linkage_that_is_turned_as_a_whole_moves_as_before_with_the_same_energy_and_momentum():
    first, last = ends((ROOT / "examples/four-bar.toml").read_text(), "--columns", "omega")
    bodies = [name.removeprefix("omega.") for name in first if name.startswith("omega.")]
    by_body = lambda column, more: ", ".join(f"{body} = {first[f'{column}.{body}'] + more!r}" for body in bodies)
    turned = ends(replaced("four-bar", f"[start]\nabsolute = {{ {by_body('absolute', 1.25)} }}\nspin = {{ {by_body('omega', 0)} }}\n"))[1]
    for name, value in last.items():  # to rounding of the start, which is closed again
        if name in turned:
            assert abs(turned[name] - value - (1.25 if name.startswith("absolute.") else 0)) < 1e-11 * max(1, abs(value)), name


def product(a, b):
    (w, x, y, z), (v, p, q, r) = a, b
    return [w * v - x * p - y * q - z * r, w * p + x * v + y * r - z * q, w * q - x * r + y * v + z * p, w * r + x * q - y * p + z * v]


def test_bodies_in_space_that_are_turned_and_shifted_as_a_whole_move_as_before():
    B, drift = [0.8, 0.36, -0.48, 0.0], [0.5, -0.25, 1.0]
    turned = lambda v: product(product(B, [0, *v]), [B[0], -B[1], -B[2], -B[3]])[1:]
    attitudes = {"bus": [1.0, 0.0, 0.0, 0.0], "boom": [0.9, 0.2, -0.3, 0.25]}
    made = lambda change, more: replaced("spatial-pair", f"[start]\nabsolute = {{ {', '.join(f'{body} = {change(q)}' for body, q in attitudes.items())} }}\n"
                                         f"spin = {{ bus = [0.2, -0.1, 0.3], boom = [-0.1, 0.25, 0.4] }}\n{more}\n")
    plain = ends(made(lambda q: q, ""), "--columns", "centre")[1]
    moved = ends(made(lambda q: product(B, q), f"drift = {drift}"), "--columns", "centre")[1]
    part = lambda row, name, axes="xyz": [row[f"{name}.{axis}"] for axis in axes]
    near = lambda a, b: all(abs(x - y) < 1e-12 * max(1, *map(abs, b)) for x, y in zip(a, b))
    for body in attitudes:
        q, expected = part(moved, f"attitude.{body}", "wxyz"), product(B, part(plain, f"attitude.{body}", "wxyz"))
        assert near(q, expected) or near(q, [-number for number in expected]), (q, expected)
        assert near(part(moved, f"momentum.{body}"), part(plain, f"momentum.{body}"))  # in its own axes
        assert near(part(moved, f"centre.{body}"), [a + b for a, b in zip(turned(part(plain, f"centre.{body}")), drift)])
    assert near(part(moved, "momentum_total"), turned(part(plain, "momentum_total"))) and near([moved["energy"]], [plain["energy"]])


def test_golden_end_states():
    cases = [case for case in golden.cases() if "final" in case]
    assert len(cases) >= 4
    for case in cases:
        text = golden.model_file(case, run=True)
        assert distance(run("-", "--tolerance", "1e-15", text=text), case) < 1e-12
        assert distance(run("-", "--method", "dop853", "--tolerance", "1e-13", text=text), case) < 1e-10
        assert distance(run("-", "--method", "cvode", "--tolerance", "1e-11", text=text), case) < 1e-6
        for method, order in (("gauss2", 2), ("gauss4", 4), ("gauss6", 6)):
            coarse, fine = (distance(run("-", "--method", method, "--step", h, text=text), case) for h in ("0.04", "0.02"))
            # halving the step divides the error by 2^order until rounding; 0.7 of the order allows for the next term
            assert fine < 1e-11 or math.log2(coarse / fine) > 0.7 * order, (case["id"], method, coarse, fine)
        # reconstruction: the absolute angles start where the golden ones do
        final = run("-", "--tolerance", "1e-15", text=text)["final"]["absolute"]
        turned = case["initial"]["theta"][0]
        assert max(abs(a + turned - b) for a, b in zip(final, case["final"]["theta"])) < 1e-11


def test_golden_trajectories_of_chains_of_beads():
    items = [item for item in golden.chains() if item["kind"] == "trajectory"]
    assert len(items) == 5
    for item in items:
        text, scale = golden.chain_file(item), max(abs(v) for sample in item["samples"] for v in sample["phidot"])
        # errors grow with the motion: at most e^(rate t), which the last sample has felt most
        for words, tolerance in ((["--tolerance", "1e-15"], 1e-11), (["--method", "dop853", "--tolerance", "1e-14"], 1e-10),
                                 (["--method", "cvode", "--tolerance", "1e-12"], 1e-6), (["--method", "gauss2", "--step", "0.0005"], 1e-2),
                                 (["--method", "gauss4", "--step", "0.002"], 1e-6), (["--method", "gauss6", "--step", "0.005"], 1e-6)):
            for sample in item["samples"] if words[0] == "--tolerance" else item["samples"][:2]:
                final = run("-", "--until", str(sample["t"]), *words, text=text)["final"]
                theta = [b - a for a, b in zip([0.0] + sample["phi"], sample["phi"])]
                error = max(abs(a - b) for a, b in zip(final["angles"] + final["absolute"][:1], theta + [sample["alpha"]]))
                assert error < tolerance * max(1, scale), (item["id"], words, sample["t"], error)


def test_the_document_has_every_field_and_says_what_was_kept():
    document = run("two-body")
    assert document["schema"] == 1 and document["status"] == "complete" and document["method"] == "gauss4"
    for key in ("model", "engine", "steps", "until", "wall_seconds", "bodies", "joints", "closure", "phase"):
        assert key in document
    for key in ("energy", "momentum"):
        assert set(document[key]) == {"start", "end", "max_drift", "max_relative_drift"}
    assert set(document["balance"]) == {"dissipated", "work", "max_error"}
    assert document["momentum"]["max_relative_drift"] < 1e-15 and document["energy"]["max_relative_drift"] < 1e-11
    assert run("two-body", "--tolerance", "1e-12")["method"] == "taylor"


def test_gauss4_takes_at_most_four_evaluations_per_stage_and_step_of_a_tree():
    for name in TREES:
        document = run(name, "--method", "gauss4")
        assert document["evaluations"] <= 4 * 2 * document["steps"], (name, document["evaluations"] / 2 / document["steps"])


def test_a_log_spring_half_a_turn_from_rest_ends_the_run():
    text = """[model]
format = 1
space = "space"
[[body]]
name = "a"
mass = 1
inertia = [1, 1, 1]
[[body]]
name = "b"
mass = 1
inertia = [0.5, 0.5, 0.5]
[[joint]]
name = "socket"
between = ["a", "b"]
at = [[0, 0, 0], [0, 0, 0]]
torque = { law = "log", kp = 1 }
[start]
rates = { socket = [0, 0, 6] }
momentum = [0, 0, 0]
"""
    # about a fixed axis: phi = (6/w) sin(w t) with w^2 = kp (1/1 + 1/0.5) = 3, and half a turn where sin(w t) = pi w/6
    reached = math.asin(math.pi * math.sqrt(3) / 6) / math.sqrt(3)
    for method in (["--tolerance", "1e-12"], ["--method", "veselov4", "--step", "0.005"], ["--method", "dop853"]):
        done = run("-", *method, text=text, code=4)
        assert abs(done["final"]["t"] - reached) < 1e-5 and "log spring" in done["error"]["message"] and done["status"] == "singular", done


def test_runs_in_space_have_their_columns_and_go_on_from_a_file():
    with tempfile.TemporaryDirectory() as folder:
        run("spatial-pair", "--until", "2", "--tolerance", "1e-13", "-o", "half.csv", folder=folder)
        header, table = rows(os.path.join(folder, "half.csv"))
        for name in ("rotation.socket.w", "momentum.bus.x", "momentum.boom.z", "attitude.bus.w", "attitude.boom.z", "momentum_total.y"):
            assert name in header, header
        for row in table:
            for body in ("bus", "boom"):
                assert abs(sum(row[header.index(f"attitude.{body}.{part}")] ** 2 for part in "wxyz") - 1) < 1e-14
        on = run("spatial-pair", "--from", "half.csv", "--until", "4", "--tolerance", "1e-13", folder=folder)["final"]
        whole = run("spatial-pair", "--until", "4", "--tolerance", "1e-13", folder=folder)["final"]
        for key in ("momenta", "absolute"):
            for a, b in zip(on[key], whole[key]):
                assert max(abs(x - y) for x, y in zip(a, b)) < 1e-9 * max(1, max(map(abs, b))), (key, a, b)
        assert on["angles"] == [None] and len(on["rotations"][0]) == 3
        run("satellite", "--until", "1", "--columns", "joint,centre,point,force,torque,tension,rate", "-o", "all.csv", folder=folder)
        header, table = rows(os.path.join(folder, "all.csv"))
        for name in ("angle.hinge_left", "torque.hinge_left", "torque.mount.x", "rate.hinge_right", "force.mount.z", "centre.bus.z", "point.feed.z", "joint.mount.z"):
            assert name in header, header


def test_a_closed_loop_has_its_phase_and_an_open_one_the_reason_why_not():
    cat = run("planar-cat")
    assert set(cat["phase"]) == {"total", "dynamic", "geometric"} and abs(cat["phase"]["dynamic"]) < 1e-13 and not cat["warnings"]
    assert abs(cat["phase"]["total"] + 0.6045702818075107) < 1e-10 and abs(cat["balance"]["max_error"]) < 1e-8
    with tempfile.TemporaryDirectory() as folder:  # nothing is stored: what the motions do is the kinetic energy
        for model in ("planar-cat", "falling-cat"):
            run(model, "--tolerance", "1e-13", "--method", "taylor", "--columns", "torque,work", "-o", "cat.csv", folder=folder)
            header, table = rows(os.path.join(folder, "cat.csv"))
            work, kinetic = header.index("work"), header.index("kinetic")
            assert sum(name.startswith("torque.") for name in header) == 2 and max(row[work] for row in table) > 0.1
            assert max(abs(row[work] - row[kinetic]) for row in table) < 1e-12, model
    assert run("planar-cat", "--until", "3")["phase"] == {"reason": "the angle of shoulder ends -0.159 rad from where it began"}  # cos(3 pi/2 + 1) - 1
    words = oopss("simulate", "planar-cat").stdout
    assert "\n  phase            -0.6045702818 rad after a closed loop: 0 dynamic, -0.6045702818 geometric\n" in words, words
    cat = run("falling-cat")
    over = [[1, 0, 0], [0, -1, 0], [0, 0, -1]]  # half a turn about its back
    assert set(cat["phase"]) == {"rotation"} and not cat["warnings"], cat["phase"]
    assert max(abs(a - b) for row, other in zip(cat["phase"]["rotation"], over) for a, b in zip(row, other)) < 2e-4, cat["phase"]
    assert max(abs(part) for part in cat["final"]["momenta"][0]) < 1e-8 and cat["balance"]["max_error"] < 1e-10
    assert "after a closed loop without momentum: a turn by 3.14159" in oopss("simulate", "falling-cat").stdout
    for method, words in (("gauss4", "these serve it: taylor, cvode, dop853"), ("veselov4", "there are taylor, cvode, dop853")):
        refused = oopss("simulate", "falling-cat", "--method", method)
        assert refused.returncode == 2 and words in refused.stderr, refused.stderr


def test_a_prescribed_motion_is_refused_by_name_where_shapes_are_searched():
    for words in (["equilibria"], ["equilibria", "--certify"], ["portrait"], ["continue", "--vary", "T=1:2"]):
        done = oopss(words[0], "planar-cat", *words[1:])
        assert done.returncode == 3 and "joint 'shoulder': its motion is prescribed" in done.stderr, (words, done.stderr)
    done = oopss("equilibria", "falling-cat")
    assert done.returncode == 3 and "joint 'chest': its motion is prescribed" in done.stderr, done.stderr
    text = oopss("check", "planar-cat").stdout
    assert "motion: phi_hip = bend + size*sin(2*pi*t/T - sin(2*pi*t/T)) at all times" in text


def test_engines_agree_on_every_example_that_is_a_tree():
    for name in TREES:
        ends = [run(name, "--engine", engine, "--until", "1")["final"] for engine in ("recursive", "interpreted", "compiled", "auto")]
        for key in ("angles", "momenta", "absolute"):
            for other in ends[1:]:
                assert max(abs(a - b) / max(1, abs(a)) for a, b in zip(ends[0][key], other[key])) < 1e-12, name
        assert ends[1] == ends[2], name  # interpreted and compiled, to the bit


def test_the_spring_with_bias_rests_at_87_degrees_and_the_balance_holds():
    text = (ROOT / "examples/two-body.toml").read_text().replace(
        "at      = [[5.0, 0.0], [-3.0, 0.0]]", 'at = [[5.0, 0.0], [-3.0, 0.0]]\ntorque = { law = "sine", kp = 50, kd = 10, bias = "90 deg" }')
    document = run("-", "--until", "400", "--every", "1", text=text.replace("energy   = 15.0", "kinetic = 15.0"))
    assert abs(math.degrees(document["final"]["angles"][0]) % 360 - 87.02) < 0.005
    assert document["balance"]["dissipated"] > 0 and document["balance"]["work"] == 0
    assert document["balance"]["max_error"] < 1e-6  # gauss4 with step 0.01, energies of some 100 J


def test_a_pulse_is_passed_exactly_by_every_method():
    text = (ROOT / "examples/two-body.toml").read_text().replace(
        "at      = [[5.0, 0.0], [-3.0, 0.0]]",
        'at = [[5.0, 0.0], [-3.0, 0.0]]\ntorque = { law = "drive", formula = "20*pulse(t, 0.123456, 1.7654321) + 3*abs(sin(phi_elbow))" }')
    ends = [run("-", "--until", "3", *words, text=text) for words in
            (["--method", "dop853", "--tolerance", "1e-13"], ["--method", "taylor", "--tolerance", "1e-13"], ["--method", "gauss6", "--step", "0.01"], ["--method", "gauss4", "--step", "0.002"])]
    for other in ends[1:]:
        for a, b in zip(ends[0]["final"]["momenta"], other["final"]["momenta"]):
            assert abs(a - b) < 1e-8 * 50, (a, b)
        assert abs(other["balance"]["max_error"]) < 1e-7


def test_output_points_do_not_change_the_run():
    with tempfile.TemporaryDirectory() as folder:
        for words in (["--step", "0.01"], ["--tolerance", "1e-12"]):
            for every, name in (("0.05", "fine.csv"), ("0.5", "coarse.csv")):
                run("three-body", "--until", "5", *words, "--every", every, "-o", name, folder=folder)
            fine, coarse = rows(folder + "/fine.csv")[1], rows(folder + "/coarse.csv")[1]
            assert fine[::10] == coarse and len(fine) == 101


def test_the_same_run_gives_the_same_bytes():
    with tempfile.TemporaryDirectory() as folder:
        for ending in ("csv", "h5", "svg", "pdf", "png"):
            for name in ("a", "b"):
                assert oopss("simulate", "tree", "--until", "2", "-o", f"{name}.{ending}", folder=folder).returncode == 0
            assert pathlib.Path(folder, "a." + ending).read_bytes() == pathlib.Path(folder, "b." + ending).read_bytes(), ending
            assert oopss("simulate", "tree", "--until", "2", "--frame", "body:trunk", "-o", "c.svg", folder=folder).returncode == 0


def test_unasked_a_picture_has_angles_turns_or_the_attitude_of_one_body():
    with tempfile.TemporaryDirectory() as folder:
        for name, word in (("rigid-body", "attitude q"), ("spatial-pair", "rotation q"), ("two-body", "joint angle")):
            assert oopss("simulate", name, "--until", "1", "-o", "a.svg", folder=folder).returncode == 0
            assert f">{word}" in pathlib.Path(folder, "a.svg").read_text(), name


def test_a_run_as_a_page_carries_its_rows_and_no_tag_of_a_model():
    with tempfile.TemporaryDirectory() as folder:
        text = oopss("models", "two-body").stdout.replace("Two coupled bodies", "</script><b>Two</b>")
        run("-", "-o", "run.html", text=text, folder=folder)
        run("-", "-o", "run.csv", "--columns", "rate,torque,tension,centre", text=text, folder=folder)
        page = open(os.path.join(folder, "run.html")).read()
        carried = page.split('id="run">', 1)[1].split("</script>", 1)[0]
        assert "<" not in carried
        document = json.loads(carried)
        assert document["model"]["name"] == "</script><b>Two</b>"
        names = [column["name"] for column in document["model"]["columns"]]
        count = document["done"]["rows"]
        _, _, *size = struct.unpack("<4I", base64.b64decode(document["rows"])[:16])
        assert size == [count, len(names)]
        values = struct.unpack(f"<{count * len(names)}d", base64.b64decode(document["rows"])[16:])
        with open(os.path.join(folder, "run.csv")) as file:
            table = list(csv.reader(file))
        assert table[0] == names
        assert [float(row[k]) for k in range(len(names)) for row in table[1:]] == list(values)


def test_backwards_returns_and_a_recorded_state_goes_on():
    with tempfile.TemporaryDirectory() as folder:
        whole = run("three-body", "--until", "20", "--step", "0.01", "--every", "0.5", "-o", "whole.csv", folder=folder)
        rest = run("three-body", "--from", "whole.csv", "--at", "10", "--until", "20", "--step", "0.01", folder=folder)
        back = run("three-body", "--from", "whole.csv", "--until", "0", "--step", "0.01", "-o", "back.h5", folder=folder)
        for key in ("angles", "momenta", "absolute"):
            for a, b in zip(whole["final"][key], rest["final"][key]):
                assert abs(a - b) < 1e-12 * max(1, abs(a))
        start = rows(folder + "/whole.csv")[1][0]
        assert max(abs(a - b) for a, b in zip(start[1:3], back["final"]["angles"])) < 1e-12
        compared = json.loads(oopss("compare", "whole.csv", "back.h5", "--json", folder=folder).stdout)
        assert max(column["relative"] for column in compared["columns"] if column["name"].startswith("angle")) < 1e-4
        assert run("three-body", "--until", "-5")["final"]["t"] == -5
        wrong = oopss("simulate", "two-body", "--from", "whole.csv", folder=folder)
        assert wrong.returncode == 6 and "angle.elbow" in wrong.stderr


def test_compare_finds_when_runs_part():
    with tempfile.TemporaryDirectory() as folder:
        run("three-body", "--until", "10", "-o", "a.csv", folder=folder)
        run("three-body", "--until", "10", "--set", "start.momentum=20.001", "-o", "b.csv", folder=folder)
        same = json.loads(oopss("compare", "a.csv", "a.csv", "--json", folder=folder).stdout)
        assert all(column["largest"] == 0 and column["parts_at"] is None for column in same["columns"])
        other = json.loads(oopss("compare", "a.csv", "b.csv", "--json", "-o", "both.svg", folder=folder).stdout)
        momentum = next(c for c in other["columns"] if c["name"] == "momentum_total")
        assert abs(momentum["largest"] - 0.001) < 1e-9 and momentum["parts_at"] == 0
        assert "<svg" in pathlib.Path(folder, "both.svg").read_text()


def test_extra_columns_are_positions_rates_and_torques():
    with tempfile.TemporaryDirectory() as folder:
        run("space-telescope", "--until", "1", "--columns", "joint,centre,rate,torque", "-o", "a.csv", folder=folder)
        names, table = rows(folder + "/a.csv")
        assert names[:1] == ["t"] and {"joint.gimbal.x", "centre.bus.y", "rate.gimbal", "torque.gimbal"} <= set(names)
        column = lambda name: [row[names.index(name)] for row in table]
        for x, y in zip(column("centre.bus.x"), column("centre.sensor.x")):
            assert abs(800 * x + 40 * y) < 1e-9  # the mass centre rests
        assert oopss("simulate", "two-body", "--columns", "torqe", "-o", "b.csv", folder=folder).returncode == 2


def test_a_failing_run_stops_at_the_last_good_state_and_says_why():
    text = (ROOT / "examples/two-body.toml").read_text().replace(
        "at      = [[5.0, 0.0], [-3.0, 0.0]]", 'at = [[5.0, 0.0], [-3.0, 0.0]]\ntorque = { law = "expression", formula = "sqrt(1 - t)" }')
    with tempfile.TemporaryDirectory() as folder:
        document = run("-", "-o", "a.csv", text=text, folder=folder, code=4)
        assert document["status"] == "failed" and 0.9 < document["final"]["t"] <= 1.01 and document["error"]["code"] == 4
        assert os.listdir(folder) == ["a.incomplete.csv"]
        names, table = rows(folder + "/a.incomplete.csv")
        assert all(math.isfinite(cell) for row in table for cell in row) and len(table) > 10
        assert all(math.isfinite(v) for v in document["final"]["momenta"])


def with_formula(law, start=""):
    bodies = "".join(f'[[body]]\nname = "{name}"\nmass = 1\ninertia = 5\n' for name in "ab")
    return f'''[model]
format = 1
{bodies}[[joint]]
name = "j"
between = ["a", "b"]
at = [[0, 0], [0, 0]]
torque = {{ law = "expression", {law} }}
{start}'''


def test_kinks_ends_and_work_of_formulas_reach_the_user():
    ways = (["--tolerance", "1e-10"], ["--method", "dop853", "--tolerance", "1e-10"], ["--step", "0.01"])
    for way in ways:  # phi'' = -2 T / 5
        end = run("-", "--until", "1", *way, text=with_formula('formula = "5*ramp(t,0,1)"'))
        assert abs(end["final"]["angles"][0] + 1 / 3) < 1e-8, (way, end)
        end = run("-", "--until", "2", *way, text=with_formula('formula = "5", energy = "cos(40*phi_j)"'))
        assert abs(end["balance"]["work"] - (20 + math.cos(160) - 1)) < 1e-6, (way, end)
        start = "[start]\nangles = { j = 0.2 }\nrates = { j = -1 }\nmomentum = 0\n"
        failed = oopss("simulate", "-", "--until", "1", *way, text=with_formula('formula = "sqrt(phi_j)^2"', start))
        assert failed.returncode == 4 and "the argument of sqrt, phi_j, becomes negative" in failed.stderr, (way, failed)
    power = run("-", "--until", "1", "--method", "taylor", "--tolerance", "1e-10", text=with_formula('formula = "(2+t)^t"'))
    assert power["status"] == "complete"


def test_a_full_disk_leaves_the_old_file():
    with tempfile.TemporaryDirectory() as folder:
        assert oopss("simulate", "two-body", "-o", "/dev/full").returncode == 6
        for name in ("old.csv", "old.h5", "old.png"):
            pathlib.Path(folder, name).write_text("old")
            limited = subprocess.run(["bash", "-c", f'ulimit -f 4; exec "$0" simulate chain --every 0.001 -o {name}', OOPSS], cwd=folder, capture_output=True, text=True)
            assert limited.returncode == 6 and pathlib.Path(folder, name).read_text() == "old", (name, limited)
        assert sorted(os.listdir(folder)) == ["old.csv", "old.h5", "old.png"]


def test_an_interrupt_keeps_whole_rows():
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        with tempfile.TemporaryDirectory() as folder:
            process = subprocess.Popen([OOPSS, "simulate", "three-body", "--until", "1e6", "--every", "0.1", "--step", "0.01", "-o", "a.csv", "--json"],
                                       cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            while sum(entry.stat().st_size for entry in os.scandir(folder)) < 100_000:  # hundreds of rows
                time.sleep(0.01)
            process.send_signal(number)
            out, _ = process.communicate()
            document = json.loads(out)
            assert process.returncode == code and document["status"] == "interrupted", (process.returncode, document)
            names, table = rows(folder + "/a.incomplete.csv")
            assert len(table) > 10 and all(len(row) == len(names) for row in table) and os.listdir(folder) == ["a.incomplete.csv"]


def test_a_killed_run_never_leaves_a_torn_file():
    generator = random.Random(18)
    with tempfile.TemporaryDirectory() as folder:
        finished = 0
        for number in range(40):
            name = "a.h5" if number % 2 else "a.csv"
            process = subprocess.Popen([OOPSS, "simulate", "chain", "--until", "4", "--every", "0.002", "-o", name], cwd=folder, stdout=subprocess.DEVNULL)
            time.sleep(generator.uniform(0, 0.08))
            process.kill()
            process.wait()
            if os.path.exists(folder + "/" + name):
                finished += 1
                assert oopss("compare", name, name, folder=folder).returncode == 0
        assert oopss("simulate", "chain", "--until", "4", "--every", "0.002", "-o", "a.csv", folder=folder).returncode == 0
        assert {name for name in os.listdir(folder) if not name.startswith(".")} <= {"a.csv", "a.h5"}


def test_bad_options_are_usage_errors():
    for words in (["--step", "nan"], ["--until", "0"], ["--method", "gaus4"], ["--step", "1", "--tolerance", "1e-9"], ["--tolerance", "-1"],
                  ["--plot", "angle"], ["--frame", "body:hbu", "-o", "a.svg"], ["--engine", "magic"], ["--method", "gauss4", "--tolerance", "1e-9"]):
        done = oopss("simulate", "two-body", *words)
        assert done.returncode == 2 and done.stderr, (words, done.returncode, done.stderr)
    assert "gauss4" in oopss("simulate", "two-body", "--method", "gaus4").stderr
    for model, words in (("two-body", "a planar tree; there are gauss2, gauss4, gauss6, taylor, cvode, dop853"),
                         ("four-bar", "bodies with loops; there are gauss2, gauss4, gauss6, dop853")):
        assert words in oopss("simulate", model, "--method", "magic").stderr, model
    assert oopss("simulate", "two-body", "--until", "1e12", "--every", "0.001").returncode == 5


if __name__ == "__main__":
    run_tests(globals())
