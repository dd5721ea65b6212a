# SPDX-License-Identifier: Apache-2.0
"""Work in the page that outlives it: kept by `oopss workbench`, given back to the next visit, on whatever port."""
import os
import pathlib
import stat
import tempfile
import zlib

from program import OOPSS, run_tests
from workbench import Workbench

ROOT = pathlib.Path(__file__).parents[2]
NAME, OTHER = "1" * 32, "2" * 32


def visit(folder, *words, **hello):
    """Starts the workbench anew; the server, a socket, and its welcome."""
    bench = Workbench(OOPSS, *words, state=str(folder))
    bench.log_in()
    socket = bench.socket()
    return bench, socket, socket.ask(type="hello", protocol=1, **hello)


def keep(socket, text, name=NAME, **more):
    return socket.ask(type="keep", work=name, **{"text": text, "opened": "", "past": [], "future": [], **more})


def welcome(folder, *words, **hello):
    bench, _, answer = visit(folder, *words, **hello)
    with bench:
        return answer


def test_work_is_there_after_a_restart_and_only_for_its_own_model():
    with tempfile.TemporaryDirectory() as folder:
        bench, socket, first = visit(folder, "two-body")
        with bench:
            assert first["keeps"] and first["kept"] is None and first["notes"] == []
            assert not os.path.exists(os.path.join(folder, "oopss"))  # nothing is written before there is work
            work = {"text": "# \u00b5", "opened": "o", "past": ["a", "b\n"], "future": ["c"], "view": "{}"}
            assert keep(socket, **work)["type"] == "kept"
            again = bench.socket().ask(type="hello", protocol=1, work=NAME)
            for answer in (again["kept"], welcome(folder, "two-body")["kept"]):
                assert answer.pop("age") >= 0  # seconds
                assert answer == {**work, "same": True}, answer
        assert welcome(folder)["kept"] is not None  # two-body is what opens by itself
        for other in (["three-body"], ["two-body", "--set", "body.arm.mass=7"], [str(ROOT / "examples" / "two-body.toml")]):
            assert welcome(folder, *other)["kept"] is None, other
            assert welcome(folder, *other, work=NAME)["kept"] is None, other
        for path in pathlib.Path(folder, "oopss").iterdir():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(os.stat(os.path.join(folder, "oopss")).st_mode) == 0o700


def test_a_file_is_known_by_its_path_and_a_changed_one_is_said():
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "arm.toml")
        text = (ROOT / "examples" / "two-body.toml").read_text()
        file.write_text(text)
        bench, socket, _ = visit(folder, str(file))
        with bench:
            keep(socket, "worked on")
        os.chdir(folder)
        assert welcome(folder, "./arm.toml")["kept"]["same"]
        file.write_text(text + "# changed by another program\n")
        answer = welcome(folder, str(file))
        assert answer["kept"]["same"] is False and answer["kept"]["text"] == "worked on"
        assert answer["first"].endswith("another program\n")


def test_two_pages_keep_their_own():
    with tempfile.TemporaryDirectory() as folder:
        bench, one, _ = visit(folder)
        with bench:
            two = bench.socket()
            keep(one, "one"), keep(two, "two", OTHER), keep(one, "one again")
            answers = [bench.socket().ask(type="hello", protocol=1, work=name)["kept"]["text"] for name in (NAME, OTHER)]
            assert answers == ["one again", "two"], answers
            assert bench.socket().ask(type="hello", protocol=1)["kept"]["text"] == "one again"


def test_work_is_kept_while_a_worker_is_busy():
    with tempfile.TemporaryDirectory() as folder:
        bench, socket, _ = visit(folder)
        with bench:
            chain = (ROOT / "examples" / "chain.toml").read_text()
            socket.send(type="equilibria", text=chain, certify=True)
            socket.send(type="equilibria", text=chain)
            assert keep(socket, "in between")["type"] == "kept"


def test_what_lies_in_the_folder_is_only_data():
    with tempfile.TemporaryDirectory() as folder:
        bench, socket, _ = visit(folder)
        with bench:
            keep(socket, "mine")
        path, = pathlib.Path(folder, "oopss").iterdir()
        head, body = path.read_bytes().split(b"\n", 1)
        for text in (b"\xff\xfe\x00\x1b[31m", b"</script><script>alert(1)</script>", b"[model]\n" * 1000):
            hostile = body.replace(b"4\nmine\n", b"%d\n%s\n" % (len(text), text))
            path.write_bytes(b"oopss work 2 %08x\n" % zlib.crc32(hostile) + hostile)
            answer = welcome(folder)
            assert answer["type"] == "welcome" and answer["kept"]["text"] != "mine" and answer["notes"] == []
        path.write_bytes(b"oopss work 2 00000000\n" + body)
        answer = welcome(folder)
        assert answer["kept"] is None and "damaged" in answer["notes"][0], answer["notes"]


def test_without_a_folder_everything_else_works():
    bench, socket, answer = visit("/dev/null/nowhere")
    with bench:
        assert answer["kept"] is None
        refused = keep(socket, "lost")
        assert refused["type"] == "error" and refused["code"] == "state" and "Not a directory" in refused["message"], refused
        model, rows, done = socket.run(answer["first"])
        assert done["status"] == "complete" and rows


def test_nothing_is_kept_where_that_was_asked_for():
    with Workbench(OOPSS) as bench:
        bench.log_in()
        socket = bench.socket()
        assert socket.ask(type="hello", protocol=1)["keeps"] is False
        assert keep(socket, "x")["code"] == "unsupported"


def test_a_run_from_the_start_as_it_is_now_at_a_later_moment():
    with Workbench(OOPSS) as bench:
        bench.log_in()
        socket = bench.socket()
        text = (ROOT / "examples" / "two-body.toml").read_text()
        edit = {"kind": "start", "angles": {"elbow": 1.25}, "hold": ["energy", "momentum"]}
        model, rows, done = socket.run(text, edits=[edit], **{"from": {"t": 10, "root": 0.75}})
        names = [column["name"] for column in model["columns"]]
        first = dict(zip(names, rows[0]))
        assert done["status"] == "complete" and model["run"]["t0"] == 10
        assert (first["t"], first["angle.elbow"], first["absolute.hub"]) == (10, 1.25, 0.75), first
        assert [first[f"momentum.{body}"] for body in ("hub", "arm")] == model["start"]["momenta"]
        # Nothing here depends on t: it is the run from the start, later and turned.
        _, plain, _ = socket.run(text, edits=[edit])
        for name in ("angle.elbow", "momentum.hub"):
            k = names.index(name)
            assert abs(rows[100][k] - plain[100][k]) < 1e-9, name


if __name__ == "__main__":
    run_tests(globals())
