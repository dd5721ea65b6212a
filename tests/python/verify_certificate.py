# SPDX-License-Identifier: Apache-2.0
"""verify_certificate.py FILE: re-checks a certificate of `oopss equilibria --certify` with nothing but rational numbers.

It works out the coefficients of the locked inertia from the model's text by itself and then checks what docs/certify.md says:
every root, every box of the subdivision. Exit code 0: the certificate holds; 1: it does not; 4: it leaves boxes undecided."""
import ast
import json
import re
import sys
import tomllib
from fractions import Fraction as Q
from functools import cache
from math import isqrt

PLACES = 100  # binary places of whatever is not exact


def require(condition, words):
    if not condition:
        raise ValueError(words)


def down(x):
    return Q((x.numerator << PLACES) // x.denominator, 1 << PLACES)


class Range:
    """A number between two rationals. What is exact stays exact; the rest is rounded outwards."""

    def __init__(self, lo, hi=None):
        self.lo, self.hi = Q(lo), Q(lo if hi is None else hi)
        self.exact = self.lo == self.hi
        if not self.exact:
            self.lo, self.hi = down(self.lo), -down(-self.hi)
        self.middle, self.most = (self.lo + self.hi) / 2, max(-self.lo, self.hi)  # most: of the absolute value
        self.least = max(self.lo, -self.hi, 0)  # of the absolute value: 0 if the sign is not known

    def __add__(self, other):
        return Range(self.lo + other.lo, self.hi + other.hi)

    def __sub__(self, other):
        return Range(self.lo - other.hi, self.hi - other.lo)

    def __neg__(self):
        return ZERO - self

    def __mul__(self, other):
        ends = [a * b for a in {self.lo, self.hi} for b in {other.lo, other.hi}]
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


def cos_sin(x):
    """By the series at the middle; a cosine or sine moves by no more than its angle."""
    x = x - Range(2 * round(x.middle / PI.lo / 2)) * PI
    middle, term, sums, k = down(x.middle), Q(1), [Q(0), Q(0)], 0
    while abs(term) > Q(1, 1 << PLACES) or k < 8:
        sums[k % 2] += term if k % 4 < 2 else -term
        k += 1
        term = down(term * middle / k)
    error = Q(1, 1 << (PLACES - 12)) + (x.hi - x.lo)
    return [Range(value - error, value + error) for value in sums]


@cache
def turn(part):
    """Cosine and sine of a part of a turn, exactly where they are 0 and ±1."""
    return [Range((1, 0, -1, 0)[int(4 * part) - k]) for k in (0, 1)] if (4 * part).denominator == 1 else cos_sin(Range(2 * part) * PI)


class Names(dict):
    """What an expression may name: functions, constants, and the model's parameters once they are asked for."""

    def __init__(self, parameters):
        self.parameters = parameters
        self.update(D=lambda text: Range(Q(text)), sqrt=sqrt, cos=lambda x: cos_sin(x)[0], sin=lambda x: cos_sin(x)[1],
                    pi=PI, deg=PI / Range(180), rpm=PI / Range(30))

    def __missing__(self, name):
        require(name in self.parameters, f"{name} is not enclosed here")
        written = self.parameters[name]
        return self.setdefault(name, self.number(written["value"] if isinstance(written, dict) else written))

    def number(self, written):
        text = re.sub(r"([\w.)])(?:\s+|(?<=[\d.)]))(deg|rpm)\b", r"\1*\2", str(written).strip().replace("^", "**"))
        text = re.sub(r"(?<![A-Za-z_0-9.])(\d*\.?\d+(?:[eE][-+]?\d+)?|\d+\.)", r"D('\1')", text)
        known = (ast.Expression, ast.BinOp, ast.UnaryOp, ast.Call, ast.Name, ast.Constant, ast.operator, ast.unaryop, ast.Load)
        require(all(isinstance(node, known) for node in ast.walk(ast.parse(text, mode="eval"))), f"{written} is no expression")
        return eval(text, {"__builtins__": {}}, self)


def read(text):
    """The bodies and (α_ij, β_ij) of I_lock = const + 2 Σ_{i<j} α_ij cos ψ + β_ij sin ψ, ψ = θ_j − θ_i, for the numbers as they
    are written: α_ij = Σ_b m_b a_bi·a_bj, β_ij = −Σ_b m_b a_bi × a_bj with r_b = Σ_k R(θ_k) a_bk."""
    model = tomllib.loads(text, parse_float=Q)
    number = Names(model.get("parameters", {})).number
    bodies = [body["name"] for body in model["body"]]
    mass = [number(body["mass"]) for body in model["body"]]
    centre = [[number(x) for x in body.get("centre", [0, 0])] for body in model["body"]]
    neighbours = [[] for _ in bodies]  # (other body, joint seen from the mass centre of this one)
    for joint in model["joint"]:
        ends = [bodies.index(name) for name in joint["between"]]
        for here, there, at in zip(ends, reversed(ends), joint["at"]):
            neighbours[here].append((there, [number(x) - c for x, c in zip(at, centre[here])]))

    def beyond(body, without):
        return [body] + [b for other, _ in neighbours[body] if other != without for b in beyond(other, body)]

    a, everyone = [], range(len(bodies))  # a[k][b]: in the frame of k
    for k in everyone:
        way = {b: at for other, at in neighbours[k] for b in beyond(other, k)} | {k: [ZERO, ZERO]}
        mean = [sum((mass[b] * way[b][x] for b in everyone), ZERO) / sum(mass, ZERO) for x in (0, 1)]
        a.append([[x - y for x, y in zip(way[b], mean)] for b in everyone])
    along = lambda i, j: sum((m * (u[0] * v[0] + u[1] * v[1]) for m, u, v in zip(mass, a[i], a[j])), ZERO)
    across = lambda i, j: sum((m * (u[1] * v[0] - u[0] * v[1]) for m, u, v in zip(mass, a[i], a[j])), ZERO)
    return bodies, {(i, j): (along(i, j), across(i, j)) for i in everyone for j in everyone if i < j}


def inverse(A, keep=lambda x: x):
    """Of a square matrix, or None; only near it if `keep` rounds."""
    n = len(A)
    A = [list(row) + [Q(i == j) for j in range(n)] for i, row in enumerate(A)]
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(A[i][k]))
        if A[p][k] == 0:
            return None
        A[k], A[p] = A[p], A[k]
        A[k] = [keep(x / A[k][k]) for x in A[k]]
        A = [row if i == k else [keep(x - row[k] * y) for x, y in zip(row, A[k])] for i, row in enumerate(A)]
    return [row[n:] for row in A]


