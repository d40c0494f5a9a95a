#!/usr/bin/env python3
"""Makes a tiny random GPT-2 with Hugging Face transformers, writes it as a GGUF file with the names and keys of
llama.cpp's gguf package, and transformers' float32 logits beside it: fixtures of tests/engine/model/tst_families.cpp
like those of make_family_models.py, without llama.cpp's sources.

    python3 -m venv venv && venv/bin/pip install torch transformers gguf
    venv/bin/python tests/reference/make_gpt2_model.py [--gguf-out tests/reference/families]
        [--hf-out tests/reference/hugging_face]

Weights are rounded to float16 before anything is computed, so the files hold them exactly.
"""

import argparse
import json
import math
import pathlib

import gguf
import numpy as np
import torch
import transformers as tf

SEED = 2019
VOCABULARY = 64
TOKENS = 40
EVERY = 4  # every fourth position's logits are kept, and the last
TURNED = ("attn_qkv.weight", "attn_output.weight", "ffn_up.weight", "ffn_down.weight")


def randomize(model):
    """Weights of a size at which every part of the computation shows in the logits."""
    generator = torch.Generator().manual_seed(SEED)
    with torch.no_grad():
        for name, weight in model.named_parameters():
            random = torch.randn(weight.shape, generator=generator)
            if weight.dim() == 1:
                weight.copy_(random * 0.3 + (1.0 if ".ln_" in name and name.endswith("weight") else 0.0))
            elif ".wte." in name or ".wpe." in name:
                weight.copy_(random)
            else:
                weight.copy_(random * 1.3 / math.sqrt(weight.shape[0]))
            weight.copy_(weight.half().float())


def write_gguf(model, path):
    config = model.config
    writer = gguf.GGUFWriter(path, gguf.MODEL_ARCH_NAMES[gguf.MODEL_ARCH.GPT2])
    writer.add_name("gpt2")
    writer.add_block_count(config.n_layer)
    writer.add_context_length(config.n_positions)
    writer.add_embedding_length(config.n_embd)
    writer.add_feed_forward_length(4 * config.n_embd)
    writer.add_head_count(config.n_head)
    writer.add_layer_norm_eps(config.layer_norm_epsilon)
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_F16)
    writer.add_tokenizer_model("none")
    writer.add_vocab_size(config.vocab_size)
    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.GPT2, config.n_layer)
    for key, weight in model.state_dict().items():
        if key == "lm_head.weight" or key.endswith((".attn.bias", ".attn.masked_bias")):
            continue
        name = names.get_name(key, try_suffixes=(".weight", ".bias"))
        values = weight.float()
        if name.endswith(TURNED):
            values = values.t()
        kind = np.float16 if values.dim() > 1 else np.float32
        writer.add_tensor(name, np.ascontiguousarray(values.numpy().astype(kind)))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gguf-out", type=pathlib.Path, default=pathlib.Path("tests/reference/families"))
    parser.add_argument("--hf-out", type=pathlib.Path, default=pathlib.Path("tests/reference/hugging_face"))
    arguments = parser.parse_args()
    config = tf.GPT2Config(vocab_size=VOCABULARY, n_positions=48, n_embd=32, n_layer=2, n_head=4, bos_token_id=1,
                           eos_token_id=2, attn_implementation="eager")
    model = tf.GPT2LMHeadModel(config).float().eval()
    randomize(model)
    tokens = np.random.default_rng(SEED).integers(3, VOCABULARY, TOKENS).tolist()
    with torch.inference_mode():
        logits = model(torch.tensor([tokens])).logits[0].float().numpy()
    assert np.isfinite(logits).all()
    kept = sorted(set(range(0, TOKENS, EVERY)) | {TOKENS - 1})
    np.save(arguments.gguf_out / "gpt2.npy", logits[kept].astype("<f4"))
    facts = {"tokens": tokens, "positions": {"": kept}, "transformers": tf.__version__}
    (arguments.gguf_out / "gpt2.json").write_text(json.dumps(facts) + "\n")
    write_gguf(model, arguments.gguf_out / "gpt2.gguf")
    folder = arguments.hf_out / "gpt2"
    model.half().save_pretrained(folder)
    (folder / "generation_config.json").unlink(missing_ok=True)
    print(f"{(arguments.gguf_out / 'gpt2.gguf').stat().st_size} bytes, std {logits.std():.2f}")


if __name__ == "__main__":
    main()
