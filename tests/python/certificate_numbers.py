# SPDX-License-Identifier: Apache-2.0
"""The numbers of a certificate from rational numbers alone: enclosures of π, sines and roots, a model's text read as exact
decimals, and from it the coefficients of the locked inertia, by sums over the bodies."""
import ast
import re
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
