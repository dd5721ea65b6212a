# SPDX-License-Identifier: Apache-2.0
"""`oopss sweep` and `oopss merge` as a user meets them: members beside single runs, threads and parts, bad input, kills, full disks."""
import csv
import json
import math
import pathlib
import random
import re
import resource
import signal
import subprocess
import time

from program import FEW, OOPSS, oopss, run_tests
from texts import hub_and_arm

TWO_BODY = ["sweep", "two-body", "--vary", "start.energy=4:30:7", "--vary", "body.arm.mass=-1:6:6", "--until", "4", "--tolerance", "1e-9",
            "--observe", "turns(elbow)", "--observe", "first(phi_elbow = 2)", "--observe", "drift(energy)"]

DAMPED = hub_and_arm('torque = { law = "pd", kp = 0, kd = 40 }', """[start]
angles = { elbow = 1.0 }
rates = { elbow = 0.0 }
momentum = 50
[run]
until = 300
""")


def good(*words, folder=None, text=None):
    run = oopss(*words, folder=folder, text=text)
    assert run.returncode == 0, run
    return run


def rows(path):
    lines = pathlib.Path(path).read_text().splitlines()
    assert lines[0].startswith("# oopss sweep of ")
    return list(csv.DictReader(lines[1:]))


def test_members_are_single_runs(folder):
    good(*TWO_BODY, "-o", "a.csv", folder=folder)
    table = rows(folder / "a.csv")
    assert [int(row["member"]) for row in table] == list(range(42))
    kinds = {row["status"] for row in table}
    assert kinds == {"complete", "invalid", "unreachable"}, kinds
    for row in table[:: 6 if FEW else 3]:
        run = oopss("simulate", "two-body", "--set", "start.energy=" + row["start.energy"], "--set", "body.arm.mass=" + row["body.arm.mass"],
                    "--until", "4", "--tolerance", "1e-9", "--json")
        if row["status"] != "complete":
            assert run.returncode == 3 and row["angle.elbow"] == "" and row["turns(elbow)"] == "", (row, run)
            continue
        found = json.loads(run.stdout)
        assert float(row["angle.elbow"]) == found["final"]["angles"][0], row
        assert [float(row["momentum.hub"]), float(row["momentum.arm"])] == found["final"]["momenta"], row
        assert float(row["drift(energy)"]) == found["energy"]["max_relative_drift"], (row, found)
        assert abs(float(row["turns(elbow)"]) - (found["final"]["angles"][0] - 0.5) / (2 * math.pi)) < 1e-14


def test_the_same_bytes_for_any_threads_and_parts(folder):
    for ending in ("csv", "h5"):
        good(*TWO_BODY, "--threads", "1", "-o", f"one.{ending}", folder=folder)
        one = (folder / f"one.{ending}").read_bytes()
        for threads in ("2", "4"):
            good(*TWO_BODY, "--threads", threads, "-o", f"more.{ending}", folder=folder)
            assert (folder / f"more.{ending}").read_bytes() == one
        parts = []
        for part in (3, 1, 4, 2):
            parts.append(f"part{part}.{ending}")
            good(*TWO_BODY, "--part", f"{part}/4", "-o", parts[-1], folder=folder)
        good("merge", *parts, "-o", f"merged.{ending}", folder=folder)
        assert (folder / f"merged.{ending}").read_bytes() == one
        assert not list(folder.glob("*.journal"))
        for wrong, words in ((parts[:-1], "are in no part"), (parts + parts[:1], "in another part too")):
            run = oopss("merge", *wrong, "-o", f"wrong.{ending}", folder=folder)
            assert run.returncode == 6 and words in run.stderr, run
        good(*TWO_BODY, "--seed", "1", "--part", "2/4", "-o", f"other.{ending}", folder=folder)
        run = oopss("merge", *parts[:-1], f"other.{ending}", "-o", f"wrong.{ending}", folder=folder)
        assert run.returncode == 6 and "of another sweep" in run.stderr and "other." in run.stderr, run
        assert not (folder / f"wrong.{ending}").exists()


