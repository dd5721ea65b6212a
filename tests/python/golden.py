# SPDX-License-Identifier: Apache-2.0
"""The models of tests/golden/planar.json, and the chains of chain.json, as model files."""
import json
import pathlib

LAWS = {"sin_pd": "sine", "pd": "pd", "proportional": "proportional", "none": None}


def cases():
    return json.loads((pathlib.Path(__file__).parents[1] / "golden/planar.json").read_text())["cases"]


def model_file(case, run=False):
    """Bodies and joints; with `run` also the torque laws, the start and the length of the golden run."""
    model = case["model"]
    bodies, joints = [f"b{i}" for i in range(model["N"])], [f"j{k}" for k in range(1, model["N"])]
    out = ["[model]", "format = 1"]
    for i, name in enumerate(bodies):
        out += ["[[body]]", f'name = "{name}"', f'mass = {model["mass"][i]}', f'inertia = {model["inertia"][i]}']
    for k, name in enumerate(joints):
        out += ["[[joint]]", f'name = "{name}"', f'between = ["b{model["parent"][k + 1] - 1}", "b{k + 1}"]',
                f'at = [{model["d_parent"][k]}, {model["d_child"][k]}]']
        law = case["torque"][k] if run and case["torque"] else {"type": "none"}
        gains = ", ".join(f"{ours} = {law[theirs]!r}" for ours, theirs in (("kp", "Kp"), ("kd", "Kd"), ("bias", "bias")) if theirs in law)
        out += [f'torque = {{ law = "{LAWS[law["type"]]}", {gains} }}'] if LAWS[law["type"]] else []
    if run:
        pairs = lambda names, values: ", ".join(f"{n} = {v!r}" for n, v in zip(names, values))
        out += ["[start]", f'angles = {{ {pairs(joints, case["initial"]["phi"])} }}', f'momenta = {{ {pairs(bodies, case["initial"]["mu"])} }}']
        out += ["[run]", f'until = {case["t1"]}', f'every = {case["t1"]}']
    return "\n".join(out) + "\n"


def chains():
    return json.loads((pathlib.Path(__file__).parents[1] / "golden/chain.json").read_text())["items"]


def chain_file(item):
    """A [chain] of beads; where the springs differ from joint to joint, the bodies that it stands for."""
    n, k = len(item["lengths"]), item["stiffness"]
    m, l = (item[key + "_exact"] for key in ("masses", "lengths"))
    joints = [f"joint{j}" for j in range(1, n)]
    law = lambda kp: f'torque = {{ law = "proportional", kp = {kp} }}'
    numbers = lambda texts: ", ".join(f'"{x}"' for x in texts)
    out = ["[model]", "format = 1"]
    if len(set(k)) == 1:
        out += ["[chain]", f"masses = [{numbers(m)}]", f"lengths = [{numbers(l)}]", law(k[0])]
    for j in range(n) if len(set(k)) > 1 else ():
        mass, inertia, centre = (f"{m[0]}+{m[1]}", f"({l[0]})^2*({m[0]})*({m[1]})/({m[0]}+{m[1]})", f"-({l[0]})*({m[0]})/({m[0]}+{m[1]})") if j == 0 else (m[j + 1], "0", "0")
        out += ["[[body]]", f'name = "rod{j}"', f'mass = "{mass}"', f'inertia = "{inertia}"', f'centre = ["{centre}", 0]']
    for j in range(1, n) if len(set(k)) > 1 else ():
        out += ["[[joint]]", f'name = "joint{j}"', f'between = ["rod{j - 1}", "rod{j}"]', f'at = [[0, 0], ["-({l[j]})", 0]]', law(k[j - 1])]
    pairs = lambda values: ", ".join(f"{name} = {v!r}" for name, v in zip(joints, values))
    relative = lambda phi: [b - a for a, b in zip([0.0] + phi, phi)]
    out += ["[start]", f'angles = {{ {pairs(relative(item["phi0"]))} }}', f'rates = {{ {pairs(relative(item["phidot0"]))} }}', f'momentum = {item["mu"]}']
    return "\n".join(out) + "\n"
