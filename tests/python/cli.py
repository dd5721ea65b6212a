# SPDX-License-Identifier: Apache-2.0
"""The command line as a user meets it: help, examples, exit codes, one JSON document, nothing written on failure."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

OOPSS, ROOT = os.path.abspath(sys.argv[1]), pathlib.Path(__file__).parents[2]
VERBS = ("check", "derive", "generate", "simulate", "equilibria", "portrait", "continue", "compare", "models")


def oopss(*words, text=None, folder=None, stdout=subprocess.PIPE):
    return subprocess.run([OOPSS, *words], input=text, cwd=folder, stdout=stdout, stderr=subprocess.PIPE, text=True)


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
        for command in commands:
            run = oopss(*command.split(), folder=folder)
            assert run.returncode == 0, (command, run.stderr)


def test_exit_code_2_for_usage_with_the_nearest_word():
    for words, hint in ((["derve", "two-body"], "derive"), (["derive", "two-bdy"], "two-body"), (["derive", "two-body", "--frmat", "text"], "--format"),
                        (["derive", "two-body", "--format", "html"], "html"), (["generate", "two-body", "--to", "fortran", "-o", "d"], "fortran"),
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


def test_every_built_in_model_checks_derives_and_is_listed():
    listed = [line.split()[0] for line in oopss("models").stdout.splitlines()]
    assert sorted(listed) == sorted(path.stem for path in (ROOT / "examples").glob("*.toml"))
    for name in listed:
        assert oopss("check", name).returncode == 0 and oopss("derive", name).returncode == 0


def test_spaces_and_shell_characters_in_paths_are_only_characters():
    with tempfile.TemporaryDirectory() as folder:
        name = "a b;`touch canary`$(touch canary).toml"
        pathlib.Path(folder, name).write_text((ROOT / "examples/two-body.toml").read_text())
        assert oopss("derive", name, "-o", name + ".txt", folder=folder).returncode == 0
        assert oopss("generate", name, "--to", "c", "-o", "out `touch canary`", folder=folder).returncode == 0
        assert "canary" not in os.listdir(folder)


if __name__ == "__main__":
    tests = [(name, test) for name, test in list(globals().items()) if name.startswith("test_")]
    for name, test in tests:
        test()
        print("ok", name)
    print(f"{len(tests)} passed, 0 failed")
