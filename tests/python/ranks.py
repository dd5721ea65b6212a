# SPDX-License-Identifier: Apache-2.0
"""`mpirun -n K oopss sweep …`: the same bytes for any number of ranks, one writer, and nothing lost when a rank dies. Skipped, in words, where
there is no mpirun, or where the program was built without MPI."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

from program import OOPSS, run_tests

MODULE = pathlib.Path(OOPSS).parent / "liboopss_mpi.so"
MPIRUN = shutil.which("mpirun")
SWEEP = ["sweep", "two-body", "--vary", "start.energy=4:30:9", "--vary", "body.arm.mass=-1:6:9", "--until", "4", "--tolerance", "1e-9",
         "--observe", "turns(elbow)", "--observe", "exponent"]


def launcher(ranks):
    """mpirun, on fewer cores than ranks if need be, as root if we are."""
    return [MPIRUN, "--oversubscribe", *(["--allow-run-as-root"] if os.geteuid() == 0 else []), "-n", str(ranks)]


def run(words, folder, **environment):
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=600, stdin=subprocess.DEVNULL, env={**os.environ, **environment})


def alone(words, folder):
    done = run([OOPSS, *words], folder)
    assert done.returncode == 0, done


def test_the_same_bytes_for_any_ranks(folder):
    for ending in ("csv", "h5"):
        alone([*SWEEP, "-o", f"one.{ending}"], folder)
    for ranks, ending, threads in ((2, "h5", "2"), (4, "csv", "1")):
        done = run([*launcher(ranks), OOPSS, *SWEEP, "--threads", threads, "-o", f"more.{ending}", "--json"], folder)
        assert done.returncode == 0, done
        found = json.loads(done.stdout)  # one document: one rank writes
        assert (found["ranks"], found["members"], found["done"]) == (ranks, 81, 81), found
        assert (folder / f"more.{ending}").read_bytes() == (folder / f"one.{ending}").read_bytes()
    done = run([*launcher(1), OOPSS, *SWEEP, "-o", "single.csv", "--json"], folder)
    assert done.returncode == 0 and json.loads(done.stdout)["ranks"] == 1, done
    assert (folder / "single.csv").read_bytes() == (folder / "one.csv").read_bytes()
    assert not list(folder.glob("*.journal"))


def test_lanes_give_the_same_bytes_for_any_ranks_too(folder):
    lanes = ["sweep", "two-body", "--engine", "lanes", "--vary", "start.energy=4:30:60", "--vary", "body.arm.mass=-1:6:20", "--until", "2", "--step", "0.05",
             "--observe", "exponent"]  # three chunks
    alone([*lanes, "-o", "one.h5"], folder)
    done = run([*launcher(2), OOPSS, *lanes, "--threads", "1", "-o", "more.h5", "--json"], folder)
    assert done.returncode == 0 and json.loads(done.stdout)["done"] == 1200, done
    assert (folder / "more.h5").read_bytes() == (folder / "one.h5").read_bytes()


def test_a_rank_goes_home_whose_request_is_open_at_the_end(folder):
    few = ["sweep", "two-body", "--vary", "start.energy=4:30:8", "--vary", "body.arm.mass=1:6:4", "--until", "4", "--tolerance", "1e-9"]
    for _ in range(3):  # two chunks: the last one done is then mostly that of the other rank, which has asked for more
        done = run([*launcher(2), OOPSS, *few, "--threads", "1", "-o", "few.csv", "--json"], folder)
        assert done.returncode == 0 and json.loads(done.stdout)["done"] == 32, done


def test_bad_input_is_said_once(folder):
    done = run([*launcher(2), OOPSS, "sweep", "two-body", "--vary", "body.amr.mass=1:2:3", "-o", "bad.csv"], folder)
    assert done.returncode == 2 and done.stderr.count("there is no body 'amr'") == 1, done
    done = run([*launcher(2), OOPSS, "sweep", "-", "--vary", "body.arm.mass=1:2:3", "-o", "bad.csv"], folder)
    assert done.returncode == 2 and "standard input reaches the first rank alone" in done.stderr, done
    assert not list(folder.iterdir())


def test_without_the_module_nothing_is_written(folder):
    shutil.copy(OOPSS, folder / "oopss")
    done = run([*launcher(2), str(folder / "oopss"), *SWEEP, "-o", "none.csv"], folder)
    assert done.returncode == 7 and "liboopss_mpi.so is missing" in done.stderr, done
    (folder / "oopss").unlink()
    # A launcher of another MPI: the module sees this process alone, which must not take itself for the first.
    for rank in "0", "3":
        done = run([OOPSS, *SWEEP, "-o", "none.csv"], folder, PMI_RANK=rank, PMI_SIZE="4")
        assert done.returncode == 7 and "one of 4 processes" in done.stderr, done
    assert not list(folder.iterdir())


def killed_in_the_middle(words, target, dying, folder):
    """Begins the sweep with four ranks and kills one after some chunks are kept; false if all was done before that."""
    for file in folder.glob("pid-*"):
        file.unlink()
    journal = folder / (target + ".journal")
    script = 'echo $$ > pid-$OMPI_COMM_WORLD_RANK; exec "$@"'
    job = subprocess.Popen([*launcher(4), "sh", "-c", script, "sh", OOPSS, *words, "-o", target], cwd=folder,
                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
    while job.poll() is None and not (journal.exists() and journal.stat().st_size > 5000):
        time.sleep(0.002)
    if job.poll() is None:
        os.kill(int((folder / f"pid-{dying}").read_text()), signal.SIGKILL)
    said = job.communicate(timeout=600)[1]
    if job.returncode == 0:
        return False
    assert not (folder / target).exists() and journal.stat().st_size > 5000, (job.returncode, said)
    return True


def test_a_rank_that_dies_loses_nothing_that_is_done(folder):
    for dying in (2, 0):
        for until in ("200", "2000", "20000"):  # longer where the machine is too fast to be interrupted
            words = ["sweep", "three-body", "--vary", "start.momentum=1:20:1500", "--until", until, "--tolerance", "1e-10", "--threads", "1"]
            target = f"killed-{dying}-{until}.csv"
            if killed_in_the_middle(words, target, dying, folder):
                break
        else:
            raise AssertionError("every sweep was done before it could be interrupted")
        done = run([*launcher(4), OOPSS, *words, "-o", target, "--resume"], folder)
        assert done.returncode == 0 and not (folder / (target + ".journal")).exists(), done
        alone([*words, "-o", "whole.csv"], folder)
        assert (folder / target).read_bytes() == (folder / "whole.csv").read_bytes()
        (folder / "whole.csv").unlink()


if __name__ == "__main__":
    if not MPIRUN or not MODULE.exists():
        print("skipped: " + ("no mpirun" if not MPIRUN else "the program was built without MPI"))
        sys.exit(77)
    run_tests(globals())
