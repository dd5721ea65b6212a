# SPDX-License-Identifier: Apache-2.0
"""`oopss sweep --engine cuda` on a stand-in for a GPU: the driver and nvcc that stand in tests/gpu run the same emitted text as C++ on this
processor. So all around the kernels is tested, and their text; a GPU itself is not. Without a second argument the GPU and the nvcc of this
machine are taken, which ./test never does: `python3 tests/python/gpu.py build/release/oopss`."""
import csv
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

OOPSS = os.path.abspath(sys.argv[1])
DRIVER = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else None  # the folder with the stand-in for libcuda.so.1
NVCC = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "gpu", "stand_in")

P2 = """
[model]
format = 1
[[body]]
name = "a"
mass = 4.0
inertia = 55.55
[[body]]
name = "b"
mass = 4.0
inertia = 20.0
[[joint]]
name = "ab"
between = ["a", "b"]
at = [[5.0, 0.0], [-5.0, 0.0]]
[start]
angles = { ab = 1.0 }
momenta = { a = 35.0, b = 15.0 }
"""
P3 = """
[model]
format = 1
[[body]]
name = "a"
mass = 10.0
inertia = 40.0
[[body]]
name = "b"
mass = 8.0
inertia = 25.0
[[body]]
name = "c"
mass = 6.0
inertia = 20.0
[[joint]]
name = "ab"
between = ["a", "b"]
at = [[2.0, 0.0], [-2.0, 0.0]]
[[joint]]
name = "bc"
between = ["b", "c"]
at = [[2.0, 0.0], [-2.0, 0.0]]
[start]
angles = { ab = 0.4, bc = -0.3 }
momenta = { a = 25.0, b = 15.0, c = 10.0 }
"""
CUDA = ["--engine", "cuda"]


def surroundings(folder, driver=DRIVER, stand_in=""):
    if not driver:
        return {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "LC_ALL": "C.UTF-8"}
    return {"PATH": f"{NVCC}:/usr/bin:/bin", "LD_LIBRARY_PATH": driver, "XDG_CACHE_HOME": str(folder / "cache"), "OOPSS_STAND_IN": stand_in,
            "LC_ALL": "C.UTF-8"}


def oopss(folder, *words, **more):
    return subprocess.run([OOPSS, *words], cwd=folder, env=surroundings(folder, **more), capture_output=True, text=True)


def good(folder, *words):
    run = oopss(folder, *words)
    assert run.returncode == 0, run
    return run


def rows(path):
    return list(csv.DictReader(pathlib.Path(path).read_text().splitlines()[1:]))


def difference(a, b):
    """Of two rows' states, relative to the larger of 1 and the largest number of the state."""
    names = [name for name in a if name.split(".")[0] in ("angle", "momentum", "absolute", "kinetic", "energy", "momentum_total")]
    size = max([1] + [abs(float(b[name])) for name in names])
    return max(abs(float(a[name]) - float(b[name])) for name in names) / size


def test_members_agree_with_lanes_and_single_runs(folder):
    for text, name in ((P2, "two.toml"), (P3, "three.toml")):
        (folder / name).write_text(text)
        vary = ["sweep", name, "--vary", "start.angles.ab=-1:1:3", "--vary", "body.b.mass=4:9:2"]
        for method, until, most in ((["--step", "0.02"], "0.02", 1e-14), (["--step", "0.02"], "10", 1e-12), (["--tolerance", "1e-13"], "10", 1e-12)):
            good(folder, *vary, *method, "--until", until, *CUDA, "-o", "gpu.csv")
            good(folder, *vary, *method, "--until", until, "--engine", "lanes", "-o", "lanes.csv")
            for a, b in zip(rows(folder / "gpu.csv"), rows(folder / "lanes.csv"), strict=True):
                assert a["status"] == b["status"] == "complete" and a["end"] == b["end"] and difference(a, b) < most, (method, until, a, b, difference(a, b))
        for until, step, most in (("0.02", "0.02", 1e-14), ("10", "0.05", 1e-12)):
            method = ["--method", "gauss4", "--step", step, "--until", until]
            good(folder, *vary, *method, *CUDA, "--sweeps", "14", "-o", "gpu.csv")
            good(folder, *vary, *method, "-o", "alone.csv")
            for a, b in zip(rows(folder / "gpu.csv"), rows(folder / "alone.csv"), strict=True):
                assert a["status"] == "complete" and difference(a, b) < most and float(a["last_change"]) < 1e-13, (a, b, difference(a, b))


