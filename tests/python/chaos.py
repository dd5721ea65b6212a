# SPDX-License-Identifier: Apache-2.0
"""`oopss lyapunov` and `oopss section` as a user meets them: golden returns, documents, files, refusals."""
import csv
import json
import math
import os
import pathlib
import signal
import subprocess
import tempfile
import time

import golden
from program import FEW, OOPSS, document, oopss, refused, run_tests

CHAOS = json.loads((pathlib.Path(__file__).parents[1] / "golden/chaos.json").read_text())


def model_file(case):
    """The golden model with its start."""
    return golden.model_file({**case, "torque": None, "t1": 10}, run=True)


def test_golden_returns():
    for case in CHAOS["section"][:: 2 if FEW else 1]:
        sign = "+" if case["section"].endswith("> 0") else "-"
        found = document("section", "-", "--at", "phi_j1 = 0", f"--direction={sign}", "--orbits", "1", "--count", str(len(case["returns"])),
                         text=model_file(case))
        assert found["columns"] == ["t", "phi_j2", "pi_j2"] and found["bodies"] == ["b0", "b1", "b2"], found
        (orbit,) = found["orbits"]
        for point, wanted in zip(orbit["points"], case["returns"], strict=True):
            assert all(abs(a - b) < 1e-8 for a, b in zip(point, wanted)), (case["id"], point, wanted)


def test_a_section_as_document_table_and_picture():
    words = ("section", "tangle", "--at", "phi_elbow = 0", "--orbits", "4", "--count", "6")
    found = document(*words)
    assert [len(orbit["points"]) for orbit in found["orbits"]] == [6] * 4, found
    assert all(orbit["energy_error"] < 1e-10 for orbit in found["orbits"]), found
    assert document(*words) == found  # threads do not change a digit
    with tempfile.TemporaryDirectory() as folder:
        run = oopss(*words, "-o", "points.csv", folder=folder)
        assert run.returncode == 0 and "24 of 4 motions" in run.stdout, run
        rows = list(csv.reader(open(os.path.join(folder, "points.csv"))))
        assert rows[0] == ["orbit", "t", "phi_pivot", "pi_pivot"] and len(rows) == 25, rows
        assert [float(x) for x in rows[1][1:]] == found["orbits"][0]["points"][0], rows
        run = oopss(*words, "-o", "points.svg", folder=folder)
        picture = open(os.path.join(folder, "points.svg")).read()
        assert run.returncode == 0 and picture.count("<circle") == 24, run
    other = document(*words, "--energy", "4", "--momentum", "5")
    assert other["energy"] == 4 and other["momentum"] == 5, other


def test_the_forced_pair_after_every_period():
    found = document("section", "forced-pair", "--every-period", "--orbits", "3", "--count", "5")
    assert math.isclose(found["period"], 4 * math.pi) and "energy" not in found, found
    for orbit in found["orbits"]:
        assert all(math.isclose(point[0], (k + 1) * 4 * math.pi) for k, point in enumerate(orbit["points"])), orbit
    still = document("section", "forced-pair", "--every-period", "--orbits", "1", "--count", "3", "--set", "frequency=1")
    assert math.isclose(still["period"], 2 * math.pi), still


def test_exponents_as_document_table_and_picture():
    found = document("lyapunov", "tangle", "--until", "30")
    assert len(found["exponents"]) == len(found["interval"]) == 4 and found["until"] == 30, found
    assert found["exponents"] == sorted(found["exponents"], reverse=True), found
    for mean, spread, (low, high) in zip(found["exponents"], found["spread"], found["interval"]):
        assert math.isclose(low, mean - 4 * spread, abs_tol=1e-12) and math.isclose(high, mean + 4 * spread, abs_tol=1e-12), found
    assert abs(found["sum"]) < 1e-8 and found["tangent_defect"] < 1e-13 and found["forced_zeros"] == 2, found
    assert found["starts"] == 16 and found["energy_drift"] < 1e-8, found
    with tempfile.TemporaryDirectory() as folder:
        run = oopss("lyapunov", "forced-pair", "--until", "60", "-o", "course.csv", folder=folder)
        assert run.returncode == 0 and "2 dimensions" in run.stdout and "none has to be" in run.stdout, run
        rows = list(csv.reader(open(os.path.join(folder, "course.csv"))))
        assert rows[0] == ["t", "exponent1", "spread1", "exponent2", "spread2"] and float(rows[-1][0]) == 60, rows
        run = oopss("lyapunov", "two-body", "--until", "60", "-o", "course.svg", folder=folder)
        assert run.returncode == 0 and "ln t / t" in open(os.path.join(folder, "course.svg")).read(), run


def test_what_is_refused():
    refused(3, "is in space", "lyapunov", "spatial-pair")
    refused(3, "its motion is prescribed", "section", "planar-cat", "--at", "phi_waist = 0")
    refused(3, "the leaf has 2 dimensions", "section", "two-body", "--at", "phi_elbow = 0")
    refused(3, "its law stores no energy", "section", "forced-pair", "--at", "phi_elbow = 0")
    refused(3, "there is no period", "section", "two-body", "--every-period")
    refused(2, "is the angle of no joint", "section", "tangle", "--at", "phi_knee = 0")
    refused(2, "has no =", "section", "tangle", "--at", "phi_elbow")
    refused(2, "give either --at", "section", "tangle")
    refused(2, "the least energy on this section is", "section", "tangle", "--at", "phi_elbow = 0", "--energy", "0.01")
    refused(2, "--until", "lyapunov", "tangle", "--until", "-1")
    refused(2, "--direction", "section", "tangle", "--at", "phi_elbow = 0", "--direction", "up")


def test_ctrl_c_is_heard_inside_a_point_of_the_course():
    run = subprocess.Popen([OOPSS, "lyapunov", "three-body", "--until", "1e9"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while run.poll() is None and len(os.listdir(f"/proc/{run.pid}/task")) < 2:  # until its workers are there
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)  # the first of 200 points would take hours
    out, said = run.communicate()
    assert run.returncode == 130 and out == "", (run.returncode, said)


if __name__ == "__main__":
    run_tests(globals())
