#!/usr/bin/env python3
"""Makes a tiny random vision tower of each family that the reference pack lacks, in the form of its released folders
(config.json, preprocessor_config.json, model.safetensors), with the pixel_values that transformers' processor makes of
picture.png and the rows that its tower and projector make of those: the fixtures of tst_vision_tower and
tst_picture_patches. Text parts are left out, except for those of LLaVA 1.6 and Granite Vision, which have the token ids
and the last logits of a message with the picture besides (tst_picture_messages).

    python3 -m venv venv && venv/bin/pip install torch torchvision transformers pillow gguf
    venv/bin/python tests/reference/make_vision_models.py [--out tests/reference/vision] [NAME ...]
"""
import argparse
import json
import pathlib
import re

import gguf
import numpy as np
import safetensors.torch
import torch
import transformers as tf
from PIL import Image

WIDTH, HEIGHT = 62, 45
CLIP = dict(image_mean=[0.48145466, 0.4578275, 0.40821073], image_std=[0.26862954, 0.26130258, 0.27577711])
HALVES = dict(image_mean=[0.5, 0.5, 0.5], image_std=[0.5, 0.5, 0.5])
IMAGENET = dict(image_mean=[0.485, 0.456, 0.406], image_std=[0.229, 0.224, 0.225])
TEXT = dict(vocab_size=64, hidden_size=24, num_attention_heads=2, num_key_value_heads=1, intermediate_size=32, num_hidden_layers=1,
            head_dim=12, max_position_embeddings=512)


def picture():
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    planes = np.stack([x / WIDTH, y / HEIGHT, (x * y % 29) / 29], 2) * 200
    return Image.fromarray((planes + np.random.default_rng(5).random((HEIGHT, WIDTH, 3)) * 55).astype("u1"))


def randomize(module):
    """Weights far from their first values, for norms of ones and biases of zeros hide mistakes."""
    torch.manual_seed(7)
    for name, weight in module.named_parameters():
        with torch.no_grad():
            if weight.dim() == 1 and "norm" in name.lower() and name.endswith("weight"):
                weight.copy_(1 + 0.3 * torch.randn_like(weight))
            else:
                weight.copy_(torch.randn_like(weight) * (0.3 if weight.dim() == 1 else 1.2 / weight[0].numel() ** 0.5))
    return module.eval()


def released(model):
    """The tensors of a model's tower under the names that save_pretrained() gives them, which are the released ones."""
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        tensors = safetensors.torch.load_file(pathlib.Path(folder) / "model.safetensors")
    return tensors


def seen(tensors):
    marks = ("visual.", "vision_tower.", "vision_model.", "multi_modal_projector.", "mm_projector.", "embed_vision.", "mlp1.", "image_newline")
    return {name: weight.contiguous() for name, weight in tensors.items() if name.removeprefix("model.").startswith(marks)}


class Case:
    def __init__(self, config, processor, tensors, pixels, rows, mmproj=None, message=None):
        self.config, self.processor, self.tensors = config, processor, tensors
        self.pixels, self.rows, self.mmproj, self.message = pixels, rows, mmproj, message


def as_dict(processor):
    settings = json.loads(processor.to_json_string())
    for key in ("processor_class", "data_format", "device", "input_data_format", "return_tensors", "disable_grouping"):
        settings.pop(key, None)
    return {key: value for key, value in settings.items() if value is not None}


