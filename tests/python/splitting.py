# SPDX-License-Identifier: Apache-2.0
"""`oopss splitting` as a user meets it: the document beside golden numbers, text, pictures, what it refuses."""
import json
import os
import pathlib
import tempfile

from program import FEW, document, oopss, run_tests

GOLDEN = json.loads((pathlib.Path(__file__).parents[1] / "golden" / "chaos.json").read_text())


def refused(code, *words, text=None):
    run = oopss(*words, text=text)
    assert run.returncode == code and not run.stdout, (words, run.returncode, run.stdout, run.stderr)
    return run.stderr


def model_file(case, lever=1.0, flip=False):
    """A golden case as a model file: bodies a, b, c. With `flip` every joint names its bodies the other way round."""
    model = case["model"]
    names = "abc"
    lines = ["[model]\nformat = 1\nspace = 'plane'"]
    for i in range(model["N"]):
        lines.append(f"[[body]]\nname = '{names[i]}'\nmass = {model['mass'][i]}\ninertia = {model['inertia'][i]}")
    angles = []
    for i in range(1, model["N"]):
        d_child = [lever * x if i == 2 else x for x in model["d_child"][i - 1]]
        places = [model["d_parent"][i - 1], d_child]
        between = [names[model["parent"][i] - 1], names[i]]
        angle = case["initial"]["theta"][i] - case["initial"]["theta"][i - 1]
        if flip:
            places, between, angle = places[::-1], between[::-1], -angle
        law = ""
        if "forcing" in case:
            law = "\ntorque = {law = 'drive', formula = '%s'}" % case["forcing"]["formula"].replace("SIZE", "1")
        lines.append(f"[[joint]]\nname = 'j{i + 1}'\nbetween = {between}\nat = {places}{law}")
        angles.append(f"j{i + 1} = {angle!r}")
    momenta = ", ".join(f"{names[i]} = {mu!r}" for i, mu in enumerate(case["initial"]["mu"]))
    lines.append(f"[start]\nangles = {{{', '.join(angles)}}}\nmomenta = {{{momenta}}}")
    return "\n".join(lines)


def sign(case):
    return "+" if case["loop"] > 0 else "-"


def test_the_document_has_the_golden_numbers():
    for case in GOLDEN["forced"] + GOLDEN["lever"]:
        for row in case["measured"][:1] if FEW else case["measured"]:
            forced = "forcing" in case
            sizes = row["sizes" if forced else "levers"]
            found = document("splitting", "-", "--loop", sign(case), "--phase", repr(row["t0" if forced else "psi"]),
                             "--sizes", ",".join(map(repr, sizes)), text=model_file(case))
            predicted = row["nu_gap_per_size_predicted" if forced else "pi3_gap_per_lever_predicted"]
            gaps, errors = (row[("nu" if forced else "pi3") + end] for end in ("_gap", "_gap_error"))
            assert found["schema"] == 1 and found["sizes"] == sizes and found["coordinate"] == ("nu" if forced else "mu_c")
            assert abs(found["integral"] / predicted - 1) < 1e-12, (case["id"], found["integral"], predicted)
            assert abs(found["slope"] - row["slope"]) < 1e-6 and abs(found["slope_error"] - row["slope_error"]) < 1e-6
            for gap, ratio, golden, error, own in zip(found["measured"], found["ratio"], gaps, errors, found["error"]):
                assert abs(gap - golden) < 3 * (error + own) + 1e-12, (case["id"], gap, golden, own)  # both are how far two starts are apart, one sample of it
                assert abs(ratio / (golden / gap) - 1) < 0.1 and own < 1e-9
            zeros = case["zeros_t0" if forced else "zeros_psi"]
            assert len(zeros) == len(found["zeros"]) and all(abs(a - b) < 1e-12 for a, b in zip(zeros, found["zeros"]))


def test_what_counts_is_the_length_of_the_lever_not_that_of_the_file():
    case = GOLDEN["lever"][1]
    words = ("splitting", "-", "--phase", "2.5")
    one, short = document(*words, text=model_file(case)), document(*words, text=model_file(case, lever=0.03))
    assert abs(one["integral"] / short["integral"] - 1) < 1e-13
    assert all(abs(a / b - 1) < 1e-7 for a, b in zip(one["measured"], short["measured"]))


