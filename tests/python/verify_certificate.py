# SPDX-License-Identifier: Apache-2.0
"""verify_certificate.py FILE: re-checks a certificate of `oopss equilibria --certify` with nothing but rational numbers.

It works out the locked inertia, the springs and the loops from the model's text by itself, checks what docs/certify.md says, every field, root and
box, and prints the theorem that it has checked. Exit code 0: the certificate holds; 1: it does not; 4: it leaves boxes undecided."""
import ast, json, re, sys, tomllib
from fractions import Fraction as Q
from functools import cache, reduce
from math import isqrt

PLACES = 100  # binary places of whatever is not exact
down = lambda x: Q((x.numerator << PLACES) // x.denominator, 1 << PLACES)


def require(condition, words):
    if not condition:
        raise ValueError(words)


class Range:
    """A number between two rationals. What is exact stays exact; the rest is rounded outwards."""
    def __init__(self, lo, hi=None):
        self.lo, self.hi = Q(lo), Q(lo if hi is None else hi)
        self.exact = self.lo == self.hi
        if not self.exact:
            self.lo, self.hi = down(self.lo), -down(-self.hi)
        self.least, self.most = max(self.lo, -self.hi, 0), max(-self.lo, self.hi)  # of the absolute value; least: 0 if the sign is open

    __add__ = lambda self, other: Range(self.lo + other.lo, self.hi + other.hi)
    __sub__ = lambda self, other: Range(self.lo - other.hi, self.hi - other.lo)
    __neg__ = lambda self: ZERO - self

    def __mul__(self, other):
        ends = [a * b for a in (self.lo, self.hi)[self.exact:] for b in (other.lo, other.hi)[other.exact:]]
        return Range(min(ends), max(ends))

    def __truediv__(self, other):
        require(other.least > 0, "division by a number that may be zero")
        return self * Range(1 / other.hi, 1 / other.lo)

    def __pow__(self, other):
        require(other.exact and other.lo.denominator == 1 and other.most <= 64, "a power that is no small whole number")
        return Range(1) / self**-other if other.lo < 0 else Range(1) if other.lo == 0 else self * self ** (other - Range(1))


ZERO = Range(0)
PI = Range(Q("3.14159265358979323846264338327950288419716939"), Q("3.14159265358979323846264338327950288419716940"))


def sqrt(x):
    require(x.lo >= 0, "root of a number that may be negative")
    low, high = (Q(isqrt(y.numerator * y.denominator << 240), y.denominator << 120) for y in (x.lo, x.hi))
    return Range(low, high if high * high == x.hi else high + Q(1, 1 << 120))


@cache
def cos_sin(lo, hi):
    """Of an angle between these, by the series at the lower one; a cosine or sine moves by no more than its angle."""
    x = Range(lo, hi) - Range(2 * round(lo / PI.lo / 2)) * PI
    start, term, sums = down(x.lo), Q(1), [Q(0), Q(0)]
    for k in range(45):  # π^45/45! is less than 2^-PLACES
        sums[k % 2] += term if k % 4 < 2 else -term
        term = down(term * start / (k + 1))
    error = Q(1, 1 << (PLACES - 12)) + (x.hi - x.lo)
    return [Range(value - error, value + error) for value in sums]


def enclose(written, parameters):
    """The number that an expression says, in terms of what is known and of those of the model's parameters that it names."""
    text = str(written["value"] if isinstance(written, dict) else written).strip().replace("^", "**")
    text = re.sub(r"([\w.)])(?:\s+|(?<=[\d.)]))(deg|rpm)\b", r"\1*\2", text)
    text = re.sub(r"(?<![A-Za-z_0-9.])(\d*\.?\d+(?:[eE][-+]?\d+)?|\d+\.)", r"_('\1')", text)
    kinds = (ast.Expression, ast.BinOp, ast.UnaryOp, ast.Call, ast.Name, ast.Constant, ast.operator, ast.unaryop, ast.Load)
    cos, sin = (lambda x: cos_sin(x.lo, x.hi)[0]), (lambda x: cos_sin(x.lo, x.hi)[1])
    known = {"__builtins__": {}, "_": lambda digits: Range(Q(digits)), "sqrt": sqrt, "cos": cos, "sin": sin, "tan": lambda x: sin(x) / cos(x),
             "pi": PI, "deg": PI / Range(180), "rpm": PI / Range(30)}
    names = {node.id for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Name)} - known.keys()
    require(names <= parameters.keys() and all(isinstance(node, kinds) for node in ast.walk(ast.parse(text, mode="eval"))), f"unknown: {written}")
    return eval(text, known | {name: enclose(parameters[name], parameters) for name in names})