def qwen2_vl():
    vision = dict(depth=2, embed_dim=24, hidden_size=24, num_heads=2, mlp_ratio=3, patch_size=4, spatial_merge_size=2, temporal_patch_size=2)
    config = tf.Qwen2VLConfig(text_config={**TEXT, "rope_parameters": {"rope_type": "default", "rope_theta": 1e6, "mrope_section": [2, 2, 2]}},
                              vision_config=vision)
    model = randomize(tf.Qwen2VLForConditionalGeneration(config))
    processor = tf.Qwen2VLImageProcessor(patch_size=4, merge_size=2, temporal_patch_size=2, size={"shortest_edge": 256, "longest_edge": 1400}, **CLIP)
    inputs = processor(picture(), return_tensors="pt")
    rows = model.model.visual(inputs["pixel_values"], inputs["image_grid_thw"]).pooler_output
    # Released folders have the text model's settings at the top.
    flat = {"architectures": ["Qwen2VLForConditionalGeneration"], "model_type": "qwen2_vl", "hidden_size": 24, "intermediate_size": 32,
            "num_attention_heads": 2, "num_key_value_heads": 1, "num_hidden_layers": 1, "vocab_size": 64, "hidden_act": "silu",
            "max_position_embeddings": 512, "rms_norm_eps": 1e-6, "rope_theta": 1e6, "rope_scaling": {"type": "mrope", "mrope_section": [2, 2, 2]},
            "vision_config": {"depth": 2, "embed_dim": 24, "hidden_size": 24, "num_heads": 2, "mlp_ratio": 3, "patch_size": 4, "in_chans": 3,
                              "spatial_merge_size": 2, "spatial_patch_size": 4, "temporal_patch_size": 2}}
    settings = {"image_processor_type": "Qwen2VLImageProcessor", "min_pixels": 256, "max_pixels": 1400, "patch_size": 4, "merge_size": 2,
                "temporal_patch_size": 2, **CLIP}
    tensors = {name.removeprefix("model."): weight for name, weight in seen(released(model)).items()}

    def write(writer):
        writer.add_string("clip.projector_type", "qwen2vl_merger")
        numbers(writer, 24, 72, 2, 2, 24, 4, 1e-6, CLIP, image_size=560)
        for name, weight in tensors.items():
            name = name.removeprefix("visual.")
            for old, new in (("blocks.", "v.blk."), ("norm1", "ln1"), ("norm2", "ln2"), ("attn.qkv", "attn_qkv"), ("attn.proj", "attn_out"),
                             ("mlp.fc1", "ffn_up"), ("mlp.fc2", "ffn_down"), ("merger.ln_q", "v.post_ln"), ("merger.mlp.", "mm.")):
                name = name.replace(old, new)
            if name == "patch_embed.proj.weight":
                writer.add_tensor("v.patch_embd.weight", weight[:, :, 0].contiguous().numpy())
                writer.add_tensor("v.patch_embd.weight.1", weight[:, :, 1].contiguous().numpy())
            else:
                writer.add_tensor(name, weight.numpy())

    return Case(flat, settings, tensors, inputs["pixel_values"], rows, write)


def numbers(writer, width, inner, heads, layers, out, patch, epsilon, colours, image_size):
    """The settings that every mmproj file of llama.cpp's converter has."""
    writer.add_bool("clip.has_vision_encoder", True)
    for key, value in (("image_size", image_size), ("patch_size", patch), ("embedding_length", width), ("feed_forward_length", inner),
                       ("projection_dim", out), ("block_count", layers), ("attention.head_count", heads)):
        writer.add_uint32("clip.vision." + key, value)
    writer.add_float32("clip.vision.attention.layer_norm_epsilon", epsilon)
    writer.add_array("clip.vision.image_mean", colours["image_mean"])
    writer.add_array("clip.vision.image_std", colours["image_std"])


def pixtral():
    vision = dict(model_type="pixtral", hidden_size=32, intermediate_size=40, num_attention_heads=2, num_hidden_layers=2, head_dim=16, patch_size=4,
                  image_size=48, hidden_act="silu")
    config = tf.LlavaConfig(text_config={**TEXT, "model_type": "mistral"}, vision_config=vision, vision_feature_layer=-1,
                            vision_feature_select_strategy="full", projector_hidden_act="gelu", image_seq_length=1)
    model = randomize(tf.LlavaForConditionalGeneration(config))
    processor = tf.PixtralImageProcessor(patch_size={"height": 4, "width": 4}, size={"longest_edge": 48}, **CLIP)
    inputs = processor(picture(), return_tensors="pt")
    rows = model.model.get_image_features(inputs["pixel_values"], image_sizes=inputs["image_sizes"]).pooler_output
    settings = {"image_processor_type": "PixtralImageProcessor", "do_resize": True, "patch_size": {"height": 4, "width": 4}, "resample": 3,
                "size": {"longest_edge": 48}, **CLIP}
    flat = {"architectures": ["LlavaForConditionalGeneration"], "model_type": "llava", "image_seq_length": 1, "image_token_index": 10,
            "projector_hidden_act": "gelu", "text_config": {"model_type": "mistral", "hidden_size": 24},
            "vision_config": {"model_type": "pixtral", "head_dim": 16, "hidden_act": "silu", "hidden_size": 32, "image_size": 48, "intermediate_size": 40,
                              "num_attention_heads": 2, "num_hidden_layers": 2, "patch_size": 4, "rope_theta": 10000.0},
            "vision_feature_layer": -1, "vision_feature_select_strategy": "full"}
    return Case(flat, settings, seen(released(model)), inputs["pixel_values"], torch.cat(list(rows)))


