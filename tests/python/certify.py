#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""certify.py OOPSS [--ours]: certificates as a user meets them, held against two verifiers that share no code; both reject what was
tampered with. Verdicts that are proved, against those of golden/planar.json. --ours leaves the verifier in rational
arithmetic out: what it says of a certificate does not depend on how OOPSS was built."""
import copy
import json
import math
import os
import subprocess
import sys
import tempfile

OOPSS = sys.argv[1]
OURS = sys.argv[2:] == ["--ours"]
HERE = os.path.dirname(os.path.abspath(__file__))
VERIFIER = os.path.join(HERE, "verify_certificate.py")
GOLDEN = os.path.join(HERE, "..", "golden", "planar.json")
LOOPS = os.path.join(HERE, "..", "golden", "loops.json")
failures = 0


def check(condition, words):
    global failures
    if not condition:
        failures += 1
        print("FAILED:", words)


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def verdicts(path):
    """Exit codes of our verifier and of the one in rational arithmetic, None if it is left out."""
    return run(OOPSS, "verify", path)[0], None if OURS else run("/usr/bin/python3", VERIFIER, path)[0]


def tree(name, masses, parents, lengths, extra="", laws=()):
    """Bodies of these (mass, inertia), body k + 1 on the k-th of `parents`; `lengths` are pairs of joint vectors, as texts; so are
    the torque laws of the first joints."""
    text = f'[model]\nformat = 1\nname = "{name}"\nspace = "plane"\n{extra}'
    for k, (mass, inertia) in enumerate(masses):
        text += f'[[body]]\nname = "b{k}"\nmass = {mass}\ninertia = {inertia}\n'
    for k, (first, second) in enumerate(lengths):
        text += f'[[joint]]\nname = "j{k}"\nbetween = ["b{parents[k]}", "b{k + 1}"]\nat = [{first}, {second}]\n'
        text += f"torque = {laws[k]}\n" if k < len(laws) and laws[k] else ""
    return text + "[start]\nangles = {" + ", ".join(f"j{k} = 0" for k in range(len(lengths))) + "}\nrates = { j0 = 0 }\nmomentum = 1\n"


def chain(name, lengths, extra="", laws=()):
    """Unit masses in a row."""
    return tree(name, [(1.0, 0.25)] * (len(lengths) + 1), range(len(lengths)), lengths, extra, laws)


def certify(folder, model, *more):
    """The document, the exit code and the path of the certificate."""
    path = os.path.join(folder, "proof.json")
    code, out, errors = run(OOPSS, "equilibria", model, "--certify", "--certificate", path, "--json", "--quiet", *more)
    check(out != "", f"{model}: {errors}")
    return json.loads(out), code, path


def in_file(folder, text, name="model.toml"):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def cases(folder):
    """Model, options, number of equilibria, exit code."""
    for model, options, count, code in free_cases(folder):
        yield model, ("--free", *options), count, code
    yield from sprung_cases(folder)


RODS = [("[1.5, 0]", "[-0.5, 0.25]"), ("[0.75, -0.5]", "[-1, 0.125]")]
SPRINGS = ['{ law = "sine", kp = 0.08, bias = "30 deg" }', '{ law = "pd", kp = "0.15*sqrt(2)", kd = 0.5, bias = 0.75 }']


def sprung_cases(folder):
    yield "space-telescope", (), 2, 0
    yield "space-telescope", ("--momentum", "400"), None, 0
    yield "space-telescope", ("--momentum", "-4.5e3", "--set", "stiffness=2"), None, 0
    for laws in (SPRINGS, SPRINGS[::-1], ["", SPRINGS[1]], [SPRINGS[0]] * 2, [SPRINGS[1]] * 2, [f"[{SPRINGS[0]}, {SPRINGS[1]}]", ""]):
        yield in_file(folder, chain("springs", RODS, laws=laws)), (), None, 0
    one = chain("weak", RODS[:1], laws=['{ law = "proportional", kp = "1/250", bias = -0.1 }'])
    yield in_file(folder, one), (), None, 0
    yield in_file(folder, chain("at rest", RODS, laws=SPRINGS)), ("--momentum", "0"), 2, 0
    yield in_file(folder, chain("a circle", RODS, laws=["", SPRINGS[0]])), ("--momentum", "0"), 2, 0
    star = tree("star", [(2, 0.5), (1, 0.25), (1, 0.25), (0.5, 0.125)], [0, 0, 0], [("[1, 0]", "[-0.5, 0]"), ("[-0.5, 0.75]", "[0.5, 0]"),
                ("[0, -1]", "[0, 0.5]")], laws=[f'{{ law = "sine", kp = 0.1, bias = {bias} }}' for bias in (0.25, 0, -1)])
    yield in_file(folder, star), ("--momentum", "2"), None, 0


def free_cases(folder):
    yield "two-body", (), 2, 0
    yield "three-body", (), 4, 0
    yield "three-body-special", (), 4, 0
    yield "three-body", ("--set", "body.plate.mass=3.25"), None, 0
    aligned = [("[1.5, 0]", '["-b", 0]'), ("[1, 0]", "[-1.5, 0]")]
    for b, count in (("1", 4), ("1.0625", 4), ("0.9375", 6), ("2/2", 4), ("1/3", 6)):
        yield in_file(folder, chain("aligned", aligned, f'[parameters]\nb = "{b}"\n')), (), count, 0
    yield in_file(folder, chain("circles", [("[1.5, 0]", "[0, 0]"), ("[0, 0]", "[-1, 0]")])), (), 2, 0
    yield in_file(folder, chain("roots and angles", [('["sqrt(2)", 0.1]', '["-cos(30 deg)", 0]'), ('[1, "sin(1)"]', '["-tan(pi/4)", 0]')])), (), None, 0
    yield in_file(folder, tree("points", [(2, 0), (1, 1)], [0], [("[1, 0]", "[-0.5, 0]")])), (), 2, 0
    yield in_file(folder, chain("monkey", [('["sqrt(3)", 0]', "[-1, 0]"), ('[-1, "sqrt(0.5)"]', '["-sqrt(1.5)", 0]')])), (), 2, 4
    yield in_file(folder, chain("four", [("[1.25, 0.5]", "[-0.5, 0.25]"), ("[0.75, -1]", "[-1, 0.125]"), ("[0.5, 0.5]", "[-1.5, 0]")])), (), None, 0


def golden_trees():
    """Name, model and equilibria of the golden cases that list them; numbers as they are written there."""
    for case in json.load(open(GOLDEN, encoding="utf-8"))["cases"]:
        of = case["model"]
        if case.get("equilibria"):
            parents = [k - 1 for k in of["parent"][1:]]
            masses = list(zip(of["mass"], of["inertia"]))
            yield case["id"], tree(case["id"], masses, parents, list(zip(of["d_parent"], of["d_child"]))), case["equilibria"]


def apart(one, other):
    return max(abs(math.remainder(a - b, 2 * math.pi)) for a, b in zip(one, other))


def check_golden_verdicts(folder):
    """Every verdict of the golden points is proved: those of the quartets at even index by the spectrum."""
    quartets = 0
    for name, text, expected in golden_trees():
        document, code, _ = certify(folder, in_file(folder, text), "--free")
        check(code == 0 and document["count"] == len(expected), f"{name}: {document['count']} equilibria, exit code {code}")
        for golden in expected:
            one = min(document["equilibria"], key=lambda other: apart(other["angles"], golden["phi"]))
            check(apart(one["angles"], golden["phi"]) < 1e-9 and one["index"] == golden["index"], f"{name}: not at {golden['phi']}")
            check(one["proved"] and one["stability"] == golden["type"].split()[0], f"{name}: {one['stability']}, proved: {one['proved']}, at {golden['phi']}")
            quartets += golden["index"] % 2 == 0 and any(abs(re) > 1e-3 and abs(im) > 1e-3 for re, im in golden["spectrum_per_mu"])
    check(quartets == 6, f"{quartets} golden quartets at even index")
    # a maximum of V_mu that gyroscopic terms hold: shown to be imaginary, and no more than that
    held = tree("held", [(2.75, 0.21875), (1.25, 0.0625), (2.5, 0.03125)], [0, 1], [([2, 0], [-0.375, 0]), ([0.625, 1.25], [-1.375, 0])])
    document = certify(folder, in_file(folder, held), "--free")[0]
    one = min(document["equilibria"], key=lambda other: apart(other["angles"], (1.44292, 3.03448)))
    check(one["index"] == 2 and one["stability"] == "spectrally_stable" and not one["proved"], f"the held maximum: {one}")
    check(any("proved to be imaginary" in remark for remark in document["remarks"]), f"remarks: {document['remarks']}")


def linkage(name, laws=()):
    """A golden linkage as a model; the laws of the first joints, the closing one is the last."""
    system = json.load(open(LOOPS, encoding="utf-8"))["systems"][name]
    text = f'[model]\nformat = 1\nname = "{name}"\n'
    for k, (mass, inertia) in enumerate(system["bodies"]):
        text += f'[[body]]\nname = "b{k}"\nmass = {mass}\ninertia = {inertia}\n'
    for k, (first, at_first, second, at_second) in enumerate(system["joints"]):
        text += f'[[joint]]\nname = "j{k}"\nbetween = ["b{first}", "b{second}"]\nat = [{at_first}, {at_second}]\n'
        text += f"torque = {laws[k]}\n" if k < len(laws) and laws[k] else ""
    return text + "[start]\nspin = { b0 = 1 }\n"


def check_loops(folder):
    """Four-bars and the five-bar: as many equilibria as the search finds, the golden ones among them with their index, every verdict of
    those proved; and their certificates as any other's. Of a five-bar's the rational verifier would take minutes."""
    counts = {"yk_example": 4, "grashof_offaxis_crank0": None, "grashof_crank2": None, "nongrashof_plain": None, "nongrashof_offaxis": None, "fivebar": 14}
    golden = json.load(open(LOOPS, encoding="utf-8"))["relative_equilibria"]
    for name, count in counts.items():
        document, code, path = certify(folder, in_file(folder, linkage(name)))
        searched = json.loads(run(OOPSS, "equilibria", in_file(folder, linkage(name)), "--json")[1])
        check(code == 0 and document["complete"] and document["count"] == searched["count"], f"{name}: {document['count']} proved, {searched['count']} found")
        check(count is None or document["count"] == count, f"{name}: {document['count']} equilibria")
        check(document["morse"]["agrees"] is True, f"{name}: {document['morse']}")
        check(all(one["proved"] for one in document["equilibria"]), f"{name}: {[one for one in document['equilibria'] if not one['proved']]}")
        for one in (one for one in golden if one["system"] == name):
            joints = json.load(open(LOOPS, encoding="utf-8"))["systems"][name]["joints"]
            angles = [one["theta"][second] - one["theta"][first] for first, _, second, _ in joints]
            ours = min(document["equilibria"], key=lambda other: apart(other["angles"], angles))
            check(apart(ours["angles"], angles) < 1e-9 and ours["index"] == one["inertia_hessian_neg_pos"][1], f"{name}: not at {angles}")
            check((ours["stability"] == "unstable") == (not one["stable"]), f"{name}: {ours['stability']} at {angles}")
        check(run(OOPSS, "verify", path)[0] == 0, f"{name}: not verified")
    sine = '{ law = "sine", kp = 2, bias = "30 deg" }'
    for name, laws in (("yk_example", []), ("nongrashof_plain", ["", sine, "", sine])):
        document, code, path = certify(folder, in_file(folder, linkage(name, laws)))
        ours, theirs = verdicts(path)
        check(code == 0 and ours == 0 and theirs in (0, None), f"{name} {laws}: {code}, {ours}, {theirs}")
        said = run(OOPSS, "verify", path)[1]
        check("with its loops closed" in said and "full rank" in said and ("sine spring" in said) == bool(laws), f"{name}: {said}")
        good = json.load(open(path, encoding="utf-8"))
        for change, bad in tampered(good):
            path = in_file(folder, json.dumps(bad), "bad.json")
            quick = OURS or not any(word in change for word in ("bar", "gaps", "index"))  # what is new for the rational verifier
            ours, theirs = run(OOPSS, "verify", path)[0], None if quick else run("/usr/bin/python3", VERIFIER, path)[0]
            check(ours in (3, 4, 6) and theirs in (1, 4, None), f"{name}: {change}: {ours}, {theirs}")
    spring = '{ law = "proportional", kp = 1, bias = 0.5 }'
    change = linkage("near_change_point").replace("0.751", "0.75")
    for text, words in ((linkage("nongrashof_plain", [spring]), "only sine"), (change, "change point")):
        code, out, errors = run(OOPSS, "equilibria", in_file(folder, text), "--certify")
        check(code == 2 and out == "" and words in errors, f"{words}: {code} {errors}")


def check_continuum(folder):
    """Two folded halves that turn freely against each other at this one shape: a circle of equilibria, named and undecided."""
    halves = chain("halves", [("[1.5, 0]", "[-0.5, 0]"), ("[0.5, 0]", "[-0.5, 0]"), ("[0.5, 0]", "[-1.5, 0]")])
    document, code, path = certify(folder, in_file(folder, halves), "--free")
    ours, theirs = verdicts(path)
    check(code == 4 and not document["complete"] and ours == 4 and theirs in (4, None), f"halves: {code}, {ours}, {theirs}")
    check(any("continuum" in remark for remark in document["remarks"]), f"halves: {document['remarks']}")
    check(any("gave up" in remark for remark in document["remarks"]), f"halves: {document['remarks']}")


def check_theorems(folder, sprung):
    """Both verifiers print what they have checked: the model's numbers, the momentum, the laws, every equilibrium with its index."""
    for model, settings, words in (("three-body", ["--free"], ["free bodies", "every total momentum"]), (sprung, ["--momentum", "1.25"], ["5/4", "0.15*sqrt(2)", "30 deg"])):
        document, _, path = certify(folder, model, *settings)
        ours, theirs = run(OOPSS, "verify", path)[1], run("/usr/bin/python3", VERIFIER, path)[1]
        for said, count in ((ours, document["count"]), (theirs, document["count"])):
            check(all(word in said for word in words) and said.count("index") == count and "no others" in said or "exactly" in said, f"{model}: {said}")
            check(all(name in said for name in document["bodies"] + document["joints"]) and "mass" in said and "Theorem" in said, f"{model}: {said}")
        check(json.loads(run(OOPSS, "verify", path, "--json")[1])["theorem"] in ours, f"{model}: the theorem in the document")
    said = run(OOPSS, "verify", "--help")[1]
    check("shares nothing with the search" not in said and "What both share" in said, said)


