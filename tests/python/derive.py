# SPDX-License-Identifier: Apache-2.0
"""`oopss derive`: the printed equations, evaluated by Python, against brute force; the same bytes; LaTeX that compiles."""
import hashlib
import json
import math
import pathlib
import random
import subprocess
import tempfile

import numpy as np

import examples
import golden
from brute_force import FUNCTIONS, Bodies
from program import FEW, OOPSS, run_tests

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLES = examples.PLANAR
LINKAGES = [path for path in EXAMPLES if examples.has_loops(path.read_text())]
SPACE = [path for path in examples.FILES if path not in EXAMPLES]


def oopss(*words, text=None):
    return subprocess.run([OOPSS, *words], input=text, capture_output=True, text=True, check=True).stdout


def calculator(document, state, t=0.0):
    """Evaluates the strings of a `derive` document as any calculator would."""
    names = dict(FUNCTIONS) | {"t": t} | document["symbols"] | dict(zip(document["state"], state))
    value = lambda text: eval(text.replace("^", "**"), {"__builtins__": {}}, names)
    for name, text in document["definitions"]:
        names[name] = value(text)
    return value


def check_equations(text, generator, tolerance=1e-10):
    """J, H, rates, Casimir and bracket of one model at a few random states."""
    bodies = Bodies(text)
    n, joints = len(bodies.bodies), len(bodies.joints)
    documents = [json.loads(oopss("derive", "-", "--json", "--quiet", *more, text=text)) for more in ([], ["--with-numbers"])]
    assert all(claim["proved"] for claim in documents[0]["proofs"]) or n > 6
    for _ in range(2):
        phi = np.array([generator.uniform(-3, 3) for _ in range(joints)])
        mu = np.array([generator.uniform(-2, 2) for _ in range(n)])
        J = bodies.inertia(bodies.angles(phi))
        expected = np.concatenate(bodies.rates(0.7, phi, mu))
        H = 0.5 * mu @ np.linalg.solve(J, mu)
        for document in documents:
            value = calculator(document, [*phi, *mu], 0.7)
            assert document["bodies"] == bodies.bodies and document["joints"] == bodies.joints
            near(np.array([[value(e) for e in row] for row in document["J"]]), J, tolerance)
            near(value(document["H"]), H, tolerance)
            near(np.array([value(e) for e in document["rates"]]), expected, tolerance * 10)
            near(value(document["casimirs"][0]), mu.sum(), tolerance)
            tensor = np.array([[int(e) for e in row] for row in document["bracket"]])
            gradient = np.concatenate([[0.0] * joints, [1.0] * n])
            assert not (tensor @ gradient).any() and (tensor == -tensor.T).all()
            assert np.linalg.matrix_rank(tensor) == 2 * (n - 1)
            if n > 2:
                check_leaf(bodies, document, phi, mu)


def check_leaf(bodies, document, phi, mu):
    """The printed connection is 1'JP/I_lock of the inertia by positions, its curvature the curl of that by differences."""
    joints = len(phi)
    P = np.array([bodies.angles(unit) for unit in np.eye(joints)]).T

    def connection(shape):
        b = bodies.inertia(bodies.angles(shape)).sum(axis=0)
        return b @ P / b.sum()

    h = 1e-4  # differences of fourth order: h^4 of the fifth derivative, and rounding over h
    step = lambda k, by: connection(phi + by * h * np.eye(joints)[k])
    slope = np.array([(8 * (step(k, 1) - step(k, -1)) - (step(k, 2) - step(k, -2))) / (12 * h) for k in range(joints)])
    leaf = document["leaf"]
    value = calculator(document | {"definitions": document["definitions"] + leaf["definitions"]}, [*phi, *mu], 0.7)
    A, p = (np.array([value(e) for e in leaf[key]]) for key in ("connection", "p"))
    near(A, connection(phi), 1e-11)
    near(p, P.T @ mu - mu.sum() * connection(phi), 1e-11)
    F = np.array([[value(e) for e in row] for row in leaf["curvature"]])
    near(F, slope - slope.T, 1e-9)
    bracket = np.array([[value(e) for e in row] for row in leaf["bracket"]])
    near(bracket, np.block([[np.zeros_like(F), np.eye(joints)], [-np.eye(joints), mu.sum() * F]]), 1e-11)
    near(value(leaf["potential"]), mu.sum() ** 2 / (2 * bodies.inertia(bodies.angles(phi)).sum()), 1e-11)