def glm4v_moe():
    vision = dict(depth=2, hidden_size=32, intermediate_size=40, num_heads=2, out_hidden_size=24, patch_size=4, image_size=32, spatial_merge_size=2,
                  temporal_patch_size=2)
    text = {**TEXT, "n_routed_experts": 2, "num_experts_per_tok": 1, "n_shared_experts": 1, "moe_intermediate_size": 8, "first_k_dense_replace": 1,
            "rope_parameters": {"rope_type": "default", "rope_theta": 1e4, "mrope_section": [1, 1, 1], "partial_rotary_factor": 0.5}}
    config = tf.Glm4vMoeConfig(text_config=text, vision_config=vision)
    model = randomize(tf.Glm4vMoeForConditionalGeneration(config))
    processor = tf.Glm4vImageProcessor(patch_size=4, merge_size=2, temporal_patch_size=2, size={"shortest_edge": 256, "longest_edge": 2800}, **CLIP)
    inputs = processor(picture(), return_tensors="pt")
    rows = model.model.visual(inputs["pixel_values"], inputs["image_grid_thw"]).pooler_output
    return Case({"architectures": ["Glm4vMoeForConditionalGeneration"], "model_type": "glm4v_moe",
                 "text_config": {"model_type": "glm4v_moe_text", "hidden_size": 24},
                 "vision_config": {**vision, "model_type": "glm4v_moe", "hidden_act": "silu", "rms_norm_eps": 1e-5, "attention_bias": False}},
                {"image_processor_type": "Glm4vImageProcessor", "size": {"shortest_edge": 256, "longest_edge": 2800}, "patch_size": 4, "merge_size": 2,
                 "temporal_patch_size": 2, **CLIP},
                seen(released(model)), inputs["pixel_values"], rows)


