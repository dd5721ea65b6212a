# SPDX-License-Identifier: Apache-2.0
"""examples/sweep-array.sh: its parts, merged, are the sweep in one piece; run by hand as Slurm would, and by Slurm itself where Debian's slurmctld
and slurmd can start, which they can as root."""
import getpass
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time

from program import OOPSS, run_tests

SCRIPT = str(pathlib.Path(sys.argv[2]).resolve())
SMALL = {"OOPSS": OOPSS, "OOPSS_CELLS": "6", "OOPSS_UNTIL": "2"}
PARTS = [f"chaos-{k}-of-4.h5" for k in range(1, 5)]


def good(words, folder, **more):
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=600, stdin=subprocess.DEVNULL, **more)
    assert done.returncode == 0, done
    return done.stdout


def whole(folder):
    good([OOPSS, "sweep", "three-body", "--set", "start.rates={}", "--set", "start.energy=9", "--set", "start.direction={pin1=1,pin2=-1}",
          "--vary", "start.angles.pin1=-180deg:180deg:6", "--vary", "start.angles.pin2=-180deg:180deg:6", "--until", "2", "--tolerance", "1e-8",
          "--observe", "exponent", "-o", "whole.h5"], folder)
    return (folder / "whole.h5").read_bytes()


def merged(folder):
    good([OOPSS, "merge", *PARTS, "-o", "chaos.h5"], folder)
    return (folder / "chaos.h5").read_bytes()


def test_the_parts_of_the_array_are_the_sweep(folder):
    for part in range(1, 5):
        good(["sh", SCRIPT], folder, env={**os.environ, **SMALL, "SLURM_ARRAY_TASK_ID": str(part)})
    assert merged(folder) == whole(folder)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def wait_for(what, holds, logs):
    for _ in range(6000):  # a guard against hanging, not a measure of speed
        if holds():
            return
        time.sleep(0.1)
    raise AssertionError(f"{what} did not come in ten minutes: " + "".join(log.read_text()[-2000:] for log in logs if log.exists()))


def test_slurm_runs_the_array(folder):
    if not all(shutil.which(one) for one in ("slurmctld", "slurmd", "sbatch", "squeue")) or os.geteuid() != 0:
        print("skipped: Slurm itself (slurmctld and slurmd, as root)")
        return
    host = socket.gethostname().split(".")[0]
    (folder / "state").mkdir()
    (folder / "spool").mkdir()
    conf = folder / "slurm.conf"
    conf.write_text(f"""ClusterName=oopss
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
AuthType=auth/none
CredType=cred/none
SlurmUser={getpass.getuser()}
SlurmdUser={getpass.getuser()}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
MpiDefault=none
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
""")
    variables = {**os.environ, **SMALL, "SLURM_CONF": str(conf)}
    logs = [folder / "slurmctld.log", folder / "slurmd.log", folder / "said"]
    with open(folder / "said", "w") as said:
        daemons = [subprocess.Popen([one, "-D", *more], env=variables, stdout=said, stderr=said, stdin=subprocess.DEVNULL, cwd=folder)
                   for one, more in (("slurmctld", ()), ("slurmd", ("-N", host)))]
    try:
        begun = time.monotonic()
        while subprocess.run(["sinfo", "-h", "-o", "%t"], env=variables, capture_output=True, text=True).stdout.strip() != "idle":
            if any(one.poll() is not None for one in daemons) or time.monotonic() - begun > 30:
                print("skipped: Slurm itself does not start here: " + "".join(log.read_text()[-300:] for log in logs if log.exists()))
                return
            time.sleep(0.2)
        good(["sbatch", "--parsable", SCRIPT], folder, env=variables)
        wait_for("the parts", lambda: all((folder / one).exists() for one in PARTS), logs)
        assert merged(folder) == whole(folder)
        print("Slurm ran the array")
    finally:
        for one in daemons:
            one.terminate()
        for one in daemons:
            one.wait(timeout=60)


if __name__ == "__main__":
    run_tests(globals())
