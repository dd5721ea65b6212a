# SPDX-License-Identifier: Apache-2.0
"""`oopss linearise` as a user meets it: its documents, its code in numpy and MATLAB, what it refuses."""
import os
import re
import subprocess
import tempfile

import numpy as np

from program import FEW, document, oopss, run_tests



def nearest(value, spectrum):
    return min(abs(value - complex(*other)) for other in spectrum)


def test_the_eigenvalues_are_the_spectrum_of_equilibria():
    for model in ("two-body", "three-body", "four-bar") + (("spatial-pair",) if FEW else ("satellite",)):
        known = document("equilibria", model)["equilibria"]
        for one in known[:2]:
            linear = document("linearise", model, "--at", one["id"])
            assert linear["equilibrium"] and linear["at"] == one["id"] and linear["bodies"] and linear["schema"] == 1
            assert len(linear["eigenvalues"]) == len(one["spectrum"]) == len(linear["states"]), (model, one["id"])
            size = max(abs(complex(*value)) for value in one["spectrum"])
            for value in one["spectrum"]:  # 1e-6: a double eigenvalue is split by the root of the shape's rounding
                assert nearest(complex(*value), linear["eigenvalues"]) <= 1e-6 * size, (model, one["id"], value)


def test_loops_are_assembled_as_the_start_has_them():
    linear = document("linearise", "parallelogram", "--at", "E1")  # redundant loops that are all in line at angles of 0
    assert len(linear["states"]) == 2 and linear["equilibrium"], linear["states"]
    assert linear["eigenvalues"] == [[0, 0], [0, 0]], linear["eigenvalues"]  # a continuum
    assert "eigenvalues of A: 0, 0\n" in oopss("linearise", "parallelogram", "--at", "E1").stdout


def test_a_law_that_depends_on_the_time_is_said():
    said = "A law depends on the time: this is the model at t = 0"
    for model, words, depends in (("forced-pair", [], True), ("forced-pair", ["--free"], False), ("satellite", [], False)):
        assert document("linearise", model, *words)["law_in_time"] == depends, (model, words)
    for form in ("text", "matlab", "numpy"):
        assert said in oopss("linearise", "forced-pair", "--format", form).stdout and said not in oopss("linearise", "two-body", "--format", form).stdout, form


def test_two_bodies_by_hand():
    """At the stretched equilibrium: with the inverse of J, phi' = (J^-1 mu)_2 - (J^-1 mu)_1, and a torque acts + on hub, - on arm."""
    linear = document("linearise", "two-body", "--at", "E1")
    assert linear["states"] == ["phi_elbow", "mu_arm"] and linear["inputs"] == ["u_elbow"] and linear["outputs"] == ["phi_elbow", "rate_elbow"]
    J = np.array([[105.0 + 5 / 9, 0.0], [0.0, 70.0]])
    coupling = {entry[0]: entry[1] for entry in document("derive", "two-body", "--with-numbers")["definitions"]}
    assert linear["B"] == [[0], [-1]] and linear["C"][0] == [1, 0] and linear["D"] == [[0], [0]]
    assert linear["C"][1] == linear["A"][0], "the rate is the rate of the angle"
    assert abs(linear["A"][0][0]) < 1e-12 and abs(linear["A"][1][1]) < 1e-12 and coupling
    # phi' by mu_arm at fixed total momentum: (J^-1)_22 - 2 (J^-1)_12 + (J^-1)_11 with lambda = eps <d12, d21> at phi = 0.
    equilibrium = document("equilibria", "two-body")["equilibria"][0]
    lam = (equilibrium["inertia"] - J.trace()) / 2
    inverse = np.linalg.inv(J + lam * np.array([[0, 1], [1, 0]]))
    assert abs(linear["A"][0][1] - (inverse[1, 1] - 2 * inverse[0, 1] + inverse[0, 0])) < 1e-12


def test_at_an_equilibrium_the_rates_are_zero_and_small_entries_of_large_bodies_are_not():
    linear = document("linearise", "four-bar", "--at", "E1")
    assert linear["f"] == [0, 0] and linear["y0"][4:] == [0, 0, 0, 0], linear
    # bodies of 5e9 kg m^2 and 1e9 kg: phi' by mu is 1e-10, mu' by phi 1e8
    station = ["two-body", "--at", "E1", "--momentum", "1e10"] + [word for body in ("hub", "arm") for word in ("--set", f"body.{body}.inertia=5e9", "--set", f"body.{body}.mass=1e9")]
    A, text = document("linearise", *station)["A"], oopss("linearise", *station).stdout
    assert 0 < A[0][1] < 1e-9 and A[1][0] < -1e8 and A[0][0] == A[1][1] == 0, A
    assert len(re.findall(rf"{A[0][1]:.8g}\b", text)) == 2, text  # in A and in C