def written_out(model):
    """The same model with the bodies and joints that [chain] stands for: rod 0 with beads 0 and 1, each rod behind it with the bead at
    its far end, where its frame begins; or uniform rods, with theirs in the middle."""
    if not (chain := model.get("chain")):
        return model
    uniform = chain.get("rods") == "uniform"
    rods = len(chain["lengths"]) if "lengths" in chain else len(chain["masses"]) - (not uniform) if "masses" in chain else chain["links"]
    m = [f"({x})" for x in chain.get("masses", [chain.get("mass", 1)] * (rods + 1))]
    l = [f"({x})" for x in chain.get("lengths", [chain.get("length", 1)] * rods)]
    if uniform:
        body = [{"mass": m[j], "inertia": f"{m[j]}*{l[j]}^2/12"} for j in range(rods)]
        at = [[[f"{l[j - 1]}/2", 0], [f"-{l[j]}/2", 0]] for j in range(1, rods)]
    else:
        both = f"({m[0]}+{m[1]})"
        body = [{"mass": both, "inertia": f"{m[0]}*{m[1]}*{l[0]}^2/{both}", "centre": [f"-{l[0]}*{m[0]}/{both}", 0]}]
        body += [{"mass": m[j + 1], "inertia": 0} for j in range(1, rods)]
        at = [[[0, 0], [f"-{l[j]}", 0]] for j in range(1, rods)]
    body = [{"name": f"rod{j}"} | part for j, part in enumerate(body)]
    joint = [{"name": f"joint{j}", "between": [f"rod{j - 1}", f"rod{j}"], "at": place, "torque": chain.get("torque", [])} for j, place in enumerate(at, 1)]
    return model | {"body": body, "joint": joint}


