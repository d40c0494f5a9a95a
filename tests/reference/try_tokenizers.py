#!/usr/bin/env python3
"""Plays the outsider with tokenizers: trains small ones of the kinds that released folders have, saves them as
tokenizer.json beside a model, and compares what hearth-cli makes of random Unicode texts with the library tokenizers
(and the text that comes back from the ids). Prints what differs and exits with 1 when something does.

    python3 -m venv venv && venv/bin/pip install tokenizers numpy safetensors sentencepiece protobuf
    venv/bin/python tests/reference/try_tokenizers.py --cli build/release/bin/hearth-cli [--count 400] [--seed 1] [KIND ...]

With --fixtures tests/reference/tokenizers it compares nothing and writes the folders with texts and their ids, for
tests/engine/format/huggingface/tst_folder_vocabulary.cpp.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import unicodedata

import numpy as np
import sentencepiece
from safetensors.numpy import save_file
from sentencepiece import sentencepiece_model_pb2
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

HERE = pathlib.Path(__file__).resolve().parents[2]
LLAMA = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{%s}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"
         r"|\s+(?!\S)|\s+")
QWEN35 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*"
          r"|\s*[\r\n]+|\s+(?!\S)|\s+")
UPPER, LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
SUFFIX = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
CAMEL = (r"[^\r\n\p{L}\p{N}]?" + UPPER + "*" + LOWER + r"+%s|[^\r\n\p{L}\p{N}]?" + UPPER + "+" + LOWER
         + r"*%s|%s| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+")
DEEPSEEK = (r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"
            r"| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
SEED = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1}| ?[^\s\p{L}\p{N}\r\n]+|\s*[\r\n]+"
        r"|\s+(?!\S)|\s+")


def corpus():
    """The project's own texts, in five languages and several scripts."""
    texts = [path.read_text(errors="ignore") for pattern in ("docs/*.md", "resources/translations/*.ts", "engine/text/*.cpp")
             for path in sorted(HERE.glob(pattern))]
    return [line for text in texts for line in text.splitlines(keepends=True)][:20000]


def split(pattern):
    return pre_tokenizers.Split(Regex(pattern), "isolated")


def byte_level(*steps, digits=False, regex=False, normalizer=None, ignore_merges=False):
    tokenizer = Tokenizer(models.BPE(ignore_merges=ignore_merges))
    steps = list(steps) + ([pre_tokenizers.Digits(individual_digits=True)] if digits else [])
    steps.append(pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=regex))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(steps) if len(steps) > 1 else steps[0]
    tokenizer.decoder = decoders.ByteLevel()
    if normalizer:
        tokenizer.normalizer = normalizer
    return tokenizer, dict(initial_alphabet=pre_tokenizers.ByteLevel.alphabet())


def pieces(normalizer=None, splitter=None, strip=False):
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    if normalizer:
        tokenizer.normalizer = normalizer
    if splitter:
        tokenizer.pre_tokenizer = splitter
    steps = [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()]
    tokenizer.decoder = decoders.Sequence(steps + ([decoders.Strip(" ", 1, 0)] if strip else []))
    return tokenizer, dict(initial_alphabet=["▁"])


KINDS = {
    "gpt2": lambda: byte_level(regex=True),
    "smollm": lambda: byte_level(digits=True, regex=True),
    "llama3": lambda: byte_level(split(LLAMA % "1,3"), ignore_merges=True),
    "olmo2": lambda: byte_level(split(LLAMA % "1,3")),
    "qwen2": lambda: byte_level(split(LLAMA.replace("{%s}", "")), normalizer=normalizers.NFC()),
    "qwen35": lambda: byte_level(split(QWEN35), normalizer=normalizers.NFC()),
    "gpt-oss": lambda: byte_level(split(CAMEL % (SUFFIX, SUFFIX, r"\p{N}{1,3}"))),
    "tekken": lambda: byte_level(split(CAMEL % ("", "", r"\p{N}")), ignore_merges=True),
    "deepseek3": lambda: byte_level(split(r"\p{N}{1,3}"), split("[一-龥぀-ゟ゠-ヿ]+"), split(DEEPSEEK)),
    "seed": lambda: byte_level(split(SEED)),
    "llama2": lambda: pieces(normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]), strip=True),
    "mistral": lambda: pieces(splitter=pre_tokenizers.Metaspace("▁", prepend_scheme="first", split=False), strip=True),
    "gemma": lambda: pieces(normalizers.Replace(" ", "▁"), pre_tokenizers.Split(" ", "merged_with_previous")),
}
SPECIALS = [AddedToken("<unk>", special=True, normalized=False), AddedToken("<s>", special=True, normalized=False),
            AddedToken("</s>", special=True, normalized=False), AddedToken("<|im_start|>", special=True, normalized=False),
            AddedToken("<think>", special=False, normalized=False), AddedToken("<|a|b|>", special=True, normalized=False)]


