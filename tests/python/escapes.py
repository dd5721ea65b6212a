# SPDX-License-Identifier: Apache-2.0
"""Nothing of a file reaches a terminal, a log or a picture as it is: names with escape sequences through every verb."""
import json
import os
import pathlib
import random
import re
import subprocess
import tempfile

from program import OOPSS, run_tests

ROOT = pathlib.Path(__file__).parents[2]
# ESC, BEL, CR, DEL, a C1 control, marks of direction, a character without width, a byte order mark, a tag
HOSTILE = [0x1b, 0x07, 0x0d, 0x08, 0x7f, 0x9b, 0x85, 0x202e, 0x2066, 0x200f, 0x61c, 0x200b, 0x2028, 0xfeff, 0xe0041]
TEXT = "evil" + "".join(f"{chr(code)}[31mx" for code in HOSTILE)
RAW = re.compile("[" + "".join(chr(code) for code in [*range(9), *range(11, 32), *range(0x7f, 0xa0), 0x61c,
                                                      *range(0x200b, 0x2010), *range(0x2028, 0x202f),
                                                      *range(0x2060, 0x2070), 0xfeff, 0xe0041]) + "]")


def toml(text):
    """A basic string of TOML with every special character as an escape."""
    return '"' + "".join(c if " " <= c < "\x7f" and c not in '"\\' else f"\\U{ord(c):08x}" for c in text) + '"'


MODEL = f"""[model]
format = 1
name = {toml(TEXT)}
description = {toml(TEXT)}
source = {toml(TEXT)}
[parameters]
k = {{ value = 2, label = {toml(TEXT)}, unit = {toml(TEXT)} }}
[[body]]
name = "hub"
label = {toml(TEXT)}
mass = 4
inertia = 50
[[body]]
name = "arm"
label = {toml(TEXT)}
mass = 5
inertia = 50
[[joint]]
name = "elbow"
label = {toml(TEXT)}
between = ["hub", "arm"]
at = [[5, 0], [-3, 0]]
LAW
[[point]]
name = "tip"
label = {toml(TEXT)}
on = "arm"
at = [1, 0]
[start]
angles = {{ elbow = "0.5 +\\r\\n 0" }}
momentum = 50
energy = 40
[run]
until = 1
"""
SPRING = 'torque = { law = "sine", kp = 1 }'
FORMULA = r'torque = { law = "expression", formula = "k*sin(\r\nphi_elbow)", energy = "-k*cos(phi_elbow) +\r 0" }'


def run(*words, inside=None):
    return subprocess.run([OOPSS, *words], capture_output=True, cwd=inside)


def assert_clean(data, what):
    found = RAW.search(data.decode())  # and it is UTF-8
    assert not found, (what, hex(ord(found.group())), data[max(0, found.start() - 40):found.start() + 20])