LANES = ["sweep", "three-body", "--engine", "lanes", "--vary", "start.momentum=1:20:40", "--vary", "body.plate.mass=-1:80:30", "--until", "2",
         "--observe", "exponent", "--observe", "turns(pin1)"]


def test_lanes_give_the_same_bytes_for_any_threads_and_parts(folder):
    for run in (["--step", "0.05"], ["--tolerance", "1e-8"]):
        words = [*LANES, *run]
        good(*words, "--threads", "1", "-o", "one.csv", folder=folder)
        one = (folder / "one.csv").read_bytes()
        good(*words, "--threads", "3", "-o", "more.csv", folder=folder)
        assert (folder / "more.csv").read_bytes() == one
        parts = []
        for part in (2, 3, 1):
            parts.append(f"part{part}.csv")
            good(*words, "--part", f"{part}/3", "-o", parts[-1], folder=folder)
        good("merge", *parts, "-o", "merged.csv", folder=folder)
        assert (folder / "merged.csv").read_bytes() == one
        table = rows(folder / "one.csv")
        assert {row["status"] for row in table} == {"complete", "invalid"}, table[0]
    run = oopss(*LANES, "--step", "0.05", "--part", "1/3", "-o", "steps.csv", folder=folder)
    assert run.returncode == 0 and "engine lanes" in run.stdout, run
    run = oopss("merge", "steps.csv", "part2.csv", "part3.csv", "-o", "mixed.csv", folder=folder)
    assert run.returncode == 6 and "of another sweep" in run.stderr, run
    words = [word for word in LANES if word not in ("--engine", "lanes")]
    good(*words, "--step", "0.05", "--part", "1/3", "-o", "alone.csv", folder=folder)
    run = oopss("merge", "alone.csv", "part2.csv", "part3.csv", "-o", "mixed.csv", folder=folder)
    assert run.returncode == 6 and "engine" in run.stderr, run


def test_what_lanes_cannot_do_is_said_at_once(folder):
    run = oopss("sweep", "two-body", "--engine", "lanes", "--method", "gauss4", "--vary", "start.energy=6:30:4", "--observe", "settle(E, 1)", "--tolerance", "0.5",
                "-o", "a.csv", folder=folder)
    assert run.returncode == 2 and not list(folder.iterdir()), run
    for words in ("settle(E, 1) looks for events inside steps", "lanes have rk4", "between 1e-16 and 0.1"):
        assert words in run.stderr, (words, run.stderr)
    for model, words in (("four-bar", "loops of bodies have no lanes"), ("spatial-pair", "bodies in space have no lanes"),
                         ("forced-pair", "is none of proportional, pd and sine")):
        run = oopss("sweep", model, "--engine", "lanes", "--vary", "run.until=1:2:2", "-o", "a.csv", folder=folder)
        assert run.returncode == 2 and words in run.stderr, run
    run = oopss("sweep", "two-body", "--engine", "lanes", "--vary", "start.energy=6:30:4", "--method", "rk4", "--tolerance", "1e-8", "-o", "a.csv", folder=folder)
    assert run.returncode == 2 and "rk4 takes a step" in run.stderr, run