def wordpiece(lines, size, lowercase=True, accents=None, post=None):
    """BERT's: MiniLM, bge, e5 in English."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=30))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=lowercase, strip_accents=accents)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece(prefix="##")
    specials = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer.train_from_iterator(lines + HARD * 4, trainers.WordPieceTrainer(vocab_size=size, show_progress=False, special_tokens=specials))
    tokenizer.add_tokens([AddedToken("<think>", special=False, normalized=False)])
    cls, sep = (("[CLS]", tokenizer.token_to_id("[CLS]")), ("[SEP]", tokenizer.token_to_id("[SEP]")))
    tokenizer.post_processor = post(sep, cls) if post else processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[cls, sep])
    return tokenizer


def piece_map(small):
    """A map of characters as SentencePiece makes it: nmt_nfkc, or a few of its rules."""
    with tempfile.TemporaryDirectory() as scratch:
        prefix, rules = f"{scratch}/m", pathlib.Path(scratch) / "rules.tsv"
        options = dict(normalization_rule_name="nmt_nfkc")
        if small:
            parts = sorted({c for line in HARD for c in line} | {"e\u0301", "a\u0308", "カ\u3099", "\r\n"})
            lines = []
            for part in parts:
                to = " " if part in "\t\n\r\u200b\u2028\r\n" else "" if part in "\x0b\x7f\u00ad" else unicodedata.normalize("NFKC", part)
                if to != part:
                    lines.append(" ".join(f"{ord(c):X}" for c in part) + "\t" + " ".join(f"{ord(c):X}" for c in to))
            rules.write_text("\n".join(lines) + "\n")
            options = dict(normalization_rule_tsv=str(rules))
        sentencepiece.SentencePieceTrainer.train(sentence_iterator=iter(["a b c d e f g"] * 50), model_prefix=prefix, vocab_size=12,
                                                 hard_vocab_limit=False, minloglevel=2, **options)
        proto = sentencepiece_model_pb2.ModelProto()
        proto.ParseFromString(pathlib.Path(prefix + ".model").read_bytes())
        return proto.normalizer_spec.precompiled_charsmap


def unigram(lines, size, steps=(), splitter=None, byte_fallback=False, roberta=False):
    """XLM-R's: bge-m3, multilingual-e5."""
    steps = [normalizers.Precompiled(piece_map(size < 1000)), *steps]
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.Sequence(steps) if len(steps) > 1 else steps[0]
    mark = pre_tokenizers.Metaspace("▁", prepend_scheme="always")
    tokenizer.pre_tokenizer = splitter or mark
    tokenizer.decoder = decoders.Metaspace("▁", prepend_scheme="always")
    specials = ["<s>", "<pad>", "</s>", "<unk>"]
    bytes_ = [f"<0x{i:02X}>" for i in range(256)] if byte_fallback else []
    tokenizer.train_from_iterator(lines + HARD * 4, trainers.UnigramTrainer(
        vocab_size=size + len(bytes_), show_progress=False, special_tokens=specials + bytes_, unk_token="<unk>"))
    data = json.loads(tokenizer.to_str())
    data["added_tokens"] = [token for token in data["added_tokens"] if not token["content"].startswith("<0x")]
    data["model"]["byte_fallback"] = byte_fallback
    data["model"]["vocab"] = [[piece, float(np.float32(score))] for piece, score in data["model"]["vocab"]]
    tokenizer = Tokenizer.from_str(json.dumps(data))
    tokenizer.add_special_tokens([AddedToken("<mask>", special=True, lstrip=True, normalized=False)])
    tokenizer.add_tokens([AddedToken("<think>", special=False, normalized=False)])
    ids = {token: tokenizer.token_to_id(token) for token in ("<s>", "</s>")}
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", ids["</s>"]), ("<s>", ids["<s>"])) if roberta else \
        processors.TemplateProcessing(single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=list(ids.items()))
    return tokenizer


