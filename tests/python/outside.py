# SPDX-License-Identifier: Apache-2.0
"""Torques from outside and a mass centre that moves, against Newton's and Euler's laws in maximal coordinates."""
import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import tomllib

import numpy as np

from brute_force import Bodies, evaluate
from program import OOPSS, run_tests

ROOT = pathlib.Path(__file__).parents[2]


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


def force(name, on, at, x, y):
    return f'\n[[force]]\nname = "{name}"\non = "{on}"\nat = {at}\nvalue = ["{x}", "{y}"]\n'


# Constant, in time, in angles and velocities of joints and bodies; on trees, linkages, with laws, demands and motions.
CASES = {
    "constant": model("two-body", {"arm": "7.5", "hub": "-2"}),
    "everything": model("tree", {"trunk": "3*sin(2*t) - 4*theta_trunk - 6*omega_trunk", "twig3": "0.4*cos(theta_twig1)*rate_bud2 - phi_fork1"}),
    "linkage": model("four-bar", {"crank": "2*sin(theta_payload) + t", "link": "-0.3*omega_link*abs(omega_link)"}),
    "motions": model("planar-cat", {"middle": "0.2 - 0.5*omega_front"}),
    "forces": model("tree", {"trunk": "-2*omega_trunk"}, "drift = [0.3, -0.2]\n" + force("pull", "twig3", "[0.2, 0.1]", "6*(0.4 + 0.5*t - x) - 1.5*vx", "6*(-0.3 - y) - 1.5*vy")
                    + force("wind", "trunk", "[0, 0]", "2", "theta_trunk*0.3")),
    "pulled linkage": model("four-bar", {}, "drift = [0, 0]\n" + force("pull", "payload", "[0.1, 0]", "8*(sin(t) - x) - vx", "-3")),
    "pulled motions": model("planar-cat", {}, force("pull", "front", "[0.1, 0]", "3*(0.5 - x)", "0.2 - vy")),
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


def trajectory(text, *words, columns="centre"):
    with tempfile.TemporaryDirectory() as folder:
        done = oopss("simulate", "-", "--json", "--quiet", "--columns", columns, *words, "-o", f"{folder}/run.csv", text=text)
        with open(f"{folder}/run.csv") as file:
            table = list(csv.reader(file))
    return json.loads(done.stdout), table[0], [[float(cell) for cell in row] for row in table[1:]]


def test_motion_by_newtons_laws():
    until, steps = 1.5, 1500
    for name, text in CASES.items():
        bodies = Bodies(text)
        method = ("--method", "dop853", "--tolerance", "1e-12")
        document, header, rows = trajectory(text, "--until", str(until), *method)
        drift = tomllib.loads(text)["start"].get("drift", (0, 0))
        q, v, work, impulse = bodies.fly(*start_of(bodies, header, rows[0], drift), until, steps)
        end = dict(zip(header, rows[-1]))
        near = lambda a, b, what: abs(a - b) <= 1e-7 * max(1, abs(b)) or sys.exit(f"{name}: {what}: {a} and {b}")
        for i, body in enumerate(bodies.bodies):  # Runge and Kutta err by 1e-10 or so, more where a law has a kink
            near(end["absolute." + body], q[3 * i + 2], "angle of " + body)
            near(end[f"centre.{body}.x"], q[3 * i], "x of " + body)
            near(end[f"centre.{body}.y"], q[3 * i + 1], "y of " + body)
        near(end["momentum_total"], momentum_about_centre(bodies, q, v), "momentum")
        near(document["balance"]["impulse"], impulse, "impulse")
        near(document["balance"]["work"], work, "work")
        if bodies.forces:  # in the state: where the mass centre is, and p = m v
            whole = lambda all: np.array([bodies.m @ all[0::3], bodies.m @ all[1::3]]) / bodies.m.sum()
            for axis, place, rate in zip("xy", whole(q), whole(v)):
                near(end["mass_centre." + axis], place, "mass centre")
                near(end["drift." + axis], rate, "its velocity")
        assert abs(impulse) > 1e-3, name


def test_joint_forces_where_a_force_acts():
    """The force on a leaf is its mass times its acceleration, less what acts on it from outside."""
    text = CASES["forces"]
    bodies = Bodies(text)
    _, header, rows = trajectory(text, "--until", "0.1", columns="centre,force")
    q, v = start_of(bodies, header, rows[0], tomllib.loads(text)["start"]["drift"])
    a, _ = bodies.accelerations(0, q[2::3], v, q=q)
    leaf = bodies.bodies.index("twig3")
    outside = sum(F for body, _, _, _, F in bodies.outside_forces(0, q, v) if body == leaf)
    found = [dict(zip(header, rows[0]))["force.bud3." + axis] for axis in "xy"]
    assert np.allclose(found, bodies.m[leaf] * a[3 * leaf:3 * leaf + 2] - outside, rtol=1e-8, atol=1e-9), found


def test_every_method_balances():
    for name, text in CASES.items():
        ends = []
        for method in ("gauss4", "gauss6", "taylor", "dop853", "cvode"):
            if method in ("taylor", "cvode") and "linkage" in name:
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
                  ("continue", "--vary", "body.arm.mass=5:6"), ("linearise",), ("linearise", "--at", "E1")):
        said = oopss(words[0], "-", *words[1:], text=text, code=3).stderr
        assert "body 'arm': a torque acts on it from outside, so the total momentum is not kept" in said, (words, said)
    pulled = model("two-body", {}, force("pull", "arm", "[1, 0]", "1 - x", "0"))
    for words in (("equilibria",), ("equilibria", "--certify"), ("portrait",), ("orbit", "--winding", "1"), ("linearise", "--at", "E1")):
        said = oopss(words[0], "-", *words[1:], text=pulled, code=3).stderr
        assert "force 'pull': it acts from outside, so the total momentum is not kept" in said, (words, said)
    for words in (("derive",), ("generate", "--to", "c", "-o", "nowhere")):
        said = oopss(words[0], "-", *words[1:], text=pulled, code=3).stderr
        assert "force 'pull'" in said and "do not have forces on points" in said, (words, said)
    checked = oopss("check", "-", text=pulled).stdout
    assert "Forces from outside" in checked and "(1 - x, 0) N at (1, 0) in arm" in checked, checked
    plain = oopss("equilibria", "two-body").stdout
    assert oopss("equilibria", "-", "--free", text=text).stdout.splitlines()[1:3] == plain.splitlines()[1:3]
    linear = oopss("linearise", "two-body", "--at", "E1").stdout
    assert oopss("linearise", "-", "--at", "E1", "--free", text=text).stdout.splitlines()[1:] == linear.splitlines()[1:]
    assert "what acts from outside, are left out" in oopss("portrait", "-", "--free", text=text).stdout
    checked = oopss("check", "-", text=text).stdout
    assert "torque from outside: 7.5" in checked and "at the start by 5.5 kg m^2/s^2" in checked, checked
    summary = oopss("simulate", "-", "--until", "2", "--quiet", text=text).stdout
    assert "momentum         50 -> 61; torques from outside gave 11, less this it strayed by" in summary, summary


