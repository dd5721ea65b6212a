# SPDX-License-Identifier: Apache-2.0
"""`oopss orbit --winding` and `oopss continue --winding` as a user meets them: golden orbits, quadrature, refusals, files."""
import csv
import json
import math
import os
import tempfile

import golden
from program import FEW, document, oopss, refused, run_tests

SHOWN = ["orbit", "beads", "--winding", "1,0,0,0,-1", "--energy", "5", "--momentum", "1"]


def near(a, b, tolerance):
    return abs(a - b) <= tolerance * max(1, abs(b))


def pair(law):
    """Two bodies whose joint has this law."""
    return f'''[model]
format = 1
[[body]]
name = "hub"
mass = 2
inertia = 1
[[body]]
name = "arm"
mass = 1
inertia = 0.5
[[joint]]
name = "elbow"
between = ["hub", "arm"]
at = [[1, 0], [-1, 0]]
{law}
'''


def test_the_golden_orbits():
    orbits = [item for item in golden.chains() if item["kind"] == "periodic"]
    for one in orbits[:: 4 if FEW else 1]:
        words = ["orbit", "-", f"--winding={','.join(map(str, one['n']))}", f"--energy={one['E']}", f"--momentum={one['mu']}"]
        found = document(*words, *(["--all-symmetric"] if one["type"] == "symmetric" else []), text=golden.chain_file(one))
        assert found["schema"] == 1 and found["winding"] == one["n"] and len(found["joints"]) == len(one["n"]), found
        assert found["existence"] == "theorem", found
        if one["type"] == "symmetric":
            assert len(found["orbits"]) == 2 ** (len(one["n"]) - 1), found
            found |= min(found["orbits"], key=lambda orbit: abs(orbit["period"] - one["T"]))
        largest = max([1] + [math.hypot(*lam) for lam in one["multipliers_nontrivial"]])
        # a period multiplies what rounding leaves of the start by the largest multiplier
        assert near(found["period"], one["T"], 1e-13 * max(10, largest)), (found["period"], one)
        assert near(found["phase"]["total"], one["delta_alpha"], 1e-12 * max(10, largest)), (found["phase"], one)
        assert near(found["action"], one["action_link0_gauge_9digits"], 1e-8), (found["action"], one)
        assert found["residual"] < 1e-12 * largest and found["symplectic_defect"] < 1e-9, found
        assert len(found["multipliers"]) == len(one["multipliers_nontrivial"]), found
        for lam in one["multipliers_nontrivial"]:
            off = min(math.dist(lam, other) for other in found["multipliers"])
            assert off < 1e-9 * max(1, math.hypot(*lam)), (lam, found["multipliers"])


def test_rotations_of_two_bodies_have_the_periods_of_the_portrait():
    curves = document("portrait", "two-body", "--levels", "15,40")["curves"]
    for energy, turns, kind in ((15, 1, "rotation_up"), (15, -1, "rotation_down"), (40, 1, "rotation_up")):
        curve = next(curve for curve in curves if curve["kind"] == kind and curve["energy"] == energy)
        found = document("orbit", "two-body", f"--winding={turns}", f"--energy={energy}")
        assert near(found["period"], curve["period"], 1e-11), (found, curve)
        assert found["momentum"] == 50 and found["multipliers"] == [], found


def test_an_orbit_in_words():
    run = oopss(*SHOWN)
    assert run.returncode == 0 and not run.stderr, run
    for words in ("period           1.6897895678", "its own mirror image in time", "no small period was found", "theorem: above the threshold E_0, 1 J",
                  "51.92116", "joint1, joint2, joint3, joint4, joint5 turn 1, 0, 0, 0, -1 times", "turns"):
        assert words in run.stdout, (words, run.stdout)
    still = document("orbit", "two-body", "--winding", "1", "--momentum", "0", "--energy", "15")
    assert still["phase"]["dynamic"] == 0 and still["threshold"]["best"] == 0, still


def test_what_is_below_the_threshold_is_said_with_both_values():
    words = ["orbit", "beads", "--winding", "1,0,0,0,-1", "--momentum", "1", "--energy"]
    assert "below the threshold E_0 = 1 J" in oopss(*words, "0.5").stdout
    found = document(*words, "0.5")
    assert found["existence"] == "theorem" and near(found["threshold"]["best"], 7 / 24, 1e-9) and near(found["threshold"]["literal"], 1, 1e-12), found
    refused(2, "the least is 0.0178571", *words, "0.001")
    below = oopss("orbit", "beads", "--winding", "1,0,0,0,-1")  # energy and momentum of the start
    assert below.returncode == 4 and "E_0 = 400 J" in below.stdout + below.stderr and "no motion is promised" in below.stdout + below.stderr, below