def kimi_vl():
    """transformers has no Kimi-VL. The tower of Kimi K2.5, of which a still picture is one frame, is the same; names and processing are Kimi-VL's."""
    from transformers.models.kimi_k25 import modeling_kimi_k25 as code
    vision = dict(patch_size=4, pos_emb_height=8, pos_emb_width=8, pos_emb_time=4, num_attention_heads=2, num_hidden_layers=2, hidden_size=24,
                  intermediate_size=40, merge_kernel_size=[2, 2])
    text = dict(model_type="deepseek_v3", vocab_size=64, hidden_size=24, intermediate_size=32, moe_intermediate_size=8, num_hidden_layers=1,
                num_attention_heads=2, num_key_value_heads=2, n_routed_experts=2, num_experts_per_tok=1, n_group=1, topk_group=1, kv_lora_rank=8,
                q_lora_rank=None, qk_rope_head_dim=4, qk_nope_head_dim=4, v_head_dim=4, first_k_dense_replace=1)
    config = code.Kimi_K25Config(text_config=text, vision_config=vision, projection_hidden_size=24, projection_layer_norm_eps=1e-5)
    model = randomize(code.Kimi_K25ForConditionalGeneration(config))
    scale = (64 / ((WIDTH // 4) * (HEIGHT // 4))) ** 0.5
    image = torch.from_numpy(np.array(picture())).permute(2, 0, 1)
    from torchvision.transforms.v2 import functional as vision_functions
    image = vision_functions.resize(image, [int(HEIGHT * scale), int(WIDTH * scale)], interpolation=vision_functions.InterpolationMode.BICUBIC, antialias=True)
    height, width = image.shape[1:]
    image = torch.nn.functional.pad(image, (0, -width % 8, 0, -height % 8))
    pixels = (image / 255 - 0.5) / 0.5
    rows, columns = pixels.shape[1] // 4, pixels.shape[2] // 4
    patches = pixels.reshape(3, rows, 4, columns, 4).permute(1, 3, 0, 2, 4).reshape(rows * columns, 3, 4, 4)
    tower = model.model.vision_tower(patches, torch.tensor([[1, rows, columns]])).pooler_output
    out = model.model.mm_projector(tower).reshape(-1, 24)
    tensors = {}
    for name, weight in seen(released(model)).items():
        name = name.removeprefix("model.").replace("mm_projector.proj.0", "multi_modal_projector.linear_1").replace("mm_projector.proj.2", "multi_modal_projector.linear_2")
        name = name.replace("encoder.patch_embed", "patch_embed")
        tensors[name.replace("mm_projector.pre_norm", "multi_modal_projector.pre_norm") if name.startswith("mm_") else name] = weight

    def write(writer):
        writer.add_string("clip.projector_type", "kimivl")
        numbers(writer, 24, 40, 2, 2, 24, 4, 1e-5, HALVES, image_size=32)
        writer.add_uint32("clip.vision.projector.scale_factor", 2)
        for name, weight in tensors.items():
            name = name.removeprefix("vision_tower.").removeprefix("encoder.")
            for old, new in (("blocks.", "v.blk."), ("norm0", "ln1"), ("norm1", "ln2"), (".wo.", ".attn_out."), ("mlp.fc0", "ffn_up"), ("mlp.fc1", "ffn_down"),
                             ("final_layernorm", "v.post_ln"), ("patch_embed.pos_emb.weight", "v.position_embd.weight"), ("patch_embed.proj", "v.patch_embd"),
                             ("multi_modal_projector.pre_norm", "mm.input_norm"), ("multi_modal_projector.linear_", "mm.")):
                name = name.replace(old, new)
            if ".wqkv." in name:
                for part, letter in zip(weight.chunk(3), "qkv"):
                    writer.add_tensor(name.replace("wqkv", "attn_" + letter), part.contiguous().numpy())
            else:
                writer.add_tensor(name, weight.reshape(-1, 24).numpy() if "position" in name else weight.numpy())

    return Case({"architectures": ["KimiVLForConditionalGeneration"], "model_type": "kimi_vl", "text_config": {"model_type": "deepseek_v3", "hidden_size": 24},
                 "vision_config": {"model_type": "moonvit", "hidden_size": 24, "init_pos_emb_height": 8, "init_pos_emb_width": 8, "intermediate_size": 40,
                                   "merge_kernel_size": [2, 2], "num_attention_heads": 2, "num_hidden_layers": 2, "patch_size": 4}},
                {"image_processor_type": "KimiVLImageProcessor", "patch_size": 4, "in_token_limit": 64, "merge_kernel_size": [2, 2], "pad_input": True, **HALVES},
                tensors, patches, out, write)


def internvl_chat():
    """The form of the original repository, whose names transformers' own conversion script has, too."""
    vision = dict(hidden_size=32, intermediate_size=40, num_attention_heads=2, num_hidden_layers=2, image_size=[24, 24], patch_size=[4, 4],
                  attention_bias=True, layer_norm_eps=1e-6)
    config = tf.InternVLConfig(text_config={**TEXT, "model_type": "qwen2"}, vision_config=vision, downsample_ratio=0.5, image_seq_length=9)
    model = randomize(tf.InternVLForConditionalGeneration(config))
    processor = tf.GotOcr2ImageProcessor(size={"height": 24, "width": 24}, crop_to_patches=True, min_patches=1, max_patches=6, **IMAGENET)
    inputs = processor(picture(), return_tensors="pt")
    rows = model.model.get_image_features(inputs["pixel_values"]).pooler_output
    names = {"embeddings.cls_token": "embeddings.class_embedding", "embeddings.patch_embeddings.projection": "embeddings.patch_embedding",
             "embeddings.position_embeddings": "embeddings.position_embedding", "encoder.layer.": "encoder.layers.", "attention.projection_layer": "attn.proj",
             "layernorm_before": "norm1", "layernorm_after": "norm2", "lambda_1": "ls1", "lambda_2": "ls2"}
    tensors = {}
    for name, weight in seen(released(model)).items():
        name = name.removeprefix("model.").replace("vision_tower.", "vision_model.")
        for new, old in names.items():
            name = name.replace(new, old)
        for new, old in (("layer_norm", "0"), ("linear_1", "1"), ("linear_2", "3")):
            name = name.replace(f"multi_modal_projector.{new}", f"mlp1.{old}")
        tensors[name] = weight
    for name in [name for name in tensors if ".attention.q_proj." in name]:
        parts = [tensors.pop(name.replace("q_proj", letter + "_proj")) for letter in "qkv"]
        tensors[name.replace("attention.q_proj", "attn.qkv")] = torch.cat(parts)
    return Case({"architectures": ["InternVLChatModel"], "model_type": "internvl_chat", "downsample_ratio": 0.5, "dynamic_image_size": True, "force_image_size": 24,
                 "max_dynamic_patch": 6, "min_dynamic_patch": 1, "ps_version": "v2", "select_layer": -1, "use_thumbnail": True,
                 "llm_config": {"model_type": "qwen2", "hidden_size": 24},
                 "vision_config": {"model_type": "intern_vit_6b", "hidden_size": 32, "image_size": 24, "initializer_factor": 1.0, "intermediate_size": 40,
                                   "layer_norm_eps": 1e-6, "norm_type": "layer_norm", "num_attention_heads": 2, "num_hidden_layers": 2, "patch_size": 4,
                                   "qk_normalization": False, "qkv_bias": True, "use_bias": True}},
                {"crop_size": 24, "do_center_crop": True, "do_normalize": True, "do_resize": True, "feature_extractor_type": "CLIPFeatureExtractor", "resample": 3,
                 "size": 24, **IMAGENET},
                tensors, inputs["pixel_values"], rows.reshape(-1, 24))


def gemma4():
    """With limits of the values around each matrix, as released E2B and E4B have them."""
    vision = dict(hidden_size=32, intermediate_size=40, num_attention_heads=2, num_key_value_heads=2, head_dim=16, num_hidden_layers=2, patch_size=4,
                  pooling_kernel_size=3, position_embedding_size=64, use_clipped_linears=True, standardize=False)
    text = {**TEXT, "layer_types": ["full_attention"], "hidden_size_per_layer_input": 0, "num_kv_shared_layers": 0, "global_head_dim": 12}
    config = tf.Gemma4Config(text_config=text, vision_config=vision, audio_config=None)
    model = randomize(tf.Gemma4ForConditionalGeneration(config))
    generator = torch.Generator().manual_seed(3)
    for name, buffer in model.named_buffers():
        if re.search(r"vision.*(input|output)_(min|max)$", name):
            size = 0.7 + 0.8 * torch.rand((), generator=generator)
            buffer.copy_(-size if name.endswith("min") else size)
    processor = tf.Gemma4ImageProcessor(patch_size=4, pooling_kernel_size=3, max_soft_tokens=70)
    inputs = processor(picture(), return_tensors="pt")
    features = model.model.get_image_features(inputs["pixel_values"], inputs["image_position_ids"])
    return Case({"architectures": ["Gemma4ForConditionalGeneration"], "model_type": "gemma4", "text_config": {"model_type": "gemma4_text", "hidden_size": 24},
                 "vision_config": {**vision, "model_type": "gemma4_vision", "hidden_activation": "gelu_pytorch_tanh", "rms_norm_eps": 1e-6,
                                   "rope_parameters": {"rope_theta": 100.0, "rope_type": "default"}}},
                {"image_processor_type": "Gemma4ImageProcessor", "do_normalize": False, "max_soft_tokens": 70, "patch_size": 4, "pooling_kernel_size": 3, "resample": 3},
                seen(released(model)), inputs["pixel_values"], torch.cat(list(features.pooler_output)))


QUESTION = "What is in the picture?"


def byte_tokenizer(specials):
    """A vocabulary of 256 bytes and special tokens, split as SmolLM's."""
    from transformers.convert_slow_tokenizer import bytes_to_unicode
    letters = bytes_to_unicode()
    vocab = {letters[byte]: byte for byte in range(256)}
    added = [{"id": 256 + i, "content": text, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
             for i, text in enumerate(specials)]
    level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": added, "normalizer": None,
            "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "Digits", "individual_digits": True}, level]}, "post_processor": None,
            "decoder": {**level, "add_prefix_space": True},
            "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None, "end_of_word_suffix": None, "fuse_unk": False,
                      "byte_fallback": False, "ignore_merges": False, "vocab": vocab, "merges": []}}


class Message:
    """Ids and last logits of one message with the picture."""
    SPECIALS = ["<|end_of_text|>", "<image>", "<|user|>", "<|assistant|>"]
    TEMPLATE = ("{% for message in messages %}{{ '<|' + message['role'] + '|>\n' }}"
                "{% if message['content'] is string %}{{ message['content'] }}{% else %}{% for part in message['content'] %}"
                "{% if part['type'] == 'image' %}{{ '<image>\n' }}{% else %}{{ part['text'] }}{% endif %}{% endfor %}{% endif %}"
                "{{ '<|end_of_text|>\n' }}{% endfor %}"
                "{% if add_generation_prompt %}{{ '<|assistant|>\n' }}{% endif %}")

    def __init__(self, model, processor, **settings):
        import tokenizers
        self.tokenizer = byte_tokenizer(self.SPECIALS)
        fast = tf.PreTrainedTokenizerFast(tokenizer_object=tokenizers.Tokenizer.from_str(json.dumps(self.tokenizer)), eos_token="<|end_of_text|>",
                                          extra_special_tokens={"image_token": "<image>"})
        processor = tf.LlavaNextProcessor(processor, fast, chat_template=self.TEMPLATE, patch_size=4, **settings)
        messages = [{"role": "user", "content": [{"type": "image"}, {"type": "text", "text": QUESTION}]}]
        inputs = processor(text=processor.apply_chat_template(messages, add_generation_prompt=True), images=[picture()], return_tensors="pt")
        self.ids = inputs["input_ids"][0].tolist()
        self.logits = model(**inputs).logits[0, -1]

    def write(self, folder):
        (folder / "tokenizer.json").write_text(json.dumps(self.tokenizer, ensure_ascii=False) + "\n")
        (folder / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "PreTrainedTokenizerFast", "eos_token": "<|end_of_text|>",
                                                                  "clean_up_tokenization_spaces": False}, indent=1) + "\n")
        (folder / "chat_template.jinja").write_text(self.TEMPLATE)
        (folder / "message.json").write_text(json.dumps({"text": QUESTION, "ids": self.ids}) + "\n")
        save(self.logits, folder / "logits.npy")


