# SPDX-License-Identifier: Apache-2.0
"""Planar bodies joined by pins in maximal coordinates (x, y, theta per body) with joint forces: the KKT system.

No reduced formula, no tree, no code of OOPSS is used here, not even its reader: models are read with tomllib and
evaluated by Python.
"""
import math
import re
import tomllib

import numpy as np

FUNCTIONS = {name: getattr(math, name) for name in ("sqrt", "sin", "cos", "tan", "asin", "acos", "atan2", "exp", "log", "tanh")}
FUNCTIONS |= {"abs": abs, "min": min, "max": max, "pi": math.pi, "deg": math.pi / 180, "rpm": math.pi / 30,
              "sign": lambda x: (x > 0) - (x < 0),
              "ramp": lambda t, a, b: min(max((t - a) / (b - a), 0.0), 1.0),
              "pulse": lambda t, a, b: 1.0 if a <= t < b else 0.0}


def evaluate(expression, names):
    """A number of the file: a number, or an expression in parameters and functions."""
    if not isinstance(expression, str):
        return float(expression)
    python = re.sub(r"(?<=[\w).])\s*(deg|rpm)\b", r"*\1", expression).replace("^", "**")
    return float(eval(python, {"__builtins__": {}}, FUNCTIONS | names))


def shared_beads(model, number):
    """The bodies and joints of a [chain]: each bead is shared by the rods that meet there, so that all of them have inertia.

    OOPSS gives each bead to one rod; the kinetic energy is the same.
    """
    chain = model["chain"]
    uniform = chain.get("rods") == "uniform"
    rods = len(chain["lengths"]) if "lengths" in chain else len(chain["masses"]) - (not uniform) if "masses" in chain else chain["links"]
    m = [number(x) for x in chain.get("masses", [chain.get("mass", 1)] * (rods + 1))]
    l = [number(x) for x in chain.get("lengths", [chain.get("length", 1)] * rods)]
    out = {"body": [], "joint": []}
    for j in range(rods):
        near, far = (m[j] / (2 if j > 0 else 1), m[j + 1] / (2 if j + 1 < rods else 1)) if not uniform else (m[j] / 2, m[j] / 2)
        inertia = m[j] * l[j] ** 2 / 12 if uniform else near * far / (near + far) * l[j] ** 2
        out["body"].append({"name": f"rod{j}", "mass": near + far, "inertia": inertia, "centre": [l[j] * far / (near + far), 0]})
        if j > 0:
            out["joint"].append({"name": f"joint{j}", "between": [f"rod{j - 1}", f"rod{j}"], "at": [[l[j - 1], 0], [0, 0]],
                                 "torque": chain.get("torque", [])})
    return model | out


