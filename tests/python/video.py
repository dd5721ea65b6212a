# SPDX-License-Identifier: Apache-2.0
"""`oopss simulate -o FILE.mp4` and `.gif`: the pictures that ffmpeg gets, its words, a file that is whole or not there, and what is
said where there is no ffmpeg or it fails. A program that stands for ffmpeg writes down what it was given; a real one, where it is
installed, makes a video of as many pictures."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time

from program import OOPSS, run_tests

FAKE = """#!/usr/bin/python3
import json, os, sys
pictures = sys.stdin.buffer.read()
with open(sys.argv[-1][len("file:"):], "wb") as file:
    file.write(pictures)
with open(os.path.dirname(sys.argv[0]) + "/seen.json", "w") as file:
    json.dump([sys.argv, dict(os.environ)], file)
"""


def tool(folder, text):
    place = pathlib.Path(folder) / "a tool; `touch canary`"
    place.mkdir(exist_ok=True)
    (place / "ffmpeg").write_text(text)
    (place / "ffmpeg").chmod(0o755)
    return str(place)


def oopss(*words, path, folder):
    return subprocess.run([OOPSS, *words], env={**os.environ, "PATH": path}, cwd=folder, capture_output=True, text=True)


def pictures(path, width, height):
    data = path.read_bytes()
    size = 4 * width * height
    assert len(data) % size == 0, len(data)
    return [data[i : i + size] for i in range(0, len(data), size)]


def differing(a, b):
    """How many of the bytes of two pictures differ."""
    return sum(x != y for x, y in zip(a, b))


def test_every_picture_is_given_to_ffmpeg_and_the_file_is_whole(folder):
    place = tool(folder, FAKE)
    name = "-it's `touch canary`; $(touch canary).mp4"
    done = oopss("simulate", "two-body", "--until", "0.5", "-o", "./" + name, "--json", path=place, folder=folder)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["file"] == "./" + name
    words, environment = json.loads((pathlib.Path(place) / "seen.json").read_text())
    assert words[words.index("-video_size") + 1] == "1280x720" and words[words.index("-framerate") + 1] == "30"
    assert set(environment) - {"LC_CTYPE"} == {"PATH"}, environment
    seen = pictures(pathlib.Path(folder) / name, 1280, 720)
    assert len(seen) == 16, len(seen)  # 0.5 s, with the first and the last
    assert all(seen[i] != seen[i + 1] for i in range(15)), "the bodies move"
    changed = differing(seen[0][:: 4], seen[15][:: 4])
    assert 500 < changed < 0.1 * len(seen[0]) / 4, changed
    assert sorted(os.listdir(folder)) == sorted([name, os.path.basename(place)])


def test_a_gif_is_smaller_and_speed_and_direction_count(folder):
    place = tool(folder, FAKE)
    for words, count in ((["--until", "1"], 21), (["--until", "-1", "--speed", "2"], 11), (["--until", "1", "--every", "0.5"], 21)):
        done = oopss("simulate", "two-body", *words, "--frame", "joint:elbow", "-o", "run.gif", path=place, folder=folder)
        assert done.returncode == 0, done.stderr
        assert len(pictures(pathlib.Path(folder) / "run.gif", 800, 450)) == count
    assert "palettegen" in " ".join(json.loads((pathlib.Path(place) / "seen.json").read_text())[0])


def test_without_ffmpeg_the_exit_code_is_7_at_once(folder):
    # an hour of motion would take long: nothing was computed; a name in PATH that is relative or no program is none
    (pathlib.Path(folder) / "ffmpeg").write_text("")
    for path in ("", "/nowhere:/usr/sbin", ".", str(folder)):
        done = oopss("simulate", "two-body", "-o", "run.mp4", "--json", path=path, folder=folder)
        assert done.returncode == 7, (path, done.returncode, done.stderr)
        error = json.loads(done.stdout)["error"]
        assert error["code"] == 7 and "ffmpeg" in error["message"]
    assert os.listdir(folder) == ["ffmpeg"]


def test_an_ffmpeg_that_fails_leaves_the_file_as_it_was(folder):
    before = pathlib.Path(folder) / "run.mp4"
    before.write_text("as it was")
    for text in ("#!/bin/sh\nprintf 'no encoder \\033[31m' >&2\nexit 1\n", "#!/bin/sh\ncat > /dev/null\necho 'disk full' >&2\nexit 3\n"):
        done = oopss("simulate", "two-body", "--until", "1", "-o", "run.mp4", path=tool(folder, text), folder=folder)
        assert done.returncode == 6, (done.returncode, done.stderr)
        assert "ffmpeg did not make the video" in done.stderr and ("encoder" in done.stderr or "disk full" in done.stderr)
        assert "\033" not in done.stderr
        assert before.read_text() == "as it was"
    assert sorted(os.listdir(folder)) == ["a tool; `touch canary`", "run.mp4"]


def test_what_is_too_long_or_asked_wrongly_is_refused_before_the_run(folder):
    place = tool(folder, FAKE)
    for words, code, said in (
        (["--until", "1e6", "-o", "x.mp4"], 5, "--speed"),
        (["--speed", "2", "-o", "x.csv"], 2, "--speed"),
        (["--speed", "0", "-o", "x.mp4"], 2, "--speed"),
        (["--plot", "energy", "-o", "x.mp4"], 2, "--plot"),
        (["--frame", "body:nobody", "-o", "x.mp4"], 2, "nobody"),
    ):
        done = oopss("simulate", "two-body", *words, path=place, folder=folder)
        assert done.returncode == code and said in done.stderr, (words, done.returncode, done.stderr)
    assert os.listdir(folder) == [os.path.basename(place)]


def test_a_signal_ends_ffmpeg_and_leaves_nothing(folder):
    slow = (
        "#!/usr/bin/python3\nimport os, sys, time\nplace = os.path.dirname(sys.argv[0]) + '/begun'\n"
        "open(place + '.part', 'w').write(str(os.getpid()))\nos.rename(place + '.part', place)\ntime.sleep(600)\n"
    )
    place = tool(folder, slow)
    process = subprocess.Popen(
        [OOPSS, "simulate", "two-body", "--until", "100", "-o", "run.mp4"],
        env={**os.environ, "PATH": place}, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )
    while not (pathlib.Path(place) / "begun").exists():
        assert process.poll() is None
        time.sleep(0.01)
    time.sleep(0.1)  # it reads nothing: the pictures wait
    process.send_signal(signal.SIGINT)
    assert process.wait(600) == 130
    assert os.listdir(folder) == [os.path.basename(place)]
    identity = int((pathlib.Path(place) / "begun").read_text())
    assert not os.path.exists(f"/proc/{identity}"), "ffmpeg has ended"


def test_a_real_ffmpeg_makes_a_video_of_as_many_pictures(folder):
    if not (shutil.which("ffmpeg") and shutil.which("ffprobe")):
        print("there is no ffmpeg: only what it is given was tested")
        return
    for name, count in (("run.mp4", 31), ("run.gif", 21)):
        done = oopss("simulate", "two-body", "--until", "1", "-o", name, path=os.environ["PATH"], folder=folder)
        assert done.returncode == 0, done.stderr
        words = ["ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0", name]
        seen = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True).stdout
        assert int(seen.strip().strip(",")) == count, seen


if __name__ == "__main__":
    run_tests(globals())