def any_resolution(vision, text, features, strategy, pinpoints, colours, additional):
    """A model of the class LlavaNextForConditionalGeneration."""
    size = vision["image_size"]
    config = tf.LlavaNextConfig(vision_config=vision, text_config=text, vision_feature_layer=features, vision_feature_select_strategy=strategy,
                                image_grid_pinpoints=pinpoints, image_token_index=257, image_seq_length=1, tie_word_embeddings=False)
    model = randomize(tf.LlavaNextForConditionalGeneration(config))
    processor = tf.LlavaNextImageProcessor(size={"height": size, "width": size}, crop_size={"height": size, "width": size},
                                           image_grid_pinpoints=pinpoints, **colours)
    inputs = processor(picture(), return_tensors="pt")
    rows = model.model.get_image_features(inputs["pixel_values"], image_sizes=inputs["image_sizes"], vision_feature_layer=features,
                                          vision_feature_select_strategy=strategy).pooler_output
    message = Message(model, processor, vision_feature_select_strategy=strategy, num_additional_image_tokens=additional)
    tensors = {name: weight for name, weight in released(model).items() if "vision_model.head." not in name}
    layers = [layer + 1 + vision["num_hidden_layers"] if layer < 0 else layer for layer in (features if isinstance(features, list) else [features])]

    def write(writer):
        # As llama.cpp's first converter: projection_dim is none of this model's, and the feed-forward part's matrices have exchanged names.
        writer.add_string("clip.projector_type", "mlp")
        writer.add_bool("clip.has_llava_projector", True)
        writer.add_bool("clip.use_gelu", vision.get("hidden_act") == "gelu")
        numbers(writer, vision["hidden_size"], vision["intermediate_size"], vision["num_attention_heads"], max(layers), 0, vision["patch_size"],
                vision.get("layer_norm_eps", 1e-5 if additional else 1e-6), colours, size)
        writer.add_array("clip.vision.image_grid_pinpoints", [edge for pair in pinpoints for edge in pair])
        writer.add_string("clip.vision.mm_patch_merge_type", "spatial_unpad")
        writer.add_array("clip.vision.feature_layer", layers)
        for name, weight in seen(tensors).items():
            name = name.removeprefix("model.").removeprefix("vision_tower.").removeprefix("vision_model.")
            block = re.match(r"encoder\.layers\.(\d+)\.", name)
            if "post_layernorm" in name or (block and int(block[1]) >= max(layers)):
                continue
            for old, new in (("encoder.layers.", "v.blk."), ("layer_norm", "ln"), ("self_attn.q_proj", "attn_q"), ("self_attn.k_proj", "attn_k"),
                             ("self_attn.v_proj", "attn_v"), ("self_attn.out_proj", "attn_out"), ("mlp.fc1", "ffn_down"), ("mlp.fc2", "ffn_up"),
                             ("pre_layrnorm", "v.pre_ln"), ("embeddings.class_embedding", "v.class_embd"), ("embeddings.patch_embedding", "v.patch_embd"),
                             ("embeddings.position_embedding", "v.position_embd"), ("multi_modal_projector.linear_1", "mm.0"),
                             ("multi_modal_projector.linear_2", "mm.2"), ("image_newline", "model.image_newline")):
                name = name.replace(old, new)
            writer.add_tensor(name, weight.numpy())

    flat = {"architectures": ["LlavaNextForConditionalGeneration"], "model_type": "llava_next", "image_grid_pinpoints": pinpoints, "image_token_index": 257,
            "projector_hidden_act": "gelu", "text_config": text, "tie_word_embeddings": False, "vision_config": vision, "vision_feature_layer": features,
            "vision_feature_select_strategy": strategy, "use_image_newline_parameter": True}
    settings = {"image_processor_type": "LlavaNextImageProcessor", "crop_size": {"height": size, "width": size}, "do_center_crop": True, "do_pad": True,
                "do_resize": True, "image_grid_pinpoints": pinpoints, "resample": 3, "size": {"height": size, "width": size}, **colours}
    return Case(flat, settings, tensors, inputs["pixel_values"], rows[0], write, message)