def test_every_verb_prints_names_escaped():
    with tempfile.TemporaryDirectory() as folder:
        spring, formula = (pathlib.Path(folder, f"{name}{TEXT}.toml") for name in ("spring", "formula"))
        spring.write_text(MODEL.replace("LAW", SPRING))
        formula.write_text(MODEL.replace("LAW", FORMULA))
        csv = pathlib.Path(folder, "run.csv")
        csv.write_bytes(("t," + TEXT.replace("\r", "") + ",\x1b[2J\n0,1,2\n1,2,3\n").encode())
        commands = [["models", str(spring)]]
        for model in (str(spring), str(formula)):
            commands += [["check", model], ["derive", model], ["derive", model, "--format", "latex"],
                         ["simulate", model], ["simulate", model, "-o", "-"], ["equilibria", model],
                         ["portrait", model], ["continue", model, "--vary", "body.arm.mass=4:5"],
                         ["generate", model, "--to", "c", "-o", folder + "/c"],
                         ["simulate", model, "--plot", "angle", "-o", folder + "/a.svg"],
                         ["simulate", model, "-o", folder + "/a.html"],
                         ["equilibria", model, "-o", folder + "/b.svg"], ["portrait", model, "-o", folder + "/c.svg"]]
        free = pathlib.Path(folder, f"free{TEXT}.toml")
        free.write_text(MODEL.replace("LAW", ""))
        free = str(free)
        commands += [["sketch", str(spring), "-o", folder + "/d.svg"], ["linearise", str(spring), "--at", "E1"],
                     ["lyapunov", str(spring), "--until", "2", "-o", folder + "/e.svg"],
                     ["orbit", free, "--winding", "1", "-o", folder + "/orbit.toml"],
                     ["orbit", str(spring), "--from", "E1"], ["linkage", free],
                     ["turn", free, "--angle", "10 deg"],  # two bodies do not turn: words
                     ["sweep", str(spring), "--vary", "body.arm.mass=4:5:2", "--observe", "turns(elbow)", "-o", folder + "/s.csv"],
                     ["section", str(spring), "--at", "phi_elbow = 0"], ["splitting", free], ["folds", free]]  # words
        commands += [["equilibria", str(spring), "--certify", "--certificate", folder + "/proof.json"],
                     ["verify", folder + "/proof.json"], ["compare", str(csv), str(csv)]]
        good = 0
        for command in commands:
            for more in ([], ["--json"]):
                ended = run(*command, *more)
                good += ended.returncode == 0
                assert ended.returncode in (0, 2, 3, 4), (command, ended)
                assert_clean(ended.stdout, command + more)
                assert_clean(ended.stderr, command + more)
                if more and command[-1] != "-" and command[0] != "models":  # these two print a file
                    document = json.loads(ended.stdout)
                    if command[0] == "check":
                        assert document["model"] == TEXT, document  # the document has the name itself
        assert good >= 2 * len(commands) - 14, good
        for name in ("a.svg", "b.svg", "c.svg", "d.svg", "e.svg", "s.csv", *(f"c/{file}" for file in os.listdir(folder + "/c"))):
            assert_clean(pathlib.Path(folder, name).read_bytes(), name)
        written = pathlib.Path(folder, "orbit.toml").read_bytes().decode()  # a file: only what a terminal obeys is an escape
        assert "evil" in written and not re.search("[\0-\x09\x0b-\x1f\x7f-\x9f]", written)
        page = pathlib.Path(folder, "a.html").read_bytes().decode()  # its own script has characters without width
        assert "evil" in page and not any(f"{chr(code)}[31mx" in page for code in HOSTILE)


def test_every_complaint_prints_names_escaped():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "broken.toml")
        broken = [("format = 1", f"format = {toml(TEXT)}"), ('name = "hub"', f"name = {toml(TEXT)}"),
                  ('between = ["hub", "arm"]', f'between = ["hub", {toml(TEXT)}]'), ("mass = 4", f"mass = {toml(TEXT)}"),
                  ("[run]", f"[run]\nmethod = {toml(TEXT)}"), ("[run]", f"[run]\n{toml(TEXT)} = 1"),
                  ("LAW", f'torque = {{ law = {toml(TEXT)} }}'), ("LAW", f'torque = {{ law = "drive", formula = {toml(TEXT)} }}'),
                  ("[run]", "# " + TEXT + "\n[run]"), ("angles", TEXT), ("[start]", f"[start]\nequilibrium = {toml(TEXT)}")]
        for old, new in broken:
            path.write_text(MODEL.replace(old, new, 1).replace("LAW", SPRING), newline="")
            for more in ([], ["--json"]):
                ended = run("check", str(path), *more)
                assert ended.returncode in (0, 3) and (ended.returncode == 3 or old == "[run]"), (new, ended)
                assert_clean(ended.stdout + ended.stderr, new)
        words = [["check", TEXT], ["check", "/no/" + TEXT], [TEXT], ["check", "two-body", "--" + TEXT],
                 ["check", "two-body", "--set", TEXT], ["check", "two-body", "--set", TEXT + "=1"],
                 ["check", "two-body", "--set", "body.arm.mass=" + TEXT], ["simulate", "two-body", "--method", TEXT],
                 ["simulate", "two-body", "--columns", TEXT], ["simulate", "two-body", "--from", TEXT],
                 ["simulate", "two-body", "--frame", TEXT], ["equilibria", "two-body", "--at", TEXT + "=1"],
                 ["compare", TEXT, TEXT], ["verify", TEXT], ["verify", str(path)], ["workbench", "#m=" + TEXT],
                 ["simulate", "two-body", "-o", "/no/" + TEXT + ".csv"], ["portrait", "two-body", "--levels", TEXT],
                 ["continue", "two-body", "--vary", TEXT], ["linkage", "--lengths", "1," + TEXT + ",2,3", "--point", TEXT + ",1"],
                 ["linkage", "--lengths", "1,1,1,1", "--reference", TEXT], ["section", "tangle", "--at", TEXT],
                 ["lyapunov", "two-body", "--until", TEXT], ["splitting", "tangle", "--sizes", TEXT], ["merge", TEXT, "-o", "x.csv"],
                 ["sweep", "two-body", "--vary", TEXT + "=1:2:3", "-o", "x.csv"], ["turn", "planar-cat", "--angle", TEXT],
                 ["sweep", "two-body", "--vary", "start.energy=1:2:3", "--observe", TEXT, "-o", "x.csv"],
                 ["orbit", "two-body", "--winding", TEXT], ["orbit", "two-body", "--from", TEXT],
                 ["linearise", "two-body", "--at", TEXT], ["linearise", "two-body", "--at", "E1", "--input", TEXT],
                 ["sketch", TEXT], ["folds", TEXT], ["simulate", "two-body", "--sensitivity", TEXT],
                 ["simulate", "two-body", "--event", TEXT], ["simulate", "two-body", "--columns", "=" + TEXT], ["generate", "two-body", "--to", TEXT, "-o", folder]]
        for command in words:
            ended = run(*command)
            assert ended.returncode in (2, 3, 6), (command, ended)
            assert_clean(ended.stdout + ended.stderr, command)
        csv = pathlib.Path(folder, "bad.csv")
        for text in (TEXT + "\n1\n", "t," + TEXT + "\n0,x\n", "t,x\n0," + TEXT + "\n", "t,x\n0,1\n" + TEXT):
            csv.write_text(text, newline="")
            ended = run("compare", str(csv), str(csv))
            assert ended.returncode == 6, ended
            assert_clean(ended.stdout + ended.stderr, text)


