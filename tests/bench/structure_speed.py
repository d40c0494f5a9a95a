#!/usr/bin/env python3
"""How fast replies come that have to fit a form, of how fast free ones come: a long string, where every token is chosen under a
mask, and a form whose names are certain. In turns, medians of the rounds.

  structure_speed.py MODEL [--cli build/release/bin/hearth-cli] [--rounds 5] [--threads 2]"""
import argparse
import json
import os
import statistics
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
STRING = {"type": "string", "minLength": 1500}
FORM = {
    "type": "object",
    "properties": {
        "full_name_of_the_person": {"type": "string", "maxLength": 20},
        "year_in_which_the_person_was_born": {"type": "integer", "minimum": 1900, "maximum": 2025},
        "country_of_residence": {"enum": ["France", "Germany", "Japan", "Brazil"]},
        "is_a_member_of_the_club_at_present": {"type": "boolean"},
        "preferred_way_of_being_contacted": {"enum": ["letter", "telephone", "electronic mail"]},
        "number_of_visits_in_the_last_year": {"type": "integer", "minimum": 0, "maximum": 365},
    },
    "additionalProperties": False,
}
FORM["required"] = list(FORM["properties"])


def run(arguments, more):
    command = [arguments.cli, "run", "-m", arguments.model, "-p", "Describe a person.", "--json", "-t", str(arguments.threads),
               "--temp", "0", "--speculate", "off", *more]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--cli", default=os.path.join(HERE, "../../build/release/bin/hearth-cli"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    rates = {"free": [], "string": [], "form": []}
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for name, schema in (("string", STRING), ("form", FORM)):
            files[name] = os.path.join(folder, name + ".json")
            with open(files[name], "w", encoding="utf-8") as file:
                json.dump(schema, file)
        for _ in range(arguments.rounds):
            for name, more in (("free", ["-n", "200"]), ("string", ["-n", "200", "--schema", files["string"]]),
                               ("form", ["-n", "300", "--schema", files["form"]])):
                answer = run(arguments, more)
                rates[name].append(answer["tokens_per_s"])
                if name == "form":
                    json.loads(answer["text"])
                    certain = answer["certain_tokens"], len(answer["tokens"])
    free = statistics.median(rates["free"])
    print(f"free: {free:.1f} tokens/s")
    for name in ("string", "form"):
        ratios = [rate / other for rate, other in zip(rates[name], rates["free"])]
        print(f"{name}: {statistics.median(rates[name]):.1f} tokens/s, {statistics.median(rates[name]) / free:.2f} of free "
              f"({min(ratios):.2f} to {max(ratios):.2f})")
    print(f"of the form's {certain[1]} tokens {certain[0]} were certain")


main()
