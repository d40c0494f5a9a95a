#!/usr/bin/env python3
"""Writes tests/reference/tiny/: small models with random weights, and what llama.cpp computes with them.

    pip install gguf==0.19.0 numpy llama-cpp-python==0.3.36
    tests/reference/make_tiny_models.py tests/reference/tiny

For each model NAME.gguf: NAME.npy, the logits of llama.cpp at every position of one sequence of 45 tokens (more than one
block of the cache), shape (45, vocabulary); NAME.json: that sequence, twelve tokens taken greedily after a text with the
gap between the two best logits of each step, the ids of some texts, how well the model foresees another, and for quantised weights how far llama.cpp's own
kernels, which round activations to eight bits, are from the exact logits ("noise").

llama.cpp runs on the processor with a float32 cache and without flash attention. Quantised weights are unpacked to float32
by the gguf package first, so that NAME.npy is what the weights say and not what a rounding of activations adds.
The weights come from numpy's PCG64 with a fixed seed: a second run writes the same files.
"""
import json
import pathlib
import sys
import tempfile

import numpy as np
from gguf import GGMLQuantizationType as Type
from gguf import GGUFReader, GGUFWriter, quants
from llama_cpp import Llama

# Text of our own to draw the merges of the byte-level vocabulary from.
SAMPLE = ("The hearth keeps the house warm, and the people of the house tell each other what the day has brought. "
          "There is bread on the table and there is tea in the kettle; the rain at the window is far away. ") * 2
CHAT_TEMPLATE = ("{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n"
                 "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}")
TEXTS = ["The house is warm.", "there  are two   spaces\nand a line", "Tee & Brötchen: 3,50 €", "", " the", "日本語 🙂",
         "it's we'll 12345 x_y"]
SCORED = "The rain at the window is far away, and the people of the house tell each other what the day has brought."
SEQUENCE = 45
MERGES = 40


def byte_alphabet():
    """The printable stand-ins of bytes that GPT-2's vocabulary introduced."""
    kept = list(range(33, 127)) + list(range(161, 173)) + list(range(174, 256))
    alphabet, extra = {}, 0
    for byte in range(256):
        if byte in kept:
            alphabet[byte] = chr(byte)
        else:
            alphabet[byte] = chr(256 + extra)
            extra += 1
    return alphabet


def learn_merges(alphabet, count):
    words = [[alphabet[b] for b in word] for word in (" " + SAMPLE).replace(" ", "\0 ").encode().split(b"\0") if word]
    merges = []
    for _ in range(count):
        pairs = {}
        for word in words:
            for pair in zip(word, word[1:]):
                pairs[pair] = pairs.get(pair, 0) + 1
        best = min(pairs, key=lambda pair: (-pairs[pair], pair))
        merges.append(best)
        for word in words:
            i = 0
            while i + 1 < len(word):
                if (word[i], word[i + 1]) == best:
                    word[i:i + 2] = ["".join(best)]
                i += 1
    return merges


def byte_level_vocabulary(writer):
    alphabet = byte_alphabet()
    merges = learn_merges(alphabet, MERGES)
    special = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
    tokens = special + [alphabet[b] for b in range(256)] + ["".join(m) for m in merges]
    tokens += [f"<|unused{i}|>" for i in range(-len(tokens) % 4)]
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("smollm")
    writer.add_token_list(tokens)
    writer.add_token_types([3 if t.startswith("<|") else 1 for t in tokens])
    writer.add_token_merges([" ".join(m) for m in merges])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_add_bos_token(False)
    writer.add_chat_template(CHAT_TEMPLATE)
    return len(tokens)