def test_a_damped_pair_settles_stretched(folder):
    """The stabilisation theorem that the simulator paper cites: with damping alone in the joint and momentum not 0, every motion but the
    one that starts exactly on the folded shape ends stretched."""
    (folder / "pair.toml").write_text(DAMPED)
    count = "8" if FEW else "40"
    good("sweep", "pair.toml", "--sample", "start.angles.elbow~uniform(-180deg,180deg)", "--sample", "start.rates.elbow~normal(0,1)",
         "--count", count, "--seed", "5", "--tolerance", "1e-10", "--observe", "settle(sin(phi_elbow/2), 0.001)",
         "--observe", "value(cos(phi_elbow))", "--observe", "drift(momentum)", "-o", "pair.csv", folder=folder)
    for row in rows(folder / "pair.csv"):
        assert row["status"] == "complete" and 0 < float(row["settle(sin(phi_elbow/2), 0.001)"]) < 300, row
        assert 1 - float(row["value(cos(phi_elbow))"]) < 1e-6 and float(row["drift(momentum)"]) < 1e-12, row
    good("sweep", "pair.toml", "--vary", "start.angles.elbow=0:pi:2", "--until", "40", "--tolerance", "1e-10",
         "--observe", "settle(sin(phi_elbow/2), 0.001)", "--observe", "settle(cos(phi_elbow/2), 0.001)", "-o", "ends.csv", folder=folder)
    stretched, folded = rows(folder / "ends.csv")
    assert float(stretched["settle(sin(phi_elbow/2), 0.001)"]) == 0 and stretched["settle(cos(phi_elbow/2), 0.001)"] == ""
    assert folded["settle(sin(phi_elbow/2), 0.001)"] == "" and float(folded["settle(cos(phi_elbow/2), 0.001)"]) == 0
    # pi is rounded, and 1e-16 rad from the folded shape is not on it. Here that shape is the angle 0, where both turn by 2 rad/s exactly.
    (folder / "folded.toml").write_text(DAMPED.replace("inertia = 50", "inertia = 2").replace("[[5, 0], [-3, 0]]", "[[1, 0], [1, 0]]").replace("kd = 40", "kd = 2"))
    good("sweep", "folded.toml", "--set", "start.momentum=8", "--vary", "start.angles.elbow=0:1e-16:2", "--until", "1000", "--tolerance", "1e-10",
         "--observe", "settle(phi_elbow, 1e-300)", "--observe", "settle(cos(phi_elbow/2), 0.001)", "-o", "folded.csv", folder=folder)
    exact, beside = rows(folder / "folded.csv")
    assert float(exact["settle(phi_elbow, 1e-300)"]) == 0 and float(exact["angle.elbow"]) == 0 and exact["settle(cos(phi_elbow/2), 0.001)"] == ""
    assert 0 < float(beside["settle(cos(phi_elbow/2), 0.001)"]) < 1000, beside


def test_a_chaos_map_is_grey_where_the_energy_does_not_reach(folder):
    """The command of the README, as a table and as a picture: the grey cells are the members without a start, and no others."""
    side = 12 if FEW else 32
    run = good("sweep", "three-body", "--engine", "lanes", "--set", "start.rates={}", "--set", "start.energy=9", "--set", "start.direction={pin1=1,pin2=-1}",
               "--vary", f"start.angles.pin1=-180deg:180deg:{side}", "--vary", f"start.angles.pin2=-180deg:180deg:{side}",
               "--until", "500", "--step", "0.1", "--observe", "exponent", "-o", "chaos.csv", "-o", "chaos.svg", folder=folder)
    table = rows(folder / "chaos.csv")
    unreachable = [row for row in table if row["status"] == "unreachable"]
    assert len(table) == side**2 and 0 < len(unreachable) < len(table) / 2 and re.search(rf"unreachable +{len(unreachable)}\n", run.stdout), run
    assert all((row["exponent"] == "") == (row["status"] == "unreachable") for row in table)
    grey = re.search(r'<path d="([^"]*)" fill="#d6d6d6" fill-rule="evenodd"', (folder / "chaos.svg").read_text()).group(1)
    boxes = [[float(number) for number in box.strip("Z").split()] for box in grey.split("M")[1:]]
    widths = [(max(box[0::2]) - min(box[0::2]), max(box[1::2]) - min(box[1::2])) for box in boxes]
    cell = min(height for _, height in widths)  # rows of cells are drawn one by one
    assert abs(sum(width * height for width, height in widths) / cell**2 - len(unreachable)) < 0.01 * len(unreachable), (widths, len(unreachable))
    # Some motions are chaotic, and some are not: their vectors grow like the time, ln(500)/500 = 0.012.
    exponents = sorted(float(row["exponent"]) for row in table if row["exponent"])
    assert exponents[0] < 0.03 and exponents[-1] > 0.1, (exponents[0], exponents[-1])
    # The least energy at a shape is mu^2 / 2 I_lock, so that what is out of reach is where I_lock is small: folded shapes, never the straight one.
    assert all(abs(float(row["start.angles.pin1"])) > 1 or abs(float(row["start.angles.pin2"])) > 1 for row in unreachable)


