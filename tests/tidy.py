#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tests/tidy.py [--all]: clang-tidy on every room of the program that has not passed as it is now: the texts of its files
and of all headers of ours they include, their flags, .clang-tidy and clang-tidy itself. The files of a room are read
together, however they are optimised, so that the headers of others are gone through once per room; a module that is
loaded stands alone. --all: on everything, tests and benches too, whether it passed before or not; with Catch2 in each of
these that takes half an hour."""
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / 'build/release'
KEPT = ROOT / 'build/tidy'  # per group: what was read together, and the key with which it passed


def compiled(source):
    """The files that are compiled as this one: itself, or those that CMake has put together in it."""
    if not source.is_relative_to(BUILD):
        return [source]
    return [pathlib.Path(line.split('"')[1]) for line in source.read_text().splitlines() if line.startswith('#include "')]


def includes():
    """For each source: the files of this tree that it includes, or those compiled with it, as the compiler saw them."""
    out, source = {}, None
    for line in subprocess.run(['ninja', '-C', BUILD, '-t', 'deps'], capture_output=True, text=True,
                               check=True).stdout.splitlines():
        if not line.startswith(' '):
            source = None
            continue
        path = (BUILD / line.strip()).resolve()
        if not path.is_relative_to(ROOT) or not path.exists():
            continue
        if source is None:
            source = [out.setdefault(one, set()) for one in compiled(path)]
        for files in source:
            files.add(path)
    return out


def groups(everything):
    """(name, flags, sources) of each: the files of a folder of the program, with all their definitions and folders of
    headers; modules, tests and benches each alone."""
    out, seen = collections.defaultdict(lambda: ({}, [])), set()  # what is compiled twice is read once
    entries = json.loads((BUILD / 'compile_commands.json').read_text())
    for entry, source in ((entry, source) for entry in entries for source in compiled(pathlib.Path(entry['file']))):
        if not source.is_relative_to(ROOT) or source.is_relative_to(ROOT / 'build') or source in seen:
            continue
        seen.add(source)
        folder = source.relative_to(ROOT).parent
        words = shlex.split(entry['command'])
        words = iter(words[next(i for i, word in enumerate(words) if word.endswith('++')) + 1:words.index('-o')])
        words = [word + next(words) if word == '-isystem' else word for word in words]
        alone = folder.parts[0] in ('tests', 'bench')
        if alone and not everything:
            continue
        name = source.relative_to(ROOT) if alone or any(word.endswith('_EXPORTS') for word in words) else folder
        flags, sources = out[str(name)]
        flags |= dict.fromkeys(word for word in words if not word.startswith(('-O', '-W', '-f', '-m')))
        sources.append(source)
    for name, (flags, sources) in sorted(out.items()):
        yield name.replace('/', '-'), list(flags), sorted(sources)


def key(flags, sources, included):
    files = sorted(set().union(*(included[source] for source in sources)) | {ROOT / '.clang-tidy'})
    version = subprocess.run(['clang-tidy', '--version'], capture_output=True, check=True).stdout
    content = [version, ' '.join(flags).encode()] + [file.read_bytes() for file in files]
    return hashlib.sha256(b'\0'.join(hashlib.sha256(part).digest() for part in content)).hexdigest()


def check(name, flags, sources, now):
    together = KEPT / f'{name}.cpp'
    together.write_text(''.join(f'#include "{source}"  // NOLINT(bugprone-suspicious-include)\n' for source in sources))
    done = subprocess.run(['clang-tidy', '--quiet', f'--config-file={ROOT}/.clang-tidy', together, '--', *flags],
                          capture_output=True, text=True)
    if done.returncode == 0:
        (KEPT / name).write_text(now)
    return name, len(sources), done


def main(arguments):
    everything = arguments == ['--all']
    if arguments and not everything:
        sys.exit(__doc__)
    if everything:
        shutil.rmtree(KEPT, ignore_errors=True)
    KEPT.mkdir(parents=True, exist_ok=True)
    included = includes()
    todo = []
    for name, flags, sources in groups(everything):
        now = key(flags, sources, included)
        if not (KEPT / name).is_file() or (KEPT / name).read_text() != now:
            todo.append((name, flags, sources, now))
    if not todo:
        print('nothing changed since the last pass')
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, count, done in pool.map(lambda task: check(*task), todo):
            if done.returncode:
                failed += 1
                print(done.stdout + done.stderr)
            print(f'{"FAILED" if done.returncode else "passed"} {name}: {count} files', flush=True)
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main(sys.argv[1:])