def sentencepiece_vocabulary(writer):
    letters = "etaoinshrdlcumwfgypbvkTI.,;'"
    longer = ["he", "th", "in", "er", "\u2581t", "\u2581a", "the", "\u2581the", "re", "on", "an", "nd", "and", "is",
              "\u2581is", "ou", "se", "ouse", "ar", "\u2581h", "\u2581w", "\u2581house"]
    tokens = ["<pad>", "<eos>", "<bos>", "<unk>"] + [f"<0x{b:02X}>" for b in range(256)]
    types = [3, 3, 3, 2] + [6] * 256
    scores = [-1000.0] * len(tokens)
    for i, piece in enumerate(longer + ["\u2581"] + list(letters)):
        tokens.append(piece)
        types.append(1)
        scores.append(-float(i))
    writer.add_tokenizer_model("llama")
    writer.add_tokenizer_pre("default")
    writer.add_token_list(tokens)
    writer.add_token_scores(scores)
    writer.add_token_types(types)
    writer.add_bos_token_id(2)
    writer.add_eos_token_id(1)
    writer.add_unk_token_id(3)
    writer.add_pad_token_id(0)
    writer.add_add_bos_token(True)
    writer.add_add_space_prefix(False)
    return len(tokens)


# Types take turns, so that every layout is met: matrix i of a model has the i-th type of its list, going round.
MODELS = {
    "llama-f32": dict(arch="llama", width=32, heads=4, kv_heads=2, head=8, ff=48, layers=2, types=[Type.F32], seed=1),
    "llama-mixed": dict(arch="llama", width=64, heads=4, kv_heads=2, head=16, ff=96, layers=2, seed=2,
                        types=[Type.Q8_0, Type.Q4_0, Type.Q4_1, Type.Q5_0, Type.Q5_1, Type.F16, Type.BF16]),
    "llama-moe": dict(arch="llama", width=32, heads=4, kv_heads=1, head=8, ff=32, layers=2, experts=4, used=2,
                      types=[Type.F16], seed=3),
    "qwen3-f16": dict(arch="qwen3", width=32, heads=2, kv_heads=2, head=32, ff=48, layers=2, types=[Type.F16], seed=4,
                      untied=True),
    "gemma2-f16": dict(arch="gemma2", width=32, heads=4, kv_heads=2, head=16, ff=64, layers=2, types=[Type.F16], seed=5,
                       window=16),
}


def write_model(path, model, exact):
    """`exact`: the same weights, unpacked to float32."""
    rng = np.random.default_rng(model["seed"])
    arch, width, head, ff = model["arch"], model["width"], model["head"], model["ff"]
    writer = GGUFWriter(path, arch)
    writer.add_name(path.stem)
    writer.add_block_count(model["layers"])
    writer.add_context_length(256)
    writer.add_embedding_length(width)
    writer.add_feed_forward_length(ff)
    writer.add_head_count(model["heads"])
    writer.add_head_count_kv(model["kv_heads"])
    writer.add_key_length(head)
    writer.add_value_length(head)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_freq_base(10000.0)
    if arch == "llama":
        writer.add_rope_dimension_count(head)
    if arch == "gemma2":
        writer.add_sliding_window(model["window"])
        writer.add_attn_logit_softcapping(20.0)
        writer.add_final_logit_softcapping(15.0)
    experts = model.get("experts", 0)
    if experts:
        writer.add_expert_count(experts)
        writer.add_expert_used_count(model["used"])
    vocabulary = sentencepiece_vocabulary(writer) if arch == "gemma2" else byte_level_vocabulary(writer)

    turn = 0

    def matrix(name, rows, columns, scale=None, batch=(), plain=False):
        nonlocal turn
        spread = scale if scale is not None else 1.6 / np.sqrt(columns)
        values = (rng.standard_normal((*batch, rows, columns)) * spread).astype(np.float32)
        kind = Type.F32 if plain else model["types"][turn % len(model["types"])]
        turn += 0 if plain else 1
        packed = values if kind == Type.F32 else quants.quantize(values, kind)
        if exact and kind != Type.F32:
            packed, kind = quants.dequantize(packed, kind).astype(np.float32).reshape(values.shape), Type.F32
        writer.add_tensor(name, packed, raw_dtype=kind)

    def vector(name, size):
        # gemma's file holds the factor itself, as every family's does.
        writer.add_tensor(name, (1 + 0.3 * rng.standard_normal(size)).astype(np.float32))

    matrix("token_embd.weight", vocabulary, width, 2.5 / np.sqrt(width))
    vector("output_norm.weight", width)
    if model.get("untied"):
        matrix("output.weight", vocabulary, width, 2.5 / np.sqrt(width))
    for i in range(model["layers"]):
        prefix = f"blk.{i}."
        vector(prefix + "attn_norm.weight", width)
        matrix(prefix + "attn_q.weight", model["heads"] * head, width)
        matrix(prefix + "attn_k.weight", model["kv_heads"] * head, width)
        matrix(prefix + "attn_v.weight", model["kv_heads"] * head, width)
        matrix(prefix + "attn_output.weight", width, model["heads"] * head)
        if arch == "qwen3":
            vector(prefix + "attn_q_norm.weight", head)
            vector(prefix + "attn_k_norm.weight", head)
        if arch == "gemma2":
            vector(prefix + "post_attention_norm.weight", width)
            vector(prefix + "post_ffw_norm.weight", width)
        vector(prefix + "ffn_norm.weight", width)
        if experts:
            matrix(prefix + "ffn_gate_inp.weight", experts, width, plain=True)
        suffix, batch = ("_exps", (experts,)) if experts else ("", ())
        matrix(prefix + f"ffn_gate{suffix}.weight", ff, width, batch=batch)
        matrix(prefix + f"ffn_up{suffix}.weight", ff, width, batch=batch)
        matrix(prefix + f"ffn_down{suffix}.weight", width, ff, batch=batch)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return vocabulary


