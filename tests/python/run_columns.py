# SPDX-License-Identifier: Apache-2.0
"""What `oopss simulate` shows on request: columns, formulas, events, and derivatives by a number of the model."""
import csv
import json
import os
import subprocess
import tempfile

import numpy as np

from program import OOPSS, run_tests

FOLDER = tempfile.TemporaryDirectory()


def oopss(*words):
    return subprocess.run([OOPSS, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=FOLDER.name)


def table(path):
    with open(os.path.join(FOLDER.name, path)) as file:
        rows = list(csv.reader(file))
    return dict(zip(rows[0], np.array(rows[1:], dtype=float).reshape(len(rows) - 1, len(rows[0])).T))


def run(*words, name="run.csv"):
    done = oopss("simulate", *words, "-o", name, "--quiet")
    assert done.returncode == 0, (words, done.stderr)
    return table(name)


CASES = (  # model, settings, path, value, columns, method
    ("two-body", [], "body.arm.mass", 5.0, "joint,centre,rate,omega,torque,tension,force", ["--tolerance", "1e-13"]),
    ("three-body", [], "joint.pin1.at.plate.x", None, "rate,joint", ["--tolerance", "1e-13"]),
    ("two-body", [], "start.energy", 15.0, "rate", ["--tolerance", "1e-13"]),
    ("space-telescope", [], "stiffness", None, "torque,=phi_gimbal^2+H", ["--tolerance", "1e-13"]),
    ("four-bar", [], "body.crank.mass", None, "rate,force", ["--method", "dop853", "--tolerance", "1e-13"]),
    ("four-bar", [], "joint.elbow.at.crank.x", None, "rate,joint", ["--method", "dop853", "--tolerance", "1e-13"]),
    ("spatial-pair", [], "body.boom.mass", None, "centre,torque", ["--tolerance", "1e-13"]),
)


def number_of(model, path):
    """The value at a path, as the run itself says it."""
    done = oopss("simulate", model, "--until", "0.01", "--sensitivity", path, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["sensitivity"]["value"]


def test_derivatives_by_a_number_are_those_of_differences():
    for model, settings, path, value, columns, method in CASES:
        words = [model, *settings, "--until", "2", "--every", "0.25", "--columns", columns, *method]
        value = number_of(model, path) if value is None else value
        slopes = run(*words, "--sensitivity", path)
        h = 1e-4 * abs(value)
        sides = [run(*words, "--set", f"{path}={value + k * h!r}") for k in (-2, -1, 1, 2)]
        for name in sides[0]:
            if name == "t":
                continue
            differences = (sides[0][name] - 8 * sides[1][name] + 8 * sides[2][name] - sides[3][name]) / (12 * h)
            size = max(np.abs(differences).max(), 1e-3 * max(np.abs(sides[0][name]).max(), 1) / max(abs(value), 1))
            worst = np.abs(slopes[f"d({name})"] - differences).max() / size
            # Runs to 1e-13 by steps of 1e-4 of the number: differences are good to about 1e-9 of its effect.
            assert worst < 1e-6, (model, path, name, worst)
        assert all(np.array_equal(slopes[name], run(*words)[name]) for name in ("t", "energy")), "the run itself is as it is without"


def test_derivatives_are_in_json_and_hdf5_and_what_has_none_is_said():
    done = json.loads(oopss("simulate", "two-body", "--until", "1", "--sensitivity", "body.arm.mass", "--json", "-o", "a.h5").stdout)
    slopes = run("two-body", "--until", "1", "--sensitivity", "body.arm.mass")
    final = done["sensitivity"]["final"]
    assert done["sensitivity"]["path"] == "body.arm.mass" and done["sensitivity"]["value"] == 5
    assert all(abs(final[name] - column[-1]) < 1e-12 for name, column in slopes.items() if name.startswith("d("))
    assert len(final) == len([name for name in slopes if name.startswith("d(")]) == len(slopes) // 2
    compared = oopss("compare", "a.h5", "run.csv", "--json")
    assert compared.returncode == 0 and "d(angle.elbow)" in compared.stdout
    for words, part in ((["two-body", "--sensitivity", "body.amr.mass"], "did you mean 'body.arm.mass'?"),
                        (["two-body", "--sensitivity", "run.until"], "says how it is run"),
                        (["two-body", "--set", "joint.elbow.torque.law=expression", "--set", "joint.elbow.torque.formula=abs(phi_elbow)",
                          "--sensitivity", "body.arm.mass"], "have kinks")):
        refused = oopss("simulate", *words)
        assert refused.returncode == 2 and part in refused.stderr, (words, refused.stderr)


def test_columns_and_formulas_are_what_they_say():
    names = "rate,omega,force,=phi_elbow^2,=atan2(sin(phi_elbow), cos(phi_elbow)),=omega_arm - omega_hub,=U + H"
    found = run("two-body", "--until", "2", "--columns", names)
    phi = found["angle.elbow"]
    assert np.abs(found["=phi_elbow^2"] - phi ** 2).max() < 1e-14 * (phi ** 2).max()
    assert np.abs(found["=atan2(sin(phi_elbow), cos(phi_elbow))"] - np.angle(np.exp(1j * phi))).max() < 1e-14
    assert np.abs(found["omega.arm"] - found["omega.hub"] - found["rate.elbow"]).max() < 1e-15 + 1e-15 * np.abs(found["rate.elbow"]).max()
    assert np.abs(found["=omega_arm - omega_hub"] - found["rate.elbow"]).max() < 1e-13
    assert np.abs(found["=U + H"] - found["energy"]).max() < 1e-12
    step = found["t"][1] - found["t"][0]  # the angular velocity is the slope of the absolute angle: differences of order 4
    theta, omega = found["absolute.arm"], found["omega.arm"]
    slope = (theta[:-4] - 8 * theta[1:-3] + 8 * theta[3:-1] - theta[4:]) / (12 * step)
    assert np.abs(slope - omega[2:-2]).max() < 1e-6 * np.abs(omega).max()
    tip = run("four-bar", "--until", "0.1", "--columns", "point,centre,force.wrist")
    reach = np.hypot(tip["point.tip.x"] - tip["centre.payload.x"], tip["point.tip.y"] - tip["centre.payload.y"])
    assert np.abs(reach - 3).max() < 1e-14 and "force.wrist.y" in tip and "force.elbow.y" not in tip
    wrong = oopss("simulate", "two-body", "--columns", "omeg", "-o", "x.csv")
    assert wrong.returncode == 2 and "omega" in wrong.stderr and "force" in wrong.stderr and "rate" in wrong.stderr
    wrong = oopss("simulate", "two-body", "--columns", "=phi_elbo^2", "-o", "x.csv")
    assert wrong.returncode == 2 and "did you mean 'phi_elbow'?" in wrong.stderr
    wrong = oopss("simulate", "two-body", "--columns", "=phi_elbow^", "-o", "x.csv")
    assert wrong.returncode == 2 and "=phi_elbow^" in wrong.stderr
    assert not os.path.exists(os.path.join(FOLDER.name, "x.csv"))
    assert oopss("simulate", "two-body", "--until", "1", "--plot", "=phi_elbow^2,energy", "-o", "plot.svg").returncode == 0


def test_events_are_met_where_the_equation_holds():
    words = ["two-body", "--until", "20", "--tolerance", "1e-12", "--event", "cos(phi_elbow) = 0", "--event", "mu_arm = 40 rising"]
    done = json.loads(oopss("simulate", *words, "--json", "-o", "run.csv").stdout)
    met = done["events"]
    assert met and done["events_file"] == "run.events.csv" and [one["t"] for one in met] == sorted(one["t"] for one in met)
    table_of = table("run.events.csv")
    assert len(table_of["t"]) == len(met) and np.array_equal(table_of["t"], [one["t"] for one in met])
    for k, one in enumerate(met):
        if one["event"] == "cos(phi_elbow) = 0":
            assert abs(np.cos(one["angles"][0])) < 1e-9 and table_of["event"][k] == 1
        else:
            assert abs(one["momenta"][1] - 40) < 1e-8 and one["direction"] == 1 and table_of["event"][k] == 2
        assert table_of["angle.elbow"][k] == one["angles"][0] and table_of["direction"][k] == one["direction"]
    rows = run("two-body", "--until", "20", "--tolerance", "1e-12", "--every", "0.01")  # crossings counted on a fine grid
    signs = np.sign(np.cos(rows["angle.elbow"]))
    assert sum(one["event"] == "cos(phi_elbow) = 0" for one in met) == np.count_nonzero(np.diff(signs))
    assert "cos(phi_elbow) = 0 at t = " in oopss("simulate", *words).stdout
    assert "none was met" in oopss("simulate", "two-body", "--until", "1", "--event", "t = 5").stdout
    for text in ("phi_elbow", "phi_elbow = ", "a = 0", "phi_elbow = 0 = 1"):
        assert oopss("simulate", "two-body", "--event", text).returncode == 2, text


if __name__ == "__main__":
    run_tests(globals())
