#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""verify_certificate.py FILE: re-checks a certificate of `oopss equilibria --certify` with nothing but rational numbers.

It works out the coefficients of the locked inertia from the model's text by itself, and then checks what docs/certify.md
says: every root box, every box of the subdivision. Exit code 0: the certificate holds; 1: it does not; 4: it does, but
leaves boxes undecided."""
import json
import sys
from fractions import Fraction as Q

from certificate_numbers import EPS, PI, Range, Rejected, coefficients, cos_sin_of_turn, down, require, square_root, up


def exact_inverse(A):
    n = len(A)
    A = [list(row) + [Q(i == j) for j in range(n)] for i, row in enumerate(A)]
    for k in range(n):
        p = next((i for i in range(k, n) if A[i][k] != 0), None)
        if p is None:
            return None
        A[k], A[p] = A[p], A[k]
        A[k] = [x / A[k][k] for x in A[k]]
        A = [row if i == k else [x - row[k] * y for x, y in zip(row, A[k])] for i, row in enumerate(A)]
    return [row[n:] for row in A]


class Certificate:
    def __init__(self, document):
        self.bodies, exact = coefficients(document["model"])
        self.exact = exact
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
        return Q(2 * units, 1 << self.bits) * PI.hi

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

    def check_degenerate(self, name, root):
        """A collinear shape of aligned bodies with one zero direction e: alone in its box by odd Taylor polynomials."""
        n, half = self.n, 1 << (self.bits - 1)
        require(root["nullity"] == 1 and root["shrink"] == self.bits and self.aligned and len(root["at"]) == len(root["unique"]) == n, f"{name} is ill formed")
        require(all(x in (0, half) for x in root["at"]) and all(a.lo == a.hi for a, _ in self.exact.values()), f"{name} is not known exactly")
        turned = {body: root["at"][k] != 0 for k, body in enumerate(self.free)}
        place = {body: k for k, body in enumerate(self.free)}
        pairs = [(place.get(i), place.get(j), a.lo if turned.get(i, False) == turned.get(j, False) else -a.lo)
                 for (i, j), (a, _) in self.exact.items() if i in place or j in place]
        H = [[Q(0)] * n for _ in range(n)]
        for i, j, J in pairs:
            for p in (i, j):
                for q in (i, j):
                    if p is not None and q is not None:
                        H[p][q] += -J if p == q else J
        solved = []  # for each choice of the entry that is 1: the others, if the rest of H is regular
        for along in range(n):
            others = [k for k in range(n) if k != along]
            Y = exact_inverse([[H[k][l] for l in others] for k in others])
            if Y is not None:
                e = {k: -sum(Y[r][c] * H[l][along] for c, l in enumerate(others)) for r, k in enumerate(others)}
                if all(abs(x) <= 1 for x in e.values()):
                    solved.append((along, others, Y, {**e, along: Q(1)}))
        require(solved, f"{name}: not one zero direction")
        along, others, Y, e = solved[0]
        require(all(sum(H[k][l] * e[l] for l in range(n)) == 0 for k in range(n)), f"{name} is not degenerate")
        v = {k: 1 + abs(e[k]) for k in others}
        ends = [(lambda x, i=i, j=j: x.get(j, 0) - x.get(i, 0), lambda x, i=i, j=j: x.get(j, 0) + x.get(i, 0), J) for i, j, J in pairs]
        X = [abs(diff(e)) + add(v) for diff, add, _ in ends]
        C = {k: sum(abs(diff(dict(zip(others, Y[r]))) * J) * x**3 / 6 for (diff, _, J), x in zip(ends, X)) for r, k in enumerate(others)}
        quartic = sum(diff(e) ** 4 * J for diff, _, J in ends)
        higher = sum(abs(diff(e) * J) * (x * x * add(C) / 2 + abs(diff(e)) ** 5 / 120) for (diff, add, J), x in zip(ends, X))
        m = max(self.radius(u) for u in root["unique"]) ** 2
        require(all(m * C[k] < v[k] for k in others) and m * higher < abs(quartic) / 6, f"{name} is not proved to be alone")
        require(self.positive_directions([[Range(H[k][l]) for l in others] for k in others]) == root["index"], f"{name}: its index is not proved")

    def positive_directions(self, S):
        left, positive = list(range(len(S))), 0
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
            (self.check_degenerate if root["nullity"] else self.check_root)(f"root {k + 1}", root)
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