def read(text, sprung):
    """The bodies; (α_ij, β_ij), c and Σ I_i of the locked inertia I = c + 2 Σ_{i<j} α_ij cos ψ + β_ij sin ψ, ψ = θ_j − θ_i, for the
    numbers as they are written; the joints; the bars e of loops, closed where Σ_k R(θ_k) e_k = 0. α_ij = Σ_b m_b a_bi·a_bj,
    β_ij = −Σ_b m_b a_bi × a_bj and c = Σ_i I_i + Σ_b m_b a_bi·a_bi with r_b = Σ_k R(θ_k) a_bk, through the joints that close no loop."""
    model = written_out(tomllib.loads(text, parse_float=Q))
    number = lambda written: enclose(written, model.get("parameters", {}))
    bodies = [body["name"] for body in model["body"]]
    mass, inertia = ([number(body[key]) for body in model["body"]] for key in ("mass", "inertia"))
    between = [[bodies.index(name) for name in joint["between"]] for joint in model["joint"]]
    sets, closes = list(range(len(bodies))), []  # a joint of bodies that hang together by those before it closes a loop
    for first, second in between:
        closes.append(sets[first] == sets[second])
        sets = [sets[first] if x == sets[second] else x for x in sets]
    ends_at = [[[number(x) - number(c) for x, c in zip(at, model["body"][here].get("centre", [0, 0]))] for here, at in zip(ends, joint["at"])]
               for ends, joint in zip(between, model["joint"])]
    sides = [side for ends, at, closing in zip(between, ends_at, closes) if not closing for side in zip(ends, reversed(ends), at)]
    beyond = lambda body, without: [body] + [b for here, other, _ in sides if here == body and other != without for b in beyond(other, body)]
    joints, everyone = [], range(len(bodies))
    for (first, second), joint in zip(between, model["joint"]):
        laws = joint.get("torque", []) if sprung else []
        springs = [(law["law"], *(number(law.get(key, 0)) for key in ("kp", "bias"))) for law in ([laws] if isinstance(laws, dict) else laws)]
        require(all(law in ("sine", "proportional", "pd") for law, *_ in springs), f"a law of {joint['name']} is not checked here")
        joints.append((joint["name"], {first: -1, second: 1}, beyond(second, first), [x for x in springs if x[1].most > 0]))
    way = [{b: at for here, other, at in sides if here == k for b in beyond(other, k)} | {k: [ZERO, ZERO]} for k in everyone]
    mean = [[sum((mass[b] * to[b][x] for b in everyone), ZERO) / sum(mass, ZERO) for x in (0, 1)] for to in way]
    a = [[[x - y for x, y in zip(to[b], middle)] for b in everyone] for to, middle in zip(way, mean)]  # a[k][b]: in the frame of k
    along = lambda i, j: sum((m * (u[0] * v[0] + u[1] * v[1]) for m, u, v in zip(mass, a[i], a[j])), ZERO)
    across = lambda i, j: sum((m * (u[1] * v[0] - u[0] * v[1]) for m, u, v in zip(mass, a[i], a[j])), ZERO)
    pairs = {(i, j): (along(i, j), across(i, j)) for i in everyone for j in everyone if i < j}
    loops = [{k: [to[first][x] - to[second][x] + (at[0][x] if k == first else ZERO) - (at[1][x] if k == second else ZERO) for x in (0, 1)]
              for k, to in enumerate(way) if to[first] is not to[second]} for (first, second), at, closing in zip(between, ends_at, closes) if closing]
    return bodies, pairs, sum((along(i, i) for i in everyone), sum(inertia, ZERO)), sum(inertia, ZERO), joints, loops


def inverse(A, keep=lambda x: x):
    """Of a square matrix of ranges, at their lower ends; only near it if `keep` rounds, and anything if it is singular."""
    n = len(A)
    A = [[keep(x.lo) for x in row] + [Q(i == j) for j in range(n)] for i, row in enumerate(A)]
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(A[i][k]))
        A[k], A[p] = A[p], A[k]
        A[k] = [keep(x / (A[k][k] or 1)) for x in A[k]]
        A = [row if i == k else [keep(x - row[k] * y) for x, y in zip(row, A[k])] for i, row in enumerate(A)]
    return [row[n:] for row in A]


def positive_pivots(S):
    """The number of positive directions of a symmetric matrix of ranges, by congruences: always that sum of two which is clearest."""
    if not S: return 0
    rows = [(p, q, [x + y for x, y in zip(S[p], S[q])]) for p in range(len(S)) for q in range(p + 1)]
    pivot, p, row = max(((row[p] + row[q], p, row) for p, q, row in rows), key=lambda choice: choice[0].least)
    require(pivot.least > 0, "an index is not proved")
    rest = [i for i in range(len(S)) if i != p]
    return (pivot.lo > 0) + positive_pivots([[S[i][j] - row[i] / pivot * row[j] for j in rest] for i in rest])