def open_model(path):
    return Llama(str(path), n_ctx=256, n_batch=256, n_ubatch=256, n_threads=1, logits_all=True, flash_attn=False, type_k=0,
                 type_v=0, n_gpu_layers=0, use_mmap=False, verbose=False)


def logits_of(llama, tokens):
    llama.reset()
    llama.eval(tokens)
    return np.array(llama.scores[:len(tokens)], dtype=np.float32)


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, model in MODELS.items():
        path = folder / (name + ".gguf")
        vocabulary = write_model(path, model, exact=False)
        with tempfile.TemporaryDirectory() as temporary:
            exact_path = pathlib.Path(temporary) / (name + ".gguf")
            write_model(exact_path, model, exact=True)
            exact = open_model(exact_path)
            rng = np.random.default_rng(model["seed"] + 100)
            tokens = [int(t) for t in rng.integers(4, vocabulary - 4, SEQUENCE)]
            logits = logits_of(exact, tokens)
            bos = model["arch"] == "gemma2"  # as the metadata says
            prompt = exact.tokenize(b"The house is warm, and", add_bos=bos, special=False)
            greedy, gaps = [], []
            for _ in range(12):
                row = logits_of(exact, prompt + greedy)[-1]
                best = np.sort(row)[::-1]
                greedy.append(int(row.argmax()))
                gaps.append(round(float(best[0] - best[1]), 4))
            # What `hearth-cli perplexity` does: every token but the first, with the special ones of the metadata.
            scored = exact.tokenize(SCORED.encode(), add_bos=bos, special=False)
            rows = logits_of(exact, scored).astype(np.float64)
            nll = sum(float(np.log(np.exp(row - row.max()).sum()) + row.max() - row[token])
                      for row, token in zip(rows, scored[1:]))
            texts = [dict(text=t, ids=exact.tokenize(t.encode(), add_bos=False, special=False)) for t in TEXTS]
        record = dict(sequence=tokens, std=round(float(logits.std()), 3), greedy=dict(
            text="The house is warm, and", prompt=prompt, ids=greedy, gaps=gaps), texts=texts,
            perplexity=dict(text=SCORED, tokens=len(scored) - 1, nll=round(nll, 4)))
        own = logits_of(open_model(path), tokens)
        record["noise"] = dict(max=round(float(np.abs(own - logits).max()), 5),
                               rms=round(float(np.sqrt(((own - logits) ** 2).mean())), 5))
        np.save(folder / (name + ".npy"), logits)
        (folder / (name + ".json")).write_text(json.dumps(record, ensure_ascii=False) + "\n")
        print(name, vocabulary, path.stat().st_size, record["std"], record["noise"], greedy, min(gaps))


if __name__ == "__main__":
    main()
