#!/usr/bin/env python3
"""The JSON Schema test suite (draft 2020-12) against the grammars: each valid instance must fit in some order of its properties,
and no invalid one in any. Schemas that use other keywords than those Hearth honours must be refused by name.

  schema_suite.py SUITE --reader build/release/tests/grammar/grammar_reader

SUITE: the folder draft2020-12 of the suite, as PyPI's source package of jsonschema has it (json/tests/draft2020-12)."""
import argparse
import glob
import itertools
import json
import os
import subprocess
import sys

HONOURED = {
    "type", "properties", "required", "additionalProperties", "items", "prefixItems", "enum", "const", "oneOf", "anyOf", "allOf",
    "$ref", "$defs", "definitions", "$id", "$anchor", "$schema", "minLength", "maxLength", "pattern", "format", "minimum", "maximum",
    "exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems", "minProperties", "maxProperties", "title", "description",
    "not", "if", "then", "else", "default", "$comment", "examples", "deprecated", "readOnly", "writeOnly",
}
FORMATS = {"date", "time", "date-time", "uuid", "email", "uri"}
MOST_SPELLINGS = 720


def keywords(schema, found):
    """All keywords of a schema, and the formats it asks for."""
    if not isinstance(schema, dict):
        return
    for key, value in schema.items():
        found.add(key)
        if key == "format":
            found.add(f"format:{value}")
        if key in ("properties", "$defs", "definitions", "patternProperties", "dependentSchemas"):
            for part in value.values() if isinstance(value, dict) else []:
                keywords(part, found)
        elif key in ("allOf", "anyOf", "oneOf", "prefixItems"):
            for part in value:
                keywords(part, found)
        elif key not in ("const", "enum", "default", "examples"):
            keywords(value, found)


def spellings(value):
    """The value in every order of its properties."""
    if isinstance(value, dict):
        entries = [[(key, text) for text in spellings(part)] for key, part in value.items()]
        for chosen in itertools.product(*entries):
            for order in itertools.permutations(chosen):
                yield "{" + ", ".join(json.dumps(key, ensure_ascii=False) + ": " + text for key, text in order) + "}"
    elif isinstance(value, list):
        for chosen in itertools.product(*[list(spellings(part)) for part in value]):
            yield "[" + ", ".join(chosen) + "]"
    else:
        yield json.dumps(value, ensure_ascii=False)


class Reader:
    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, schema, texts):
        asked = {"kind": "schema", "source": json.dumps(schema, ensure_ascii=False), "texts": texts}
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite")
    parser.add_argument("--reader", required=True)
    parser.add_argument("--least", type=float, default=95)
    arguments = parser.parse_args()
    reader = Reader(arguments.reader)
    right, wrong, refused, accepted, outside, undecided = 0, [], 0, [], 0, 0
    files = sorted(glob.glob(os.path.join(arguments.suite, "*.json")))
    files += [os.path.join(arguments.suite, "optional", "format", name + ".json") for name in sorted(FORMATS)]
    for path in files:
        name = os.path.relpath(path, arguments.suite)
        with open(path, encoding="utf-8") as file:
            groups = json.load(file)
        for group in groups:
            used = set()
            keywords(group["schema"], used)
            plain = {keyword for keyword in used if not keyword.startswith("format:")}
            strange = {keyword for keyword in used if keyword.startswith("format:")} - {f"format:{known}" for known in FORMATS}
            known = plain <= HONOURED and not strange
            if name == "format.json":
                continue  # formats as annotations; Hearth holds replies to them
            answer = reader.ask(group["schema"], [])
            if not known:
                if "refused" in answer:
                    refused += 1
                else:
                    accepted.append((name, group["description"], sorted(plain - HONOURED)))
                continue
            for case in group["tests"]:
                texts = list(itertools.islice(spellings(case["data"]), MOST_SPELLINGS))
                answer = reader.ask(group["schema"], texts)
                if '"$ref"' in answer.get("refused", ""):
                    outside += 1
                    continue
                if "not regular enough" in answer.get("refused", ""):
                    undecided += 1
                    continue
                # Where no value fits there is no grammar.
                if answer.get("refused", "").startswith("No text fits"):
                    answer = {"fits": [False]}
                if "fits" in answer and any(answer["fits"]) == case["valid"]:
                    right += 1
                else:
                    wrong.append((name, group["description"], case["description"], case["valid"], answer.get("refused", "")))
    for entry in wrong:
        print("wrong:", *entry, sep=" | ")
    for entry in accepted:
        print("not refused:", *entry, sep=" | ")
    share = 100 * right / (right + len(wrong))
    print(f"{right} of {right + len(wrong)} cases of honoured keywords are right ({share:.1f} %); "
          f"{outside} name schemas in other documents and are refused; "
          f"{undecided} need the opposite of what has none; {refused} of {refused + len(accepted)} other schemas are refused")
    sys.exit(share < arguments.least)


main()
