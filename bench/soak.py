# SPDX-License-Identifier: Apache-2.0
"""bench/soak.py PROGRAM [CLIENT_HOURS [CONNECTS]]: does the workbench hold up? So many client-hours of frames at 60 Hz, as runs that a
moving slider asks for, then so many connections; what memory and descriptors do meanwhile goes to bench/results/soak.md."""
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "python"))
from workbench import Workbench  # noqa: E402


def main(program, hours=10.0, connects=10_000):
    text = (ROOT / "examples" / "two-body.toml").read_text()
    lines = []
    with Workbench(program) as bench:
        bench.log_in()
        page = bench.socket()
        page.ask(type="hello", protocol=1)

        def slide(frames):
            """Runs, each after a small move of a slider, until so many rows came: a row is a frame."""
            rows = runs = 0
            while rows < frames:
                number = page.send(type="open", text=text,
                                   edits=[{"kind": "set", "path": "body.arm.mass", "value": str(4 + runs % 100 / 50)}])
                rows += page.until("done", id=number)[-1]["rows"]
                runs += 1
            return rows, runs

        slide(100_000)  # what is made once is there
        memory, begun = bench.memory(), time.monotonic()
        rows, runs = slide(hours * 3600 * 60)
        seconds = time.monotonic() - begun
        grown = bench.memory() - memory
        lines.append(f"| {hours:g} client-hours of frames: {rows} rows in {runs} runs | {seconds:.0f} s, "
                     f"{1e3 * seconds / runs:.1f} ms a run | memory {grown / 1e6:+.2f} MB of {memory / 1e6:.0f} MB |")
        page.close()
        time.sleep(1)
        descriptors, memory, begun = bench.descriptors(), bench.memory(), time.monotonic()
        for _ in range(connects):
            visitor = bench.socket()
            visitor.send(type="hello", protocol=1)
            while visitor.receive() is None:  # eight are there already: their workers are about to end
                time.sleep(0.01)
                visitor = bench.socket()
                visitor.send(type="hello", protocol=1)
            visitor.close()
        seconds = time.monotonic() - begun
        time.sleep(2)
        lines.append(f"| {connects} connects | {seconds:.0f} s | memory {(bench.memory() - memory) / 1e6:+.2f} MB, descriptors "
                     f"{bench.descriptors() - descriptors:+d} |")
        status, _ = bench.end()
        assert status == 143, status
    result = "\n".join(["# The workbench's server under load", "", "`bench/soak.py PROGRAM`, on demand; the client is Python, on the same two cores.",
                        "", "| what | time | growth |", "|---|---|---|", *lines, ""])
    (ROOT / "bench" / "results" / "soak.md").write_text(result)
    print(result)


if __name__ == "__main__":
    main(sys.argv[1], *(float(word) for word in sys.argv[2:3]), *(int(word) for word in sys.argv[3:4]))