def llava_next():
    """LLaVA 1.6: CLIP, read before its last layer."""
    vision = dict(model_type="clip_vision_model", hidden_size=32, intermediate_size=40, num_attention_heads=2, num_hidden_layers=3, image_size=24, patch_size=4,
                  projection_dim=16, hidden_act="quick_gelu")
    text = {**TEXT, "model_type": "mistral", "vocab_size": 264, "sliding_window": None, "rms_norm_eps": 1e-5, "rope_theta": 10000.0}
    return any_resolution(vision, text, -2, "default", [[24, 48], [48, 24], [48, 48], [72, 24], [24, 72]], CLIP, 1)


def granite_vision():
    """SigLIP, read after three of its layers, the last one among them; its pictures are no whole number of patches.

    transformers does not scale the logits of LlavaNextForConditionalGeneration, as it does those of Granite alone: hence 1.
    """
    vision = dict(model_type="siglip_vision_model", hidden_size=32, intermediate_size=40, num_attention_heads=2, num_hidden_layers=4, image_size=26, patch_size=4)
    text = {**TEXT, "model_type": "granite", "vocab_size": 264, "rms_norm_eps": 1e-5, "rope_theta": 10000.0, "attention_multiplier": 0.3,
            "embedding_multiplier": 3.0, "logits_scaling": 1.0, "residual_multiplier": 0.7, "tie_word_embeddings": False}
    return any_resolution(vision, text, [-4, -2, -1], "full", [[26, 52], [52, 26], [26, 78]], HALVES, 0)