class Bodies:
    def __init__(self, text):
        model = tomllib.loads(text)
        self.names = {}
        pending = {k: v["value"] if isinstance(v, dict) else v for k, v in model.get("parameters", {}).items()}
        while pending:  # parameters may use each other in any order
            for name, value in list(pending.items()):
                try:
                    self.names[name] = evaluate(value, self.names)
                    del pending[name]
                except NameError:
                    continue
        number = lambda e: evaluate(e, self.names)
        if "chain" in model:
            model = shared_beads(model, number)
        self.bodies = [b["name"] for b in model["body"]]
        self.m = np.array([number(b["mass"]) for b in model["body"]])
        self.I = np.array([number(b["inertia"]) for b in model["body"]])
        centre = [np.array([number(c) for c in b.get("centre", [0, 0])]) for b in model["body"]]
        joints = model.get("joint", [])
        self.joints = [j["name"] for j in joints]
        self.ends = [[self.bodies.index(n) for n in j["between"]] for j in joints]
        self.at = [[np.array([number(c) for c in v]) - centre[b] for v, b in zip(j["at"], ends)] for j, ends in zip(joints, self.ends)]
        self.laws = [j.get("torque", []) for j in joints]
        self.laws = [law if isinstance(law, list) else [law] for law in self.laws]
        self.motions = [j.get("motion") for j in joints]
        self.outside = [b.get("torque", 0) for b in model["body"]]
        self.forces = [(self.bodies.index(f["on"]), np.array([number(c) for c in f["at"]]) - centre[self.bodies.index(f["on"])], f["value"])
                       for f in model.get("force", [])]
        group = list(range(len(self.bodies)))  # bodies that hang together, joint by joint
        self.tree = []  # joints that close no loop
        for k, (a, b) in enumerate(self.ends):
            if group[a] == group[b]:
                continue
            self.tree.append(k)
            group = [group[a] if g == group[b] else g for g in group]

    def angles(self, phi):
        """Absolute angles with the first body at 0."""
        theta = {0: 0.0}
        while len(theta) < len(self.bodies):
            for k, (a, b) in enumerate(self.ends):
                if a in theta and b not in theta:
                    theta[b] = theta[a] + phi[k]
                elif b in theta and a not in theta:
                    theta[a] = theta[b] - phi[k]
        return np.array([theta[i] for i in range(len(self.bodies))])

    def constraint(self, theta):
        """Rows of C with C v = 0: the joint's two material points move together."""
        C = np.zeros((2 * len(self.joints), 3 * len(self.bodies)))
        for k, ends in enumerate(self.ends):
            for sign, body, d in zip((1, -1), ends, self.at[k]):
                c, s = math.cos(theta[body]), math.sin(theta[body])
                arm = np.array([c * d[0] - s * d[1], s * d[0] + c * d[1]])
                C[2 * k:2 * k + 2, 3 * body:3 * body + 2] = sign * np.eye(2)
                C[2 * k:2 * k + 2, 3 * body + 2] = sign * np.array([-arm[1], arm[0]])
        return C

    def mass(self):
        return np.diag(np.ravel(np.column_stack([self.m, self.m, self.I])))

    def carried(self, theta):
        """Column i: velocities of all coordinates when body i alone turns at unit rate and the mass centre rests; loops cut open."""
        n = len(self.bodies)
        C = self.constraint(theta)[[row for k in self.tree for row in (2 * k, 2 * k + 1)]]
        centre = np.zeros((2, 3 * n))
        centre[0, 0::3] = centre[1, 1::3] = self.m
        rows = np.vstack([C, centre, np.eye(3 * n)[2::3]])
        right = np.vstack([np.zeros((2 * len(self.tree) + 2, n)), np.eye(n)])
        return np.linalg.solve(rows, right)

    def inertia(self, theta):
        V = self.carried(theta)
        return V.T @ self.mass() @ V

    def torques(self, t, phi, rate):
        names = self.names | {"t": t}
        names |= {"phi_" + j: phi[k] for k, j in enumerate(self.joints)} | {"rate_" + j: rate[k] for k, j in enumerate(self.joints)}
        T = np.zeros(len(self.joints))
        for k, laws in enumerate(self.laws):
            for law in laws:
                get = lambda key: evaluate(law.get(key, 0), self.names)
                stretch = phi[k] - get("bias")
                match law["law"]:
                    case "proportional" | "pd":
                        T[k] += get("kp") * stretch + get("kd") * rate[k]
                    case "sine":
                        T[k] += get("kp") * math.sin(stretch) + get("kd") * rate[k]
                    case "expression":
                        T[k] += evaluate(law["formula"], names)
                    case "drive":
                        T[k] -= evaluate(law["formula"], names)
        return T

    def seen(self, t, theta, omega):
        names = self.names | {"t": t}
        for i, body in enumerate(self.bodies):
            names |= {"theta_" + body: theta[i], "omega_" + body: omega[i]}
        for k, (a, b) in enumerate(self.ends):
            names |= {"phi_" + self.joints[k]: theta[b] - theta[a], "rate_" + self.joints[k]: omega[b] - omega[a]}
        return names

    def outside_torques(self, t, theta, omega):
        """Torques that act on the bodies from outside."""
        names = self.seen(t, theta, omega)
        return np.array([evaluate(torque, names) for torque in self.outside])

    def outside_forces(self, t, q, v):
        """Of each force: its body, where it acts from the body's mass centre, how fast that point moves, and the force."""
        names, out = self.seen(t, q[2::3], v[2::3]), []
        for body, d, value in self.forces:
            c, s = math.cos(q[3 * body + 2]), math.sin(q[3 * body + 2])
            arm = np.array([c * d[0] - s * d[1], s * d[0] + c * d[1]])
            place, rate = q[3 * body:3 * body + 2] + arm, v[3 * body:3 * body + 2] + v[3 * body + 2] * np.array([-arm[1], arm[0]])
            point = {"x": place[0], "y": place[1], "vx": rate[0], "vy": rate[1]}
            out.append((body, arm, place, rate, np.array([evaluate(part, names | point) for part in value])))
        return out

    def demands(self, t, phi, rate):
        """phi'' that exact linearisation or a motion asks for, by joint; derivatives of targets and motions by differences."""
        out = {}
        for k, motion in enumerate(self.motions):
            if motion is not None:
                r, h = lambda s: evaluate(motion, self.names | {"t": s}), 1e-3
                out[k] = (-r(t + 2 * h) + 16 * r(t + h) - 30 * r(t) + 16 * r(t - h) - r(t - 2 * h)) / (12 * h * h)
        for k, laws in enumerate(self.laws):
            for law in laws:
                if law["law"] != "linearise":
                    continue
                f, damping = evaluate(law["frequency"], self.names), evaluate(law.get("damping", 1), self.names)
                r = lambda s: evaluate(law.get("target", 0), self.names | {"t": s})
                h = 1e-3
                r1 = (8 * (r(t + h) - r(t - h)) - r(t + 2 * h) + r(t - 2 * h)) / (12 * h)
                r2 = (-r(t + 2 * h) + 16 * r(t + h) - 30 * r(t) + 16 * r(t - h) - r(t - 2 * h)) / (12 * h * h)
                out[k] = r2 + 2 * damping * f * (r1 - rate[k]) + f * f * (r(t) - phi[k])
        return out

    def rates(self, t, phi, mu, torque=None, root=0.0):
        """(phi', mu') from Newton's and Euler's laws with unknown joint forces (and unknown linearising torques)."""
        theta = self.angles(phi) + root
        V, M = self.carried(theta), self.mass()
        omega = np.linalg.solve(V.T @ M @ V, mu)
        v = V @ omega
        a, _ = self.accelerations(t, theta, v, torque)
        # mu = V^T M v, so mu' = V'^T M v + V^T M a; V' = dV/dtheta . omega by sharp differences
        g = 1e-3
        V_dot = sum(w * self.carried(theta + k * g * omega) for k, w in
                    ((1, 0.8), (-1, -0.8), (2, -0.2), (-2, 0.2), (3, 4 / 105), (-3, -4 / 105), (4, -1 / 280), (-4, 1 / 280))) / g
        return np.array([omega[b] - omega[a] for a, b in self.ends]), V_dot.T @ M @ v + V.T @ M @ a

    def accelerations(self, t, theta, v, torque=None, q=None):
        """Of all coordinates, and the power of what counts as work: laws without energy, demands, torques from outside. With
        `q` forces from outside too, whose power is that on the motion about the mass centre."""
        n, joints = len(self.bodies), len(self.joints)
        M, omega = self.mass(), v[2::3]
        phi, rate = (np.array([angle[b] - angle[a] for a, b in self.ends]) for angle in (theta, omega))
        T = self.torques(t, phi, rate) if torque is None else torque
        demands = self.demands(t, phi, rate) if torque is None else {}
        C = self.constraint(theta)
        C_dot = self.constraint_rate(theta, omega)
        turn = np.zeros((3 * n, joints))  # what a unit torque at each joint does: + on the first body, - on the second
        for k, (a, b) in enumerate(self.ends):
            turn[3 * a + 2, k], turn[3 * b + 2, k] = 1.0, -1.0
        free = sorted(demands)
        size = 3 * n + 2 * joints + len(free)
        A, right = np.zeros((size, size)), np.zeros(size)
        A[:3 * n, :3 * n], A[:3 * n, 3 * n:3 * n + 2 * joints] = M, C.T
        A[3 * n:3 * n + 2 * joints, :3 * n] = C
        right[:3 * n], right[3 * n:3 * n + 2 * joints] = turn @ T, -C_dot @ v
        outside = self.outside_torques(t, theta, omega)
        right[2:3 * n:3] += outside
        forces = self.outside_forces(t, q, v) if self.forces else []
        for body, arm, _, _, F in forces:
            right[3 * body:3 * body + 2] += F
            right[3 * body + 2] += arm[0] * F[1] - arm[1] * F[0]
        for row, k in enumerate(free):
            A[:3 * n, 3 * n + 2 * joints + row] = -turn[:, k]
            A[3 * n + 2 * joints + row, :3 * n] = -turn[:, k]
            right[3 * n + 2 * joints + row] = demands[k]
        redundant = len(self.tree) < joints  # loops may follow from others: the forces do not, the motion does
        found = np.linalg.lstsq(A, right, rcond=1e-11)[0] if redundant else np.linalg.solve(A, right)
        power = outside @ omega - sum(found[3 * n + 2 * joints + row] * rate[k] for row, k in enumerate(free))
        power -= sum(T[k] * rate[k] for k, laws in enumerate(self.laws) if any(law["law"] in ("expression", "drive") for law in laws))
        drift = np.array([self.m @ v[0::3], self.m @ v[1::3]]) / self.m.sum()
        power += sum(F @ (speed - drift) for _, _, _, speed, F in forces)
        return found[:3 * n], power

    def constraint_rate(self, theta, omega):
        C = np.zeros((2 * len(self.joints), 3 * len(self.bodies)))
        for k, ends in enumerate(self.ends):
            for sign, body, d in zip((1, -1), ends, self.at[k]):
                c, s = math.cos(theta[body]), math.sin(theta[body])
                arm = np.array([c * d[0] - s * d[1], s * d[0] + c * d[1]])
                C[2 * k:2 * k + 2, 3 * body + 2] = -sign * omega[body] * arm
        return C

    def fly(self, q, v, until, steps):
        """The motion from places and angles q at velocities v, by Runge and Kutta: q, v, the work, the impulse."""
        n = len(self.bodies)

        def slope(t, z):
            q, v = z[:3 * n], z[3 * n:6 * n]
            a, power = self.accelerations(t, q[2::3], v, q=q)
            centre = np.array([self.m @ q[0::3], self.m @ q[1::3]]) / self.m.sum()
            turning = sum((place - centre)[0] * F[1] - (place - centre)[1] * F[0] for _, _, place, _, F in self.outside_forces(t, q, v))
            return np.concatenate([v, a, [power, turning + sum(self.outside_torques(t, q[2::3], v[2::3]))]])

        z, h = np.concatenate([q, v, [0, 0]]), until / steps
        for i in range(steps):
            k1 = slope(i * h, z)
            k2 = slope((i + 0.5) * h, z + h / 2 * k1)
            k3 = slope((i + 0.5) * h, z + h / 2 * k2)
            z = z + h / 6 * (k1 + 2 * k2 + 2 * k3 + slope((i + 1) * h, z + h * k3))
        return z[:3 * n], z[3 * n:6 * n], z[-2], z[-1]
