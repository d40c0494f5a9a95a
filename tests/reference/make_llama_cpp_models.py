#!/usr/bin/env python3
"""Makes tiny random models of families that transformers does not have, with the keys and names of llama.cpp's
converter, and writes llama.cpp's float32 logits beside them: fixtures of tests/engine/model/tst_families.cpp.

    python3 -m venv venv && venv/bin/pip install numpy gguf typing_extensions
    LLAMA_CPP_LIB_PATH=FOLDER_OF_LIBLLAMA venv/bin/python tests/reference/make_llama_cpp_models.py \
        --llama-cpp-python PATH_OF_ITS_SOURCE [NAME ...]

Weights are rounded to float16 before anything is computed, so the files hold them exactly.
"""

import argparse
import importlib
import json
import pathlib
import sys
import types

import gguf
import numpy as np

VOCABULARY, WIDTH, HEADS, KV_HEADS, INNER, LAYERS, TOKENS, EVERY = 64, 32, 4, 2, 48, 2, 40, 4

# name: (architecture, further metadata, experts: count, width of one, width of the shared ones, dense layers)
FAMILIES = {
    "internlm2": ("internlm2", {}, None),
    "minicpm": ("minicpm", {"embedding_scale": 3.0, "residual_scale": 0.6, "logit_scale": 2.0}, None),
    "deepseek": ("deepseek", {"expert_weights_scale": 1.5, "leading_dense_block_count": 1, "expert_used_count": 2,
                              "expert_count": 4, "expert_shared_count": 2, "expert_feed_forward_length": 16},
                 (4, 16, 32, 1)),
    "exaone": ("exaone", {}, None),
    "smallthinker": ("smallthinker", {"expert_count": 4, "expert_used_count": 2, "expert_feed_forward_length": 16,
                                      "attention.sliding_window": 4096, "expert_gating_func": 2}, (4, 16, 0, 0)),
}


def write(name, path, rng):
    architecture, more, experts = FAMILIES[name]
    writer = gguf.GGUFWriter(path, architecture)

    def normal(*shape):
        return rng.standard_normal(shape, dtype=np.float32)

    def matrix(tensor, *shape, scale=None):
        values = normal(*shape) * (scale or 1.3 / np.sqrt(shape[-1]))
        writer.add_tensor(tensor, values.astype(np.float16))

    def norm(tensor, columns):
        writer.add_tensor(tensor, (1 + 0.3 * normal(columns)).astype(np.float16).astype(np.float32))

    numbers = {"block_count": LAYERS, "context_length": 512, "embedding_length": WIDTH, "feed_forward_length": INNER,
               "attention.head_count": HEADS, "attention.head_count_kv": KV_HEADS,
               "rope.dimension_count": WIDTH // HEADS, "vocab_size": VOCABULARY,
               "attention.layer_norm_rms_epsilon": 1e-5, "rope.freq_base": 10000.0, **more}
    for key, value in numbers.items():
        add = writer.add_float32 if isinstance(value, float) else writer.add_uint32
        add(f"{architecture}.{key}", value)
    writer.add_tokenizer_model("none")
    matrix("token_embd.weight", VOCABULARY, WIDTH, scale=1.0)
    matrix("output.weight", VOCABULARY, WIDTH)
    norm("output_norm.weight", WIDTH)
    for index in range(LAYERS):
        layer = f"blk.{index}."
        head = WIDTH // HEADS
        norm(layer + "attn_norm.weight", WIDTH)
        norm(layer + "ffn_norm.weight", WIDTH)
        for part, rows in (("q", WIDTH), ("k", KV_HEADS * head), ("v", KV_HEADS * head), ("output", WIDTH)):
            matrix(f"{layer}attn_{part}.weight", rows, WIDTH)
        if experts and index >= experts[3]:
            count, width, shared, _ = experts
            matrix(layer + "ffn_gate_inp.weight", count, WIDTH, scale=1.0)
            for part in ("gate", "up"):
                matrix(f"{layer}ffn_{part}_exps.weight", count, width, WIDTH)
                if shared:
                    matrix(f"{layer}ffn_{part}_shexp.weight", shared, WIDTH)
            matrix(layer + "ffn_down_exps.weight", count, WIDTH, width)
            if shared:
                matrix(layer + "ffn_down_shexp.weight", WIDTH, shared)
            continue
        for part, rows, columns in (("gate", INNER, WIDTH), ("up", INNER, WIDTH), ("down", WIDTH, INNER)):
            matrix(f"{layer}ffn_{part}.weight", rows, columns)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def as_float32(path, out):
    """llama.cpp rounds activations to the type of the weights: its logits come of the same numbers as float32."""
    reader = gguf.GGUFReader(path)
    architecture = reader.fields["general.architecture"].contents()
    writer = gguf.GGUFWriter(out, architecture)
    for key, field in reader.fields.items():
        if not key.startswith(("GGUF.", "general.architecture")):
            writer.add_key_value(key, field.contents(), field.types[0])
    for tensor in reader.tensors:
        writer.add_tensor(tensor.name, np.array(tensor.data).astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def logits_of(path, tokens, bindings):
    package = types.ModuleType("llama_cpp")  # the package itself would import far more
    package.__path__ = [str(bindings / "llama_cpp")]
    sys.modules.setdefault("llama_cpp", package)
    llama = importlib.import_module("llama_cpp.llama_cpp")
    llama.llama_backend_init()
    model = llama.llama_model_load_from_file(str(path).encode(), llama.llama_model_default_params())
    settings = llama.llama_context_default_params()
    settings.n_ctx = settings.n_batch = settings.n_ubatch = 512
    settings.type_k = settings.type_v = 0  # float32
    settings.flash_attn_type = 0
    context = llama.llama_init_from_model(model, settings)
    batch = llama.llama_batch_init(len(tokens), 0, 1)
    batch.n_tokens = len(tokens)
    for i, token in enumerate(tokens):
        batch.token[i], batch.pos[i], batch.n_seq_id[i], batch.seq_id[i][0], batch.logits[i] = token, i, 1, 0, 1
    assert llama.llama_decode(context, batch) == 0
    return np.stack([np.ctypeslib.as_array(llama.llama_get_logits_ith(context, i), (VOCABULARY,)).copy()
                     for i in range(len(tokens))])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--llama-cpp-python", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("tests/reference/families"))
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    for number, name in enumerate(FAMILIES):
        if arguments.names and name not in arguments.names:
            continue
        rng = np.random.default_rng(2000 + number)
        path, exact = arguments.out / f"{name}.gguf", arguments.out / f"{name}.f32.gguf"
        write(name, path, rng)
        as_float32(path, exact)
        tokens = rng.integers(3, VOCABULARY, TOKENS).tolist()
        logits = logits_of(exact, tokens, arguments.llama_cpp_python)
        exact.unlink()
        positions = sorted(set(range(0, TOKENS, EVERY)) | {TOKENS - 1})
        np.save(arguments.out / f"{name}.npy", logits[positions].astype("<f4"))
        facts = {"tokens": tokens, "positions": {"": positions}, "oracle": "llama.cpp"}
        (arguments.out / f"{name}.json").write_text(json.dumps(facts) + "\n")
        print(f"{name}: {path.stat().st_size} bytes, std {logits.std():.2f}")


if __name__ == "__main__":
    main()
