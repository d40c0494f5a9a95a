#!/usr/bin/env python3
"""Writes class_tables.inc, case_tables.inc and composition_tables.inc beside itself from the Unicode character database of
the Python that runs it: 3.13, whose version is 15.1.

Version 15.1 is what the tokenizers that Hearth is compared with use; a newer one would call letters what they call
unassigned.
"""
import pathlib
import unicodedata as ucd

VERSION = "15.1.0"
CLASSES = ["Cn", "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "M", "N", "Nd", "P", "S", "Z", "C"]
CODE_POINTS = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]


def class_of(code_point):
    category = ucd.category(chr(code_point))
    return CLASSES.index(category if category in CLASSES else category[0])


def is_hangul_syllable(code_point):
    return 0xAC00 <= code_point < 0xD7A4


def runs(pairs):
    """[(first, length, value)] of neighbours with one value."""
    out = []
    for code_point, value in pairs:
        if out and out[-1][0] + out[-1][1] == code_point and out[-1][2] == value:
            out[-1][1] += 1
        else:
            out.append([code_point, 1, value])
    return [tuple(run) for run in out]


def mapping_runs(pairs):
    """(first, count, stride, delta): code points first, first + stride, ... map to themselves plus delta."""
    out = []
    for source, target in pairs:
        delta = target - source
        if out:
            first, count, stride, last_delta = out[-1]
            last = first + (count - 1) * stride
            if delta == last_delta and (source - last == stride or (count == 1 and source - last <= 2)):
                out[-1] = (first, count + 1, source - last, delta)
                continue
        out.append((source, 1, 1, delta))
    return out


class File:
    def __init__(self, name):
        self.name = name
        self.lines = [f"// Unicode {ucd.unidata_version}. Written by make_tables.py; do not edit."]

    def table(self, comment, name, kind, words):
        self.lines += [f"// {comment}", f"constexpr {kind} {name}[] = {{"]
        line = "   "
        for word in words:
            if len(line) + len(word) + 2 > 110:
                self.lines.append(line)
                line = "   "
            line += f" {word},"
        self.lines += [line, "};"]

    def rows(self, comment, name, kind, rows):
        self.table(comment, name, kind, ["{%s}" % ", ".join(map(str, row)) for row in rows])

    def write(self):
        pathlib.Path(__file__).with_name(self.name).write_text("\n".join(self.lines) + "\n")


def write_classes():
    out = File("class_tables.inc")
    all_runs = runs((c, class_of(c)) for c in range(0x110000))
    out.table("Runs of code points of one class, in order from 0: length * 16 + class.", "kClassRuns", "uint32_t",
              [str(length * 16 + value) for _, length, value in all_runs])
    out.write()


def write_cases():
    out = File("case_tables.inc")
    for name, is_one in (("Upper", str.isupper), ("Lower", str.islower)):
        found = runs((c, True) for c in CODE_POINTS if is_one(chr(c)))
        out.rows(f"Code points with the property {name}case: first, how many.", f"k{name}Runs", "CaseRun",
                 [run[:2] for run in found])
    upper = {c: chr(c).upper() for c in CODE_POINTS}
    single = {"Upper": upper, "Lower": {c: chr(c).lower() for c in CODE_POINTS}}
    for name, to in single.items():
        pairs = [(c, ord(text)) for c, text in to.items() if len(text) == 1 and ord(text) != c]
        out.rows(f"To {name.lower()} case.", f"kTo{name}", "CaseMapping", mapping_runs(pairs))
    title = {c: chr(c).title() for c in CODE_POINTS}
    pairs = [(c, ord(text)) for c, text in title.items() if len(text) == 1 and text != upper[c]]
    out.rows("To title case, where that is not upper case.", "kToTitle", "CaseMapping", mapping_runs(pairs))
    for name, to in (("Upper", upper), ("Title", title)):
        rows = [(c, *map(ord, text), 0)[:4] for c, text in to.items() if len(text) > 1]
        out.rows(f"To several code points in {name.lower()} case; 0: there is no third one.", f"k{name}Expansions",
                 "CaseExpansion", rows)
    out.write()


def write_composition():
    out = File("composition_tables.inc")
    pairs, splits = [], []
    for c in CODE_POINTS:
        parts = ucd.decomposition(chr(c)).split()
        if is_hangul_syllable(c) or not parts or parts[0].startswith("<"):
            continue  # Hangul is computed
        row = (c, *(int(part, 16) for part in parts), 0)[:3]
        (pairs if ucd.normalize("NFC", chr(c)) == chr(c) else splits).append(row)
    out.rows("Code points and the two that make them.", "kPairs", "Split", pairs)
    out.rows("Code points that are taken apart and never made again; 0: there is no second one.", "kSplits", "Split", splits)
    marks = runs((c, ucd.combining(chr(c))) for c in CODE_POINTS if ucd.combining(chr(c)))
    out.rows("Canonical combining classes other than 0: first code point, how many, class.", "kMarkRuns", "MarkRun", marks)
    out.write()


if __name__ == "__main__":
    if ucd.unidata_version != VERSION:
        raise SystemExit(f"This Python knows Unicode {ucd.unidata_version}; run one that knows {VERSION} (Python 3.13).")
    write_classes()
    write_cases()
    write_composition()