def test_refusals():
    refused(2, "--winding N1,N2,... or --from E1", "orbit", "beads")
    refused(2, "3 numbers, and the model has 5 joints", "orbit", "beads", "--winding", "1,0,0")
    refused(2, "some joint must turn", "orbit", "beads", "--winding", "0,0,0,0,0")
    refused(2, "whole numbers", "orbit", "two-body", "--winding", "1.5")
    refused(2, "whole numbers", "orbit", "two-body", "--winding", "1,")
    refused(2, "goes with --from", "orbit", "two-body", "--winding", "1", "--mode", "2")
    refused(2, "in one line", "orbit", "tree", "--winding", "1,0,0,0,0,0", "--all-symmetric", "--energy", "50", "--momentum", "1")
    refused(3, "joint 'ankle' closes a loop", "orbit", "four-bar", "--winding", "1,0,0,0")
    refused(3, "is in space", "orbit", "spatial-pair", "--winding", "1")
    winding = ["orbit", "-", "--winding", "1", "--energy", "9", "--momentum", "1"]
    for law, words in (('torque = { law = "sine", kp = 1, kd = 0.1 }', "joint 'elbow': its damper"),
                       ('torque = { law = "proportional", kp = 1 }', "joint 'elbow': what is stored is not periodic"),
                       ('torque = { law = "expression", formula = "sin(t)" }', "joint 'elbow': its law"),
                       ('torque = { law = "drive", formula = "1" }', "joint 'elbow': its law"),
                       ('motion = "sin(t)"', "its motion is prescribed")):
        refused(3, words, *winding, text=pair(law))
    assert document(*winding, text=pair('torque = { law = "sine", kp = 1 }'))["existence"] == "theorem"


def test_an_orbit_goes_into_files():
    with tempfile.TemporaryDirectory() as folder:
        for name in ("orbit.toml", "orbit.csv", "orbit.svg", *(() if FEW else ("orbit.pdf", "orbit.png"))):
            run = oopss(*SHOWN, "-o", name, folder=folder)
            assert run.returncode == 0 and f"written to {name}" in run.stdout, run
        found, end = document(*SHOWN), oopss("simulate", "orbit.toml", "--json", folder=folder)
        assert oopss("check", "orbit.toml", folder=folder).returncode == 0
        final = json.loads(end.stdout)["final"]
        assert near(json.loads(end.stdout)["phase"]["total"], found["phase"]["total"], 1e-11), end.stdout  # it closes as it stands
        assert final["t"] == found["period"], final
        for k, turns in enumerate(found["winding"]):
            assert near(final["angles"][k] - found["start"]["angles"][k], 2 * math.pi * turns, 1e-11), final
        assert all(near(a, b, 1e-11) for a, b in zip(final["momenta"], found["start"]["momenta"])), final
        assert near(final["absolute"][0], found["phase"]["total"], 1e-11), final
        rows = list(csv.DictReader(open(os.path.join(folder, "orbit.csv"))))
        assert len(rows) == 1001 and float(rows[-1]["t"]) == found["period"] and near(float(rows[-1]["angle.joint1"]), 2 * math.pi, 1e-11), rows[-1]
        assert "joint angle" in open(os.path.join(folder, "orbit.svg")).read()
        assert FEW or open(os.path.join(folder, "orbit.png"), "rb").read(4) == b"\x89PNG" and open(os.path.join(folder, "orbit.pdf"), "rb").read(4) == b"%PDF"


def test_an_orbit_is_followed_over_a_number():
    with tempfile.TemporaryDirectory() as folder:
        words = ["continue", "two-body", "--winding", "1", "--energy", "15"]
        found = document(*words, "--vary", "start.energy=15:40")
        assert found["status"] == "complete" and found["schema"] == 1 and found["joints"] == ["elbow"], found
        curve = next(curve for curve in document("portrait", "two-body", "--levels", "40")["curves"] if curve["kind"] == "rotation_up")
        assert found["orbits"][-1]["value"] == 40 and near(found["orbits"][-1]["period"], curve["period"], 1e-11), found["orbits"][-1]
        for name in ("orbits.csv", "orbits.svg"):
            run = oopss(*words, "--vary", "start.momentum=50:40", "-o", name, folder=folder)
            assert run.returncode == 0 and "the last value was reached" in run.stdout, run
        rows = list(csv.DictReader(open(os.path.join(folder, "orbits.csv"))))
        assert near(float(rows[-1]["momentum"]), 40, 1e-12) and near(float(rows[0]["energy"]), 15, 1e-12), rows
        mass = document(*words, "--vary", "body.arm.mass=1:2")
        alone = document("orbit", "two-body", "--winding", "1", "--energy", "15", "--momentum", "50", "--set", "body.arm.mass=2")
        assert near(mass["orbits"][-1]["period"], alone["period"], 1e-11), (mass["orbits"][-1], alone)
        lost = oopss(*words, "--vary", "start.energy=15:11")  # below the separatrix nothing turns
        assert lost.returncode == 4 and "it was lost after 11.4" in lost.stdout, lost
        refused(2, "--energy goes with --winding", "continue", "two-body", "--vary", "start.momentum=1:2", "--energy", "3")


if __name__ == "__main__":
    run_tests(globals())
