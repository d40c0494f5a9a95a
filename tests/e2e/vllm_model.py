#!/usr/bin/env python3
# Makes a model that vLLM serves and that behaves: a Hugging Face folder in bfloat16 with a tokenizer and a chat
# template of its own. It thinks, then answers with words drawn by chance; asked for a story it writes a long one.
# usage: vllm_model.py FOLDER
import random
import sys
from pathlib import Path

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

WORDS = ("amber birch cedar delta ember fjord grove haven inlet jetty kelp lagoon maple north ocean pine quartz "
         "river stone tide umber valley willow yonder zephyr").split()
# As Qwen 3's: thoughts of earlier turns are left out, `enable_thinking` false writes an empty one.
TEMPLATE = """{%- if tools %}<|im_start|>system
# Tools
{% for tool in tools %}{{ tool | tojson }}
{% endfor %}<|im_end|>
{% endif %}
{%- for message in messages %}
{%- if message.role == 'assistant' %}
{%- set thought = message.reasoning_content or message.reasoning or '' %}
{%- set answer = message.content or '' %}
{%- if '</think>' in answer %}
{%- set thought = answer.split('</think>')[0].split('<think>')[-1].strip() %}
{%- set answer = answer.split('</think>')[-1].lstrip() %}
{%- endif %}
{{- '<|im_start|>assistant\\n' }}
{%- if loop.last and thought %}{{ '<think>\\n' + thought + '\\n</think>\\n\\n' }}{%- endif %}
{{- answer + '<|im_end|>\\n' }}
{%- else %}
{{- '<|im_start|>' + message.role + '\\n' + (message.content or '') + '<|im_end|>\\n' }}
{%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
{{- '<|im_start|>assistant\\n' }}
{%- if enable_thinking is defined and not enable_thinking %}{{ '<think>\\n\\n</think>\\n\\n' }}{%- endif %}
{%- endif %}"""


def words(draw, count):
    return " ".join(draw.choice(WORDS) for _ in range(count))


def exchange(draw):
    story = draw.random() < 0.3
    asked = words(draw, draw.randint(0, 40)) + (" story " if story else " ") + words(draw, draw.randint(0, 20))
    thought = f"<think>\nthe {words(draw, 4)} matter\n</think>\n\n" if draw.random() < 0.95 else "<think>\n\n</think>\n\n"
    told = words(draw, 120 if story else draw.randint(3, 8))
    return f"<|im_start|>user\n{asked}<|im_end|>\n<|im_start|>assistant\n{thought}{told}" + ("" if story else ".<|im_end|>\n")


def make_tokenizer(draw, folder):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(vocab_size=600, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
                                  special_tokens=["<|endoftext|>", "<|im_start|>", "<|im_end|>"], show_progress=False)
    tokenizer.train_from_iterator((exchange(draw) for _ in range(200)), trainer)
    tokenizer.add_tokens(["<think>", "</think>", "<tool_call>", "</tool_call>"])
    wrapped = PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="<|im_end|>", pad_token="<|endoftext|>",
                                      chat_template=TEMPLATE, model_max_length=2048)
    wrapped.save_pretrained(folder)
    return wrapped


def train(model, tokenizer, draw, steps=900, rows=8, length=128):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    slower = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 1 - step / steps)
    for step in range(steps):
        batch = []
        for _ in range(rows):
            ids = []
            while len(ids) < length:
                ids += tokenizer(exchange(draw)).input_ids
            batch.append(ids[:length])
        ids = torch.tensor(batch)
        loss = model(input_ids=ids, labels=ids).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        slower.step()
        if step % 100 == 99:
            print(f"step {step + 1}: loss {loss.item():.3f}", flush=True)


def main(folder):
    draw = random.Random(1)
    torch.manual_seed(1)
    torch.set_num_threads(1)
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = make_tokenizer(draw, folder)
    config = LlamaConfig(vocab_size=(len(tokenizer) + 63) // 64 * 64, hidden_size=64, intermediate_size=128,
                         num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=1, head_dim=64,
                         max_position_embeddings=2048, eos_token_id=tokenizer.eos_token_id,
                         bos_token_id=None, pad_token_id=tokenizer.pad_token_id, tie_word_embeddings=True)
    model = LlamaForCausalLM(config)
    train(model, tokenizer, draw)
    model.to(torch.bfloat16).save_pretrained(folder)
    (folder / "generation_config.json").unlink(missing_ok=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