ENCODERS = {
    "xlm-r": lambda lines, size: unigram(lines, size, splitter=pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace("▁", prepend_scheme="always")])),
    "bge-m3": lambda lines, size: unigram(lines, size, roberta=True, steps=[
        normalizers.Strip(left=False, right=True), normalizers.Replace(Regex(" {2,}"), "▁")]),
    "unigram-bytes": lambda lines, size: unigram(lines, size, byte_fallback=True, steps=[normalizers.Replace(Regex(" {2,}"), " ")],
                                                 splitter=pre_tokenizers.Metaspace("▁", prepend_scheme="first", split=False)),
    "bert": wordpiece,
    "bert-cased": lambda lines, size: wordpiece(lines, size, lowercase=False, accents=False, post=processors.BertProcessing),
    "bert-accents": lambda lines, size: wordpiece(lines, size, lowercase=True, accents=False),
}


def train(kind, lines, size=1500):
    if kind in ENCODERS:
        return ENCODERS[kind](lines, size)
    tokenizer, options = KINDS[kind]()
    if "byte" in str(options) or not isinstance(tokenizer.decoder, decoders.ByteLevel):
        bytes_ = [AddedToken(f"<0x{i:02X}>", special=False, normalized=False) for i in range(256)]
    else:
        bytes_ = []
    trainer = trainers.BpeTrainer(vocab_size=size + len(bytes_), special_tokens=SPECIALS[:3] + bytes_, show_progress=False,
                                  max_token_length=16, **options)
    tokenizer.train_from_iterator(lines, trainer)
    data = json.loads(tokenizer.to_str())
    if bytes_:  # bytes are pieces and not marks that are found in texts
        data["added_tokens"] = [token for token in data["added_tokens"] if not token["content"].startswith("<0x")]
    tokenizer = Tokenizer.from_str(json.dumps(data))
    tokenizer.add_special_tokens([token for token in SPECIALS if token.special])
    tokenizer.add_tokens([token for token in SPECIALS if not token.special])
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A", pair="<s> $A <s>:1 $B:1", special_tokens=[("<s>", tokenizer.token_to_id("<s>"))])
    return tokenizer


ALPHABETS = ["abcdefghij ETAOIN   ", "0123456789 .,", "äöüßéèñçÅÿ", "\n\r\t  \u00a0\u2003\u3000", "日本語中文漢字かなカナ", "한국어조선말",
             "абвгдЖЩЫ", "αβγδΩ", "עברית", "العربية ١٢٣", "हिन्दी क्ष", "ไทยแลนด์", "😀👍🏽👩‍👩‍👧🇩🇪", "'’`\"!?#$%&()*+-/<=>@[]^_{|}~\\",
             "\u0301\u0308\u200d\u200b\ufeff\u00ad", "aeoAEOcs\u0300\u0301\u0308\u0323\u0327\u0338\u1100\u1161\u11a8\u0915\u093c\u304b\u3099\u212b\u0344", "ǅǈ ʰˠ ⅷ½²", "\U00020000\U0001F9FF\U000E0001", "\x00\x01\x7f\x85"]
PARTS = ["'s", "'LL", "n't", "don't", "<think>", "<|im_start|>", "<|a|b|>", "</s>", "<s>", "  ", "\n\n", "\r\n", " \n ", "1234567", "e\u0301",
         "Hello", "HelloWorld", "camelCaseXYZ", "http://x.y/z?a=1", "<0x41>", "▁", "[CLS]", "[SEP]", "[MASK]", " <mask>", "##a", "\t\t", "ſ", "İ", "K"]


HARD = ["naïve café Ångström ÀÉÎÕÜ ñandú", "日本語のテキスト 中文字符", "안녕하세요 한국어", "Привет, мир! ЁЖИК ёлка", "ἀρχή Ελλάδα", "İstanbul ıspanak ß ẞ",
        "שלום עולם", "مرحبا بالعالم", "नमस्ते दुनिया", "สวัสดีชาวโลก", "xin chào thế giới", "e\u0301a\u0308\u0323", "ﬁancé ﬃ ½ ² ⅷ Ⅷ",
        "😀👍🏽👩‍👩‍👧🇩🇪", "x" * 29 + " " + "x" * 30 + " " + "x" * 31, "日" * 40, "豈更車 㐀 𠀀 𫝀 ﾊﾝｶｸ", "a\u200bb\ufeffc\u00add\ue000e", "—“”‘’…« »¿¡", "$+<=>^`|~",
        "\u0b95\u0bcb \u1100\u1161\u11a8", "\u2e43\u08d4x\u1cf00", "a\tb\nc\rd\x0be\x0cf\x85g\xa0h\u2028i\u3000j", "ΑΣ ΌΣΟΣ", "[CLS] [SEP][UNK] [MASK]x"]