def check_refusals(folder):
    """What has no proof is refused in words, with the way out; nothing is written."""
    spring = '{{ law = "proportional", kp = {}, bias = 0.5 }}'
    for law, words in (('{ law = "expression", formula = "phi_j0^3", energy = "phi_j0^4/4" }', "joint 'j0'"),
                       (f"[{spring.format(1)}, {spring.format(-1)}]", "cancel"), (spring.format("1e-9"), "so weak"),
                       (spring.format('"exp(1)"'), "exp")):
        path = os.path.join(folder, "refused.json")
        model = in_file(folder, chain("refused", RODS[:1], laws=[law]))
        code, out, errors = run(OOPSS, "equilibria", model, "--certify", "--certificate", path)
        check(code == 2 and out == "" and words in errors and "--free" in errors, f"{law}: {code} {errors}")
        check(not os.path.exists(path), f"{law}: a certificate was written")
        check(run(OOPSS, "equilibria", model, "--certify", "--free")[0] == 0, f"{law}: --free is the way out")
    wide = in_file(folder, tree("wide", [('"cos(1e100)+2"', 1), (1, 1)], [0], RODS[:1]))  # between 1 and 3, for all that is known
    code, out, errors = run(OOPSS, "equilibria", wide, "--certify", "--free")
    check(code == 2 and out == "" and "cos(1e100)+2" in errors and "too wide" in errors, f"{code} {errors}")
    check(run(OOPSS, "equilibria", wide)[0] == 0, "without a proof it is listed")