def check_linkage(text, tolerance=1e-9):
    """The printed J, H, closure and rates of a linkage at its start, and at the start with its momenta the other way."""
    bodies = Bodies(text)
    assert len(bodies.tree) < len(bodies.joints)
    documents = [json.loads(oopss("derive", "-", "--json", "--quiet", *more, text=text)) for more in ([], ["--with-numbers"])]
    start = json.loads(oopss("check", "-", "--json", "--quiet", text=text))["start"]
    phi = np.array(start["angles"])
    for mu in (np.array(start["momenta"]), -np.array(start["momenta"])):
        J = bodies.inertia(bodies.angles(phi))
        rate, mu_rate = bodies.rates(0.0, phi, mu)
        expected = np.concatenate([rate[bodies.tree], mu_rate])
        for document in documents:
            value = calculator(document, [*phi[bodies.tree], *mu])
            assert document["state"] == ["phi_" + bodies.joints[k] for k in bodies.tree] + ["mu_" + b for b in bodies.bodies]
            assert document["closure"]["joints"] == [j for k, j in enumerate(bodies.joints) if k not in bodies.tree]
            near(np.array([[value(e) for e in row] for row in document["J"]]), J, 1e-10)
            near(value(document["H"]), 0.5 * mu @ np.linalg.solve(J, mu), 1e-10)
            near(np.array([value(e) for e in document["rates"]]), expected, tolerance)
            assert max(abs(value(g)) for g in document["closure"]["g"]) < 1e-10
            G = np.array([[value(e) for e in row] for row in document["closure"]["G"]])
            near(G @ np.linalg.solve(J, mu), np.zeros(len(G)), 1e-9)  # the loops stay closed
            S, b = ([[value(e) for e in row] for row in document["closure"]["S"]], [value(e) for e in document["closure"]["b"]])
            near(np.array(S) @ [value(e) for e in document["closure"]["forces"]], np.array(b), 1e-9)
            if "reduced" in document:
                reduced = document["reduced"]
                theta_10, mu_0, mu_1 = (value(x) for x in reduced["state"])
                near(mu_0 + mu_1, mu.sum(), 1e-10)
                near(value(reduced["H"]), value(document["H"]), 1e-10)
                zero, one, *_ = (bodies.bodies.index(name) for name in reduced["bodies"])
                omega = np.linalg.solve(J, mu)
                near(value(reduced["rates"][0]), omega[one] - omega[zero], 1e-9)
                assert [[int(e) for e in row] for row in reduced["bracket"]] == [[0, -1, 1], [1, 0, 0], [-1, 0, 0]]


def near(ours, theirs, tolerance):
    scale = 1 + np.abs(theirs).max()
    assert np.abs(ours - theirs).max() <= tolerance * scale, (ours, theirs)


def random_model(generator):
    """A random tree, joints written either way round, bodies in any order, laws of every kind."""
    n = generator.randint(1, 7)
    order = generator.sample(range(n), n)
    number = lambda a, b: f"{generator.uniform(a, b):.4f}"
    out = ["[model]", "format = 1"]
    for i in range(n):
        out += ["[[body]]", f'name = "b{i}"', f"mass = {number(0.5, 3)}", f"inertia = {number(0.1, 2)}"]
        if generator.random() < 0.2:
            out += [f"centre = [{number(-1, 1)}, {number(-1, 1)}]"]
    for k in range(1, n):
        ends = [order[k], order[generator.randrange(k)]]
        generator.shuffle(ends)
        vector = lambda: f"[{number(-1, 1)}, {generator.choice(['0', number(-1, 1)])}]"
        out += ["[[joint]]", f'name = "j{k}"', f'between = ["b{ends[0]}", "b{ends[1]}"]', f"at = [{vector()}, {vector()}]"]
        law = generator.randrange(9)
        gains = f"kp = {number(1, 5)}, kd = {number(0, 1)}, bias = {number(-1, 1)}"
        out += [[], [], [], [f'torque = {{ law = "sine", {gains} }}'], [f'torque = {{ law = "pd", {gains} }}'],
                [f'torque = [{{ law = "proportional", kp = {number(1, 5)} }}, {{ law = "sine", {gains} }}]'],
                [f'torque = {{ law = "expression", formula = "sin(phi_j{k})^3*exp(-t) + 0.3*rate_j{k}*abs(phi_j1)" }}'],
                [f'torque = {{ law = "drive", formula = "2*ramp(t, 0, 3) - pulse(t, 0, 1)*tanh(rate_j1)" }}'],
                [f'torque = {{ law = "linearise", frequency = {number(1, 3)}, damping = 0.7, target = "sin(2*t)" }}']][law]
    return "\n".join(out) + "\n"