def text(r):
    out = []
    for _ in range(r.randint(0, 14)):
        kind = r.random()
        if kind < 0.3:
            out.append(r.choice(PARTS))
        elif kind < 0.95:
            alphabet = r.choice(ALPHABETS)
            out.append("".join(r.choice(alphabet) for _ in range(r.randint(1, 7))))
        else:
            out.append(chr(r.choice([r.randint(0, 0xD7FF), r.randint(0xE000, 0x10FFFF)])))
    return "".join(out)


def run(command, lines):
    done = subprocess.run(command, input="\n".join(json.dumps(line) for line in lines) + "\n", capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    return [json.loads(line) for line in done.stdout.splitlines()]


def write_folder(kind, tokenizer, folder):
    (folder / "tokenizer.json").write_text(json.dumps(json.loads(tokenizer.to_str()), separators=(",", ":")) + "\n")
    settings = {"bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>", "add_bos_token": True}
    if kind.startswith("bert"):
        settings = {"cls_token": "[CLS]", "sep_token": "[SEP]", "unk_token": "[UNK]", "pad_token": "[PAD]", "mask_token": "[MASK]"}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings) + "\n")
    (folder / "config.json").write_text(json.dumps(
        {"model_type": "llama", "hidden_size": 8, "num_attention_heads": 2, "num_hidden_layers": 1}) + "\n")
    save_file({"model.norm.weight": np.ones(8, "f4")}, folder / "model.safetensors")


def attempt(kind, lines, arguments):
    tokenizer = train(kind, lines, (600 if kind in ENCODERS else 360) if arguments.fixtures else 1500)
    r = random.Random(f"{kind} {arguments.seed}")
    texts = [text(r) for _ in range(arguments.count)] + [line.rstrip("\n") for line in r.sample(lines, 100)]
    if kind in ENCODERS:
        texts = HARD + texts
    if arguments.fixtures:
        folder = arguments.fixtures / kind
        folder.mkdir(parents=True, exist_ok=True)
        write_folder(kind, tokenizer, folder)
        expected = {"texts": texts[:60], "ids": [tokenizer.encode(line).ids for line in texts[:60]]}
        if kind in ENCODERS:
            pairs = [tokenizer.encode(a, b) for a, b in zip(texts[:20], texts[1:21])]
            tokenizer.enable_truncation(9)
            short = [tokenizer.encode(a, b) for a, b in zip(texts[:20], texts[1:21])]
            expected |= {"pairs": [pair.ids for pair in pairs], "types": [pair.type_ids for pair in pairs],
                         "short_pairs": [pair.ids for pair in short], "short": [tokenizer.encode(line).ids for line in texts[:20]]}
        (folder / "expected.json").write_text(json.dumps(expected, separators=(",", ":")) + "\n")
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        write_folder(kind, tokenizer, folder)
        try:
            ours = run([arguments.cli, "tokenize", "-m", folder, "--jsonl", "--bos"], texts)
        except RuntimeError as error:
            print(f"{kind}: FAILED {error}")
            return 1
    wanted = [tokenizer.encode(line).ids for line in texts]
    differ = 0
    for line, mine, theirs in zip(texts, ours, wanted):
        if mine == theirs:
            continue
        differ += 1
        if differ <= arguments.shown:
            print(f"--- {kind} {line!r}\n  tokenizers: {[tokenizer.id_to_token(i) for i in theirs]}\n"
                  f"  hearth:     {[tokenizer.id_to_token(i) for i in mine]}")
    print(f"{kind}: {differ} of {len(texts)} differ", flush=True)
    return differ


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--shown", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fixtures", type=pathlib.Path)
    parser.add_argument("kinds", nargs="*")
    arguments = parser.parse_args()
    lines = corpus()
    differ = sum(attempt(kind, lines, arguments) for kind in arguments.kinds or [*KINDS, *ENCODERS])
    sys.exit(differ != 0)


if __name__ == "__main__":
    main()