def test_bodies_of_a_joint_may_be_named_either_way():
    """The angle of the joint changes its sign, and so does the sense of the loop; psi is counted from the middle body."""
    case = GOLDEN["lever"][1]
    row = case["measured"][1]
    phase = row["psi"] - case["pair"]["stretched_angle"]
    found = document("splitting", "-", "--loop", "-", "--phase", repr(phase), text=model_file(case, flip=True))
    assert abs(found["integral"] / row["pi3_gap_per_lever_predicted"] - 1) < 1e-12
    for gap, golden, error, own in zip(found["measured"], row["pi3_gap"], row["pi3_gap_error"], found["error"]):
        assert abs(gap - golden) < 3 * (error + own) + 1e-12, (gap, golden)


def test_the_text_says_what_is_a_theorem_an_integral_a_measurement():
    text = oopss("splitting", "-", text=model_file(GOLDEN["lever"][0])).stdout
    for word in ("theorem", "integral", "measured", "slope", "simple zeros at 0, 3.14159", "lever (m)", "mu_c"):
        assert word in text, (word, text)
    light = oopss("splitting", "-", "--by", "light", text=model_file(GOLDEN["lever"][0], lever=0.1)).stdout
    assert "none is claimed" in light and "says nothing" in light and "the ratio tends to" in light, light
    claimed = document("splitting", "-", "--by", "light", text=model_file(GOLDEN["lever"][0], lever=0.1))
    assert claimed["integral"] is None and claimed["rotor_integral"] and abs(claimed["slope"] - 1) < 0.02
    assert abs(claimed["ratio"][2] - 1) > 0.02 and abs(claimed["ratio"][2] / claimed["ratio"][1] - 1) < 0.01


def test_pictures_and_tables_have_both_manifolds():
    model = model_file(GOLDEN["forced"][0])
    with tempfile.TemporaryDirectory() as folder:
        for name in ["a.csv"] if FEW else ["a.csv", "a.svg", "b.svg", "a.pdf", "a.png"]:
            done = document("splitting", "-", "-o", os.path.join(folder, name), text=model)
            assert done["file"].endswith(name) and os.path.getsize(done["file"]) > 1000
        rows = pathlib.Path(folder, "a.csv").read_text().splitlines()
        assert rows[0] == "t,unstable.nu,stable.nu,gap,integral" and len(rows) == 130
        for row in rows[1:]:
            t, u, s, gap, integral = map(float, row.split(","))
            assert abs(gap - (u - s)) < 1e-15 and abs(gap - integral) < 2e-3 * 0.0168, row  # of the largest gap
        if not FEW:
            assert pathlib.Path(folder, "a.svg").read_bytes() == pathlib.Path(folder, "b.svg").read_bytes()


def test_what_cannot_be_measured_is_refused_in_words():
    three, pair = model_file(GOLDEN["lever"][0]), model_file(GOLDEN["forced"][0])
    assert "a rotor at rest" in refused(2, "splitting", "-", "--circle", "0", text=three)
    assert "must be between 0.5 and 5" in refused(2, "splitting", "-", "--circle", "0.65", text=three)
    assert "hangs at its own mass centre" in refused(2, "splitting", "-", text=model_file(GOLDEN["lever"][0], lever=0.0))
    assert "no ratio" in refused(2, "splitting", "-", "--phase", "pi", text=three)
    assert "--circle is for three bodies" in refused(2, "splitting", "-", "--circle", "1", text=pair)
    for sizes in ("1e-2,1e-3", "1e-2,1e-2,1e-3", "-1,1,2", "0,1e-2,1e-3", "1e-2,x,1e-3", "1,2,30"):
        assert "--sizes takes three or more different" in refused(2, "splitting", "-", "--sizes", sizes, text=three)
    assert "--loop" in refused(2, "splitting", "-", "--loop", "up", text=three)
    assert "integrable" in refused(3, "splitting", "-", text=pair.replace("torque =", "# torque ="))
    assert "in space" in refused(3, "splitting", "spatial-pair")
    assert "has 4 bodies" in refused(3, "splitting", "four-bar") and "closes a loop" in refused(3, "splitting", "four-bar")
    problem = json.loads(oopss("splitting", "three-body", "--json").stdout)["error"]["problems"]
    assert all("message" in one for one in problem)


if __name__ == "__main__":
    run_tests(globals())
