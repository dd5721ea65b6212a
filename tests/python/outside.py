# SPDX-License-Identifier: Apache-2.0
"""Torques from outside and a mass centre that moves, against Newton's and Euler's laws in maximal coordinates."""
import csv
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

from brute_force import Bodies, evaluate

OOPSS, ROOT = os.path.abspath(sys.argv[1]), pathlib.Path(__file__).parents[2]


def oopss(*words, text=None, code=0):
    done = subprocess.run([OOPSS, *words], input=text, capture_output=True, text=True)
    assert done.returncode == code, (words, done.returncode, done.stderr)
    return done


def model(name, torques, more=""):
    """A built-in model with torques on bodies, by name, and without its [run]."""
    text = (ROOT / "examples" / f"{name}.toml").read_text()
    text = text[:text.index("[run]")] + more
    for body, torque in torques.items():
        at = text.index("\n", next(i for i in range(len(text)) if text.startswith("name", i) and f'"{body}"' in text[i:text.index("\n", i)]))
        text = text[:at] + f'\ntorque = "{torque}"' + text[at:]
    return text


# Constant, in time, in angles and velocities of joints and bodies; on trees, linkages, with laws, demands and motions.
CASES = {
    "constant": model("two-body", {"arm": "7.5", "hub": "-2"}),
    "everything": model("tree", {"trunk": "3*sin(2*t) - 4*theta_trunk - 6*omega_trunk", "twig3": "0.4*cos(theta_twig1)*rate_bud2 - phi_fork1"}),
    "linkage": model("four-bar", {"crank": "2*sin(theta_payload) + t", "link": "-0.3*omega_link*abs(omega_link)"}),
    "motions": model("planar-cat", {"middle": "0.2 - 0.5*omega_front"}),
    "linearised": model("space-telescope", {"bus": "20*sin(t) - 30*theta_bus - 40*omega_bus"}),
}


def start_of(bodies, header, row, drift=(0, 0)):
    """Places, angles and velocities of all bodies from the first row of a trajectory."""
    at = dict(zip(header, row))
    theta = np.array([at["absolute." + b] for b in bodies.bodies])
    mu = np.array([at["momentum." + b] for b in bodies.bodies])
    q = np.ravel([[at[f"centre.{b}.x"], at[f"centre.{b}.y"], angle] for b, angle in zip(bodies.bodies, theta)])
    v = bodies.carried(theta) @ np.linalg.solve(bodies.inertia(theta), mu)
    v[0::3] += drift[0]
    v[1::3] += drift[1]
    return q, v


def momentum_about_centre(bodies, q, v):
    m = bodies.m / bodies.m.sum()
    x, y, vx, vy = (a - m @ a for a in (q[0::3], q[1::3], v[0::3], v[1::3]))
    return bodies.m @ (x * vy - y * vx) + bodies.I @ v[2::3]


def trajectory(text, *words):
    with tempfile.TemporaryDirectory() as folder:
        done = oopss("simulate", "-", "--json", "--quiet", "--columns", "centre", *words, "-o", f"{folder}/run.csv", text=text)
        with open(f"{folder}/run.csv") as file:
            table = list(csv.reader(file))
    return json.loads(done.stdout), table[0], [[float(cell) for cell in row] for row in table[1:]]


def test_motion_by_newtons_laws():
    until, steps = 1.5, 1500
    for name, text in CASES.items():
        bodies = Bodies(text)
        method = ("--method", "dop853", "--tolerance", "1e-12")
        document, header, rows = trajectory(text, "--until", str(until), *method)
        q, v, work, impulse = bodies.fly(*start_of(bodies, header, rows[0]), until, steps)
        end = dict(zip(header, rows[-1]))
        near = lambda a, b, what: abs(a - b) <= 1e-7 * max(1, abs(b)) or sys.exit(f"{name}: {what}: {a} and {b}")
        for i, body in enumerate(bodies.bodies):  # Runge and Kutta err by 1e-10 or so, more where a law has a kink
            near(end["absolute." + body], q[3 * i + 2], "angle of " + body)
            near(end[f"centre.{body}.x"], q[3 * i], "x of " + body)
            near(end[f"centre.{body}.y"], q[3 * i + 1], "y of " + body)
        near(end["momentum_total"], momentum_about_centre(bodies, q, v), "momentum")
        near(document["balance"]["impulse"], impulse, "impulse")
        near(document["balance"]["work"], work, "work")
        assert abs(impulse) > 1e-3, name