def test_everything_wrong_is_said_at_once(folder):
    run = oopss("sweep", "two-body", "--vary", "body.amr.mass=1:2:3", "--vary", "start.energy=5:5:3", "--vary", "body.hub.mass=1:2",
                "--vary", "body.hub.inertia=1:2:one", "--vary", "body.hub.inertia=-1:1:4:log", "--vary", "body.arm.mass=-9:-1:5",
                "--sample", "body.arm.mas~normal(1,1)", "--sample", "body.arm.inertia~normal(1,0)", "--sample", "start.energy~gauss(1,1)",
                "--sobol", "--observe", "turns(wrist)", "--observe", "settle(phi_elbow)", "--observe", "largest(phi_elbw)", "--observe", "settle(E,1:0)",
                "--observe", "drift(mass)", "--observe", "sum(E)", "--observe", "first(E = 1, up)", "--part", "3/2", "-o", "bad.csv", folder=folder)
    assert run.returncode == 2, run
    for words in ("--vary body.amr.mass: error: there is no body 'amr'", "did you mean 'arm'?", "the range is empty: its two ends are the same",
                  "it is PATH=A:B:N", 'a whole number of 2 or more, got "one"', "equal ratios need two ends of the same sign", "mass must be greater than zero",
                  "'mas'", "the deviation s must be greater than 0", "there is no distribution 'gauss'", "add --count N", "there is no joint 'wrist'",
                  "it is settle(QUANTITY, BAND)", "'phi_elbw' is not known", "did you mean 'phi_elbow'?", "the band is empty", "there is no drift of 'mass'",
                  "there is no observable 'sum'", "the direction of an event is + or -", "it is I/N"):
        assert words in run.stderr, (words, run.stderr)
    assert not list(folder.iterdir())
    problems = json.loads(oopss("sweep", "two-body", "--vary", "body.amr.mass=1:2:3", "--observe", "turns(wrist)", "-o", "bad.csv", "--json",
                                folder=folder).stdout)["error"]
    assert problems["code"] == 2 and [one["file"] for one in problems["problems"]] == ["--vary body.amr.mass", "--observe turns(wrist)"], problems
    run = oopss("sweep", "two-body", "--vary", "start.energy=6:30:10000000", "--vary", "body.arm.mass=1:2:10000", "-o", "large.csv", folder=folder)
    assert run.returncode == 2 and "on the disk" in run.stderr and not list(folder.iterdir()), run
    for words in (("--observe", "exponent"), ("--vary", "start.energy=6:30:4", "--sample", "body.arm.mass~uniform(1,2)"),
                  ("--vary", "start.energy=6:30:4"), ("--vary", "start.energy=6:30:4", "--step", "1", "--tolerance", "1e-8", "-o", "x.csv"),
                  ("--vary", "start.energy=6:30:4", "--method", "euler", "-o", "x.csv")):
        assert oopss("sweep", "two-body", *words, folder=folder).returncode == 2, words
    assert not list(folder.iterdir())


def test_a_dry_run_writes_nothing(folder):
    run = good(*TWO_BODY, "--dry-run", "-o", "dry.csv", folder=folder)
    assert "a sweep of 42 members" in run.stdout and "turns(elbow)" in run.stdout and "disk" in run.stdout, run
    assert not list(folder.iterdir())
    found = json.loads(good(*TWO_BODY, "--dry-run", "--json", folder=folder).stdout)
    assert (found["members"], found["done"], found["file"]) == (42, 0, None), found