def test_golden_equilibria_are_zeros_of_the_printed_rates():
    cases = [case for case in golden.cases() if case.get("equilibria")]
    assert len(cases) >= 4
    for case in cases:
        document = json.loads(oopss("derive", "-", "--json", "--quiet", text=golden.model_file(case)))
        for equilibrium in case["equilibria"]:
            phi = equilibrium["phi"]
            value = calculator(document, [*phi] + [0.0] * case["model"]["N"])
            J = np.array([[value(e) for e in row] for row in document["J"]])
            near(J.sum(), equilibrium["I_lock"], 1e-14)
            mu = J.sum(axis=1) / J.sum()  # omega = 1/I_lock for every body: total momentum one
            value = calculator(document, [*phi, *mu])
            # angles are given to double precision, so the rates vanish to rounding times the size of omega^2 K
            assert max(abs(value(e)) for e in document["rates"]) < 1e-14 * (1 + np.abs(J).max() / J.sum() ** 2)


def test_golden_momenta_and_energies():
    for case in golden.cases():
        if "initial" not in case:
            continue
        document = json.loads(oopss("derive", "-", "--json", "--quiet", text=golden.model_file(case)))
        for end in ("initial", "final"):
            value = calculator(document, [*case[end]["phi"], *case[end]["mu"]])
            J = np.array([[value(e) for e in row] for row in document["J"]])
            near(J @ case[end]["omega"], np.array(case[end]["mu"]), 1e-14)
            near(value(document["H"]), case[end]["H"], 1e-14)


def test_examples_and_random_trees():
    generator = random.Random(1988)
    for path in EXAMPLES:
        if path not in LINKAGES:
            check_equations(path.read_text(), generator)
    for _ in range(10 if FEW else 60):
        check_equations(random_model(generator), generator)


def point_masses(masses, lengths, phi, v, mu):
    """K, omega, I and L2 + L1 + L0 without torques of beads in the plane: positions along the rods, velocities by the chain rule."""
    psi = np.concatenate([[0.0], phi])
    along = np.array([[l * math.cos(a), l * math.sin(a)] for l, a in zip(lengths, psi)])
    turned = np.column_stack([-along[:, 1], along[:, 0]])
    moves = np.zeros((len(masses), 2, len(lengths)))  # of each bead, by the rate of each rod's absolute angle
    for bead in range(len(masses)):
        moves[bead, :, :bead] = turned[:bead].T
    moves = moves - np.einsum("n,nij->ij", masses, moves) / sum(masses)
    places = np.vstack([[0.0, 0.0], np.cumsum(along, axis=0)])
    places = places - np.array(masses) @ places / sum(masses)
    I = sum(m * (r @ r) for m, r in zip(masses, places))
    swing = np.array([sum(m * (r[0] * u[1, j] - r[1] * u[0, j]) for m, r, u in zip(masses, places, moves)) for j in range(1, len(lengths))])
    Q = np.einsum("n,nia,nib->ab", masses, moves, moves)[1:, 1:]
    K = Q - np.outer(swing, swing) / I
    return K, swing / I, I, 0.5 * v @ K @ v, mu * swing @ v / I, -mu**2 / (2 * I)


def test_theorem_2_1_of_laederich_and_levi_as_printed():
    """Theorem 2.1 of Laederich and Levi: the printed K, omega, I and L = L2 + L1 + L0 are the golden ones, and those of point masses."""
    items = json.loads((ROOT / "tests/golden/chain.json").read_text())["items"]
    matrices = [item for item in items if item["kind"] == "matrix"]
    assert len(matrices) == 3
    for item in matrices:
        masses, lengths, stiffness = ([float(x) for x in item[key]] for key in ("masses", "lengths", "stiffness"))
        written = lambda key: ", ".join(f'"{x}"' for x in item[key + "_exact"])
        k = stiffness[0]  # the same at every joint here; the golden springs differ, and are added by hand below
        text = f'[model]\nformat = 1\n[chain]\nmasses = [{written("masses")}]\nlengths = [{written("lengths")}]\n'
        text += f'torque = {{ law = "proportional", kp = {k} }}\n'
        phi, v, mu = np.array(item["phi"]), np.array(item["phidot"]), item["mu"]
        theta = np.diff(np.concatenate([[0.0], phi]))
        expected = point_masses(masses, lengths, phi, v, mu)
        for more in ([], ["--with-numbers"]):
            document = json.loads(oopss("derive", "-", "--json", "--quiet", *more, text=text))
            chain = document["lagrangian"]
            names = document["symbols"] | chain["symbols"] | dict(zip(chain["rates"], v)) | {chain["momentum"]: mu}
            definitions = document["definitions"] + chain["definitions"]
            value = calculator(document | {"symbols": names, "definitions": definitions}, [*theta] + [0.0] * len(lengths))
            K = np.array([[value(e) for e in row] for row in chain["K"]])
            ours = [K, np.array([value(e) for e in chain["omega"]]), *(value(chain[key]) for key in ("I", "L2", "L1", "L0"))]
            # the golden springs are k_j theta_j^2 / 2
            springs = 0.5 * k * theta @ theta - 0.5 * np.array(stiffness) @ theta**2
            theirs = [np.array(item["K"]), np.array(item["omega"]), *(item[key] for key in ("I", "L2", "L1"))]
            for a, b, c in zip(ours[:5], theirs, expected[:5]):
                near(a, b, 1e-13)
                near(a, c, 1e-13)
            near(ours[5] + springs, item["L0"], 1e-13)
            near(ours[5] + 0.5 * k * theta @ theta, expected[5], 1e-13)
            near(ours[3] - ours[5] - springs, item["E"], 1e-13)


