#!/usr/bin/env python3
"""Converts some folders of tests/reference/embeddings to GGUF as llama.cpp's converter names things, beside the folder's
own files: the same weights must give the same embeddings and scores.

    python3 -m venv venv && venv/bin/pip install gguf safetensors numpy
    venv/bin/python tests/reference/make_embedding_ggufs.py [--out tests/reference/embeddings]
"""

import argparse
import json
import pathlib
import re

import gguf
import numpy as np
from safetensors.numpy import load_file

BERT = {
    "embeddings.word_embeddings": "token_embd", "embeddings.position_embeddings": "position_embd",
    "embeddings.token_type_embeddings": "token_types", "embeddings.LayerNorm": "token_embd_norm",
    "pooler.dense": "cls", "classifier": "cls.output",
    "attention.self.query": "attn_q", "attention.self.key": "attn_k", "attention.self.value": "attn_v",
    "attention.output.dense": "attn_output", "attention.output.LayerNorm": "attn_output_norm",
    "intermediate.dense": "ffn_up", "output.dense": "ffn_down", "output.LayerNorm": "layer_output_norm",
}
NOMIC = {
    "embeddings.word_embeddings": "token_embd", "embeddings.token_type_embeddings": "token_types",
    "emb_ln": "token_embd_norm", "attn.Wqkv": "attn_qkv", "attn.out_proj": "attn_output", "norm1": "attn_output_norm",
    "norm2": "layer_output_norm", "mlp.fc11": "ffn_up", "mlp.fc12": "ffn_gate", "mlp.fc2": "ffn_down",
}
MODERN = {
    "embeddings.tok_embeddings": "token_embd", "embeddings.norm": "token_embd_norm", "final_norm": "output_norm",
    "attn_norm": "attn_norm", "attn.Wqkv": "attn_qkv", "attn.Wo": "attn_output", "mlp_norm": "ffn_norm",
    "mlp.Wi": "ffn_up", "mlp.Wo": "ffn_down",
}
GEMMA = {
    "embed_tokens": "token_embd", "norm": "output_norm", "input_layernorm": "attn_norm",
    "self_attn.q_proj": "attn_q", "self_attn.k_proj": "attn_k", "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output", "self_attn.q_norm": "attn_q_norm", "self_attn.k_norm": "attn_k_norm",
    "post_attention_layernorm": "post_attention_norm", "pre_feedforward_layernorm": "ffn_norm",
    "post_feedforward_layernorm": "post_ffw_norm", "mlp.gate_proj": "ffn_gate", "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
MEAN, CLS, RANK = 1, 2, 4
# folder: (architecture, names, pooling)
MODELS = {
    "bert-cls": ("bert", BERT, CLS),
    "bert-reranker": ("bert", BERT, RANK),
    "nomic-bert": ("nomic-bert", NOMIC, MEAN),
    "modernbert": ("modern-bert", MODERN, MEAN),
    "embedding-gemma": ("gemma-embedding", GEMMA, MEAN),
}


def gguf_name(names, name):
    name = re.sub(r"^(bert|model|nomic_bert)\.", "", name)
    stem, ending = name.rsplit(".", 1)
    layer = re.match(r"(?:encoder\.)?layers?\.(\d+)\.(.*)", stem)
    known = names.get(layer.group(2) if layer else stem)
    if known is None:
        return None
    return (f"blk.{layer.group(1)}." if layer else "") + known + "." + ending


def add_word_pieces(writer, tokenizer):
    entries = sorted(tokenizer["model"]["vocab"], key=tokenizer["model"]["vocab"].get)
    special = {token["content"] for token in tokenizer["added_tokens"]}
    writer.add_tokenizer_model("bert")
    writer.add_tokenizer_pre("default")
    writer.add_token_type_count(2)
    writer.add_token_list([entry if entry in special else entry[2:] if entry.startswith("##") else "\u2581" + entry
                           for entry in entries])
    writer.add_token_types([gguf.TokenType.CONTROL if entry in special else gguf.TokenType.NORMAL for entry in entries])
    for add, token in ((writer.add_bos_token_id, "[CLS]"), (writer.add_sep_token_id, "[SEP]"),
                       (writer.add_unk_token_id, "[UNK]"), (writer.add_pad_token_id, "[PAD]"),
                       (writer.add_mask_token_id, "[MASK]")):
        add(entries.index(token))


def convert(folder, architecture, names, pooling):
    config = json.loads((folder / "config.json").read_text())
    writer = gguf.GGUFWriter(folder / "model.gguf", architecture)
    writer.add_context_length(config["max_position_embeddings"])
    writer.add_embedding_length(config["hidden_size"])
    writer.add_feed_forward_length(config["intermediate_size"])
    writer.add_block_count(config["num_hidden_layers"])
    writer.add_head_count(config["num_attention_heads"])
    if "rms_norm_eps" in config:
        writer.add_layer_norm_rms_eps(config["rms_norm_eps"])
    else:
        writer.add_layer_norm_eps(config.get("layer_norm_eps", config.get("norm_eps")))
    writer.add_causal_attention(False)
    writer.add_pooling_type(gguf.PoolingType(pooling))
    rope = config.get("rope_parameters")
    if rope:
        writer.add_rope_freq_base(rope.get("full_attention", rope)["rope_theta"])
    if architecture == "modern-bert":
        writer.add_sliding_window(config["local_attention"])
        writer.add_sliding_window_pattern(3)
        writer.add_rope_freq_base_swa(rope["sliding_attention"]["rope_theta"])
    if architecture == "gemma-embedding":
        writer.add_head_count_kv(config["num_key_value_heads"])
        writer.add_key_length(config["head_dim"])
        writer.add_value_length(config["head_dim"])
        writer.add_sliding_window(config["sliding_window"])
        writer.add_array("gemma-embedding.attention.sliding_window_pattern",
                         [kind == "sliding_attention" for kind in config["layer_types"]])
    if (folder / "tokenizer.json").exists():
        add_word_pieces(writer, json.loads((folder / "tokenizer.json").read_text()))
    tensors = load_file(folder / "model.safetensors")
    for name, values in tensors.items():
        target = gguf_name(names, name)
        if target is None:
            continue
        plus = 1.0 if architecture == "gemma-embedding" and name.endswith("norm.weight") else 0.0
        small = values.ndim == 1 or target in ("token_types.weight", "position_embd.weight", "cls.output.weight")
        values = values.astype(np.float32) + plus
        writer.add_tensor(target, values if small else values.astype(np.float16))
    for number, inside in ((2, "2_Dense"), (3, "3_Dense")):
        if (folder / inside).exists():
            dense = load_file(folder / inside / "model.safetensors")["linear.weight"]
            writer.add_tensor(f"dense_{number}.weight", dense)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    print(folder.name)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("tests/reference/embeddings"))
    arguments = parser.parse_args()
    for name, (architecture, names, pooling) in MODELS.items():
        convert(arguments.out / name, architecture, names, pooling)


if __name__ == "__main__":
    main()
