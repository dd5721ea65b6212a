# SPDX-License-Identifier: Apache-2.0
"""The command line as a user meets it: help, examples, exit codes, one JSON document, nothing written on failure."""
import json
import os
import pathlib
import pty
import re
import shlex
import shutil
import signal
import socket
import subprocess
import tempfile

import examples
from program import FEW, OOPSS, oopss, run_tests

ROOT = pathlib.Path(__file__).parents[2]
VERBS = ("check", "derive", "linearise", "generate", "simulate", "equilibria", "portrait", "continue", "turn", "linkage", "folds", "sketch", "sweep", "merge", "compare", "verify", "models", "workbench")


def bad_model():
    return '[model]\nformat = 1\n[[body]]\nname = "hub"\nmass = -1\ninertia = 1\n[[body]]\nname = "x"\nmas = 2\ninertia = nan\n'


def test_help_leads_with_examples_and_every_example_runs():
    for words in ([], ["--help"], ["-h"]):
        run = oopss(*words)
        assert run.returncode == 0 and "oopss derive two-body" in run.stdout and run.stderr == ""
    commands = re.findall(r"^  oopss (.*?)(?:\s{3,}.*)?$", oopss("--help").stdout, re.M)
    for verb in VERBS:
        page = oopss(verb, "--help")
        assert page.returncode == 0
        examples = re.findall(r"^  oopss (.*)$", page.stdout, re.M)
        assert len(examples) >= 2, verb
        commands += examples
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "my.toml").write_text((ROOT / "examples/two-body.toml").read_text())
        for command in commands:
            if command.startswith("workbench"):
                serve_and_end(command.split(), folder)
                continue
            run = oopss(*shlex.split(command), folder=folder)
            without_ffmpeg = command.endswith(".mp4") and not shutil.which("ffmpeg")  # tests/python/video.py has another
            assert run.returncode == (7 if without_ffmpeg else 0), (command, run.stderr)


