#!/usr/bin/env python3
"""Times of masks under a JSON schema beside llguidance and, where it is installed, xgrammar (both from PyPI, in the interpreter that
runs this): the same vocabulary, schema and tokens, caches empty at the start.

  mask_speed.py MODEL [--bench build/release/bin/hearth-mask-bench] [--rounds 5]"""
import argparse
import json
import os
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ADDRESS = {"type": "object", "properties": {"street": {"type": "string"}, "zip": {"type": "string", "pattern": "^[0-9]{5}$"},
                                            "lines": {"type": "array", "items": {"type": "string", "minLength": 1}}},
           "additionalProperties": {"type": ["string", "number"]}}
SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string"}, "age": {"type": "integer", "minimum": 0, "maximum": 150},
        "bio": {"type": "string", "maxLength": 500}, "colour": {"enum": ["red", "green", "blue"]},
        "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 10}, "address": {"$ref": "#/$defs/address"},
        "friends": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"}},
                                               "required": ["name"], "additionalProperties": False}}},
    "required": ["name", "age"], "additionalProperties": False, "$defs": {"address": ADDRESS}}
VALUE = {
    "name": "Grace Hopper", "age": 85,
    "bio": "An American computer scientist, mathematician and rear admiral; she devised the theory of machine-independent languages, "
           "and wrote the first compiler. Later she sat in committees, naïve ones too, and told them what a nanosecond is.",
    "colour": "blue", "tags": ["compiler", "cobol", "navy"],
    "address": {"street": "Main \"St\" 5", "zip": "12345", "lines": ["first line", "second"], "floor": 3.5},
    "friends": [{"name": "Ada", "address": {"street": "x"}}, {"name": "Betty Holberton"}, {"name": "Jean Jennings Bartik", "address": {"zip": "99999"}}]}


def show(name, compile_us, times):
    times = sorted(times)
    at = lambda share: times[min(len(times) - 1, int(len(times) * share))]
    print(f"{name}: compiled in {compile_us / 1000:.1f} ms; {len(times)} masks, p50 {at(0.5):.1f} us, p90 {at(0.9):.0f}, p99 {at(0.99):.0f}, "
          f"longest {times[-1]:.0f}")


def llguidance_times(vocabulary, tokens, schema):
    import llguidance
    from llguidance.numpy import allocate_token_bitmask, fill_next_token_bitmask

    class Vocabulary:
        eos_token_id, bos_token_id, special_token_ids = len(vocabulary), None, [len(vocabulary)]
        tokens = [text or b"\xff[%d]" % i for i, text in enumerate(vocabulary)] + [b"<end>"]

        def __call__(self, text):
            return []
    tokenizer = llguidance.LLTokenizer(llguidance.TokenizerWrapper(Vocabulary()))
    begin = time.perf_counter()
    grammar = llguidance.LLMatcher.grammar_from_json_schema(
        schema, defaults={"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": "})
    matcher = llguidance.LLMatcher(tokenizer, grammar)
    compiled = 1e6 * (time.perf_counter() - begin)
    mask, times = allocate_token_bitmask(1, len(vocabulary) + 1), []
    for token in tokens:
        begin = time.perf_counter()
        fill_next_token_bitmask(matcher, mask, 0)
        times.append(1e6 * (time.perf_counter() - begin))
        if not matcher.consume_token(token):
            raise SystemExit("llguidance refuses the text: " + matcher.get_error())
    return compiled, times


def xgrammar_times(vocabulary, tokens, schema):
    import xgrammar
    info = xgrammar.TokenizerInfo([text or b"\xff[%d]" % i for i, text in enumerate(vocabulary)] + [b"<end>"],
                                  vocab_type=xgrammar.VocabType.RAW, stop_token_ids=[len(vocabulary)])
    compiler = xgrammar.GrammarCompiler(info, max_threads=1, cache_enabled=False)
    begin = time.perf_counter()
    compiled = compiler.compile_json_schema(schema, any_whitespace=False, separators=(", ", ": "))
    matcher = xgrammar.GrammarMatcher(compiled)
    took = 1e6 * (time.perf_counter() - begin)
    mask, times = xgrammar.allocate_token_bitmask(1, info.vocab_size), []
    for token in tokens:
        begin = time.perf_counter()
        matcher.fill_next_token_bitmask(mask)
        times.append(1e6 * (time.perf_counter() - begin))
        if not matcher.accept_token(token):
            raise SystemExit("xgrammar refuses the text")
    return took, times


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--bench", default=os.path.join(HERE, "../../build/release/bin/hearth-mask-bench"))
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    vocabulary = [bytes.fromhex(line) for line in subprocess.run([arguments.bench, arguments.model], capture_output=True, text=True, check=True).stdout.splitlines()]
    print(f"{len(vocabulary)} tokens")
    schema = json.dumps(SCHEMA)
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("schema", "text")]
        for path, text in zip(paths, (schema, json.dumps(VALUE, ensure_ascii=False))):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        for _ in range(arguments.rounds):
            own = json.loads(subprocess.run([arguments.bench, arguments.model, *paths], capture_output=True, text=True, check=True).stdout)
            show("Hearth", own["compile_us"], own["mask_us"])
            for name, measure in (("llguidance", llguidance_times), ("xgrammar", xgrammar_times)):
                try:
                    show(name, *measure(vocabulary, own["tokens"], schema))
                except ImportError:
                    print(name + ": not installed")


main()
