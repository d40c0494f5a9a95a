#!/usr/bin/env python3
"""Tokens per second of Hearth against the tokenizers package (PyPI), alternating in one run, one thread each.

    pip install tokenizers gguf
    cmake --build --preset release --target hearth-tokenizer-bench
    tests/bench/tokenizer_speed.py build/release/bin/hearth-tokenizer-bench MODEL.gguf [TEXT]

MODEL is a byte-level BPE file of the rules gpt-2, smollm, llama-bpe or qwen2. Without TEXT, 4 MB of the Python standard
library's sources are used. Both must give the same number of tokens.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

os.environ["RAYON_NUM_THREADS"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"
from gguf import GGUFReader  # noqa: E402
from tokenizers import Regex, Tokenizer, models, pre_tokenizers  # noqa: E402

LLAMA = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|%s| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
ROUNDS = 3


def split(pattern):
    return pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(pattern), "isolated"),
                                    pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])


RULES = {
    "gpt-2": lambda: pre_tokenizers.ByteLevel(add_prefix_space=False),
    "smollm": lambda: pre_tokenizers.Sequence([pre_tokenizers.Digits(individual_digits=True),
                                               pre_tokenizers.ByteLevel(add_prefix_space=False)]),
    "llama-bpe": lambda: split(LLAMA % r"\p{N}{1,3}"),
    "qwen2": lambda: split(LLAMA % r"\p{N}"),
}


def reference(path):
    fields = GGUFReader(path).fields

    def strings(key):
        field = fields["tokenizer.ggml." + key]
        return [bytes(field.parts[i]).decode() for i in field.data]

    vocabulary = {token: i for i, token in enumerate(strings("tokens"))}
    merges = [tuple(merge.split(" ", 1)) for merge in strings("merges")]
    merges = [m for m in merges if m[0] in vocabulary and m[1] in vocabulary and m[0] + m[1] in vocabulary]
    rule = strings("pre")[0]
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=merges, ignore_merges=rule == "llama-bpe"))
    tokenizer.pre_tokenizer = RULES[rule]()
    return tokenizer


def standard_library():
    text = ""
    for path in sorted(pathlib.Path(os.__file__).parent.glob("*.py")):
        text += path.read_text(encoding="utf-8", errors="replace")
        if len(text) > 4_000_000:
            break
    return text


def main():
    program, model = sys.argv[1:3]
    text = pathlib.Path(sys.argv[3]).read_text() if len(sys.argv) > 3 else standard_library()
    other = reference(model)
    ours, theirs = [], []
    # Short texts suit the other implementation better; its best counts.
    parts = [text[i:i + 4096] for i in range(0, len(text), 4096)]
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        for _ in range(ROUNDS):
            result = json.loads(subprocess.check_output([program, model, file.name, "1"]))
            ours.append(result["seconds"])
            begin = time.perf_counter()
            tokens = len(other.encode(text, add_special_tokens=False).ids)
            theirs.append(time.perf_counter() - begin)
            begin = time.perf_counter()
            for part in parts:
                other.encode(part, add_special_tokens=False)
            theirs.append(time.perf_counter() - begin)
    megabytes = len(text.encode()) / 1e6
    print(json.dumps({"megabytes": round(megabytes, 2), "tokens": result["tokens"], "reference_tokens": tokens,
                      "hearth_mb_per_s": round(megabytes / min(ours), 2),
                      "reference_mb_per_s": round(megabytes / min(theirs), 2),
                      "ratio": round(min(theirs) / min(ours), 2)}))
    return 0 if tokens == result["tokens"] else 1


if __name__ == "__main__":
    sys.exit(main())
