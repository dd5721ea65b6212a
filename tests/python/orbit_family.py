# SPDX-License-Identifier: Apache-2.0
"""`oopss orbit --from` as a user meets it: a family as a table, a document, a picture; one member as a model that starts on it."""
import math
import pathlib
import tempfile

from program import FEW, document, oopss, run_tests


TURNED_OVER = """[model]
format = 1
[[body]]
name = "b0"
mass = 1.0
inertia = 0.2
[[body]]
name = "b1"
mass = 1.0
inertia = 0.2
[[body]]
name = "b2"
mass = 1.0
inertia = 0.2
[[joint]]
name = "free"
between = ["b0", "b1"]
at = [[0.5, 0.0], [-0.5, 0.0]]
[[joint]]
name = "stiff"
between = ["b1", "b2"]
at = [[0.5, 0.0], [-0.5, 0.0]]
torque = { law = "sine", kp = 6.0 }
"""


def test_a_family_is_found_where_other_motions_grow_by_14_powers_of_ten_in_a_period():
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "turned.toml").write_text(TURNED_OVER)
        saddle = document("equilibria", "turned.toml", "--momentum", "1", folder=folder)["equilibria"][1]
        growth, frequency = max(re for re, im in saddle["spectrum"]), max(im for re, im in saddle["spectrum"])
        found = document("orbit", "turned.toml", "--from", "E2", "--momentum", "1", "--limit", repr(saddle["energy"] + 0.002), folder=folder)
        first = found["family"][0]
        assert abs(first["period"] * frequency / (2 * math.pi) - 1) < 1e-3, first
        largest = first["multipliers"][0]
        assert largest[1] == 0 and abs(math.log(largest[0]) / (growth * first["period"]) - 1) < 1e-3 and largest[0] > 1e14, (largest, growth)


def test_two_bodies_have_one_family_that_ends_at_the_saddle():
    found = document("orbit", "two-body", "--from", "E1")
    rests = document("equilibria", "two-body")["equilibria"]
    assert found["schema"] == 1 and len(found["bodies"]) == 2 and len(found["joints"]) == 1
    assert found["from"] == "E1" and found["mode"] == 1 and found["existence"] == "numerical" and found["resonances"] == []
    first = found["family"][0]
    assert abs(first["period"] * found["frequency"] / (2 * math.pi) - 1) < 1e-3 and first["multipliers"] == []
    assert all(a["energy"] < b["energy"] for a, b in zip(found["family"], found["family"][1:]))
    assert found["events"] == [] and found["end"]["kind"] == "homoclinic" and "E2" in found["end"]["words"]
    assert abs(found["end"]["energy"] / rests[1]["energy"] - 1) < 1e-12
    words = oopss("orbit", "two-body", "--from", "E1").stdout if not FEW else ""
    assert FEW or "Lyapunov's centre theorem gives the family near E1" in words and "End: homoclinic to E2" in words, words


def test_a_member_is_a_model_that_comes_back():
    with tempfile.TemporaryDirectory() as folder:
        least = document("equilibria", "two-body")["equilibria"][0]["energy"]
        short = ["orbit", "two-body", "--from", "E1", "--limit", repr(1.05 * least)]
        family = document(*short, "-o", "family.csv", folder=folder)
        energy = (family["family"][0]["energy"] + family["end"]["energy"]) / 2
        one = document(*short, "--energy", repr(energy), "-o", "one.toml", folder=folder)
        assert one["winding"] == [0] and abs(one["energy"] / energy - 1) < 1e-12 and one["residual"] < 1e-12
        assert one["existence"] == "numerical" and set(one["phase"]) >= {"total", "dynamic", "geometric"}
        run = document("simulate", "one.toml", "--tolerance", "1e-13", folder=folder)
        assert abs(run["until"] - one["period"]) < 1e-12 * one["period"]
        for before, after in zip(one["start"]["angles"], run["final"]["angles"]):
            assert abs(before - after) < 1e-10
        rows = pathlib.Path(folder, "family.csv").read_text().splitlines()
        assert rows[0].startswith("energy,period,phase") and len(rows) == len(family["family"]) + 1
        assert oopss(*short, "-o", "family.svg", folder=folder).returncode == 0
        assert "<svg" in pathlib.Path(folder, "family.svg").read_text()


def test_what_is_refused():
    for words, code, said in (
            (("two-body", "--from", "E9"), 2, "there is no equilibrium E9"),
            (("two-body", "--from", "E2"), 2, "no oscillating mode"),
            (("two-body", "--from", "E1", "--mode", "3"), 2, "there is no mode 3"),
            (("two-body", "--from", "E1", "-o", "a.toml"), 2, "--energy"),
            (("two-body", "--from", "E1", "--energy", "1e9"), 2, "no loop at energy"),
            (("spatial-pair", "--from", "E1"), 3, "in space"),
            (("planar-cat", "--from", "E1"), 3, "motion")):
        run = oopss("orbit", *words)
        assert run.returncode == code and said in run.stderr, run


if __name__ == "__main__":
    run_tests(globals())
