#!/usr/bin/env python3
"""Passages of 128 tokens a second: hearth-cli embed beside onnxruntime and llama-embedding on the same weights, in turns.

    python3 -m venv venv && venv/bin/pip install onnxruntime torch transformers onnx
    venv/bin/python tests/bench/embedding_peers.py FOLDER_OF_THE_MODEL [--threads 2] [--passages 256] [--rounds 5]
        [--llama-embedding PROGRAM --gguf FILE]

FILE: the same model as convert_hf_to_gguf.py of llama.cpp makes it, in f32.

What a program takes to start and to load is taken off: each runs a few passages and many, and the difference counts.
onnxruntime has the batch that suits it best of 1, 8 and 32; its figures have no tokeniser in them, those of the two others do.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np
import onnxruntime
import torch
from transformers import AutoModel, AutoTokenizer

LENGTH = 128


def exported(model, path):
    class Rows(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.model = model

        def forward(self, input_ids, attention_mask):
            return self.model(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state

    ids = torch.ones(8, LENGTH, dtype=torch.long)
    axes = {0: "texts", 1: "tokens"}
    torch.onnx.export(Rows(), (ids, ids), str(path), input_names=["input_ids", "attention_mask"], output_names=["rows"],
                      dynamic_axes={"input_ids": axes, "attention_mask": axes, "rows": axes}, opset_version=17,
                      dynamo=False)


def passages_of(tokenizer, count):
    """Texts of exactly LENGTH tokens with what stands around them."""
    words = [word for word in tokenizer.get_vocab() if word.isalpha() and word.islower() and len(word) > 3]
    words.sort()
    random = np.random.default_rng(7)
    texts = []
    while len(texts) < count:
        text = " ".join(random.choice(words, LENGTH - 2))
        if len(tokenizer(text)["input_ids"]) == LENGTH:
            texts.append(text)
    return texts


def seconds_of(command, texts):
    begun = time.perf_counter()
    subprocess.run(command, input="\n".join(texts) + "\n", text=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begun


def rate_of(command, few, texts):
    return (len(texts) - len(few)) / (seconds_of(command, texts) - seconds_of(command, few))


def llama_command(program, model, threads, batch):
    # Its texts are the lines of a file; its own output of one text a row takes less time than others.
    return [program, "-m", model, "-f", "/dev/stdin", "-t", str(threads), "-tb", str(threads), "-b", str(batch),
            "-ub", str(batch), "-c", str(batch), "--embd-output-format", "raw"]


def onnx_rate(session, ids, batch):
    begun = time.perf_counter()
    for first in range(0, len(ids), batch):
        some = ids[first:first + batch]
        rows = session.run(None, {"input_ids": some, "attention_mask": np.ones_like(some)})[0]
        vectors = rows.mean(1)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return len(ids) / (time.perf_counter() - begun)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--cli", default="build/release/bin/hearth-cli")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--passages", type=int, default=256)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--llama-embedding", help="the program of llama.cpp")
    parser.add_argument("--gguf", help="the model for it")
    arguments = parser.parse_args()
    tokenizer = AutoTokenizer.from_pretrained(arguments.model)
    texts = passages_of(tokenizer, arguments.passages)
    ids = np.array([tokenizer(text)["input_ids"] for text in texts], dtype=np.int64)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = arguments.threads
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "model.onnx"
        exported(AutoModel.from_pretrained(arguments.model, attn_implementation="eager").eval(), path)
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        few = texts[:8]
        best = max((1, 8, 32), key=lambda batch: onnx_rate(session, ids[:64], batch))
        hearth = [arguments.cli, "embed", "-m", arguments.model, "-t", str(arguments.threads), "--backend", "cpu"]
        rates = {"hearth": lambda: rate_of(hearth, few, texts), f"onnxruntime (batch {best})": lambda: onnx_rate(session, ids, best)}
        if arguments.llama_embedding:
            llama = {batch: llama_command(arguments.llama_embedding, arguments.gguf, arguments.threads, batch)
                     for batch in (512, 2048)}
            suits = max(llama, key=lambda batch: rate_of(llama[batch], few, texts[:72]))
            rates[f"llama-embedding (batch {suits})"] = lambda: rate_of(llama[suits], few, texts)
        rounds = []
        for number in range(arguments.rounds):
            rounds.append({name: rate() for name, rate in rates.items()})
            print(f"round {number + 1}: " + ", ".join(f"{name} {rate:.1f}" for name, rate in rounds[-1].items()), file=sys.stderr)
    medians = {name: np.median([each[name] for each in rounds]) for name in rates}
    print(f"passages of {LENGTH} tokens a second, {arguments.threads} threads: "
          + ", ".join(f"{name} {rate:.1f}" for name, rate in medians.items()))
    for name, rate in medians.items():
        if name != "hearth":
            ratios = [each["hearth"] / each[name] for each in rounds]
            print(f"ratio to {name}: {medians['hearth'] / rate:.2f} (by round {min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main()
