#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""verify_certificate.py FILE: re-checks a certificate of `oopss equilibria --certify` with nothing but rational numbers.

It reads the model's text, works out the coefficients of the locked inertia from sums over the bodies, and then checks
what docs/certify.md says: every root box, every box of the subdivision. Exit code 0: the certificate holds."""
import ast
import json
import re
import sys
import tomllib
from fractions import Fraction as Q
from functools import cache

PLACES = 96  # binary places of sines, of π and of whatever is rounded
EPS = Q(1, 2**80)  # more than their error


class Rejected(Exception):
    pass


def require(condition, words):
    if not condition:
        raise Rejected(words)


def down(x, places=PLACES):
    return Q((x.numerator << places) // x.denominator, 1 << places)


def up(x, places=PLACES):
    return -down(-x, places)


class Range:
    """A number between two rationals; exact if they are equal."""

    def __init__(self, lo, hi=None):
        self.lo, self.hi = Q(lo), Q(lo if hi is None else hi)

    def around(self):  # middle and half width
        return (self.lo + self.hi) / 2, (self.hi - self.lo) / 2

    def __add__(self, other):
        return Range(self.lo + other.lo, self.hi + other.hi)

    def __neg__(self):
        return Range(-self.hi, -self.lo)

    def __sub__(self, other):
        return self + -other

    def __mul__(self, other):
        ends = [a * b for a in (self.lo, self.hi) for b in (other.lo, other.hi)]
        return Range(min(ends), max(ends))

    def __truediv__(self, other):
        require(other.lo > 0 or other.hi < 0, "division by a number that may be zero")
        return self * Range(1 / other.hi, 1 / other.lo)


def arctan_inverse(q):
    total, power, k = Q(0), Q(1, q), 0
    while power > Q(1, 2**130):
        total += power / (2 * k + 1) * (-1) ** k
        power, k = power / (q * q), k + 1
    return total


PI = (lambda p: Range(p - EPS / 64, p + EPS / 64))(down(16 * arctan_inverse(5) - 4 * arctan_inverse(239), 120))


def cos_sin(x):
    """Within EPS / 4 of the cosine and sine of a rational |x| < 4."""
    x, term, sums, k = down(x, 110), Q(1), [Q(0), Q(0)], 0
    while abs(term) > Q(1, 2**100) or k < 8:
        sums[k % 2] += term if k % 4 < 2 else -term
        k += 1
        term = down(term * x / k, 120)
    return down(sums[0]), down(sums[1])


def interval_cos_sin(x):
    middle, half = x.around()
    turns = round(middle / 6.283185307179586)
    middle, more = (Range(middle) - Range(2 * turns) * PI).around()
    return [Range(v - half - more - EPS, v + half + more + EPS) for v in cos_sin(middle)]


@cache
def cos_sin_of_turn(units, bits):
    """Within EPS of the cosine and sine of units / 2^bits turns."""
    part = Q(units, 1 << bits)
    part -= round(part)
    if (4 * part).denominator == 1:
        return [(1, 0), (0, 1), (-1, 0), (0, -1)][int(4 * part) % 4]
    return cos_sin(2 * part * PI.lo)


def square_root(x):
    def root(y, more):
        n = (y.numerator << 400) // y.denominator
        guess = 1 << ((n.bit_length() + 1) // 2)
        while guess * guess > n:
            guess = (guess + n // guess) // 2
        return Q(guess, 1 << 200) if guess * guess == n and Q(n, 1 << 400) == y else Q(guess + more, 1 << 200)

    require(x.lo >= 0, "root of a number that may be negative")
    return Range(root(x.lo, 0), root(x.hi, 1))


# The model's numbers.


def evaluate(value, names):
    if not isinstance(value, str):
        return Range(value)
    text = re.sub(r"([0-9.)])\s*\b(deg|rpm)\b", r"\1*\2", value.replace("^", "**"))
    text = re.sub(r"(?<![A-Za-z_0-9.])(\d*\.?\d+(?:[eE][-+]?\d+)?|\d+\.)", r"D('\1')", text)

    def walk(node):
        if isinstance(node, ast.BinOp):
            a, b = walk(node.left), walk(node.right)
            if isinstance(node.op, ast.Pow):
                require(b.lo == b.hi and b.lo.denominator == 1, "a power that is not a whole number")
                out = Range(1)
                for _ in range(abs(int(b.lo))):
                    out = out * a
                return out if b.lo >= 0 else Range(1) / out
            return {ast.Add: a.__add__, ast.Sub: a.__sub__, ast.Mult: a.__mul__, ast.Div: a.__truediv__}[type(node.op)](b)
        if isinstance(node, ast.UnaryOp):
            return -walk(node.operand) if isinstance(node.op, ast.USub) else walk(node.operand)
        if isinstance(node, ast.Name):
            constants = {"pi": PI, "deg": PI / Range(180), "rpm": PI / Range(30)}
            return constants[node.id] if node.id in constants else names(node.id)
        if node.func.id == "D":
            return Range(Q(node.args[0].value))
        x = walk(node.args[0])
        functions = {"sqrt": square_root, "cos": lambda y: interval_cos_sin(y)[0], "sin": lambda y: interval_cos_sin(y)[1]}
        require(node.func.id in functions, f"the function {node.func.id} is not enclosed here")
        return functions[node.func.id](x)

    return walk(ast.parse(text.strip(), mode="eval").body)


def coefficients(text):
    """I_lock = const + 2 Σ_{i<j} α_ij cos ψ + β_ij sin ψ, ψ = θ_j − θ_i, from r_b = Σ_k R(θ_k) a_bk and
    α_ij = Σ_b m_b a_bi·a_bj, β_ij = −Σ_b m_b a_bi × a_bj."""
    model = tomllib.loads(text, parse_float=Q)
    parameters = model.get("parameters", {})

    @cache
    def parameter(name):
        value = parameters[name]
        return evaluate(value["value"] if isinstance(value, dict) else value, parameter)

    bodies = [body["name"] for body in model["body"]]
    mass = [evaluate(body["mass"], parameter) for body in model["body"]]
    total = sum(mass, Range(0))
    centre = [[evaluate(x, parameter) for x in body.get("centre", [0, 0])] for body in model["body"]]
    neighbours = [[] for _ in bodies]  # (other body, joint seen from the mass centre of this one)
    for joint in model["joint"]:
        ends = [bodies.index(name) for name in joint["between"]]
        for here, there, at in ((ends[0], ends[1], joint["at"][0]), (ends[1], ends[0], joint["at"][1])):
            neighbours[here].append((there, [evaluate(x, parameter) - c for x, c in zip(at, centre[here])]))

    def beyond(body, without):
        return [body] + [b for other, _ in neighbours[body] if other != without for b in beyond(other, body)]

    n, zero = len(bodies), Range(0)
    a = [[[zero, zero] for _ in range(n)] for _ in range(n)]  # a[k][b]: in the frame of k
    for k in range(n):
        for other, at in neighbours[k]:
            for b in beyond(other, k):
                a[k][b] = at
        mean = [sum((mass[b] * a[k][b][x] for b in range(n)), zero) / total for x in (0, 1)]
        a[k] = [[a[k][b][x] - mean[x] for x in (0, 1)] for b in range(n)]
    out = {}
    for i in range(n):
        for j in range(i + 1, n):
            along = sum((mass[b] * (a[i][b][0] * a[j][b][0] + a[i][b][1] * a[j][b][1]) for b in range(n)), zero)
            across = sum((mass[b] * (a[i][b][1] * a[j][b][0] - a[i][b][0] * a[j][b][1]) for b in range(n)), zero)
            out[i, j] = along, across
    return bodies, out


class Certificate:
    def __init__(self, document):
        self.bodies, exact = coefficients(document["model"])
        self.bits, self.roots, self.cover = document["turn_bits"], document["roots"], document["cover"]
        self.check_coefficients(document["coefficients"], exact)
        self.aligned = all(beta.lo == beta.hi == 0 for _, beta in exact.values())
        self.fixed = [self.bodies.index(name) for name in document["fixed"]]
        self.check_fixed(exact)
        self.free = [i for i in range(len(self.bodies)) if i not in self.fixed]
        self.n = len(self.free)
        place = {body: k for k, body in enumerate(self.free)}
        scale = max([abs(x) for pair in exact.values() for r in pair for x in (r.lo, r.hi)] + [Q(0)]) or Q(1)
        self.pairs = []  # ends (place or None), middles of α and β, bound of their error, ρ
        for (i, j), pair in exact.items():
            (alpha, e), (beta, f) = [(down(r.around()[0] / scale), r.around()[1] / scale + EPS) for r in pair]
            rho = square_root(Range(0, up((abs(alpha) + e) ** 2 + (abs(beta) + f) ** 2))).hi
            if i in place or j in place:
                self.pairs.append((place.get(i), place.get(j), alpha, beta, up(e + f), up(rho)))

    def check_coefficients(self, written, exact):
        require(len(written) == len(exact), "the coefficients are not those of the model")
        for row in written:
            key = tuple(sorted(self.bodies.index(name) for name in row["pair"]))
            for name, own in zip(("cos", "sin"), exact[key]):
                ends = [Q(x) for x in row[name]]
                require(ends[0] <= own.hi and own.lo <= ends[-1] and (own.lo < own.hi or len(ends) > 1 or ends[0] == own.lo),
                        "the coefficients are not those of the model")

    def check_fixed(self, exact):
        group = list(range(len(self.bodies)))
        for (i, j), (alpha, beta) in exact.items():
            if any(x != 0 for r in (alpha, beta) for x in (r.lo, r.hi)):
                group = [group[i] if g == group[j] else g for g in group]
        require(sorted(group[i] for i in self.fixed) == sorted(set(group)), "not one fixed body in each connected set")

    def at(self, centre):
        """g, H at a centre, and the bound of the error of what one pair adds to them."""
        n = self.n
        g, H, errors = [Q(0)] * n, [[Q(0)] * n for _ in range(n)], []
        for i, j, alpha, beta, e, _ in self.pairs:
            ci, si = (1, 0) if i is None else cos_sin_of_turn(centre[i], self.bits)
            cj, sj = (1, 0) if j is None else cos_sin_of_turn(centre[j], self.bits)
            c, s = down(Q(ci * cj + si * sj)), down(Q(ci * sj - si * cj))  # within 8 EPS of those of θ_j − θ_i
            J, K = down(alpha * c + beta * s), down(beta * c - alpha * s)
            errors.append(2 * e + 8 * EPS * (abs(alpha) + abs(beta)) + EPS)
            for end, sign in ((i, -1), (j, 1)):
                if end is not None:
                    g[end] += sign * K
                    H[end][end] -= J
            if i is not None and j is not None:
                H[i][j] += J
                H[j][i] += J
        return g, H, errors

    def radius(self, units):
        return up(Q(2 * units, 1 << self.bits) * PI.hi)

    def inverse(self, H):
        n = self.n
        A = [[down(x, 64) for x in row] + [Q(i == j) for j in range(n)] for i, row in enumerate(H)]
        for k in range(n):
            p = max(range(k, n), key=lambda i: abs(A[i][k]))
            require(A[p][k] != 0, "a singular second derivative")
            A[k], A[p] = A[p], A[k]
            A[k] = [down(x / A[k][k], 64) for x in A[k]]
            for i in range(n):
                if i != k:
                    A[i] = [down(x - A[i][k] * y, 64) for x, y in zip(A[i], A[k])]
        return [row[n:] for row in A]

    def weight(self, y, pair):
        return abs((0 if pair[1] is None else y[pair[1]]) - (0 if pair[0] is None else y[pair[0]]))

    def reach(self, pair, r):
        return sum(r[end] for end in pair[:2] if end is not None)

    def check_root(self, name, root):
        n, at, unique, shrink = self.n, root["at"], root["unique"], root["shrink"]
        require(len(at) == len(unique) == n and all(0 < u < 1 << (self.bits - 1) for u in unique) and shrink >= 0, f"{name} is ill formed")
        r, (g, H, errors) = [self.radius(u) for u in unique], self.at(at)
        a = b = c = Q(0)
        for k, y in enumerate(self.inverse(H)):
            weights = [self.weight(y, pair) for pair in self.pairs]
            slope_error = sum(w * e * self.reach(p, r) for w, e, p in zip(weights, errors, self.pairs))
            a = max(a, (abs(sum(p * q for p, q in zip(y, g))) + sum(w * e for w, e in zip(weights, errors))) / r[k])
            linear = sum(abs(Q(k == l) - sum(y[j] * H[j][l] for j in range(n))) * r[l] for l in range(n))
            b = max(b, (linear + slope_error) / r[k])
            c = max(c, sum(w * p[5] * self.reach(p, r) ** 2 for w, p in zip(weights, self.pairs)) / r[k])
        a, b, c = [x * (1 + EPS) for x in (a, b, c)]  # the radii are bounds from above by less than this
        s = Q(1, 1 << shrink)
        require(all(a + (b - 1) * t + c * t * t / 2 < 0 for t in (s, Q(1))) and b + c * s < 1, f"{name}: not exactly one root in its box")
        S = [[Range(x) for x in row] for row in H]
        for (i, j, *_, rho), e, pair in zip(self.pairs, errors, self.pairs):
            wide = e + rho * self.reach(pair, r) * s
            for p in (i, j):
                for q in (i, j):
                    if p is not None and q is not None:
                        S[p][q] += Range(-wide, wide)
        require(self.positive_directions(S) == root["index"], f"{name}: its index is not proved")

    def positive_directions(self, S):
        left, positive = list(range(self.n)), 0
        while left:
            p = max(left, key=lambda i: max(S[i][i].lo, -S[i][i].hi))
            for other in left:  # no diagonal entry with a sign: try sums of directions
                if max(S[p][p].lo, -S[p][p].hi) > 0:
                    break
                if other != p:
                    for k in left:
                        S[p][k] += S[other][k]
                    for k in left:
                        S[k][p] += S[k][other]
            require(max(S[p][p].lo, -S[p][p].hi) > 0, "an index without a proof")
            left.remove(p)
            positive += S[p][p].lo > 0
            for i in left:
                factor = S[i][p] / S[p][p]
                for j in left:
                    entry = S[i][j] - factor * S[p][j]
                    S[i][j] = Range(down(entry.lo), up(entry.hi))
        return positive

    def distance(self, a, b):
        d = (a - b) % (1 << self.bits)
        return min(d, (1 << self.bits) - d)

    def check_roots(self):
        for k, root in enumerate(self.roots):
            self.check_root(f"root {k + 1}", root)
            for other in self.roots[:k]:
                apart = [Q(u, 1 << root["shrink"]) + Q(v, 1 << other["shrink"]) for u, v in zip(root["unique"], other["unique"])]
                require(any(self.distance(x, y) > d for x, y, d in zip(root["at"], other["at"], apart)), "two roots may be the same")

    def inside(self, centre, half):
        return any(all(self.distance(c, x) + h <= u for c, h, x, u in zip(centre, half, root["at"], root["unique"])) for root in self.roots)

    def excluded(self, centre, half, letter):
        g, H, errors = self.at(centre)
        if letter.isdigit():
            require(int(letter) < self.n, "an unknown letter")
            y = self.inverse(H)[int(letter)]
        else:
            body = ord(letter) - ord("a")
            require(0 <= body < len(self.bodies), "an unknown letter")
            y = [Q(self.free[k] == body or body in self.fixed) for k in range(self.n)]
        r = [self.radius(h) for h in half]
        bound = sum(abs(sum(y[j] * H[j][k] for j in range(self.n))) * r[k] for k in range(self.n))
        for pair, e in zip(self.pairs, errors):
            s = self.reach(pair, r)
            bound += self.weight(y, pair) * (e * (1 + s) + pair[5] * s * s / 2)
        return abs(sum(p * q for p, q in zip(y, g))) > bound

    def mirrored(self):
        return self.aligned and all(
            any(other["unique"] == root["unique"] and all(self.distance(x + y, 0) == 0 for x, y in zip(root["at"], other["at"])) for other in self.roots)
            for root in self.roots)

    def check_cover(self):
        whole = 1 << self.bits
        stack, undecided = [([whole // 2] * self.n, [whole // 2] * self.n)], 0
        for count, letter in enumerate(self.cover):
            require(stack, "the subdivision goes on after its end")
            centre, half = stack.pop()
            if "A" <= letter < chr(ord("A") + self.n):
                k = ord(letter) - ord("A")
                h = half[k] // 2
                require(2 * h == half[k] and h > 0, "the subdivision is too fine")
                for move in (h, -h):
                    stack.append((centre[:k] + [centre[k] + move] + centre[k + 1:], half[:k] + [h] + half[k + 1:]))
            elif letter == "?":
                undecided += 1
            elif letter == "~":
                k = ord(self.cover[0]) - ord("A")
                proper = not stack and half == [whole // 4 if j == k else whole // 2 for j in range(self.n)]
                require(proper and self.mirrored(), "the mirror image is not allowed here")
            elif letter == ".":
                require(self.inside(centre, half), f"box {count + 1} is not inside the box of a root")
            else:
                require(self.excluded(centre, half, letter), f"box {count + 1} is not proved to hold no root")
        require(not stack, "the subdivision ends before it covers the torus")
        return undecided


def main():
    try:
        certificate = Certificate(json.load(open(sys.argv[1], encoding="utf-8")))
        certificate.check_roots()
        undecided = certificate.check_cover()
    except (Rejected, KeyError, ValueError) as problem:
        print(f"rejected: {problem}")
        return 1
    words = "these are all" if undecided == 0 else f"{undecided} boxes are undecided"
    print(f"verified: {len(certificate.roots)} equilibria, {len(certificate.cover)} letters; {words}")
    return 0 if undecided == 0 else 4


if __name__ == "__main__":
    sys.exit(main())