class Certificate:
    """Lists are per unknown: the angle of a body that is not held or, where a momentum is given and there is no loop, of a joint that is
    not; with loops the multipliers of their equations come last. Everything is made of waves α cos ψ + β sin ψ of size ρ, ψ = Σ w_k q_k: (α, β, ρ, {k: w_k}) with those w_k = ±1 that are not 0."""

    def __init__(self, document):
        self.whole, self.cover, self.roots, fixed = 1 << document["turn_bits"], document["cover"], document["roots"], document["fixed"]
        self.document, self.sprung, self.M = document, "momentum" in document, Q(document.get("momentum", 1)) ** 2
        bodies, pairs, self.constant, inertia, joints, loops = read(document["model"], self.sprung)
        about = f"this model with its springs{' and loops' if loops else ''}, at this total momentum," if self.sprung else (
            f"the free bodies of this model{', its loops closed,' if loops else ''}")
        fields = {"schema": 1, "certificate": 1, "turn_bits": 48, "complete": "?" not in self.cover, "bodies": bodies, "joints": [joint[0] for joint in joints],
                  "statement": f"the relative equilibria of {about} are those in the boxes of the roots, one in each, and no others"}
        right = all(type(document[key]) is type(value) and document[key] == value for key, value in fields.items())
        jointed = self.sprung and not loops  # the unknowns are angles of joints
        others = {"model", "coefficients", "fixed", "roots", "cover", *["momentum"] * self.sprung, *["range"] * jointed, *["closure"] * bool(loops)}
        require(right and document.keys() == fields.keys() | others, "a field is not what the proof says")
        ranges, keys = document.get("range", []), ("pair cos sin", "at unique shrink index nullity", "joint circle centre half")
        right = all(row.keys() == set(key.split()) for rows, key in zip((document["coefficients"], self.roots, ranges), keys) for row in rows)
        numbers = [x for root in self.roots for x in [*root["at"], *root["unique"], root["shrink"], root["index"], root["nullity"]]] + [row[key] for row in ranges for key in ("centre", "half")]
        right = right and all(type(x) is int for x in numbers) and all(type(row["circle"]) is bool for row in ranges)
        require(right and all(0 <= root["shrink"] <= 4096 for root in self.roots), "a record has not the fields of a proof")
        written = [(row["pair"], x) for row in document["coefficients"] for x in (row["cos"], row["sin"])]
        require([pair for pair, _ in written] == [[bodies[i], bodies[j]] for i, j in pairs for _ in (0, 1)], "other pairs than those of the model")
        size, own = sum(x.most for both in pairs.values() for x in both) / 2**60, [x for both in pairs.values() for x in both]
        lowest = lambda y: [str(Q(x)) for x in y] == y and (len(y) == 1 or len(y) == 2 and Q(y[0]) < Q(y[1]))  # as they are written
        same = lambda x, y: lowest(y) and Q(y[0]) <= x.hi and x.lo <= Q(y[-1]) and 0 <= Q(y[-1]) - Q(y[0]) <= size
        require(all(same(x, y) for x, (_, y) in zip(own, written)), "the coefficients are not those of the model")
        size, bars = sum(x.most for loop in loops for e in loop.values() for x in e) / 2**60, document.get("closure", [])
        require([sorted(bar["body"] for bar in loop) for loop in bars] == [sorted(bodies[k] for k in loop) for loop in loops] and all(
            bar.keys() == {"body", "x", "y"} and all(map(same, loop[bodies.index(bar["body"])], (bar["x"], bar["y"])))
            for loop, written in zip(loops, bars) for bar in written), "the loops are not those of the model")
        pairs = {pair: [Range(1 + self.sprung) * x for x in both] for pair, both in pairs.items() if self.M > 0 and max(x.most for x in both) > 0}
        winding = lambda moves, i, j: (j in moves) - (i in moves)
        if jointed:
            unknowns = [joint for joint in joints if joint[3] or any(winding(joint[2], *pair) for pair in pairs)]
            right = sorted(fixed + [name for name, *_ in unknowns]) == sorted(name for name, *_ in joints)
        else:
            held = [bodies.index(name) for name in fixed]
            unknowns = [(name, dict.fromkeys([b, *held], 1), [b], []) for b, name in enumerate(bodies) if b not in held]
            links = [*pairs, *[(min(loop), k) for loop in loops for k in loop], *[tuple(ends) for _, ends, _, some in joints if some]]
            sets = reduce(lambda of, pair: [of[pair[0]] if x == of[pair[1]] else x for x in of], links, range(len(bodies)))
            right = sorted(sets[b] for b in held) == sorted(set(sets))  # sets: of bodies that nonzero coefficients, loops or springs connect
        require(right, "not one fixed body in each connected set, or not the joints that nothing turns")
        names, weights, moves, springs = zip(*unknowns) if unknowns else [()] * 4
        self.names, self.all, self.aligned = names, range(len(names)), not self.sprung and all(
            x.most == 0 for x in [beta for _, beta in pairs.values()] + [e[1] for loop in loops for e in loop.values()])
        wave = lambda alpha, beta, pair: (alpha, beta, sqrt(Range(alpha.most**2 + beta.most**2)).hi, {k: n for k, x in enumerate(moves) if (n := winding(x, *pair))})
        self.waves = [wave(alpha, beta, pair) for pair, (alpha, beta) in pairs.items()]
        self.closure = [[wave(*((x, -y), (y, x))[part], (-1, k)) for k, (x, y) in loop.items()] for loop in loops for part in (0, 1)]
        self.sines = [(kp * c, kp * s, kp.most, {k: 1}) for k in self.all for law, kp, b in springs[k] if law == "sine" for c, s in [cos_sin(b.lo, b.hi)]]
        if loops:
            require(all(law == "sine" for *_, some in joints for law, *_ in some), "a spring in a loop that is no sine")
            self.sines = [wave(kp * c, kp * s, tuple(ends)) for _, ends, _, some in joints for _, kp, b in some for c, s in [cos_sin(b.lo, b.hi)]]
        self.lines = [[(kp, kp * bias) for law, kp, bias in some if law != "sine"] for some in springs]
        self.kappa, self.lean = ([sum((x[n] for x in line), ZERO) for line in self.lines] for n in (0, 1))
        self.weights = {chr(ord("a") + b): [Q(weight.get(b, 0)) for weight in weights] for b in range(len(bodies))}
        self.weights |= {chr(ord("p") + k): [Q(k == l) for l in self.all] for k in self.all if jointed}
        self.radii = lambda units: [Q(2 * u, self.whole) * PI.hi for u in units]
        ranges = ranges if jointed else [{"joint": name, "circle": True, "centre": self.whole // 2, "half": self.whole // 2} for name in names]
        self.start = [[row[key] for row in ranges] for key in ("centre", "half")]
        right = all(len(root["at"]) == len(root["unique"]) == len(names) for root in self.roots)
        right = right and [(row["joint"], row["circle"]) for row in ranges] == [(name, not line) for name, line in zip(names, self.lines)]
        right = right and all(line or 0 <= x < self.whole for root in self.roots for x, line in zip(root["at"], self.lines))
        require(right and all(0 < u < self.whole // 2 for root in self.roots for u in root["unique"]), "a root or a range is ill formed")
        L = max(inertia.lo, self.constant.lo - sum(rho for _, _, rho, _ in self.waves))  # the least that I can be
        for k, (centre, half) in enumerate(zip(*self.start)):  # nothing is outside: a circle is covered, and on the line springs overcome the rest
            S, sines = (sum(rho for _, _, rho, w in waves if k in w) for waves in (self.waves, self.sines))
            force = self.M / 2 * (min(S / L**2, Q(9, 8) * sqrt(Range(S / L / 6)).hi / L) if L > 0 else 0) + sines
            low, high = Q(2 * (centre - half), self.whole), Q(2 * (centre + half), self.whole)  # in half turns
            ends = [(self.lean[k] + Range(x)) / self.kappa[k] / PI for x in (-force, force)] if self.lines[k] else [Range(low), Range(low + 2)]
            require((L > 0 or S == 0 or not self.lines[k]) and all(low <= end.lo and end.hi <= high for end in ends), "a range is too small")

    def theorem(self):
        """In full, with the model's text; what would act on a terminal is escaped."""
        where = f"with the springs above, at total momentum {self.document['momentum']} kg m^2/s," if self.sprung else "as free bodies, at every total momentum but 0,"
        where = f"with its {len(self.closure) // 2} loops closed, {where}" if self.closure else where
        text = [ascii(line)[1:-1] for line in self.document["model"].splitlines()] + ["", f"Theorem. The relative equilibria of this model, {where} are "
                f"{'exactly' if '?' not in self.cover else 'at least'} these {len(self.roots)} in 2^-48 turns of {', '.join(self.names)}:"]
        return "\n".join(text + [f"  {root['at']}, one within +- {root['unique']} / 2^{root['shrink']}, of index {root['index']}" for root in self.roots])

    def sums(self, waves, centre, constant):
        """A constant and a sum of waves, the first and the second derivatives."""
        value, first, second = constant, [ZERO for _ in self.all], [[ZERO for _ in self.all] for _ in self.all]
        for alpha, beta, _, w in waves:
            part = Q(2 * sum(x * centre[k] for k, x in w.items()), self.whole) % 2
            c, s = cos_sin(part * PI.lo, part * PI.hi)
            J, K = alpha * c + beta * s, beta * c - alpha * s
            value += J
            for k, x in w.items():
                first[k] = first[k] + K if x > 0 else first[k] - K
                for l, y in w.items():
                    second[k][l] = second[k][l] - J if x == y else second[k][l] + J
        return value, first, second

    def at(self, centre):
        """I, I', I'' at a centre, and the derivatives g, H of what is critical: for free bodies I, with half its waves; else −M/(2I) − U."""
        I, dI, ddI = self.sums(self.waves, centre, self.constant)
        if not self.sprung: return I, dI, ddI, dI, ddI
        (_, push, give), phi, h = self.sums(self.sines, centre, ZERO), [Range(Q(2 * x, self.whole)) * PI for x in centre], Range(self.M / 2) / (I * I)
        g = [h * x + p + m - kappa * q for x, p, m, kappa, q in zip(dI, push, self.lean, self.kappa, phi)]
        bend = lambda k, l: h * (ddI[k][l] - Range(2) * dI[k] * dI[l] / I) + give[k][l] - (self.kappa[k] if k == l else ZERO)
        return I, dI, ddI, g, [[bend(k, l) for l in self.all] for k in self.all]

    def place(self, centre, r):
        """At a centre, with loops for f + λ·g and with so much of λ as any critical point of the box can have: docs/certify.md (3). What `at`
        says, the radii of all unknowns, and λ at the centre."""
        I, dI, ddI, f, F = self.at(centre)
        if not self.closure: return (I, dI, ddI, f, F), r, []
        g, G, curved = zip(*[self.sums(waves, centre, ZERO) for waves in self.closure])
        dot = lambda u, v: sum((x * y for x, y in zip(u, v)), ZERO)
        Z = [[down(sum(w * row[k].lo for w, row in zip(near, G))) for k in self.all] for near in inverse([[dot(u, v) for v in G] for u in G], down)]
        force = [-down(sum(w * x.lo for w, x in zip(z, f))) for z in Z]
        add = lambda x, parts: sum((Range(w) * y for w, y in zip(force, parts)), x)
        g = [add(f[k], [row[k] for row in G]) for k in self.all] + list(g)
        H = [[add(F[k][l], [c[k][l] for c in curved]) for l in self.all] + [row[k] for row in G] for k in self.all]
        here = I, dI, ddI, g, H + [row + [ZERO] * len(G) for row in G]
        stray, step, none = Q(0), Q(0), [Q(0)] * len(G)
        for a, z in enumerate(Z):
            turned = lambda w, z=z: abs(sum(x * z[k] for k, x in w.items()))
            moves = [sum(rho * turned(w) * sum(r[k] for k in w) for _, _, rho, w in waves) for waves in self.closure]
            stray = max(stray, sum((dot(map(Range, z), row) - Range(a == c)).most + x for (c, row), x in zip(enumerate(G), moves)))
            value, slope, bend = self.bounds(z + none, r + none, force, *here)
            step = max(step, value.most + slope + bend / 2)
        require(stray < 1, "a loop may lose rank")
        return here, r + [step / (1 - stray)] * len(G), force

    def bounds(self, y, r, force, I, dI, ddI, g, H, unit=None):
        """y·g at the centre, |y·H − unit|·r, and a bound of the second derivatives of y·g in the box: docs/certify.md (1), (2), (3)."""
        along = lambda v: sum((Range(w) * x for w, x in zip(y, v) if w), ZERO)
        across = lambda A, unit: sum((along([row[l] for row in A]) - Range(l == unit)).most * r[l] for l in range(len(A)))
        sizes = lambda waves, n: sum(rho * abs(sum(x * y[k] for k, x in w.items())) ** n * sum(r[k] for k in w) ** 2 for _, _, rho, w in waves)
        value, slope, C, turned = along(g), across(H, unit), sizes(self.waves, 1), lambda w: abs(sum(x * y[k] for k, x in w.items()))
        loops = sum(rho * s * (((abs(f) + e) * turned(w) + abs(own)) * s + 2 * e * turned(w)) for waves, f, e, own in zip(
            self.closure, force, r[len(self.all):], y[len(self.all):]) for _, _, rho, w in waves for s in [sum(r[k] for k in w)])
        if not self.sprung: return value, slope, C + loops
        B, S, near = sizes(self.waves, 0), across(ddI, None), sum(x.most * d for x, d in zip(dI, r))
        A, f1, f2, low = near + B, along(dI).most + S + C / 2, S + C, I.lo - near - B / 2
        require(low > 0, "a locked inertia may vanish")
        return value, slope, loops + sizes(self.sines, 1) + self.M / low**2 / 2 * (C + (4 * f2 * A + 2 * f1 * B) / low + 6 * f1 * A * A / low**2)

    def check_root(self, root):
        s, (here, r, force) = Q(1, 1 << root["shrink"]), self.place(root["at"], self.radii(root["unique"]))
        a = b = c = Q(0)  # r is above the box by less than 2^-80 of it: so much must be left
        for k, y in enumerate(inverse(here[-1], down)):
            value, slope, bend = self.bounds(y, r, force, *here, unit=k)
            a, b, c = max(a, value.most / r[k]), max(b, slope / r[k]), max(c, bend / r[k])
        require(all(a + (b - 1) * t + c * t * t / 2 < -t / 2**80 for t in (s, Q(1))) and b + c * s < 1, "not exactly one root in its box")
        require(positive_pivots(here[-1]) - len(force) == root["index"], "another index")  # as at the root: by b + c s < 1 H is regular on the way

    def check_degenerate(self, root):
        """A collinear shape of aligned bodies with one zero direction e, alone in its box by oopss/proof/degenerate.hpp."""
        exact = self.aligned and not self.closure and all(alpha.exact for alpha, *_ in self.waves) and all(x in (0, self.whole // 2) for x in root["at"])
        require(exact and root["nullity"] == 1 and self.whole == 1 << root["shrink"], "a degenerate root is ill formed")
        dot = lambda x, w: sum(x[k] * w[k] for k in w)
        waves = [(w, alpha.lo * (-1) ** sum(root["at"][k] > 0 for k in w)) for alpha, _, _, w in self.waves]
        H = [[-sum(J * w.get(k, 0) * w.get(l, 0) for w, J in waves) for l in self.all] for k in self.all]
        for one in self.all:  # e is 1 there and the others follow, where that is possible
            G = [[Range(k == l if one in (k, l) else H[k][l]) for l in self.all] for k in self.all]
            Y = [[Q(0) for _ in row] if k == one else row for k, row in enumerate(inverse(G))]
            e = [Q(k == one) - sum(x * row[one] for x, row in zip(y, H)) for k, y in enumerate(Y)]
            zero = max(map(abs, e)) <= 1 and not any(sum(x * t for x, t in zip(row, e)) for row in H)
            if zero:
                break
        require(zero and positive_pivots(G) == root["index"] + 1, "not one zero direction, or another index")
        v = [0 if k == one else 1 + abs(x) for k, x in enumerate(e)]
        waves = [(w, J, dot(e, w), abs(dot(e, w)) + sum(v[k] for k in w)) for w, J in waves]
        C = [sum(abs(dot(y, w) * J) * X**3 / 6 for w, J, _, X in waves) for y in Y]
        higher = sum(abs(a * J) * (X * X * sum(C[k] for k in w) / 2 + abs(a) ** 5 / 120) for w, J, a, X in waves)
        m, quartic = max(self.radii(root["unique"])) ** 2, sum(a**4 * J for _, J, a, _ in waves)
        require(all(m * c < x for c, x in zip(C, v) if x) and m * higher < abs(quartic) / 6, "a degenerate root may not be alone")

    def apart(self, one, other):
        return [abs(a - b) if line else min((a - b) % self.whole, (b - a) % self.whole) for a, b, line in zip(one, other, self.lines)]

    def check_roots(self):
        for k, root in enumerate(self.roots):
            (self.check_degenerate if root["nullity"] else self.check_root)(root)
            for other in self.roots[:k]:
                near = [Q(u, 1 << root["shrink"]) + Q(v, 1 << other["shrink"]) for u, v in zip(root["unique"], other["unique"])]
                require(any(x > d for x, d in zip(self.apart(root["at"], other["at"]), near)), "two roots may be the same")

    def holds(self, letter, centre, half):
        """Whether a box is inside the box of a root, or has no root by the equation of a body or joint, by a row of H⁻¹, or with loops by a
        gap (weighted with itself) or by the slope along them, with so much of the gaps that H takes it nowhere else."""
        if letter == ".":
            return any(all(x + h <= u for x, h, u in zip(self.apart(centre, root["at"]), half, root["unique"])) for root in self.roots)
        r = self.radii(half)
        if self.closure and letter in "abcdefgh":
            gap = [(waves, *self.sums(waves, centre, ZERO)) for waves in self.closure[2 * (ord(letter) - ord("a")):][:2]]
            value = sum((Range(g.lo) * g for _, g, _, _ in gap), ZERO)
            reach = sum(sum((Range(g.lo) * G[k] for _, g, G, _ in gap), ZERO).most * r[k] for k in self.all)
            return value.least > reach + sum(abs(g.lo) * rho * sum(r[k] for k in w) ** 2 for waves, g, *_ in gap for _, _, rho, w in waves) / 2
        here, r, force = self.place(centre, r)
        if self.closure and letter == "s":
            n, y = len(self.all), [x.lo for x in here[-2][:len(self.all)]]
            turned = [[row[c] for row in here[-1][:n]] for c in range(n, len(r))]  # G
            pushed = [sum(x.lo * w for x, w in zip(row, y)) for row in here[-1][:n]]
            near = inverse([[sum((x * z for x, z in zip(u, v)), ZERO) for v in turned] for u in turned], down)
            y += [-down(sum(w * sum(x.lo * p for x, p in zip(row, pushed)) for w, row in zip(weights, turned))) for weights in near]
        else:
            y = self.weights[letter] if letter in self.weights and not self.closure else inverse(here[-1], down)[int(letter)]
        value, slope, bend = self.bounds(y, r, force, *here)
        return value.least > slope + bend / 2

    def check_cover(self):
        stack = [self.start]
        for letter in self.cover:
            (centre, size), k = stack.pop(), ord(letter) - ord("A")
            if k in self.all:
                size = size[:k] + [Q(size[k], 2)] + size[k + 1:]
                stack += [(centre[:k] + [centre[k] + move] + centre[k + 1:], size) for move in (size[k], -size[k])]
            elif letter == "~":  # the second half of the first cut, where the list of roots is its own mirror image
                image = lambda sign: sorted([sign * x % self.whole for x in root["at"]] + root["unique"] for root in self.roots)
                second = self.aligned and not stack and 4 * (sum(self.start[1]) - sum(size)) == self.whole
                require(second and image(1) == image(-1), "the mirror image is not allowed here")
            else:
                require(letter == "?" or self.holds(letter, centre, size), f"a box is not decided by {letter}")
        require(not stack, "the subdivision ends before it covers everything")


once = lambda pairs: require(len(dict(pairs)) == len(pairs), "a field is there twice") or dict(pairs)
try:
    certificate = Certificate(json.load(open(sys.argv[1], encoding="utf-8"), object_pairs_hook=once))
    certificate.check_roots()
    certificate.check_cover()
    print(f"verified, with {len(certificate.cover)} letters; {certificate.cover.count('?')} boxes are undecided\n\n{certificate.theorem()}")
    sys.exit(4 if "?" in certificate.cover else 0)
except (LookupError, ValueError, SyntaxError, ArithmeticError, TypeError, AttributeError, RecursionError) as problem:  # the last ones: other kinds of values
    sys.exit(f"rejected: {problem}")
