#!/usr/bin/env python3
"""Writes splits.json: how the published patterns split texts, by an independent regular expression engine.

Needs the package regex from PyPI. The patterns are those of the vocabularies' tokenizer.json files; every pattern
of a rule splits the pieces that the one before it left, matches and what lies between them alike.
"""
import json
import random
import sys

import regex

LLAMA = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|%s| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|%s"
SPACES = r"\s+(?!\S)|\s+"
UPPER, LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
CAMEL = (r"[^\r\n\p{L}\p{N}]?" + UPPER + "*" + LOWER + r"+%s|[^\r\n\p{L}\p{N}]?" + UPPER + "+" + LOWER
         + r"*%s|%s| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|" + SPACES)
SUFFIX = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
QWEN2 = LLAMA % (r"\p{N}", SPACES)
GPT4O = CAMEL % (SUFFIX, SUFFIX, r"\p{N}{1,3}")
DEEPSEEK3 = (r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"
             r"| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
CJK = "[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+"
DEEPSEEK_CJK = "[\u4e00-\u9fa5\u0800-\u4e00\uac00-\ud7ff]+"
BLOOM = r" ?[^(\s|.,!?…。，、।۔،)]+"
FROM_RIGHT = r"\p{N}{1,3}(?=(?:\p{N}{3})*(?!\p{N}))"
HAN = r"\p{Han}"
KIMI_UPPER, KIMI_LOWER = "[" + UPPER + "--" + HAN + "]", "[" + LOWER + "--" + HAN + "]"
POWERS = "|".join(r"\s{%d}(?!\S)" % n for n in (512, 256, 128, 64, 32, 16, 8, 4)) + r"|\s{1,2}(?!\S)|\s{1}"

RULES = {
    "gpt-2": [GPT2],
    "smollm": [r"\p{N}", GPT2],
    "default": [r"[\p{P}\$\+<=>\^~\|]+", GPT2, r"\p{N}+", "[0-9][0-9][0-9]"],
    "falcon": [r"[\p{P}\$\+<=>\^~\|`]+", GPT2, "[0-9][0-9][0-9]"],
    "llama-bpe": [LLAMA % (r"\p{N}{1,3}", SPACES)],
    "qwen2": [QWEN2],
    "qwen35": [r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*"
               r"|\s*[\r\n]+|" + SPACES],
    "jais-2": [LLAMA % (r"\p{N}{1,3}", POWERS)],
    "ufakzeka": [r"[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|" + SPACES],
    "seed-coder": [r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1}| ?[^\s\p{L}\p{N}\r\n]+|\s*[\r\n]+|"
                   + SPACES],
    "bailingmoe": [r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|"
                   + SPACES],
    "exaone-moe": [r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?(?:\p{L}\p{M}*(?: \p{L}\p{M}*)*)+|\p{N}"
                   r"| ?[^\s\p{L}\p{N}]+[\r\n/]?|\s*[\r\n]|" + SPACES],
    "minicpm5": [r"\p{N}{1,3}", LLAMA % (r"\p{N}+", SPACES)],
    "laguna": [r"[^\n]+|[\n]+", QWEN2],
    "gpt-4o": [GPT4O],
    "tekken": [CAMEL % ("", "", r"\p{N}")],
    "youtu": ["[가-힣ㄱ-ㆎ]+|[！…“”‘’—：；，、-〿︰-﹏]+|[ㄅ-ㄯ]+|[一-龥\u3040-ゟ゠-ヿ]+", CAMEL % (SUFFIX, SUFFIX, r"\p{N}")],
    "kimi-k2": [HAN + r"+|[^\r\n\p{L}\p{N}]?" + KIMI_UPPER + "*" + KIMI_LOWER + "+" + SUFFIX + r"|[^\r\n\p{L}\p{N}]?"
                + KIMI_UPPER + "+" + KIMI_LOWER + "*" + SUFFIX
                + r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|" + SPACES],
    "tiny_aya": [r"\d{1,3}(?=(?:\d{3})*\b)", GPT4O],
    "superbpe": [r"\p{N}+", r"(?=(\d{3})+(?!\d))"],
    "deepseek-coder": ["[\r\n]", r"\s?\p{L}+", r"\s?\p{P}+", DEEPSEEK_CJK, r"\p{N}"],
    "deepseek-v3": [r"\p{N}{1,3}", CJK, DEEPSEEK3],
    "spark2_5": [r"\p{N}{1,3}", CJK, DEEPSEEK3.replace(r"[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+", r"[\p{P}\p{S}]+|[\r\n]"),
                 r"\p{N}"],
    "afmoe": [FROM_RIGHT, "[一-鿿㐀-䶿\uf900-\ufaff\u3040-ゟ゠-ヿ･-ﾟ⼀-\u2fdfเ-\u0e7f\u0e80-\u0effក-\u17ffက-႟ꩠ-ꩿꧠ-\ua9ff가-\ud7afᄀ-ᇿ]+",
              DEEPSEEK3],
    "bloom": [BLOOM],
    "viking": [BLOOM, r"\p{N}"],
    "chameleon": ["<sentinel:[0-9]+>", "(IMGIMG)((A|B|C|D|E|F|G|H|I){1,4})Z", r"([\t\n]|    |  )", r"\p{N}",
                  r"[\p{P}!-/:-@\[-`{-~]", GPT2],
    "gemma4": [r"[^\n]+|[\n]+"],
}

TEXTS = [
    "Hello, y'all! I'm SURE they'LL've seen it: WE'RE not.", "'sand 's 'S 'Re 'x ' '' s'", "a  b   c\td \t e",
    "x\n\ny \n z\r\n\r\n  w\n   ", "   leading", "trailing   ", "tabs\t\t\tand\u00a0nbsp\u3000wide\u2003em",
    "1 12 123 1234 12345 123456 1234567 x1y22z333", "3.14159 -1e-10 0xFF 0b1010 $19.99 ½⅔² ٣٤٥٦",
    "CamelCaseHTTPServer getURLForID iPhone ABCdefGHI", "snake_case kebab-case a/b//c path/to/file.txt\n/",
    "привет Мир ПРИВЕТмир ёЖ", "你好，世界。今天天气 日本語のテキスト 한국어 가나다", "你好abc你好ABC 1314151天～",
    "नमस्ते दुनिया สวัสดีชาวโลก Tiếng Việt x\u0301y\u0301 \u0301z", "😀🚀 👩\u200d👩\u200d👧 ❤️ 🏳️\u200d🌈",
    "ǅ ʰ ª ß ﬁ 𝐀𝐁 𝟏𝟐", "!@#$%^&*()_+-=[]{}|;':\",./<>?`~", "<|im_start|>user\n<sentinel:12>IMGIMGABZ</s>",
    "…。，、।۔، “q” ‘q’ — ： ；", "f(x)=\"a\\\"b\"; // c\n\tif (a&&b) {\n\t\treturn 1;\n\t}\n", "a\u0001b\u0000c\u0085d\u2028e",
    "ا ب مرحبا 123٤٥٦ بالعالم", "    four\n        eight\n  two", " " * 1100 + "x", "\n" * 40 + " \n", "ㄅㄆ ㄱㄴ 가",
]


def isolate(pattern, pieces):
    compiled = regex.compile(pattern, regex.VERSION1)
    out = []
    for piece in pieces:
        at = 0
        for match in compiled.finditer(piece):
            if match.start() > at:
                out.append(piece[at:match.start()])
            if match.group():
                out.append(match.group())
            at = match.end()
        if at < len(piece):
            out.append(piece[at:])
    return out


def main():
    random.seed(1)
    parts = sorted({part for text in TEXTS if len(text) < 200 for part in regex.findall(r"\s+|\p{L}{1,5}|\p{N}+|.", text)})
    texts = TEXTS + ["".join(random.choice(parts) for _ in range(random.randint(2, 9))) for _ in range(150)]
    rules = {}
    for name, patterns in RULES.items():
        lengths = []
        for text in texts:
            pieces = [text] if text else []
            for pattern in patterns:
                pieces = isolate(pattern, pieces)
            lengths.append([len(piece) for piece in pieces])
        rules[name] = lengths
    json.dump({"texts": texts, "rules": rules}, sys.stdout, ensure_ascii=True, separators=(",", ":"))
    print()


if __name__ == "__main__":
    main()