def test_the_document(folder):
    found = json.loads(good(*TWO_BODY, "-o", "a.h5", "--json", folder=folder).stdout)
    assert found["schema"] == 1 and found["members"] == found["done"] == 42 and found["file"] == "a.h5", found
    assert found["failed"] == 42 - found["statuses"]["complete"] and sum(found["statuses"].values()) == 42, found
    assert found["bodies"] == ["hub", "arm"] and found["joints"] == ["elbow"] and found["columns"][:3] == ["member", "start.energy", "body.arm.mass"], found


def killed(words, folder, seconds):
    """Runs until the time is over; whether it was killed."""
    process = subprocess.Popen([OOPSS, *words], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        problem = process.communicate(timeout=seconds)[1]
        assert process.returncode == 0, problem
        return False
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.communicate()
        return True


def test_killed_at_any_moment_it_resumes_to_the_same_bytes(folder):
    words = ["sweep", "two-body", "--vary", "start.energy=6:30:20", "--sample", "body.arm.mass~lognormal(1.5,0.2)", "--count", "40", "--seed", "3", "--until", "3",
             "--tolerance", "1e-8", "--observe", "turns(elbow)"]
    choose, kills, sweeps = random.Random(1), 0, 0
    wanted = {}
    for ending in ("csv", "h5"):
        begun = time.monotonic()
        good(*words, "-o", f"whole.{ending}", folder=folder)
        longest = time.monotonic() - begun
        wanted[ending] = (folder / f"whole.{ending}").read_bytes()
    while kills < (20 if FEW else 200) or sweeps < 4:
        ending = choose.choice(("csv", "h5"))
        file = folder / f"killed.{ending}"
        again = [*words, "-o", file.name, "--resume", "--threads", choose.choice(("1", "2", "4"))]
        patience = longest  # it grows: a machine that is slower now gets to the end, too
        while killed(again, folder, choose.uniform(0, patience)):
            kills += 1
            patience += longest / 4
            assert not file.exists() or file.read_bytes() == wanted[ending]
        assert file.read_bytes() == wanted[ending]
        file.unlink()
        sweeps += 1
    assert not list(folder.glob("*.journal"))


def test_a_journal_is_not_lost_and_not_mixed(folder):
    words = [*TWO_BODY, "-o", "a.csv"]
    good(*words, folder=folder)
    whole = (folder / "a.csv").read_bytes()
    # A full disk: files of at most 5 kB, so that the journal ends after a chunk or two.
    (folder / "a.csv").unlink()
    run = oopss(*words, folder=folder, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000)))
    assert run.returncode == 6 and "cannot write" in run.stderr and not (folder / "a.csv").exists(), run
    run = oopss(*words, folder=folder)
    assert run.returncode == 6 and "--resume goes on with it" in run.stderr, run
    run = oopss(*words, "--resume", "--seed", "7", folder=folder)
    assert run.returncode == 6 and "is of another sweep: its seed is 0, here it is 7" in run.stderr, run
    journal = folder / "a.csv.journal"
    kept = journal.read_bytes()
    assert len(kept) > 2000
    journal.write_bytes(kept[:-5] + b"torn!")  # the last record does not match its checksum: it is done again
    good(*words, "--resume", folder=folder)
    assert (folder / "a.csv").read_bytes() == whole and not journal.exists()
    journal.write_text("a letter to a friend, which is longer than the first line of a journal")
    run = oopss(*words, "--resume", folder=folder)
    assert run.returncode == 6 and "another file" in run.stderr and journal.read_text().startswith("a letter"), run


def test_ctrl_c_is_heard_and_keeps_what_is_done(folder):
    words = ["sweep", "three-body", "--vary", "start.momentum=1:20:1000000", "--until", "20", "--tolerance", "1e-10", "-o", "long.csv"]
    process = subprocess.Popen([OOPSS, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    journal = folder / "long.csv.journal"
    while not journal.exists() or journal.stat().st_size < 20000:  # some chunks are done
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()  # all million members would take much longer than anybody waits
    assert process.returncode == 130 and "--resume goes on" in said, (process.returncode, said)
    assert journal.exists() and not (folder / "long.csv").exists()


if __name__ == "__main__":
    run_tests(globals())