def test_numbers_of_a_model_are_in_the_code_or_beside_it(folder):
    """Without a varied parameter they are part of the code; the motion is the same to rounding."""
    (folder / "three.toml").write_text(P3)
    run = ["sweep", "three.toml", "--step", "0.02", "--until", "2", *CUDA, "--vary", "start.angles.ab=-1:1:3"]
    good(folder, *run, "-o", "in.csv")
    good(folder, *run, "--vary", "body.b.mass=8:9:2", "-o", "beside.csv")
    for a, b in zip(rows(folder / "in.csv"), rows(folder / "beside.csv")[::2], strict=True):
        assert difference(a, b) < 1e-14, (a, b)


def test_sweeps_that_do_not_do_are_said(folder):
    run = ["sweep", "three-body", "--method", "gauss4", "--step", "0.2", "--until", "4", *CUDA, "--vary", "start.momentum=5:10:3"]
    good(folder, *run, "--sweeps", "4", "-o", "few.csv")
    for row in rows(folder / "few.csv"):
        assert row["status"] == "unconverged" and float(row["last_change"]) > 1e-13 and row["angle.pin1"] != "", row
    good(folder, *run, "--sweeps", "40", "-o", "many.csv")
    assert {row["status"] for row in rows(folder / "many.csv")} == {"complete"}


def test_observables_are_those_of_lanes(folder):
    observe = ["turns(pin1)", "largest(rate.pin1)", "exponent", "drift(energy)", "drift(momentum)", "value(E)"]
    for method in (["--step", "0.05"], ["--tolerance", "1e-11"]):
        run = ["sweep", "three-body", *method, "--until", "20", "--every", "0.5", "--vary", "start.momentum=5:20:4"]
        for name in observe:
            run += ["--observe", name]
        good(folder, *run, *CUDA, "-o", "gpu.csv")
        good(folder, *run, "--engine", "lanes", "-o", "lanes.csv")
        for a, b in zip(rows(folder / "gpu.csv"), rows(folder / "lanes.csv"), strict=True):
            for name in observe:
                least = 1e-9 if name != "drift(momentum)" else 1e-13
                assert abs(float(a[name]) - float(b[name])) <= 1e-6 * abs(float(b[name])) + least, (name, a[name], b[name])


def test_float_is_the_same_motion_in_fewer_digits(folder):
    run = ["sweep", "three-body", "--step", "0.02", "--until", "2", "--vary", "start.momentum=5:20:4", "--observe", "drift(energy)"]
    good(folder, *run, "--engine", "cuda-float", "-o", "float.csv")
    good(folder, *run, *CUDA, "-o", "double.csv")
    for a, b in zip(rows(folder / "float.csv"), rows(folder / "double.csv"), strict=True):
        assert a["status"] == "complete" and 1e-9 < difference(a, b) < 1e-4, (a, b)


def test_the_same_bytes_for_any_threads_and_parts(folder):
    run = ["sweep", "three-body", *CUDA, "--step", "0.1", "--until", "1", "--vary", "start.momentum=1:20:90", "--vary", "body.plate.mass=-1:80:50"]
    good(folder, *run, "--threads", "1", "-o", "one.csv")
    one = (folder / "one.csv").read_bytes()
    good(folder, *run, "--threads", "3", "-o", "more.csv")
    assert (folder / "more.csv").read_bytes() == one
    parts = []
    for part in (2, 3, 1):
        parts.append(f"part{part}.csv")
        good(folder, *run, "--part", f"{part}/3", "-o", parts[-1])
    good(folder, "merge", *parts, "-o", "merged.csv")
    assert (folder / "merged.csv").read_bytes() == one
    assert {row["status"] for row in rows(folder / "one.csv")} == {"complete", "invalid"}
    assert b"engine cuda, rk4, sm_90, kernel " in one.splitlines()[0], one[:300]
    lanes = [word if word != "cuda" else "lanes" for word in run]
    good(folder, *lanes, "--part", "1/3", "-o", "lanes.csv")
    refused = oopss(folder, "merge", "lanes.csv", *parts[:2], "-o", "mixed.csv")
    assert refused.returncode == 6 and "engine" in refused.stderr, refused


