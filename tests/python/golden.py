# SPDX-License-Identifier: Apache-2.0
"""The models of tests/golden/planar.json as model files."""
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