def test_every_method_balances():
    for name, text in CASES.items():
        ends = []
        for method in ("gauss4", "gauss6", "taylor", "dop853", "cvode"):
            if method in ("taylor", "cvode") and name == "linkage":
                continue
            how = ("--step", "0.005") if method.startswith("gauss") else ("--tolerance", "1e-11")
            document = json.loads(oopss("simulate", "-", "--until", "1", "--method", method, *how, "--json", "--quiet", text=text).stdout)
            balance, momentum = document["balance"], document["momentum"]
            size = momentum["max_drift"] / momentum["max_relative_drift"]
            # mu_s - impulse is linear: what every method but BDF keeps to rounding, BDF to its tolerance
            assert balance["max_momentum_error"] <= (1e-8 if method == "cvode" else 1e-12) * size, (name, method, balance)
            assert abs(momentum["end"] - momentum["start"] - balance["impulse"]) <= balance["max_momentum_error"] * (1 + 1e-9) + 1e-15 * size
            assert balance["max_error"] <= 1e-6 * max(1, abs(document["energy"]["end"]), abs(balance["work"])), (name, method, balance)
            assert document["warnings"] == [], document["warnings"]
            ends.append(document["final"]["absolute"])
        assert np.allclose(ends, ends[0], rtol=0, atol=1e-6), (name, ends)


def test_printed_rates():
    rng = np.random.default_rng(1988)
    for name in ("constant", "everything", "linearised"):
        bodies = Bodies(CASES[name])
        printed = json.loads(oopss("derive", "-", "--json", text=CASES[name]).stdout)
        assert ("theta_" + bodies.bodies[0] in printed["state"]) == (name != "constant"), printed["state"]
        assert len(printed["bracket"]) == len(printed["state"])
        for _ in range(3):
            t, root = rng.uniform(0, 2), rng.uniform(-3, 3)
            phi, mu = rng.uniform(-2, 2, len(bodies.joints)), rng.uniform(-5, 5, len(bodies.bodies))
            values = printed["symbols"] | {"t": t, "theta_" + bodies.bodies[0]: root}
            values |= dict(zip(printed["state"], [*phi, *mu]))
            for symbol, formula in printed["definitions"]:
                values[symbol] = evaluate(formula, values)
            rates = [evaluate(rate, values) for rate in printed["rates"]]
            expected = np.concatenate(bodies.rates(t, phi, mu, root=root))
            assert np.allclose(rates[:len(expected)], expected, rtol=1e-8, atol=1e-8), (name, rates, expected)
            total = evaluate(printed["momentum_rate"], values)
            assert math.isclose(total, sum(rates[len(phi):len(phi) + len(mu)]), rel_tol=1e-9, abs_tol=1e-9), name
    text = oopss("derive", "-", text=CASES["everything"]).stdout
    assert "mu_s' = tau_trunk + tau_twig3" in text and "theta_trunk belongs to the state" in text, text


def test_what_remains_is_said():
    text = CASES["constant"]
    for words in (("equilibria",), ("equilibria", "--certify"), ("portrait",), ("orbit", "--from", "E1"), ("orbit", "--winding", "1"),
                  ("continue", "--vary", "body.arm.mass=5:6")):
        said = oopss(words[0], "-", *words[1:], text=text, code=3).stderr
        assert "body 'arm': a torque acts on it from outside, so the total momentum is not kept" in said, (words, said)
    plain = oopss("equilibria", "two-body").stdout
    assert oopss("equilibria", "-", "--free", text=text).stdout.splitlines()[1:3] == plain.splitlines()[1:3]
    assert "torques from outside, are left out" in oopss("portrait", "-", "--free", text=text).stdout
    checked = oopss("check", "-", text=text).stdout
    assert "torque from outside: 7.5" in checked and "at the start by 5.5 kg m^2/s^2" in checked, checked
    summary = oopss("simulate", "-", "--until", "2", "--quiet", text=text).stdout
    assert "outside          11 kg m^2/s given by torques" in summary, summary


for name, test in list(globals().items()):
    if name.startswith("test_"):
        test()
        print(name)
