#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bench/figures.py [--check]: puts the figures of bench/results into the documents; with --check it only says where they differ.

A figure in a sentence stands between <!--bench FILE; TABLE; ROW; COLUMN--> and <!--/-->: of the table in bench/results/FILE.md
whose first heading is TABLE, the cell in the row that begins with ROW, below COLUMN. A table stands between the lines
<!--bench NAME--> and <!--/-->, NAME one of `tables` below."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
RESULTS, DOCUMENTS = ROOT / "bench" / "results", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def table(file, first, column):
    """Lines of the table of a file of results whose first heading is `first`, and that has this column."""
    lines = (RESULTS / f"{file}.md").read_text().splitlines()
    found = [i for i, line in enumerate(lines) if line.startswith("|") and cells(line)[0] == first and column in cells(line)
             and lines[i + 1].startswith("|-")]
    if len(found) != 1:
        raise SystemExit(f"bench/results/{file}.md has {len(found)} tables that begin with \"{first}\" and have \"{column}\"")
    rest = lines[found[0]:]
    return rest[:next((i for i, line in enumerate(rest) if not line.startswith("|")), len(rest))]


def cell(file, first, row, column):
    rows = [cells(line) for line in table(file, first, column)]
    found = [line for line in rows[2:] if line[0] == row]
    if len(found) != 1:
        raise SystemExit(f"bench/results/{file}.md: {first}: there is no {row}, {column}")
    return plain(found[0][rows[0].index(column)])


def plain(number):
    """1e-08 as 1e-8."""
    return re.sub(r"e([+-])0(\d)", r"e\1\2", number)


def precision():
    out = ["| error | P2: ours, µs | best peer | ours / best | P3: ours, µs | best peer | ours / best |", "|---|---:|---|---:|---:|---|---:|"]
    for error in ("1e-08", "1e-10", "1e-12"):
        row = [plain(error)]
        for problem in ("P2", "P3"):
            of = {column: cell("work_precision", f"{problem}: at an error of", error, column) for column in ("ours, us", "best peer, us", "which", "ours / best peer")}
            peer = f"{of['which'].replace('odeint', 'Odeint')}, {of['best peer, us']}" if of["which"] else of["best peer, us"]
            row += [of["ours, us"], peer, of["ours / best peer"]]
        out.append("| " + " | ".join(row).rstrip() + " |")
    return out


def loops():
    columns = ("ours, ms", "Simbody, ms", "DART, ms", "better peer / ours")
    out = ["| linkage | both errors at most | " + " | ".join(columns) + " |", "|---|---|---:|---:|---:|---:|"]
    for linkage in ("four-bar", "50-bar loop", "scissor of ten cells"):
        for error in ("1e-04", "1e-06", "1e-08"):
            row = [cell("loops", f"{linkage} at", error, column) or "not reached" for column in columns]
            out.append(f"| {linkage} | {plain(error)} | " + " | ".join(row) + " |")
    return out


def space_rates():
    sizes = ("3", "10", "100", "1000")
    out = ["| floating chain of N bodies, ours / better peer | " + " | ".join(f"N = {n}" for n in sizes) + " |", "|---|" + "---:|" * len(sizes)]
    for joints in ("hinges", "balls"):
        out.append(f"| with {joints} | " + " | ".join(cell("rates", f"{joints}: N", n, "ours / better peer") for n in sizes) + " |")
    return out


def engines(laws, sizes):
    out = ["| law | engine | " + " | ".join(f"N = {n}" if n == sizes[0] else n for n in sizes) + " |", "|---|---|" + "---:|" * len(sizes)]
    for law in laws:
        for engine in ("recursive", "interpreted", "compiled"):
            out.append(f"| {law if engine == 'recursive' else ''} | {engine} | " + " | ".join(cell("engines", law, engine, n) for n in sizes) + " |")
    return out


FREE_LAWS = ("none", "`sine`", "`expression` of tanh, sin, exp, abs")
tables = {"space_rates": space_rates, "engines": lambda: engines(FREE_LAWS, ("2", "3", "5", "10", "30", "100")),
          "linearising_engines": lambda: engines(("`linearise` at every joint",), ("2", "3", "5", "10", "20")), "loops": loops, "precision": precision, "methods": lambda: table("methods", "method", "error P2"),
          "orbits": lambda: table("orbits", "joints", "found")}


def filled(text):
    text = re.sub(r"(<!--bench ([^;>]+); ([^;>]+); ([^;>]+); ([^;>]+)-->).*?(<!--/-->)",
                  lambda m: m[1] + cell(*(part.strip() for part in m.group(2, 3, 4, 5))) + m[6], text)
    return re.sub(r"(?m)^(<!--bench (\w+)-->\n)(?:.*\n)*?(<!--/-->)$", lambda m: m[1] + "\n".join(["", *tables[m[2]](), ""]) + "\n" + m[3], text)


def main():
    different = [path for path in DOCUMENTS if filled(path.read_text()) != path.read_text()]
    for path in different:
        if "--check" not in sys.argv[1:]:
            path.write_text(filled(path.read_text()))
        print(f"{path.relative_to(ROOT)}: {'differs from bench/results: run bench/figures.py' if '--check' in sys.argv[1:] else 'brought up to date'}")
    marked = sum(path.read_text().count("<!--bench ") for path in DOCUMENTS)
    print(f"{marked} marked places, {len(different)} documents that differ")
    return 1 if marked == 0 or ("--check" in sys.argv[1:] and different) else 0


if __name__ == "__main__":
    sys.exit(main())