def changed_from(good):
    def changed(name, change):
        bad = copy.deepcopy(good)
        change(bad)
        return name, bad
    return changed


def altered(good):
    """Each field alone: another value, or none; and a field that a certificate has not."""
    changed = changed_from(good)
    others = {"schema": 2, "certificate": 2, "statement": good["statement"].replace("no others", "some others"), "complete": not good["complete"],
              "model": good["model"].replace("mass = ", "mass = 2", 1), "bodies": good["bodies"][::-1], "joints": good["joints"] + ["elbow"], "coefficients": good["coefficients"][::-1],
              "fixed": good["fixed"] + ["nobody"], "turn_bits": 47, "roots": good["roots"][1:], "cover": good["cover"][:-1], "momentum": "7", "range": [], "closure": [], "proved": True}
    assert others.keys() >= good.keys()
    for key, value in others.items():  # keys that a certificate has not count as changes, too
        yield changed(f"another {key}", lambda bad: bad.__setitem__(key, value))
    for key in good:
        yield changed(f"no {key}", lambda bad: bad.pop(key))
    yield changed("schema true", lambda bad: bad.__setitem__("schema", True))
    yield changed("complete 1", lambda bad: bad.__setitem__("complete", 1))
    yield changed("another pair", lambda bad: bad["coefficients"][0]["pair"].reverse())
    yield changed("no numbers", lambda bad: bad.__setitem__("coefficients", None))
    for kind, keys in (("coefficients", ("pair", "cos", "sin")), ("roots", ("at", "unique", "shrink", "index", "nullity")), ("range", ("joint", "circle", "centre", "half"))):
        for record in good.get(kind, [])[:1]:
            assert record.keys() == set(keys)
            yield changed(f"one field more in {kind}", lambda bad: bad[kind][0].__setitem__("proved", True))
            for key in keys:
                yield changed(f"no {key} in {kind}", lambda bad: bad[kind][0].pop(key))
                yield changed(f"null as {key} in {kind}", lambda bad: bad[kind][0].__setitem__(key, None))
    yield changed("a number as a range of two", lambda bad: bad["coefficients"][0].__setitem__("cos", 2 * bad["coefficients"][0]["cos"]))
    yield changed("true for a nullity", lambda bad: bad["roots"][0].__setitem__("nullity", False))
    if "range" in good:
        yield changed("another joint of a range", lambda bad: bad["range"][0].__setitem__("joint", "elbow"))
        yield changed("another kind of range", lambda bad: bad["range"][0].__setitem__("circle", not bad["range"][0]["circle"]))