def positive_pivots(S, left):
    """The number of positive directions of a symmetric matrix of ranges, in the rows `left`, by congruences."""
    if not left:
        return 0
    p = max(left, key=lambda i: S[i][i].least)
    for other in left:  # no diagonal entry with a sign: try sums of directions
        if S[p][p].least == 0 and other != p:
            for k in left:
                S[p][k] += S[other][k]
            for k in left:
                S[k][p] += S[k][other]
    require(S[p][p].least > 0, "an index is not proved")
    rest = [i for i in left if i != p]
    less = {(i, j): S[i][j] - S[i][p] / S[p][p] * S[p][j] for i in rest for j in rest}
    return (S[p][p].lo > 0) + positive_pivots([[less.get((i, j)) for j in range(len(S))] for i in range(len(S))], rest)


class Certificate:
    """Lists are per body of the model: those that are held have angle, radius and weight 0."""

    def __init__(self, document):
        self.bodies, self.pairs = read(document["model"])
        self.all, self.whole, self.cover = range(len(self.bodies)), 1 << document["turn_bits"], document["cover"]
        self.free = [i for i in self.all if self.bodies[i] not in document["fixed"]]
        self.aligned = all(beta.most == 0 for _, beta in self.pairs.values())
        self.rho = {pair: sqrt(alpha * alpha + beta * beta).hi for pair, (alpha, beta) in self.pairs.items()}
        group = list(self.all)  # of bodies that nonzero coefficients connect
        for i, j in (pair for pair, rho in self.rho.items() if rho > 0):
            group = [group[i] if g == group[j] else g for g in group]
        require(sorted(group[i] for i in self.all if i not in self.free) == sorted(set(group)), "not one fixed body in each connected set")
        written = {tuple(sorted(map(self.bodies.index, row["pair"]))): (row["cos"], row["sin"]) for row in document["coefficients"]}
        for own, ends in (both for pair in self.pairs for both in zip(self.pairs[pair], written[pair])):
            require(Q(ends[0]) <= own.hi and own.lo <= Q(ends[-1]), "the coefficients are not those of the model")
        self.roots = [{**root, "at": self.full(root["at"]), "unique": self.full(root["unique"])} for root in document["roots"]]
        for root in self.roots:
            require(all(0 < root["unique"][k] < self.whole // 2 for k in self.free) and root["shrink"] >= 0, "a root is ill formed")

    def full(self, values):
        return [dict(zip(self.free, values, strict=True)).get(k, 0) for k in self.all]

    def at(self, centre):
        """g = F' and H = F'' at a centre."""
        g, H = [ZERO for _ in self.all], [[ZERO for _ in self.all] for _ in self.all]
        for (i, j), (alpha, beta) in self.pairs.items():
            c, s = turn(Q(centre[j] - centre[i], self.whole) % 1)
            J, K = alpha * c + beta * s, beta * c - alpha * s
            g[i], g[j] = g[i] - K, g[j] + K
            H[i][i], H[j][j], H[i][j], H[j][i] = H[i][i] - J, H[j][j] - J, J, J
        return g, H

    def radii(self, units):
        return [Q(2 * u, self.whole) * PI.hi for u in units]

    def rows(self, H):
        Y = inverse([[down(H[k][l].middle) for l in self.free] for k in self.free], down)
        require(Y is not None, "a singular second derivative")
        return [self.full(row) for row in Y]

    def bounds(self, y, r, g, H, unit=None):
        """y·g at the centre, |y·H − unit|·r, and Σ |y_j − y_i| ρ (r_i + r_j)²: what y·g is in a box, by docs/certify.md (1)."""
        value = sum((Range(w) * x for w, x in zip(y, g) if w), ZERO)
        slope = sum((sum((Range(w) * row[l] for w, row in zip(y, H) if w), ZERO) - Range(l == unit)).most * r[l] for l in self.free)
        return value, slope, sum(abs(y[j] - y[i]) * rho * (r[i] + r[j]) ** 2 for (i, j), rho in self.rho.items())

    def check_root(self, root):
        r, (g, H) = self.radii(root["unique"]), self.at(root["at"])
        a = b = c = Q(0)
        for k, y in zip(self.free, self.rows(H)):
            value, slope, bend = self.bounds(y, r, g, H, unit=k)
            a, b, c = max(a, value.most / r[k]), max(b, slope / r[k]), max(c, bend / r[k])
        s = Q(1, 1 << root["shrink"])  # r is above the box by less than 2^-80 of it: so much must be left
        one = all(a + (b - 1) * t + c * t * t / 2 < -t / 2**80 for t in (s, Q(1))) and b + c * s < 1
        require(one, "not exactly one root in its box")
        for (i, j), rho in self.rho.items():
            for p, q in ((i, i), (i, j), (j, i), (j, j)):
                H[p][q] += Range(-rho * (r[i] + r[j]) * s, rho * (r[i] + r[j]) * s)
        require(positive_pivots(H, self.free) == root["index"], "another index")

    def check_degenerate(self, root):
        """A collinear shape of aligned bodies with one zero direction e, alone in its box by oopss/analysis/degenerate.hpp."""
        H = [[x.lo for x in row] for row in self.at(root["at"])[1]]
        exact = self.aligned and all(alpha.exact for alpha, _ in self.pairs.values()) and all(x in (0, self.whole // 2) for x in root["at"])
        require(exact and root["nullity"] == 1 and self.whole == 1 << root["shrink"], "a degenerate root is ill formed")
        for one in self.free:  # e is 1 there and the others follow, where that is possible
            others = [k for k in self.free if k != one]
            Y = inverse([[H[k][l] for l in others] for k in others]) or []
            e = {one: Q(1)} | {k: -sum(x * H[l][one] for x, l in zip(row, others)) for k, row in zip(others, Y)}
            if len(Y) == len(others) and max(map(abs, e.values())) <= 1:
                break
        zero = len(Y) == len(others) and all(sum(H[k][l] * e[l] for l in self.free) == 0 for k in self.free)
        require(zero, "a root has not one zero direction")
        v, away = {k: 1 + abs(e[k]) for k in others}, lambda x, i, j: x.get(j, 0) - x.get(i, 0)
        pairs = [(i, j, H[i][j], away(e, i, j), abs(away(e, i, j)) + v.get(i, 0) + v.get(j, 0)) for i, j in self.pairs]
        C = {k: sum(abs(away(dict(zip(others, row)), i, j) * J) * X**3 / 6 for i, j, J, _, X in pairs) for k, row in zip(others, Y)}
        higher = sum(abs(a * J) * (X * X * (C.get(i, 0) + C.get(j, 0)) / 2 + abs(a) ** 5 / 120) for i, j, J, a, X in pairs)
        m, quartic = max(self.radii(root["unique"])) ** 2, sum(a**4 * J for _, _, J, a, _ in pairs)
        require(all(m * C[k] < v[k] for k in others) and m * higher < abs(quartic) / 6, "a degenerate root may not be alone")
        require(positive_pivots([[Range(x) for x in row] for row in H], others) == root["index"], "another index")

    def distance(self, a, b):
        return min((a - b) % self.whole, (b - a) % self.whole)

    def check_roots(self):
        for k, root in enumerate(self.roots):
            (self.check_degenerate if root["nullity"] else self.check_root)(root)
            for other in self.roots[:k]:
                apart = [Q(u, 1 << root["shrink"]) + Q(v, 1 << other["shrink"]) for u, v in zip(root["unique"], other["unique"])]
                require(any(self.distance(*x) > d for *x, d in zip(root["at"], other["at"], apart)), "two roots may be the same")

    def holds(self, letter, centre, half):
        """Whether a box is inside the box of a root, or has no root by the equation of a body or by a row of H⁻¹."""
        if letter == ".":
            boxes = [zip(centre, half, root["at"], root["unique"]) for root in self.roots]
            return any(all(self.distance(c, x) + h <= u for c, h, x, u in box) for box in boxes)
        (g, H), body = self.at(centre), ord(letter) - ord("a")
        require(letter in "0123456789"[: len(self.free)] or body in self.all, "an unknown letter")
        equation = self.full([Q(k == body or body not in self.free) for k in self.free])
        y = self.rows(H)[int(letter)] if letter.isdigit() else equation
        value, slope, bend = self.bounds(y, self.radii(half), g, H)
        return value.least > slope + bend / 2

    def check_cover(self):
        undecided, torus = 0, self.full([self.whole // 2] * len(self.free))
        stack = [(torus, torus)]
        for letter in self.cover:
            centre, size = stack.pop()
            if "A" <= letter < chr(ord("A") + len(self.free)):
                k = self.free[ord(letter) - ord("A")]
                require(size[k] % 2 == 0, "the subdivision is too fine")
                size = size[:k] + [size[k] // 2] + size[k + 1:]
                stack += [(centre[:k] + [centre[k] + move] + centre[k + 1:], size) for move in (size[k], -size[k])]
            elif letter == "~":  # the second half of the first cut, where the list of roots is its own mirror image
                images = [(root["unique"], [-x % self.whole for x in root["at"]]) for root in self.roots]
                own = self.aligned and all((root["unique"], [x % self.whole for x in root["at"]]) in images for root in self.roots)
                require(own and not stack and 2 * sum(size) == 2 * sum(torus) - self.whole // 2, "the mirror image is not allowed here")
            else:
                undecided += letter == "?"
                require(letter == "?" or self.holds(letter, centre, size), f"a box is not decided by {letter}")
        require(not stack, "the subdivision ends before it covers the torus")
        return undecided


try:
    certificate = Certificate(json.load(open(sys.argv[1], encoding="utf-8")))
    certificate.check_roots()
    undecided = certificate.check_cover()
    print(f"verified: {len(certificate.roots)} equilibria, {len(certificate.cover)} letters; {undecided} boxes are undecided")
    sys.exit(4 if undecided else 0)
except (LookupError, ValueError, SyntaxError) as problem:
    sys.exit(f"rejected: {problem}")
