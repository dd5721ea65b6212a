# SPDX-License-Identifier: Apache-2.0
"""docs/papers.md is true: its commands run, the tests that it names are there, and no number of a paper is left out.

papers.py OOPSS [DOCUMENT]    plays the document, each command once and in order, in one empty folder
papers.py --self-test         a wrong document is found out
"""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parents[2]
HEAD = ["in the paper", "what it says", "command", "test", "remark"]
NUMBER = re.compile(r"\((\d+)\.(\d+)[^()]*\)(?:–\(\1\.(\d+)[^()]*\))?")  # (2.3), (2.12a), (2.1)–(2.7)
NAMED = re.compile(r"(Theorem|Lemma|Proposition|Corollary|Definition|Fact|Figure|Table)s? ((?:[A-Z\d]+\.)?)(\d+)(?:–(\d+))?")


def numbered(text):
    """The numbers that a text names, ranges written out: (2.3), Theorem 1.1, Figure 4."""
    through = lambda first, last: range(int(first), int(last or first) + 1)
    found = {f"({section}.{k})" for section, first, last in NUMBER.findall(text) for k in through(first, last)}
    return found | {f"{kind} {section}{k}" for kind, section, first, last in NAMED.findall(text) for k in through(first, last)}


def papers(text):
    """Of each paper its name, the numbers that it has, and its rows as lists of cells."""
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        said = re.search(r"^Numbered: (.*?)\n\n", part, re.M | re.S)
        rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in re.findall(r"^\|.*\|$", part, re.M)]
        yield part.splitlines()[0], numbered(said[1]) if said else set(), rows


def commands(cell):
    return [quoted for quoted in re.findall(r"`([^`]+)`", cell) if quoted.startswith("oopss ")]


def test_names(path):
    """The names of the tests of a file."""
    text = path.read_text()
    if path.suffix == ".py":
        return re.findall(r"^def (test_\w+)", text, re.M)
    if path.suffix == ".mjs":
        return re.findall(r"^ *test\(\"(.*?)\",", text, re.M)
    literals = re.findall(r'TEST_CASE\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+)', text)
    return ["".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literal)) for literal in literals]


def wrong_citations(cell, tests):
    """What is wrong with a cell of tests: `file` *beginning of a name*, *another*; `file` *…*, or none."""
    if cell == "none":
        return
    names, cited = None, 0
    for file, name in re.findall(r"`([^`]+)`|\*([^*]+)\*", cell):
        if file:
            names = test_names(tests / file) if (tests / file).is_file() else None
            if names is None:
                yield f"there is no file tests/{file}"
        elif names is not None:
            cited += 1
            if not any(each.startswith(name) for each in names):
                yield f"no test there begins with: {name}"
    if cited == 0:
        yield f"no test is named, nor 'none': {cell}"


def problems(text, tests, run):
    """Everything wrong with a document; `run` takes a command and says whether it succeeds."""
    played = {}
    documents = list(papers(text))
    if not documents:
        yield "no paper"
    for paper, numbers, table in documents:
        if not table or table[0] != HEAD or len(table) < 3:
            yield f"{paper}: no table with the columns {', '.join(HEAD)}, or none with rows"
            continue
        covered = set()
        for row in table[2:]:
            place = f"{paper}, {row[0]}: "
            if len(row) != len(HEAD) or not all(row[:4]):
                yield place + "a cell is missing or empty"
                continue
            covered |= numbered(row[0])
            later = row[2].startswith("not yet: ")
            if not commands(row[2]) and not later and not row[2].startswith("none: "):
                yield place + "no command, nor 'not yet: …' or 'none: …'"
            for command in commands(row[2]):
                if command not in played:
                    played[command] = run(command)
                if played[command] == later:
                    yield place + ("this works now, and is no longer 'not yet': " if later else "this fails: ") + command
            yield from (place + each for each in wrong_citations(row[3], tests))
        yield from (f"{paper}: no row for {number}" for number in sorted(numbers - covered))
        yield from (f"{paper}: a row for {number}, which the paper has not" for number in sorted(covered - numbers))


def runner(program, folder):
    def run(command):
        done = subprocess.run([program, *shlex.split(command)[1:]], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode == 1 or done.returncode < 0:  # a fault of the program's own, wherever it is met
            sys.exit(f"{command}: ended with {done.returncode}\n{done.stderr}")
        return done.returncode == 0
    return run


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        tests = pathlib.Path(folder)
        (tests / "a.cpp").write_text('TEST_CASE(\n    "a law of "\n    "two lines") {\n}\nTEMPLATE_LIST_TEST_CASE("(1.2) holds", "", All) {')
        (tests / "b.py").write_text("def test_b():\n    pass\n")
        right = ["## [A] A paper", "", "Numbered: (1.1)–(1.3), Theorem 1,", "Figures 1–2.", "", "| " + " | ".join(HEAD) + " |", "|---|---|---|---|---|",
                 "| (1.1)–(1.2), Theorem 1 | a law | `oopss good` | `a.cpp` *a law of two*, *(1.2)*; `b.py` *test_b* | seen |",
                 "| (1.3a) | a step | none: a step | none | |",
                 "| Figures 1–2 | a drawing | not yet: `oopss bad` | none | |"]

        def found(old="", new=""):
            text = "\n".join(right).replace(old, new, 1) if old else "\n".join(right)
            return list(problems(text + "\n", tests, lambda command: command == "oopss good"))

        assert found() == [], found()
        for old, new, words in (
                ("`oopss good`", "`oopss bad`", "this fails: oopss bad"),
                ("not yet: `oopss bad`", "not yet: `oopss good`", "this works now"),
                ("none: a step", "by hand", "no command"),
                ("*a law of two*", "*a law of three*", "no test there begins with: a law of three"),
                ("`b.py`", "`c.py`", "no file tests/c.py"),
                ("`a.cpp` *a law of two*, *(1.2)*; `b.py` *test_b*", "by hand", "no test is named"),
                ("| (1.3a)", "| (1.4)", "no row for (1.3)"),
                ("| Figures 1–2 |", "| Figures 1–3 |", "which the paper has not"),
                ("Theorem 1 |", "Theorems 1–2 |", "a row for Theorem 2"),
                ("| a step ", "", "a cell is missing"),
                ("remark", "more", "no table"),
                ("## [A]", "[A]", "no paper")):
            assert any(words in each for each in found(old, new)), (old, new, found(old, new))
        assert any("no table" in each for each in problems("\n".join(right[:7]) + "\n", tests, lambda command: True))
    print("ok")


def main():
    program, document = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / "docs/papers.md")
    text = document.read_text()
    with tempfile.TemporaryDirectory() as folder:
        wrong = list(problems(text, ROOT / "tests", runner(program, folder)))
    for paper, numbers, table in papers(text):
        rows = table[2:]
        bare = [row[0] for row in rows if len(row) == len(HEAD) and row[3] == "none" and (row[2].startswith(("not yet: ", "none: ")))]
        print(f"{paper}: {len(rows)} rows, {len(numbers)} numbers; neither command nor test: {'; '.join(bare) or 'none'}")
    for each in wrong:
        print(each)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    self_test() if sys.argv[1:] == ["--self-test"] else main()
