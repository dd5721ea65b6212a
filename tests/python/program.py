# SPDX-License-Identifier: Apache-2.0
"""The program as the scripts beside this one run it, and how they run their tests. The program is their first argument."""
import inspect
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

OOPSS = os.path.abspath(sys.argv[1])
FEW = "--few" in sys.argv  # sanitized, which looks at lines and not at numbers


def oopss(*words, text=None, folder=None, stdout=subprocess.PIPE, **more):
    return subprocess.run([OOPSS, *words], input=text, cwd=folder, stdout=stdout, stderr=subprocess.PIPE, text=True, **more)


def document(*words, text=None, folder=None, code=0):
    run = oopss(*words, "--json", text=text, folder=folder)
    assert run.returncode == code, run
    return json.loads(run.stdout)


def refused(code, words, *arguments, text=None):
    """In words and as a document."""
    run = oopss(*arguments, text=text)
    assert run.returncode == code and words in run.stderr and not run.stdout, run
    failure = document(*arguments, text=text, code=code)["error"]
    assert failure["code"] == code and words in failure["message"], failure


def run_tests(script, wanted=lambda name: True):
    """The functions test_… of a script, in order; one with an argument gets a folder of its own."""
    tests = [(name, test) for name, test in script.items() if name.startswith("test_") and wanted(name)]
    for name, test in tests:
        begin = time.monotonic()
        if inspect.signature(test).parameters:
            with tempfile.TemporaryDirectory() as folder:
                test(pathlib.Path(folder))
        else:
            test()
        print(f"ok {name} {time.monotonic() - begin:.1f} s", flush=True)
    print(f"{len(tests)} passed, 0 failed")