def test_what_is_no_plain_file_is_refused_by_every_verb():
    with tempfile.TemporaryDirectory() as folder:
        os.mkfifo(folder + "/pipe.csv")
        subprocess.run([OOPSS, "simulate", "two-body", "--until", "1", "-o", folder + "/a.csv"], check=True,
                       capture_output=True)
        for path in ("/dev/zero", "/dev/null", folder, folder + "/pipe.csv"):
            for command in (["verify", path], ["compare", folder + "/a.csv", path], ["compare", path, path],
                            ["simulate", "two-body", "--from", path], ["check", path], ["equilibria", path],
                            ["workbench", "--no-browser", path], ["models", path]):
                ended = subprocess.run([OOPSS, *command], capture_output=True, text=True, timeout=600)
                assert ended.returncode == 6 and "not a file" in ended.stderr, (command, ended)
        with open(folder + "/hole", "wb") as hole:
            hole.truncate(1 << 40)
        for command, code in ((["verify", folder + "/hole"], 6), (["compare", folder + "/a.csv", folder + "/hole"], 6),
                              (["check", folder + "/hole"], 3)):
            ended = subprocess.run([OOPSS, *command], capture_output=True, text=True, timeout=600)
            assert ended.returncode == code and "larger than" in ended.stderr, (command, ended)


def test_a_damaged_hdf5_file_is_refused_by_the_program_itself():
    with tempfile.TemporaryDirectory() as folder:
        whole, broken = folder + "/a.h5", folder + "/b.h5"
        subprocess.run([OOPSS, "simulate", "two-body", "--until", "0.1", "-o", whole], check=True, capture_output=True)
        data = pathlib.Path(whole).read_bytes()
        refused = 0
        chance = random.Random(26)
        for k in range(20):
            hurt = bytearray(data)
            for _ in range(chance.randint(1, 10)):
                hurt[chance.randrange(len(hurt))] = chance.randrange(256)
            pathlib.Path(broken).write_bytes(hurt)
            for command in (["compare", whole, broken], ["simulate", "two-body", "--until", "1", "--from", broken]):
                ended = subprocess.run([OOPSS, *command], capture_output=True, text=True)
                assert ended.returncode in (0, 6), (k, ended)
                refused += ended.returncode == 6
                assert ended.returncode == 0 or broken in ended.stderr, ended
        assert refused > 10, refused


if __name__ == "__main__":
    run_tests(globals())