def test_a_cancel_is_heard_and_the_sweep_goes_on_to_the_same_bytes(folder):
    words = ["sweep", "three-body", "--step", "0.01", "--until", "4", "--vary", "start.momentum=5:20:9000", "--threads", "1"]
    process = subprocess.Popen([OOPSS, *words, *CUDA, "-o", "a.csv"], cwd=folder, env=surroundings(folder), stderr=subprocess.PIPE, text=True)
    journal = folder / "a.csv.journal"
    while not (journal.exists() and journal.stat().st_size > 100_000):  # the first chunk of three is there
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    said = process.communicate()[1]
    assert process.returncode == 130 and "--resume goes on" in said, (process.returncode, said)
    refused = oopss(folder, *words, "--engine", "lanes", "--resume", "-o", "a.csv")
    assert refused.returncode == 6 and "engine" in refused.stderr, refused
    good(folder, *words, *CUDA, "--resume", "-o", "a.csv")
    good(folder, *words, *CUDA, "-o", "b.csv")
    assert (folder / "a.csv").read_bytes() == (folder / "b.csv").read_bytes()


def test_what_is_missing_is_said_and_nothing_else_is_run(folder):
    run = ["sweep", "three-body", *CUDA, "--step", "0.1", "--until", "1", "--vary", "start.momentum=5:20:4", "-o", "a.csv"]
    empty = folder / "empty"
    empty.mkdir()
    for more, words in (({"driver": str(empty)}, "the driver of CUDA cannot be opened"), ({"stand_in": "none"}, "no CUDA-capable device is detected"),
                        ({"stand_in": "memory"}, "CUDA_ERROR_OUT_OF_MEMORY"), ({"stand_in": "stops"}, "unspecified launch failure")):
        if "driver" in more and not subprocess.run(["ldconfig", "-p"], capture_output=True, text=True, env={"PATH": "/usr/sbin:/sbin"}).stdout.find("libcuda.so.1") < 0:
            continue  # a machine that has one
        refused = oopss(folder, *run, **more)
        assert refused.returncode == 7 and words in refused.stderr, (more, refused)
        assert not (folder / "a.csv").exists()


def test_what_a_gpu_cannot_do_is_said_at_once(folder):
    run = oopss(folder, "sweep", "two-body", *CUDA, "--method", "gauss6", "--vary", "start.energy=6:30:4", "--observe", "settle(E, 1)", "--tolerance", "0.5", "-o", "a.csv")
    assert run.returncode == 2, run
    for words in ("settle(E, 1) looks for events inside steps", "a GPU has rk4, gauss4, dop853", "between 1e-16 and 0.1"):
        assert words in run.stderr, (words, run.stderr)
    for model, words in (("four-bar", "loops of bodies are not run"), ("spatial-pair", "bodies in space are not run")):
        run = oopss(folder, "sweep", model, *CUDA, "--vary", "run.until=1:2:2", "-o", "a.csv")
        assert run.returncode == 2 and words in run.stderr, run
    run = oopss(folder, "sweep", "two-body", "--sweeps", "3", "--vary", "start.energy=6:30:4", "-o", "a.csv")
    assert run.returncode == 2 and "add --engine cuda" in run.stderr, run


def test_a_generated_program_has_the_same_rows_by_nvcc_and_by_a_compiler_of_c(folder):
    good(folder, "generate", "three-body", "--to", "cuda", "-o", "made")
    subprocess.run(["nvcc", "-O3", "made/main.cu", "-o", "on_gpu"], cwd=folder, check=True)
    subprocess.run(["c++", "-O2", "-x", "c++", "made/main.cu", "-o", "on_processor"], cwd=folder, check=True)
    tables = [list(csv.reader(subprocess.run([folder / name, "made/oopss_model.dat", "members=50", "end=5", "mu_plate=8:12"], cwd=folder, check=True,
                                             capture_output=True, text=True).stdout.splitlines())) for name in ("on_gpu", "on_processor")]
    assert tables[0][0] == tables[1][0] and len(tables[0]) == len(tables[1]) == 51, tables
    for a, b in zip(tables[0][1:], tables[1][1:]):
        assert a[:2] == b[:2] and a[1] == "complete", (a, b)
        assert all(abs(float(x) - float(y)) < 1e-12 * max(1, abs(float(y))) for x, y in zip(a[2:], b[2:])), (a, b)


ONLY_WITH_A_GPU = {"test_a_generated_program_has_the_same_rows_by_nvcc_and_by_a_compiler_of_c"}
ONLY_WITHOUT = {"test_what_is_missing_is_said_and_nothing_else_is_run"}


def main():
    for name, test in list(globals().items()):
        if name in (ONLY_WITH_A_GPU if DRIVER else ONLY_WITHOUT):
            print(f"{name}: not here")
        elif name.startswith("test_"):
            with tempfile.TemporaryDirectory() as folder:
                begun = time.monotonic()
                test(pathlib.Path(folder))
                print(f"{name}: {time.monotonic() - begun:.1f} s", flush=True)


main()