def serve_and_end(words, folder):
    """A workbench prints its link and then serves until it is told to end; a port that is named may be taken, so it is another, and an address is one that every machine has."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        words = [str(free.getsockname()[1]) if before == "--port" else "127.0.0.2" if before == "--listen" else word
                 for before, word in zip(["", *words], words)]
    with open(os.devnull) as nothing:
        process = subprocess.Popen([OOPSS, *words, "--no-browser"], cwd=folder, stdin=nothing, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    link = process.stdout.readline()
    process.terminate()
    assert link.startswith("http://127.0.0.1:") and process.wait() == 128 + signal.SIGTERM, (words, link)
    process.stdout.close()


def test_help_of_a_verb_is_asked_for_in_two_ways_and_shows_no_inner_words():
    for verb in VERBS:
        page = oopss(verb, "--help").stdout
        assert oopss("help", verb).stdout == page and page.startswith(oopss("--help").stdout.split(f"  {verb:<10} ")[1].split("\n")[0][:40]), verb
        for word in ("{false}", "{true}", "later verb", "TEXT:{", "FLOAT", "UINT", "INT:"):
            assert word not in page, (verb, word)
    assert oopss("help").stdout == oopss("--help").stdout
    run = oopss("help", "simulat")
    assert run.returncode == 2 and "did you mean 'simulate'?" in run.stderr


def test_the_help_groups_the_verbs_by_what_they_are_for():
    text = oopss("--help").stdout
    groups = dict(re.findall(r"^(\S.*)\n((?:  \S+ +.*\n)+)", text.split("its motion, drawn\n")[1], re.M))
    assert "Others" not in groups, "a verb that no job of the help has"
    listed = {name: re.findall(r"^  (\S+)", verbs, re.M) for name, verbs in groups.items()}
    assert listed["The model"] == ["models", "check", "sketch", "linkage"] and "simulate" in listed["Motion"]
    assert listed["The page"] == ["workbench"] and "equilibria" in listed["Equilibria and orbits"]
    all_verbs = sum(listed.values(), [])
    assert len(all_verbs) == len(set(all_verbs)) and set(VERBS) <= set(all_verbs)


OUTPUTS = {  # verb: a command that writes, the endings it knows, whether it writes to standard output
    "derive": (["two-body"], "txt tex json", True), "simulate": (["two-body", "--until", "1"], "csv h5 hdf5 svg pdf png html", True),
    "portrait": (["two-body"], "svg pdf png", False), "equilibria": (["two-body"], "svg pdf png", False),
    "continue": (["two-body", "--vary", "body.arm.mass=4:5"], "svg pdf png csv", False), "folds": (["--census", "3"], "csv svg pdf png", False), "sketch": (["two-body"], "svg pdf png", False), "compare": (["a.csv", "a.csv"], "svg pdf png", False)}


def test_a_file_has_an_ending_that_the_verb_knows_and_holds_what_it_says():
    begins = {"svg": b"<?xml", "pdf": b"%PDF", "png": b"\x89PNG", "h5": b"\x89HDF", "hdf5": b"\x89HDF", "html": b"<!doctype html>", "json": b"{", "tex": b"\\documentclass"}
    with tempfile.TemporaryDirectory() as folder:
        oopss("simulate", "two-body", "--until", "1", "-o", "a.csv", folder=folder)
        for verb, (words, endings, stream) in OUTPUTS.items():
            for bad in (*(("x.gif", "x.mp4") if verb != "simulate" else ("x.avi",)), "x.docx", "x", "x.", ".svg", "x.svg.txt" if verb != "derive" else "x.svg.doc"):
                run = oopss(verb, *words, "-o", bad, folder=folder)
                assert run.returncode == 2 and run.stdout == "" and all("." + ending in run.stderr for ending in endings.split()), (verb, bad, run.stderr)
            for ending in endings.split():
                for name in ("out." + ending, "OUT." + ending.upper()):
                    assert oopss(verb, *words, "-o", name, folder=folder).returncode == 0, (verb, name)
                    assert pathlib.Path(folder, name).read_bytes().lower().startswith(begins.get(ending, b"").lower()), (verb, name)
                    os.remove(pathlib.Path(folder, name))
            assert (oopss(verb, *words, "-o", "-", folder=folder).returncode == 0) == stream, verb
        assert oopss("equilibria", "--table", "-o", "x.gif", folder=folder).returncode == 2
        assert oopss("equilibria", "two-body", "--certify", "--certificate", "x.txt", folder=folder).returncode == 2
        for words in (["--format", "text", "-o", "x.tex"], ["--format", "latex", "-o", "x.txt"], ["--json", "-o", "x.txt"]):
            run = oopss("derive", "two-body", *words, folder=folder)
            assert run.returncode == 2 and "was asked for" in run.stderr, (words, run.stderr)
        assert os.listdir(folder) == ["a.csv"]


def test_numbers_that_must_be_positive_are_and_nothing_is_empty():
    positive = [("simulate", "two-body", option) for option in ("--every", "--step", "--tolerance")]
    for verb, model, option in positive:
        for value in ("0", "-1", "-0", "0.0", "nan", "inf", "-inf", "1e999", "x", "1x", ""):
            run = oopss(verb, model, f"{option}", value)
            assert run.returncode == 2 and option in run.stderr and run.stdout == "", (option, value, run.stderr)
    for verb, words in (("simulate", ["--until"]), ("simulate", ["--at"]), ("portrait", ["--momentum"]), ("equilibria", ["--momentum"]), ("continue", ["--vary", "body.arm.mass=4:5", "--momentum"])):
        for value in ("nan", "inf", "", "1x"):
            assert oopss(verb, "two-body", *words, value).returncode == 2, (verb, words, value)
    with tempfile.TemporaryDirectory() as folder:
        oopss("simulate", "two-body", "--until", "1", "-o", "a.csv", folder=folder)
        for value, code in (("0", 0), ("-1", 2), ("nan", 2), ("inf", 2)):
            assert oopss("compare", "a.csv", "a.csv", "--tolerance", value, folder=folder).returncode == code, value
    for verb, words in (("simulate", "two-body -o"), ("simulate", "two-body --plot"), ("simulate", "two-body --frame"), ("simulate", "two-body --columns"), ("simulate", "two-body --method"),
                        ("simulate", "two-body --from"), ("derive", "two-body -o"), ("derive", "two-body --format"), ("generate", "two-body --to c -o"), ("portrait", "two-body -o"), ("portrait", "two-body --levels"),
                        ("equilibria", "two-body -o"), ("equilibria", "two-body --at"), ("equilibria", "two-body --certify --certificate"), ("continue", "two-body --vary body.arm.mass=4:5 -o"), ("folds", "--census 2 -o"), ("folds", "--census"),
                        ("sketch", "two-body -o"), ("sketch", "two-body -o a.svg --turn"), ("compare", "a b -o"), ("workbench", "two-body --idle-exit"), ("check", ""), ("models", ""), ("verify", "")):
        run = oopss(verb, *words.split(), "")
        assert run.returncode == 2 and "is empty" in run.stderr and run.stdout == "", (verb, words, run.stderr)


def test_an_unknown_word_is_answered_with_the_known_ones():
    methods, engines = ("gauss2", "gauss4", "gauss6", "taylor", "cvode", "dop853"), ("auto", "recursive", "interpreted", "compiled")
    columns = ("angle", "momentum", "absolute", "kinetic", "energy", "momentum_total", "joint", "centre", "rate", "torque", "tension", "force")
    frames = ("inertial", "body:hub", "body:arm", "joint:elbow", "joint:elbow:hub", "joint:elbow:arm")
    draw = ["-o", "x.svg"]
    for words, known in ((["simulate", "two-body", "--method", "euler"], methods), (["simulate", "two-body", "--set", "run.method=veselov2"], methods), (["simulate", "two-body", "--engine", "fast"], engines),
                         (["simulate", "two-body", "--columns", "speed"], columns), (["simulate", "two-body", "--plot", "speed", *draw], columns), (["simulate", "two-body", "--frame", "body:leg", *draw], frames),
                         (["portrait", "two-body", "--view", "round"], ("flat", "cylinder", "landscape")), (["derive", "two-body", "--format", "html"], ("text", "latex")),
                         (["generate", "two-body", "--to", "cobol", "-o", "d"], ("c++", "c", "python", "fortran", "matlab")), (["generate", "tree", "--to", "c", "-o", "d", "--input", "nothing"], ("fork1", "bud4")),
                         (["equilibria", "two-body", "--at", "knee=1"], ("elbow",)), (["check", "nothing"], ("two-body", "tree")), (["dance"], VERBS), (["check", "two-body", "--loud"], ("--json", "--set"))):
        run = oopss(*words)
        assert run.returncode == 2 and all(word in run.stderr for word in known) and "?;" not in run.stderr and run.stdout == "", (words, run.stderr)


def test_check_refuses_what_simulate_refuses_in_the_same_words():
    for words in (["two-body", "--set", "run.method=veselov2"], ["spatial-pair", "--set", "run.method=gauss4"], ["two-body", "--set", "run.every=1e-12"]):
        check, simulate = oopss("check", *words), oopss("simulate", *words)
        assert check.returncode == simulate.returncode != 0 and check.stderr == simulate.stderr != "" and check.stdout == "", (check, simulate)


def test_numbers_below_their_rounding_are_nought_and_nought_has_no_sign():
    model = (ROOT / "examples/two-body.toml").read_text().split("[start]")[0]
    for start in ("angles = { elbow = 0.3 }\nrates = { elbow = 0 }\nmomentum = 50", "angles = { elbow = 2.5 }\nrates = { elbow = 0 }\nmomentum = -50",
                  "angles = { elbow = \"pi - 3.141592653589793\" }\nrates = { elbow = 0 }\nmomentum = 0", "angles = { elbow = 1 }\nrates = { elbow = -1 }\nmomentum = 0",
                  "absolute = { hub = 0, arm = 1 }\nspin = { hub = 0.1, arm = 0.1 }"):
        for words in (["check", "-"], ["simulate", "-", "--until", "1"]):
            run = oopss(*words, text=model + "[start]\n" + start)
            assert run.returncode == 0 and not re.search(r"(?<![\d.e])-0(?![.\d])|angle +[\d.-]+e-1[5-9]|rate [\d.-]+e-1[5-9]|momentum +[\d.-]+e-1[4-9] ", run.stdout), (start, run.stdout)
    for words in (["portrait", "two-body", "--momentum", "-50"], ["equilibria", "tree"], ["equilibria", "two-body", "--momentum", "-50"]):
        assert not re.search(r"(?<![\d.e])-0(\.0+)?(?![.\d])|nu = [\d.-]+e-1[5-9]", oopss(*words).stdout), oopss(*words).stdout


def test_a_run_that_strays_says_so_and_the_step_that_it_names_does():
    strayed = 0
    for model, words in (("two-body", ["--step", "5"]), ("two-body", ["--step", "1"]), ("two-body", ["--step", "0.5"]), ("tree", ["--step", "0.2"]), ("tree", ["--method", "gauss2", "--step", "0.05"]),
                         ("two-body", ["--method", "gauss2", "--step", "0.3"]), ("two-body", ["--method", "dop853", "--tolerance", "0.01"]), ("three-body", ["--method", "cvode", "--tolerance", "1e-4"])):
        run = oopss("simulate", model, *words, "--json")
        document = json.loads(run.stdout)
        poor = document["energy"]["max_relative_drift"] > 1e-4 or document["momentum"]["max_relative_drift"] > 1e-8
        assert poor == ("warning" in run.stderr) == bool(document["warnings"]), (model, words, run.stderr, document)
        assert oopss("simulate", model, *words, "--quiet").stderr == ""
        if not poor:
            continue
        strayed += 1
        kind, value = re.search(r"a (step|tolerance) of (\S+)", run.stderr).groups()
        better = oopss("simulate", model, *words[:-1], value, "--json")
        assert better.stderr == "" and json.loads(better.stdout)["energy"]["max_relative_drift"] < 1e-4, (model, words, value, better.stderr)
    assert strayed == 7
    run = oopss("simulate", "two-body", "--step", "5")
    assert re.search(r"warning: the energy strayed by 1\d % of its size; a step of 0\.\d+ s should do", run.stderr), run.stderr
    assert oopss("simulate", "two-body").stderr == ""


def test_a_document_has_no_null_where_a_number_is_not_finite():
    run = oopss("equilibria", "two-body", "--momentum", "1e200", "--json")
    assert run.returncode in (3, 4) and "null" not in run.stdout, run


def test_exit_code_2_for_usage_with_the_nearest_word():
    for words, hint in ((["derve", "two-body"], "derive"), (["derive", "two-bdy"], "two-body"), (["derive", "two-body", "--frmat", "text"], "--format"),
                        (["derive", "two-body", "--format", "html"], "html"), (["generate", "two-body", "--to", "fortan", "-o", "d"], "fortran"),
                        (["generate", "two-body", "--to", "c", "-o", "d", "--input", "elbw"], "elbow"), (["derive"], "MODEL"),
                        (["derive", "two-body", "--set", "nonsense"], "PATH=VALUE")):
        run = oopss(*words)
        assert run.returncode == 2 and hint in run.stderr and run.stdout == "", (words, run.stderr)
    assert not pathlib.Path("d").exists()


def test_exit_code_3_with_every_problem_and_nothing_written():
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "bad.toml").write_text(bad_model())
        for words in (["check", "bad.toml"], ["derive", "bad.toml", "-o", "out.txt"], ["generate", "bad.toml", "--to", "c", "-o", "out"]):
            run = oopss(*words, folder=folder)
            assert run.returncode == 3 and run.stdout == ""
            for place in ("bad.toml:5:8: error:", "bad.toml:8:8: error:", "bad.toml:9:1: error:", "bad.toml:10:11: error:"):
                assert place in run.stderr, (place, run.stderr)
        assert os.listdir(folder) == ["bad.toml"]


def test_a_sketch_has_the_letters_of_derive_in_space_too():
    with tempfile.TemporaryDirectory() as folder:
        run = oopss("sketch", "three-body", "--turn", "20deg", "-o", "a.svg", folder=folder)
        assert run.returncode == 0 and "written to a.svg" in run.stdout, run.stderr
        text = pathlib.Path(folder, "a.svg").read_text()
        for word in ("1  left", "2  plate", "3  right", "pin1", "pin2", "\u03b8", "2,1", "3,2", "d", "12", "21", "23", "32", "x", "y"):
            assert f">{word}<" in text, word
        found = json.loads(oopss("sketch", "three-body", "--json", "-o", "b.svg", folder=folder).stdout)
        assert found["vectors"] == [["d_12", "d_21"], ["d_23", "d_32"]] and found["angles"] == ["\u03b8_2,1", "\u03b8_3,2"], found
        latex = oopss("derive", "three-body", "--format", "latex").stdout
        assert all("{" + letter.split("_")[1] in latex for pair in found["vectors"] for letter in pair) and "\\theta_{2,1}" in latex
        pair = oopss("sketch", "spatial-pair", "-o", "c.svg", folder=folder)
        assert pair.returncode == 0 and all(f">{word}<" in pathlib.Path(folder, "c.svg").read_text() for word in ("1  bus", "2  boom")), pair.stderr
        for words, code, hint in ((["two-body"], 2, "--output"), (["two-body", "-o", "d.svg", "--turn", "x"], 2, "--turn"),
                                  (["two-body", "-o", "d.svg", "--set", "start.energy=3.1"], 3, "energy 3.1")):
            run = oopss("sketch", *words, folder=folder)
            assert run.returncode == code and hint in run.stderr and run.stdout == "", (words, run.stderr)
        assert sorted(os.listdir(folder)) == ["a.svg", "b.svg", "c.svg"]


def test_a_bad_setting_is_placed_at_the_setting():
    for setting, word in (("body.arm.mass=-2", "mass"), ("body.amr.mass=2", "arm"), ("joint.elbow.torque.kd=1", "torque"), ("run.until=nan", "until")):
        run = oopss("check", "two-body", "--set", setting)
        assert run.returncode == 3 and "--set " + setting.split("=")[0] in run.stderr and word in run.stderr, (setting, run.stderr)
    assert "mass 7 kg" in oopss("check", "two-body", "--set", "body.arm.mass=7").stdout


def test_an_infeasible_start_is_answered_with_the_attainable_interval():
    run = oopss("check", "two-body", "--set", "start.energy=3.1", "--set", "start.angles.elbow=0")
    assert run.returncode == 3 and "energy 3.1 is below 5.16055, the least that momentum 50 allows at this shape" in run.stderr, run.stderr


def test_exit_code_6_when_the_file_cannot_be_written_or_read():
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "old.txt").write_text("old")
        assert oopss("derive", "two-body", "-o", "/dev/full").returncode == 6
        assert oopss("derive", "two-body", "-o", "missing/out.txt", folder=folder).returncode == 6
        assert oopss("derive", "./missing.toml").returncode == 6
        with open("/dev/full", "w") as full:
            assert oopss("derive", "two-body", stdout=full).returncode == 6
        limited = subprocess.run(["bash", "-c", f"ulimit -f 1; trap '' XFSZ; {OOPSS} derive chain -o old.txt"], cwd=folder, capture_output=True, text=True)
        assert limited.returncode == 6 and pathlib.Path(folder, "old.txt").read_text() == "old", limited
        assert os.listdir(folder) == ["old.txt"]


def test_exit_code_5_for_more_than_a_verb_takes_on():
    bodies = "".join(f'[[body]]\nname = "b{i}"\nmass = 1\ninertia = 1\n' for i in range(200))
    joints = "".join(f'[[joint]]\nname = "j{i}"\nbetween = ["b{i}", "b{i + 1}"]\nat = [[1, 0], [-1, 0]]\n' for i in range(199))
    chain = "[model]\nformat = 1\n" + bodies + joints
    run = oopss("derive", "-", text=chain)
    assert run.returncode == 5 and "at most 150 bodies; this model has 200" in run.stderr
    assert oopss("check", "-", text=chain).returncode == 0


def test_every_engine_runs_and_says_so_and_compiled_gives_the_numbers_of_interpreted():
    with tempfile.TemporaryDirectory() as cache:
        def run(engine):
            words = [OOPSS, "simulate", "three-body", "--until", "5", "--json", "--engine", engine]
            done = subprocess.run(words, env={**os.environ, "XDG_CACHE_HOME": cache}, capture_output=True, text=True)
            assert done.returncode == 0 and done.stderr == "", done
            return json.loads(done.stdout)

        ran = {engine: run(engine) for engine in ("auto", "recursive", "interpreted", "compiled")}
        assert [ran[engine]["engine"] for engine in ran] == ["recursive", "recursive", "interpreted", "compiled"]
        assert ran["auto"]["final"] == ran["recursive"]["final"]
        assert ran["interpreted"]["final"] == ran["compiled"]["final"] == run("compiled")["final"]
        assert len(os.listdir(pathlib.Path(cache, "oopss"))) == 1


def test_exit_code_7_when_a_wanted_part_is_missing():
    with tempfile.TemporaryDirectory() as folder:
        alone = shutil.copy(OOPSS, folder)
        run = subprocess.run([alone, "simulate", "two-body", "-o", "a.png"], cwd=folder, capture_output=True, text=True)
        assert run.returncode == 7 and "liboopss_cairo.so" in run.stderr, run
        run = subprocess.run([alone, "simulate", "two-body", "-o", "a.csv"], cwd=folder, capture_output=True, text=True)
        assert run.returncode == 0 and sorted(os.listdir(folder)) == ["a.csv", "oopss"], run


def test_json_is_one_document_also_on_failure():
    for words in (["check", "two-body"], ["derive", "chain"], ["models"]):
        document = json.loads(oopss(*words, "--json").stdout)
        assert document["schema"] == 1 and "bodies" in document and "joints" in document
    run = oopss("check", "-", "--json", text=bad_model())
    error = json.loads(run.stdout)["error"]
    assert run.returncode == error["code"] == 3 and len(error["problems"]) >= 4
    assert {"file", "line", "column", "message", "help"} <= set(error["problems"][0])
    assert error["problems"][0]["line"] == 5
    for words, code in ((["derive", "two-bdy", "--json"], 2), (["derive", "./nothing.toml", "--json"], 6), (["derive", "--json"], 2)):
        run = oopss(*words)
        assert run.returncode == code == json.loads(run.stdout)["error"]["code"]


def test_standard_input_is_a_model_and_warnings_stay_off_standard_output():
    text = oopss("models", "two-body").stdout
    assert text == (ROOT / "examples/two-body.toml").read_text()
    same = oopss("derive", "-", text=text)
    assert same.stdout == oopss("derive", "two-body").stdout
    turned = text.replace("elbow = 0.5", "elbow = 90")
    loud, quiet = oopss("check", "-", text=turned), oopss("check", "-", "--quiet", text=turned)
    assert "warning" in loud.stderr and quiet.stderr == "" and loud.stdout == quiet.stdout


def test_check_says_the_attitude_at_rest_and_what_a_motion_does():
    satellite, cat = oopss("check", "satellite").stdout, oopss("check", "falling-cat").stdout
    assert satellite.count("at rest the attitude") == 1 and "of antenna in bus is the quaternion (0.924, 0, -0.383, 0)" in satellite, satellite
    assert cat.count("  motion: phi_") == 2 and "torque + on" not in cat, cat
    words = "satellite", "--set", "start.rates.hinge_left=0.25", "--set", "start.rates.hinge_right=-0.5"
    assert "rad, rate 0.25 rad/s" in oopss("check", *words).stdout
    rates = json.loads(oopss("check", *words, "--json").stdout)["start"]["rates"]
    assert max(abs(rates[0] - 0.25), abs(rates[1] + 0.5)) < 1e-14 and rates[2] is None, rates


def test_a_terminal_is_told_what_takes_long_where_nothing_says_how_far_it_is():
    ours, theirs = pty.openpty()
    quiet = {key: value for key, value in os.environ.items() if key != "CI"}
    run = subprocess.Popen([OOPSS, "check", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=theirs, env=quiet | {"TERM": "xterm"}, text=True)
    said = b""
    while b"reading the model, 2 s so far" not in said:  # it waits for the text
        said += os.read(ours, 100)
    shown, _ = run.communicate((ROOT / "examples/two-body.toml").read_text())
    os.close(theirs)
    assert run.returncode == 0 and shown == oopss("check", "two-body").stdout, shown
    while not said.endswith(b"\r\x1b[K"):  # the line is gone; without that there is nothing more to read, which fails
        said += os.read(ours, 100)
    os.close(ours)


def test_every_built_in_model_checks_derives_and_is_listed():
    listed = [line.split()[0] for line in oopss("models").stdout.splitlines()]
    assert sorted(listed) == sorted(path.stem for path in (ROOT / "examples").glob("*.toml"))
    for name in listed:
        assert oopss("check", name).returncode == 0
        if not FEW or name not in examples.LONG:
            assert oopss("derive", name).returncode == 0


def test_spaces_and_shell_characters_in_paths_are_only_characters():
    with tempfile.TemporaryDirectory() as folder:
        name = "a b;`touch canary`$(touch canary).toml"
        pathlib.Path(folder, name).write_text((ROOT / "examples/two-body.toml").read_text())
        assert oopss("derive", name, "-o", name + ".txt", folder=folder).returncode == 0
        assert oopss("generate", name, "--to", "c", "-o", "out `touch canary`", folder=folder).returncode == 0
        assert "canary" not in os.listdir(folder)


if __name__ == "__main__":
    run_tests(globals())