def tampered(good):
    """What must be rejected: each with its name."""
    changed = changed_from(good)
    first = good["roots"][0]
    leaf = next(k for k, letter in enumerate(good["cover"]) if letter.islower())
    yield changed("a root removed", lambda bad: bad["roots"].pop(0))
    yield changed("the last root removed", lambda bad: bad["roots"].pop())
    yield changed("a root twice", lambda bad: bad["roots"].append(copy.deepcopy(first)))
    yield changed("a root moved", lambda bad: bad["roots"][0]["at"].__setitem__(0, first["at"][0] + (first["unique"][0] >> (first["shrink"] - 2)) + 9))
    yield changed("another index", lambda bad: bad["roots"][0].__setitem__("index", first["index"] + 1))
    yield changed("a box removed", lambda bad: bad.__setitem__("cover", bad["cover"][:leaf] + bad["cover"][leaf + 1:]))
    yield changed("boxes of roots called empty", lambda bad: bad.__setitem__("cover", bad["cover"].replace(".", "a")))
    yield changed("another mass", lambda bad: bad.__setitem__("model", bad["model"].replace("mass = ", "mass = 1", 1)))
    yield changed("another coefficient", lambda bad: bad["coefficients"][0].__setitem__("cos", ["1/3"]))
    held = "joints" if "range" in good else "bodies"
    yield changed("another one held", lambda bad: bad.__setitem__("fixed", [next(b for b in bad[held] if b not in bad["fixed"])]))
    if "closure" in good:
        yield changed("another bar", lambda bad: bad["closure"][0][0].__setitem__("x", ["1/3"]))
        yield changed("a bar of another body", lambda bad: bad["closure"][0][0].__setitem__("body", bad["bodies"][1]))
        yield changed("a bar removed", lambda bad: bad["closure"][0].pop())
        yield changed("gaps called slopes", lambda bad: bad.__setitem__("cover", bad["cover"].replace("a", "s")))
    if "range" in good:
        yield changed("another momentum", lambda bad: bad.__setitem__("momentum", "101/100"))
        yield changed("no momentum", lambda bad: bad.pop("momentum"))
        yield changed("a stronger spring", lambda bad: bad.__setitem__("model", bad["model"].replace("kp = ", "kp = 1", 1)))
        yield changed("half the range", lambda bad: bad["range"][1].__setitem__("half", bad["range"][1]["half"] // 2))
        yield changed("another range", lambda bad: bad["range"][0].__setitem__("centre", bad["range"][0]["centre"] + bad["range"][0]["half"]))
        yield changed("a mirror image", lambda bad: bad.__setitem__("cover", "A~~"))


def main():
    with tempfile.TemporaryDirectory() as folder:
        for model, settings, count, code in cases(folder):
            document, got, path = certify(folder, model, *settings)
            name = f"{document['model']} {settings}"
            check(got == code, f"{name}: exit code {got}")
            check(document["certified"] and document["complete"] == (code == 0), f"{name}: complete is {document['complete']}")
            check(count is None or document["count"] == count, f"{name}: {document['count']} equilibria")
            check(all(e["proved"] for e in document["equilibria"] if e["nullity"] == 0 and e["index"] in (0, 1)), f"{name}: index 0 and 1 are proved")
            ours, theirs = verdicts(path)
            check(ours == code and theirs in (code, None), f"{name}: verdicts {ours}, {theirs}")
            if "--free" not in settings:
                searched = json.loads(run(OOPSS, "equilibria", model, "--json", *settings)[1])
                check(document["count"] == searched["count"], f"{name}: {document['count']} proved, {searched['count']} found")
        six = in_file(folder, chain("six", [("[1.5, 0]", "[-0.5, 0]"), ("[0.5, 0]", "[-1.5, 0]")]))
        sprung = in_file(folder, chain("springs", RODS, laws=SPRINGS), "sprung.toml")
        for model, settings in (("three-body", ["--free"]), (six, ["--free"]), (sprung, [])):
            good = json.load(open(certify(folder, model, *settings)[2], encoding="utf-8"))
            for name, bad in [*tampered(good), *(altered(good) if model != six else ())]:
                path = os.path.join(folder, "bad.json")
                with open(path, "w", encoding="utf-8") as file:
                    json.dump(bad, file)
                ours, theirs = verdicts(path)
                check(ours in (3, 4, 6) and theirs in (1, 4, None), f"{model}: {name}: {ours}, {theirs}")
        check_theorems(folder, sprung)
        check_golden_verdicts(folder)
        check_refusals(folder)
        check_loops(folder)
        check_continuum(folder)
        twice = in_file(folder, json.dumps(good).replace('"schema": 1', '"statement": "all are stable", "schema": 1', 1))
        ours, theirs = verdicts(twice)
        check(ours == 6 and theirs in (1, None), f"a statement twice: {ours}, {theirs}")
        for words in ("{", "[]", '{"certificate": 1}', "[" * 5000):
            code, _, problem = run(OOPSS, "verify", in_file(folder, words))
            check(code == 6 and "not a certificate: " in problem and "json" not in problem.split(": ", 2)[2], f"{words[:20]}: {problem}")
    check(len(open(VERIFIER, encoding="utf-8").readlines()) < 390, "the verifier can be read in one sitting")
    check(run(OOPSS, "equilibria", "two-body", "--free", "--certify", "--momentum", "0")[0] == 2, "no momentum, nothing to count")
    check(run(OOPSS, "equilibria", "two-body", "--certificate", "x.json")[0] == 2, "--certificate needs --certify")
    return 1 if failures else 0


sys.exit(main())
