#!/usr/bin/env python3
"""Random bounded schemas and a random tiny model at temperature 2: every completed reply must be one that the jsonschema package
accepts (with rfc3339-validator, for times).

  random_schemas.py MODEL --writer build/release/tests/grammar/grammar_writer --count 10000"""
import argparse
import json
import random
import subprocess
import sys

import jsonschema


def bounded(choose, depth):
    """A schema whose values have a largest size."""
    kinds = ["string", "integer", "number", "boolean", "null", "enum", "const", "pattern", "format"]
    if depth > 0:
        kinds += ["object", "object", "array", "array", "anyOf", "oneOf", "allOf", "ref", "if", "not"]
    kind = choose.choice(kinds)
    if kind == "string":
        least = choose.randrange(4)
        return {"type": "string", "minLength": least, "maxLength": least + choose.randrange(8)}
    if kind in ("integer", "number"):
        low = choose.choice([choose.randrange(-1000, 1000), choose.randrange(-5, 5), round(choose.uniform(-9, 9), 2)])
        schema = {"type": kind}
        if choose.random() < 0.8:
            schema[choose.choice(["minimum", "exclusiveMinimum"])] = low
        if choose.random() < 0.8:
            schema[choose.choice(["maximum", "exclusiveMaximum"])] = low + choose.choice([1, 2.5, 10, 1000])
        return schema
    if kind in ("boolean", "null"):
        return {"type": kind}
    if kind == "enum":
        return {"enum": choose.sample([1, "a", None, True, 2.5, "é\n", [1, {"x": []}], {"k": "v"}, -3], choose.randrange(1, 5))}
    if kind == "const":
        return {"const": choose.choice(["x", 7, [], {"a": [None]}])}
    if kind == "pattern":
        return {"type": "string", "pattern": choose.choice(["^[a-z]{1,5}$", "^(ab|c)+d?$", "^\\d{3}-\\d{2}$", "^é*$", "^[^x\"]{2}$"]), "maxLength": 12}
    if kind == "format":
        return {"type": "string", "format": choose.choice(["date", "time", "date-time", "uuid", "ipv4"])}
    if kind == "object":
        names = choose.sample(["a", "b", "name", "a long name", "é", "\"q\""], choose.randrange(0, 4))
        schema = {"type": "object", "properties": {name: bounded(choose, depth - 1) for name in names}}
        schema["required"] = [name for name in names if choose.random() < 0.5]
        schema["additionalProperties"] = bounded(choose, 0) if choose.random() < 0.3 else False
        schema["maxProperties"] = len(names) + 2
        return schema
    if kind == "array":
        schema = {"type": "array", "items": bounded(choose, depth - 1), "maxItems": choose.randrange(4)}
        if choose.random() < 0.3:
            schema["prefixItems"] = [bounded(choose, depth - 1) for _ in range(choose.randrange(3))]
        if choose.random() < 0.3:
            schema["minItems"] = choose.randrange(schema["maxItems"] + 1)
        return schema
    if kind == "ref":
        return {"$ref": "#/$defs/" + choose.choice(["one", "two"])}
    if kind == "if":
        return {"type": "object", "properties": {"k": {"enum": ["a", "b"]}, "v": {"type": ["integer", "boolean"], "minimum": 0, "maximum": 9}},
                "required": ["k", "v"], "additionalProperties": False, "if": {"properties": {"k": {"const": "a"}}},
                "then": {"properties": {"v": {"type": "integer"}}}, "else": {"properties": {"v": {"type": "boolean"}}}}
    if kind == "not":
        return {"enum": ["a", "b", 1, 2], "not": {"enum": ["a", 1]}}
    if kind == "allOf":
        return {"allOf": [bounded(choose, depth - 1), {"type": ["string", "integer", "object", "array", "number"]}]}
    return {kind: [bounded(choose, depth - 1) for _ in range(choose.randrange(1, 4))]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model")
    parser.add_argument("--writer", required=True)
    parser.add_argument("--count", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    writer = subprocess.Popen([arguments.writer, arguments.model], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    good = cut = refused = 0
    reasons = {}
    for number in range(arguments.count):
        choose = random.Random(arguments.seed * 1_000_003 + number)
        schema = bounded(choose, 3)
        schema["$defs"] = {"one": bounded(choose, 0), "two": bounded(choose, 0)}
        writer.stdin.write(json.dumps({"schema": schema, "seed": number, "temperature": 2, "tokens": 1500}) + "\n")
        writer.stdin.flush()
        answer = json.loads(writer.stdout.readline())
        if "refused" in answer:
            refused += 1
            reason = answer["refused"].split(":")[0]
            reasons[reason] = reasons.get(reason, 0) + 1
        elif answer["reason"] != "stop":
            cut += 1
        else:
            try:
                jsonschema.Draft202012Validator(schema, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER).validate(json.loads(answer["text"]))
                good += 1
            except (jsonschema.ValidationError, ValueError) as error:
                print("does not fit:", json.dumps(schema), answer["text"], str(error).splitlines()[0], sep="\n  ")
                sys.exit(1)
    print(f"{good} replies fit, {cut} were cut by the limit of tokens ({100 * cut / max(good + cut, 1):.2f} %), "
          f"{refused} schemas were refused: {reasons}")
    sys.exit(cut > 0.01 * (good + cut))


main()