CASES = {"llava-next": llava_next, "granite-vision": granite_vision, "qwen2-vl": qwen2_vl, "pixtral": pixtral, "glm-4.5v": glm4v_moe, "kimi-vl": kimi_vl, "internvl-chat": internvl_chat, "gemma4-limits": gemma4}


def save(array, path):
    np.save(path, np.ascontiguousarray(array.detach().float().numpy()))


def main():
    here = pathlib.Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, default=here / "vision")
    parser.add_argument("names", nargs="*", default=list(CASES))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    picture().save(options.out / "picture.png")
    for name in options.names:
        with torch.no_grad():
            case = CASES[name]()
        folder = options.out / name
        folder.mkdir(exist_ok=True)
        (folder / "config.json").write_text(json.dumps(case.config, indent=1) + "\n")
        (folder / "preprocessor_config.json").write_text(json.dumps(case.processor, indent=1) + "\n")
        safetensors.torch.save_file({key: weight.float().contiguous().clone() for key, weight in case.tensors.items()}, folder / "model.safetensors")
        save(case.pixels, folder / "pixels.npy")
        save(case.rows, folder / "rows.npy")
        if case.message:
            case.message.write(folder)
        if case.mmproj:
            writer = gguf.GGUFWriter(folder / "mmproj.gguf", "clip")
            case.mmproj(writer)
            writer.write_header_to_file()
            writer.write_kv_data_to_file()
            writer.write_tensors_to_file()
            writer.close()
        print(name, tuple(case.pixels.shape), tuple(case.rows.shape), f"{case.rows.std():.2f}", sum(path.stat().st_size for path in folder.iterdir()))


if __name__ == "__main__":
    main()
