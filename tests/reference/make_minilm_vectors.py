#!/usr/bin/env python3
"""Writes what sentence-transformers makes of 200 texts with all-MiniLM-L6-v2, in many languages and lengths: their
token ids and float32 embeddings, rounded to float16, as tests/reference/minilm/expected.json and vectors.npy, which
tests/engine/embedding/tst_real_embedder.cpp holds the real model against.

    python3 -m venv venv && venv/bin/pip install torch sentence-transformers
    venv/bin/python tests/reference/make_minilm_vectors.py FOLDER_OF_THE_MODEL
"""

import argparse
import json
import pathlib

import numpy as np
from sentence_transformers import SentenceTransformer

BASES = [
    "All human beings are born free and equal in dignity and rights.",
    "Alle Menschen sind frei und gleich an Würde und Rechten geboren.",
    "Tous les êtres humains naissent libres et égaux en dignité et en droits.",
    "Todos los seres humanos nacen libres e iguales en dignidad y derechos.",
    "Todos os seres humanos nascem livres e iguais em dignidade e em direitos.",
    "Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti.",
    "Alle mensen worden vrij en gelijk in waardigheid en rechten geboren.",
    "Alla människor är födda fria och lika i värde och rättigheter.",
    "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw.",
    "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv.",
    "Minden emberi lény szabadon születik és egyenlő méltósága és joga van.",
    "Toate ființele umane se nasc libere și egale în demnitate și în drepturi.",
    "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. İstanbul IĞDIR",
    "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi.",
    "Все люди рождаются свободными и равными в своем достоинстве и правах.",
    "Всі люди народжуються вільними і рівними у своїй гідності та правах.",
    "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.",
    "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق.",
    "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.",
    "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।",
    "সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা এবং অধিকার নিয়ে জন্মগ্রহণ করে।",
    "மனிதப் பிறவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்.",
    "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ",
    "人人生而自由,在尊严和权利上一律平等。",
    "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
    "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.",
    "ყველა ადამიანი იბადება თავისუფალი და თანასწორი.",
    "Բոլոր մարդիկ ծնվում են ազատ ու հավասար։",
    "Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan.",
    "Binadamu wote wamezaliwa huru, hadhi na haki zao ni sawa.",
    "for (int i = 0; i < n; ++i) { sum += values[i] * 0.5f; }  // a loop",
    "SELECT name, COUNT(*) FROM users WHERE age >= 18 GROUP BY name;",
    "https://www.example.com/path?query=value&x=%20#anchor user@example.org",
    "3.14159 2,718 1e-9 0xDEADBEEF 12:30 2024-02-29 $1,000.00 50 % ½ ²",
    "I can't, won't and shouldn't; it's the dogs' and John's \"own\" (really) -- well...",
    "😀 🎉 👩‍👩‍👧‍👦 🇩🇪 ❤️ ☕",
    "tab\there\nnew line\r\nand   many    spaces",
    "caf\u0065\u0301 na\u00efve Stra\u00dfe \ufb01ne \u2460 \uff21\uff22\uff23",
    "supercalifragilisticexpialidocious pneumonoultramicroscopicsilicovolcanoconiosis",
    "[NOTE] [1] [UNKNOWN] <s> </s> <|end|> {marks} that are text",
    "\u200bzero\u200dwidth\u00adsoft\ufeffmark \u00a0 no-break",
    "a", "", " ", "?!", "中", "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG",
]


def texts():
    """The bases, pairs and longer runs of them, up to more than the model reads."""
    made = list(BASES)
    for step in (1, 2, 3, 5, 8, 13, 21, 34):
        for first in range(0, len(BASES), 2):
            if len(made) == 200:
                return made
            made.append(" ".join(BASES[(first + i * 7) % len(BASES)] for i in range(1 + step)))
    return made


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("tests/reference/minilm"))
    arguments = parser.parse_args()
    model = SentenceTransformer(arguments.model, device="cpu")
    all_texts = texts()
    assert len(all_texts) == 200
    ids = [model.tokenizer(text, truncation=True, max_length=model.max_seq_length)["input_ids"] for text in all_texts]
    # One by one: padding changes the last bits.
    vectors = np.stack([model.encode(text, normalize_embeddings=True) for text in all_texts])
    arguments.out.mkdir(parents=True, exist_ok=True)
    (arguments.out / "expected.json").write_text(
        json.dumps({"texts": all_texts, "tokens": ids, "max": model.max_seq_length}, ensure_ascii=False,
                   separators=(",", ":")) + "\n")
    vectors.astype("<f2").tofile(arguments.out / "vectors.f16")
    print(len(all_texts), vectors.shape, max(map(len, ids)), sum(len(i) == model.max_seq_length for i in ids))


if __name__ == "__main__":
    main()
