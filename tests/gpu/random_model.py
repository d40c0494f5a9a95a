"""Writes GGUF files with random weights of real shapes, for timing only: the numbers mean nothing, their sizes do."""
import os
import struct

TYPES = {"F32": (0, 1, 4), "F16": (1, 1, 2), "Q4_0": (2, 32, 18), "Q8_0": (8, 32, 34), "Q4_K": (12, 256, 144), "MXFP4": (39, 32, 17), "Q6_K": (14, 256, 210)}

SHAPES = {
    "llama-1b": dict(embedding=2048, layers=16, heads=32, kv=8, head=64, feed=8192, vocab=128256, experts=0, used=0),
    "llama-8b": dict(embedding=4096, layers=32, heads=32, kv=8, head=128, feed=14336, vocab=128256, experts=0, used=0),
    "moe-8x1b": dict(embedding=2048, layers=16, heads=16, kv=8, head=128, feed=2048, vocab=64000, experts=16, used=4),
    # What gpt-oss-20b reads: its windows, biases and sinks are left out, so attention reads twice as much behind long contexts.
    "gpt-oss-20b": dict(embedding=2880, layers=24, heads=64, kv=8, head=64, feed=2880, vocab=201088, experts=32, used=4),
}


def _string(text):
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def _value(value):
    if isinstance(value, bool):
        return struct.pack("<I?", 7, value)
    if isinstance(value, int):
        return struct.pack("<II", 4, value)
    if isinstance(value, float):
        return struct.pack("<If", 6, value)
    if isinstance(value, str):
        return struct.pack("<I", 8) + _string(value)
    if value and isinstance(value[0], int):
        return struct.pack("<IIQ", 9, 5, len(value)) + struct.pack(f"<{len(value)}i", *value)
    return struct.pack("<IIQ", 9, 8, len(value)) + b"".join(_string(v) for v in value)


def _bytes_alphabet():
    """The 256 characters that stand for bytes in byte-level vocabularies."""
    keep = list(range(33, 127)) + list(range(161, 173)) + list(range(174, 256))
    rest = [b for b in range(256) if b not in keep]
    return [chr(b) for b in keep] + [chr(256 + i) for i in range(len(rest))]


def _chunk(kind, size):
    """Random blocks with scales around 0.01, repeated: reading speed does not depend on the values."""
    _, _, block = TYPES[kind]
    data = bytearray(os.urandom(size))
    half = struct.pack("<e", 0.01)
    if kind == "F16":
        data = bytearray(half * (size // 2))
    elif kind == "F32":
        data = bytearray(struct.pack("<f", 1.0) * (size // 4))
    elif kind == "MXFP4":
        data[::block] = bytes([120]) * len(data[::block])
    else:
        offsets = {"Q4_0": [0], "Q8_0": [0], "Q4_K": [0, 2], "Q6_K": [208]}[kind]
        for start in range(0, size, block):
            for offset in offsets:
                data[start + offset:start + offset + 2] = struct.pack("<e", 0.001) if kind in ("Q4_K", "Q6_K") else half
    return bytes(data)


def write(path, shape, kind):
    s = SHAPES[shape]
    arch = "qwen3moe" if s["experts"] else "llama"
    vocab = _bytes_alphabet() + [f"<|t{i}|>" for i in range(s["vocab"] - 256)]
    meta = {
        "general.architecture": arch, "general.name": f"{shape} random {kind}", f"{arch}.context_length": 131072,
        f"{arch}.embedding_length": s["embedding"], f"{arch}.block_count": s["layers"], f"{arch}.feed_forward_length": s["feed"],
        f"{arch}.attention.head_count": s["heads"], f"{arch}.attention.head_count_kv": s["kv"],
        f"{arch}.attention.key_length": s["head"], f"{arch}.attention.value_length": s["head"],
        f"{arch}.rope.dimension_count": s["head"], f"{arch}.rope.freq_base": 500000.0,
        f"{arch}.attention.layer_norm_rms_epsilon": 1e-5, f"{arch}.vocab_size": s["vocab"],
        "tokenizer.ggml.model": "gpt2", "tokenizer.ggml.pre": "llama-bpe", "tokenizer.ggml.tokens": vocab,
        "tokenizer.ggml.token_type": [1] * 256 + [3] * (s["vocab"] - 256), "tokenizer.ggml.merges": ["a b"],
        "tokenizer.ggml.eos_token_id": 257,
    }
    inner, kind = kind, "Q8_0" if kind == "MXFP4" else kind  # only experts are published in MXFP4
    e, q, k = s["embedding"], s["heads"] * s["head"], s["kv"] * s["head"]
    tensors = [("token_embd.weight", [e, s["vocab"]], kind), ("output_norm.weight", [e], "F32"),
               ("output.weight", [e, s["vocab"]], "Q6_K" if kind == "Q4_K" else kind)]
    if s["experts"]:
        meta.update({f"{arch}.expert_count": s["experts"], f"{arch}.expert_used_count": s["used"], f"{arch}.expert_feed_forward_length": s["feed"]})
    for i in range(s["layers"]):
        b = f"blk.{i}."
        tensors += [(b + "attn_norm.weight", [e], "F32"), (b + "attn_q.weight", [e, q], kind), (b + "attn_k.weight", [e, k], kind),
                    (b + "attn_v.weight", [e, k], kind), (b + "attn_output.weight", [q, e], kind), (b + "ffn_norm.weight", [e], "F32")]
        if s["experts"]:
            tensors += [(b + "attn_q_norm.weight", [s["head"]], "F32"), (b + "attn_k_norm.weight", [s["head"]], "F32"),
                        (b + "ffn_gate_inp.weight", [e, s["experts"]], "F32")]
            tensors += [(b + f"ffn_{n}_exps.weight", shape3 + [s["experts"]], inner) for n, shape3 in
                        (("gate", [e, s["feed"]]), ("up", [e, s["feed"]]), ("down", [s["feed"], e]))]
        else:
            tensors += [(b + "ffn_gate.weight", [e, s["feed"]], kind), (b + "ffn_up.weight", [e, s["feed"]], kind),
                        (b + "ffn_down.weight", [s["feed"], e], kind)]
    header = struct.pack("<IIQQ", 0x46554747, 3, len(tensors), len(meta))
    header += b"".join(_string(key) + _value(value) for key, value in meta.items())
    offset, table, sizes = 0, b"", []
    for name, dims, tensor_kind in tensors:
        number, per_block, block_bytes = TYPES[tensor_kind]
        count = 1
        for d in dims:
            count *= d
        size = count // per_block * block_bytes
        table += _string(name) + struct.pack("<I", len(dims)) + struct.pack(f"<{len(dims)}Q", *dims) + struct.pack("<IQ", number, offset)
        sizes.append((tensor_kind, size))
        offset += (size + 31) // 32 * 32
    header += table
    header += b"\0" * (-len(header) % 32)
    chunks = {}
    with open(path, "wb") as file:
        file.write(header)
        for tensor_kind, size in sizes:
            block = TYPES[tensor_kind][2]
            if tensor_kind not in chunks:
                chunks[tensor_kind] = _chunk(tensor_kind, (1 << 20) // block * block)
            chunk = chunks[tensor_kind]
            left = size
            while left > 0:
                file.write(chunk[:left] if left < len(chunk) else chunk)
                left -= min(left, len(chunk))
            file.write(b"\0" * (-size % 32))