def test_inputs_are_those_asked_for_and_laws_may_be_left_out():
    both = document("linearise", "three-body", "--at", "E1")
    one = document("linearise", "three-body", "--at", "E1", "--input", "pin2")
    assert both["inputs"] == ["u_pin1", "u_pin2"] and one["inputs"] == ["u_pin2"]
    assert [row[1:] for row in both["B"]] == one["B"] and both["A"] == one["A"]
    damped, free = (document("linearise", "space-telescope", *words) for words in ((), ("--free",)))
    assert max(value[0] for value in free["eigenvalues"]) > -1e-9 > min(value[0] for value in damped["eigenvalues"])
    assert not document("linearise", "two-body")["equilibrium"], "the start of two bodies moves"
    turned = document("linearise", "two-body", "--at", "E1", "--momentum", "100")  # rates grow with the momentum
    slow = document("linearise", "two-body", "--at", "E1", "--momentum", "50")
    assert abs(turned["eigenvalues"][1][1] / slow["eigenvalues"][1][1] - 2) < 1e-9


def test_the_numpy_text_runs_and_is_the_document():
    with tempfile.TemporaryDirectory() as folder:
        for model, at in (("three-body", "E1"), ("satellite", "start"), ("rigid-body", "start")):
            linear = document("linearise", model, "--at", at)
            path = os.path.join(folder, "model.py")
            assert oopss("linearise", model, "--at", at, "-o", path).returncode == 0
            found = {}
            exec(open(path).read(), found)  # pylint: disable=exec-used
            for name in "ABCD":
                rows = np.array(linear[name], dtype=float).reshape(found[name].shape)
                assert np.array_equal(rows, found[name]), (model, name)
            assert found["A"].shape == (len(linear["states"]),) * 2 and found["B"].shape[1] == len(linear["inputs"])
            assert found["states"] == linear["states"] and found["outputs"] == linear["outputs"]
            assert np.array_equal(found["f"].ravel(), linear["f"]) and np.array_equal(found["point"].ravel(), linear["point"])


def test_the_matlab_text_is_the_document_and_runs_in_octave():
    text = oopss("linearise", "three-body", "--at", "E1", "--format", "matlab").stdout
    linear = document("linearise", "three-body", "--at", "E1")
    for name in "ABCD":
        line = next(line for line in text.splitlines() if line.startswith(f"{name} = "))
        rows = [[float(entry) for entry in row.split(",")] for row in line[line.index("[") + 1:line.rindex("]")].split(";")]
        assert rows == linear[name], name
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.m")
        with open(path, "w") as file:
            file.write(text + "printf('%.17g\\n', A'); printf('%.17g\\n', numel(states));\n")
        run = subprocess.run(["octave-cli", "--norc", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert run.returncode == 0, run.stderr
        numbers = [float(line) for line in run.stdout.split()]
        assert numbers == sum(linear["A"], []) + [len(linear["states"])]


def test_what_it_does_not_take_is_said_in_words():
    for words, code, part in ((["two-body", "--at", "E9"], 2, "there is no equilibrium 'E9'; this model has E1 to E2"),
                              (["two-body", "--input", "elbo"], 2, "did you mean 'elbow'?"),
                              (["planar-cat"], 3, "prescribed"),
                              (["two-body", "--momentum", "3"], 2, "--momentum goes with --at"),
                              (["two-body", "--format", "numpy", "-o", "a.m"], 2, "is a file for matlab"),
                              (["-"], 5, "at most 400 numbers")):
        run = oopss("linearise", *words, text='[model]\nformat = 1\n[chain]\nlinks = 250\nmass = 1\nlength = 1\nrods = "uniform"\n')
        assert run.returncode == code and part in run.stderr, (words, run.returncode, run.stderr)
    text = oopss("linearise", "two-body", "--at", "E1").stdout
    assert "-0 " not in text and "e-1" not in text and "eigenvalues of A: ±" in text


if __name__ == "__main__":
    run_tests(globals())