def test_linkages():
    assert len(LINKAGES) >= 8
    for path in LINKAGES:
        check_linkage(path.read_text())


def check_space(text, generator):
    """The printed bracket is skew, of the leaves' rank, has the Casimir, and without laws gives the printed rates from the printed H."""
    for more in ([], ["--with-numbers"]):
        document = json.loads(oopss("derive", "-", "--json", "--quiet", *more, text=text))
        assert more or all(claim["proved"] for claim in document["proofs"])
        state = np.array([generator.uniform(-1, 1) for _ in document["state"]])
        balls = [k for k, name in enumerate(document["state"]) if name.endswith("_xx")]
        hinges = sum(name.startswith("phi_") for name in document["state"])
        for k in balls:  # a rotation
            w, x, y, z = q = np.array([1.5, *state[k:k + 3]])
            V = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
            state[k:k + 9] = (np.eye(3) + 2 / (q @ q) * (w * V + V @ V)).ravel()
        value = calculator(document, state)
        tensor = np.array([[value(e) for e in row] for row in document["bracket"]])
        assert (tensor == -tensor.T).all() and np.linalg.matrix_rank(tensor) == 2 + 6 * len(balls) + 2 * hinges
        H, C = np.zeros(len(state)), np.zeros(len(state))
        for i in range(len(state)):  # central differences: 1e-10 of the functions' size
            for sign in (1, -1):
                moved = calculator(document, state + sign * 1e-5 * (np.arange(len(state)) == i))
                H[i] += sign * moved(document["H"]) / 2e-5
                C[i] += sign * moved(document["casimirs"][0]) / 2e-5
        near(tensor @ C, np.zeros(len(state)), 1e-8 * (1 + np.abs(C).max()))
        if document["stored"] == "0":
            near(tensor @ H, np.array([value(e) for e in document["rates"]]), 1e-7)


def test_space():
    assert len(SPACE) >= 2
    for name in ("rigid-body", "spatial-pair", "satellite"):
        check_space((ROOT / "examples" / (name + ".toml")).read_text(), random.Random(1987))


def test_one_hundred_runs_give_the_same_bytes():
    for words in (["three-body", "--json"], ["tree", "--format", "latex"]):
        digests = {hashlib.sha256(oopss("derive", *words).encode()).hexdigest() for _ in range(10 if FEW else 100)}
        assert len(digests) == 1


def test_every_sheet_compiles():
    for path in EXAMPLES + SPACE:
        if FEW and path.stem in examples.LONG:
            continue
        with tempfile.TemporaryDirectory() as folder:
            oopss("derive", str(path), "--quiet", "--format", "latex", "-o", folder + "/sheet.tex")
            fragment = oopss("derive", str(path), "--quiet", "--format", "latex", "--fragment", "--with-numbers")
            assert "\\documentclass" not in fragment and "\\section" not in fragment
            pathlib.Path(folder, "fragment.tex").write_text(
                "\\documentclass{article}\\usepackage{amsmath}\\setcounter{MaxMatrixCols}{20}\\begin{document}\n" + fragment + "\\end{document}\n")
            for name in () if FEW else ("sheet", "fragment"):
                run = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", name + ".tex"], cwd=folder, capture_output=True, text=True, errors="replace")
                assert run.returncode == 0, run.stdout[-2000:]
                assert "Missing character" not in run.stdout
            if FEW:
                continue
            text = subprocess.run(["pdftotext", "sheet.pdf", "-"], cwd=folder, capture_output=True, text=True, check=True).stdout
            assert "Reduced Hamiltonian equations" in text and "Symbols" in text


if __name__ == "__main__":
    run_tests(globals())
