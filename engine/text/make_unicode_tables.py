#!/usr/bin/env python3
"""Writes unicode_tables.inc from the Unicode character database.

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


def main():
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
