# SPDX-License-Identifier: Apache-2.0
"""`oopss turn` as a user meets it: its document, its plan added up by other code, what it refuses."""
import json
import math
import pathlib
import tempfile

import numpy as np

import brute_force
from program import oopss, run_tests


def turned_by(text, time, steps=400):
    """-∮ A dφ along the motions of a plan, A from the inertia matrix in maximal coordinates; and the ends of the loop."""
    bodies = brute_force.Bodies(text)
    shape = lambda t: np.array([brute_force.evaluate(motion, bodies.names | {"t": t}) for motion in bodies.motions])
    def slope(t, h=1e-5):
        phi, rate = shape(t), (shape(t + h) - shape(t - h)) / (2 * h)
        J = bodies.inertia(np.array([0, phi[0], phi[0] + phi[1]]))
        omega = np.array([0, rate[0], rate[0] + rate[1]])  # seen from the first body
        return -(np.ones(3) @ J @ omega) / J.sum()
    nodes, weights = np.polynomial.legendre.leggauss(8)
    edges = np.linspace(0, time, steps // 8 + 1)
    total = sum((b - a) / 2 * w * slope((a + b) / 2 + (b - a) / 2 * x) for a, b in zip(edges, edges[1:]) for x, w in zip(nodes, weights))
    return total, shape(0), shape(time), (shape(1e-6) - shape(0)) / 1e-6


def test_the_document_of_a_plan():
    angle = math.radians(30)
    with tempfile.TemporaryDirectory() as folder:
        run = oopss("turn", "planar-cat", "--angle", "30 deg", "--base", "free", "-o", "plan.toml", "--json", folder=folder)
        assert run.returncode == 0, run.stderr
        plan, text = json.loads(run.stdout), pathlib.Path(folder, "plan.toml").read_text()
    assert plan["schema"] == 1 and plan["bodies"] == ["front", "middle", "rear"] and plan["joints"] == ["shoulder", "hip"] and plan["file"] == "plan.toml"
    assert plan["angle"] == angle and plan["cycles"] == 1 and plan["base"]["free"] is True and plan["loop"]["corner"] is False
    # three equal rods, the example of the theory: as many digits as it was found with
    assert abs(plan["effort"] - 1.312019258) < 1e-8 and abs(plan["multiplier"] - 2.898501248) < 1e-7, plan
    assert abs(plan["effort"] - plan["length"] ** 2 / 2) < 1e-9 * plan["effort"] and plan["residual"] < 1e-8
    assert len(plan["loop"]["cosines"]) == len(plan["loop"]["sines"]) == len(plan["motion"]) == 2 and 1 <= plan["loops_found"] <= plan["starts"]
    run = plan["simulated"]
    assert abs(run["turn"] - angle) < 1e-8 and run["error"] == run["turn"] - angle and abs(run["closing_error"]) < 1e-8
    assert len(run["torques"]) == 2 and min(run["torques"]) > 0 and run["work_in"] > 0 and abs(run["work"]) < 1e-8 and run["kinetic"] > 0
    total, first, last, rate = turned_by(text, plan["time"])
    assert abs(total - angle) < 1e-8, total  # differences of second order: h^2 and rounding over h
    assert np.abs(first - last).max() < 1e-9 and np.abs(first - plan["base"]["angles"]).max() < 1e-9 and np.abs(rate).max() < 1e-4


def test_what_cannot_turn_is_said():
    for words, code, said in ((["two-body", "--angle", "30 deg"], 2, "whole turns"), (["four-bar", "--angle", "30 deg"], 2, "loop"),
                              (["spatial-pair", "--angle", "30 deg"], 2, "space"), (["planar-cat", "--angle", "0"], 2, "other than 0")):
        run = oopss("turn", *words, "--json")
        problem = json.loads(run.stdout)["error"]
        assert run.returncode == code == problem["code"] and said in problem["message"], (words, run.stdout)


if __name__ == "__main__":
    run_tests(globals())