def test_a_mass_centre_that_moves():
    drift, until = (0.75, -1.25), 1.2
    for text in (model("tree", {"trunk": "2 - 3*omega_trunk"}, f"drift = {list(drift)}\n"), model("four-bar", {}, f"drift = {list(drift)}\n")):
        bodies = Bodies(text)
        document, header, rows = trajectory(text, "--until", str(until), "--method", "dop853", "--tolerance", "1e-12")
        q, v, _, _ = bodies.fly(*start_of(bodies, header, rows[0], drift), until, 1200)
        end = dict(zip(header, rows[-1]))
        for i, body in enumerate(bodies.bodies):
            found = [end[f"centre.{body}.x"], end[f"centre.{body}.y"], end["absolute." + body]]
            assert np.allclose(found, q[3 * i:3 * i + 3], rtol=0, atol=1e-7), (body, found, q)  # of Runge and Kutta
        assert np.allclose(document["final"]["centre"], [drift[0] * until, drift[1] * until], rtol=1e-14), document["final"]
        # p = m v by all bodies, and the energy about the mass centre without p^2/2m
        p, mass = np.array([bodies.m @ v[0::3], bodies.m @ v[1::3]]), bodies.m.sum()
        whole = (bodies.m @ (v[0::3] ** 2 + v[1::3] ** 2) + bodies.I @ v[2::3] ** 2) / 2
        assert math.isclose(end["kinetic"], whole - p @ p / (2 * mass), rel_tol=1e-6), (end["kinetic"], whole)
        start = json.loads(oopss("check", "-", "--json", text=text).stdout)["start"]
        assert np.allclose(start["linear_momentum"], p, rtol=1e-12, atol=1e-12) and start["drift"] == list(drift)
        assert math.isclose(start["drift_energy"], p @ p / (2 * mass), rel_tol=1e-12)
        printed = json.loads(oopss("derive", "-", "--json", text=text).stdout)
        values = printed["symbols"]
        assert np.allclose([evaluate(e, values) for e in printed["translations"]["momentum"]], p, rtol=1e-12)
        assert math.isclose(evaluate(printed["translations"]["kinetic"], values), p @ p / (2 * mass), rel_tol=1e-12)
    said = oopss("check", "two-body", "--set", "start.drift=[1, 0]").stdout
    assert "the mass centre moves at (1, 0) m/s" in said and "p = m v = (9, 0) kg m/s; p^2/2m = 4.5 J" in said, said
    said = oopss("check", "spatial-pair", "--set", "start.drift=[0, 0, 2]").stdout
    assert "the mass centre moves at (0, 0, 2) m/s" in said and "which the energies leave out" in said, said
    assert "momentum map of translations, m = m_hub + m_arm" in oopss("derive", "two-body").stdout


def test_frames_of_a_mass_centre_that_moves():
    """The path of the mass centre is a line in the inertial frame, and a point in its own."""
    with tempfile.TemporaryDirectory() as folder:
        for frame, moves in (("inertial", True), ("centre", False)):
            sizes = []
            for drift in ("[0, 0]", "[40, 0]"):
                oopss("simulate", "two-body", "--set", f"start.drift={drift}", "--until", "5", "--frame", frame, "-o", f"{folder}/run.svg")
                sizes.append((pathlib.Path(folder) / "run.svg").read_text())
            assert (sizes[0] != sizes[1]) == moves, frame


if __name__ == "__main__":
    run_tests(globals())
