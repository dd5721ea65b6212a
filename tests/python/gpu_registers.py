# SPDX-License-Identifier: Apache-2.0
"""What nvcc makes of the code of `oopss generate --to cuda`: for sm_80 and sm_90, in double and in float, no kernel of up to three bodies puts
numbers aside for want of registers; and `oopss sweep --engine cuda` has it make a kernel, which is kept. Where there is no nvcc it says that this
was not looked at (exit status 77)."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

OOPSS = os.path.abspath(sys.argv[1])
DRIVER = os.path.abspath(sys.argv[2])  # the folder with the stand-in for libcuda.so.1, which cannot run what nvcc makes
PLACES = ["/usr/local/cuda/bin/nvcc", "/opt/cuda/bin/nvcc"]
METHODS = {"rk4", "gauss4", "dop853"}


def spills(nvcc, folder, architecture, real):
    run = subprocess.run([nvcc, "-cubin", "-O3", "-std=c++17", f"-arch=sm_{architecture}", f"-DOOPSS_REAL={real}", "-Werror", "all-warnings", "-Xptxas", "-v", "-x", "cu",
                          "oopss_model.cuh", "-o", "kernels.cubin"], cwd=folder, capture_output=True, text=True)
    assert run.returncode == 0, run
    parts = re.findall(r"Compiling entry function '(\w+)'.*?(\d+) bytes spill stores, (\d+) bytes spill loads.*?Used (\d+) registers", run.stderr, re.S)
    return {name: (int(stores) + int(loads), int(registers)) for name, stores, loads, registers in parts}


def test_a_sweep_has_its_kernel_made(nvcc):
    with tempfile.TemporaryDirectory() as folder:
        for method in ("rk4", "gauss4", "dop853"):
            words = ["sweep", "three-body", "--engine", "cuda", "--method", method, "--vary", "start.momentum=5:20:4", "--observe", "exponent", "-o", method + ".csv"]
            run = subprocess.run([OOPSS, *words], cwd=folder, capture_output=True, text=True,
                                 env={"PATH": os.path.dirname(nvcc), "LD_LIBRARY_PATH": DRIVER, "XDG_CACHE_HOME": folder})
            assert run.returncode == 7 and "the GPU cannot load the code of this sweep" in run.stderr, run
        kept = list((pathlib.Path(folder) / "oopss").iterdir())
        assert len(kept) == 3 and all(path.suffix == ".cubin" for path in kept), kept
        for path in kept:
            assert path.read_bytes()[:4] == b"\x7fELF" and int.from_bytes(path.read_bytes()[18:20], "little") == 190, path  # EM_CUDA


def main():
    nvcc = shutil.which("nvcc") or next((place for place in PLACES if os.access(place, os.X_OK)), None)
    if not nvcc:
        print("skipped: there is no nvcc here, so nobody has looked at the registers of GPU code")
        return 77
    test_a_sweep_has_its_kernel_made(nvcc)
    wrong = []
    for model in ("two-body", "three-body"):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([OOPSS, "generate", model, "--to", "cuda", "-o", folder], check=True, capture_output=True)
            lines = (pathlib.Path(folder) / "oopss_model.cuh").read_text().replace("#pragma once\n", "")
            (pathlib.Path(folder) / "oopss_model.cuh").write_text(lines)
            for architecture in (80, 90):
                for real in ("double", "float"):
                    found = spills(nvcc, folder, architecture, real)
                    assert METHODS <= set(found), found
                    print(model, f"sm_{architecture}", real, {name: found[name] for name in sorted(METHODS)})
                    wrong += [(model, architecture, real, name) for name in METHODS if found[name][0] > 0]
    assert not wrong, wrong
    return 0


sys.exit(main())
