#!/usr/bin/env python3
"""Writes unicode_tables.inc from the Unicode character database, with the argument "composition"
composition_tables.inc.

Needs the package unicodedata2 of the wanted version:  pip install unicodedata2==15.1.0
Version 15.1 is what the tokenizers that Hearth is compared with use; a newer one would call letters
what they call unassigned.
"""
import sys

import unicodedata2 as ucd

CLASSES = ["Cn", "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "M", "N", "Nd", "P", "S", "Z", "C"]


def class_of(code_point):
    category = ucd.category(chr(code_point))
    if category in CLASSES:
        return CLASSES.index(category)
    return CLASSES.index(category[0])


def runs(values):
    """[(length, value)] of equal neighbours."""
    out = []
    for value in values:
        if out and out[-1][1] == value:
            out[-1][0] += 1
        else:
            out.append([1, value])
    return out


def emit(out, name, kind, words):
    out.append(f"constexpr {kind} {name}[] = {{")
    line = "   "
    for word in words:
        if len(line) + len(word) + 2 > 110:
            out.append(line)
            line = "   "
        line += f" {word},"
    out.append(line)
    out.append("};")


def mapping_runs(pairs):
    """(first, count, stride, delta): code points first, first+stride, ... map to themselves plus delta."""
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


def composition():
    out = [f"// Unicode {ucd.unidata_version}. Written by make_unicode_tables.py; do not edit."]
    pairs, splits = [], []
    for c in range(0x110000):
        if 0xD800 <= c < 0xE000 or 0xAC00 <= c < 0xD7A4:
            continue  # Hangul is computed
        parts = ucd.decomposition(chr(c)).split()
        if not parts or parts[0].startswith("<"):
            continue
        parts = [int(part, 16) for part in parts]
        (pairs if ucd.normalize("NFC", chr(c)) == chr(c) else splits).append((c, *parts, 0)[:3])
    out.append("// Code points and the two that make them.")
    emit(out, "kPairs", "Split", ["{%d, %d, %d}" % row for row in pairs])
    out.append("// Code points that are taken apart and never made again; 0: there is no second one.")
    emit(out, "kSplits", "Split", ["{%d, %d, %d}" % row for row in splits])
    marks = []
    for c in range(0x110000):
        value = ucd.combining(chr(c))
        if value and marks and marks[-1][0] + marks[-1][1] == c and marks[-1][2] == value:
            marks[-1][1] += 1
        elif value:
            marks.append([c, 1, value])
    out.append("// Canonical combining classes other than 0: first code point, how many, class.")
    emit(out, "kMarkRuns", "MarkRun", ["{%d, %d, %d}" % tuple(run) for run in marks])
    sys.stdout.write("\n".join(out) + "\n")


def main():
    if sys.argv[1:] == ["composition"]:
        return composition()
    out = [f"// Unicode {ucd.unidata_version}. Written by make_unicode_tables.py; do not edit."]
    out.append("// Runs of code points of one class, in order from 0: length * 16 + class.")
    classes = runs(class_of(c) for c in range(0x110000))
    emit(out, "kClassRuns", "uint32_t", [str(length * 16 + value) for length, value in classes])
    lower = [(c, ord(chr(c).lower())) for c in range(0x110000)
             if not 0xD800 <= c < 0xE000 and len(ucd_lower(c)) == 1 and ord(ucd_lower(c)) != c]
    out.append("// Lower case.")
    emit(out, "kLowerRuns", "MappingRun",
         ["{%d, %d, %d, %d}" % run for run in mapping_runs(lower)])
    bases = []
    for c in range(0x110000):
        if 0xD800 <= c < 0xE000 or 0xAC00 <= c < 0xD7A4:
            continue  # Hangul is computed
        base = ord(ucd.normalize("NFD", chr(c))[0])
        if base != c:
            bases.append((c, base))
    out.append("// First code point of the canonical decomposition.")
    emit(out, "kBaseRuns", "MappingRun", ["{%d, %d, %d, %d}" % run for run in mapping_runs(bases)])
    sys.stdout.write("\n".join(out) + "\n")


def ucd_lower(code_point):
    return chr(code_point).lower()


if __name__ == "__main__":
    main()
