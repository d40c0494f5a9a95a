#!/usr/bin/env python3
"""Makes questions.tsv of written.tsv and the texts: kind, question, quotation that stands in every passage which answers it.

written.tsv has a quotation, a question about it in other words, and for some the question in German. The other kinds are made
here, the same at each run: words of the text around the quotation, those words with typing errors, and names and numbers that
stand in one or two places of the texts.
"""
import html, random, re
from pathlib import Path

here = Path(__file__).parent
common = set("""about above after again also another because been before being below between both cannot could does doing down
during each from further have having here into itself just more most much must other only over same should some such than that
their them then there these they this those through under until very were what when where which while will with would your you
many make made like used uses using available debian package packages system""".split())


def paragraphs():
    for page in sorted((here / "texts").glob("*.html")):
        text = re.sub(r"(?s)<(head|script)\b.*?</\1>", " ", page.read_text(encoding="utf-8"))
        for part in re.split(r"(?i)</?(?:p|li|dd|dt|h[1-6]|pre|div|td|tr|title)\b[^>]*>", text):
            plain = " ".join(html.unescape(re.sub(r"<[^>]+>", "", part)).split())
            if plain:
                yield plain


def bare(text):
    return re.sub(r"[\W_]+", "", text).lower()


def with_errors(word, dice):
    at = dice.randrange(1, len(word) - 1)
    return dice.choice([
        word[:at] + word[at + 1] + word[at] + word[at + 2:],
        word[:at] + word[at + 1:],
        word[:at] + word[at] + word[at:],
        word[:at] + dice.choice("etaoinsrhl") + word[at + 1:]])


def main():
    dice = random.Random(20)
    texts = list(paragraphs())
    rows = []
    for line in (here / "written.tsv").read_text(encoding="utf-8").splitlines():
        quotation, question, *german = line.split("\t")
        rows.append(("other words", question, quotation))
        rows += [("German", words, quotation) for words in german]
        around = next(text for text in texts if bare(quotation) in bare(text))
        place = around.lower().find(quotation.lower()[:12])
        near = around[max(0, place - 60):max(0, place) + len(quotation) + 100]
        words = [word for word in dict.fromkeys(re.findall(r"[A-Za-z]{4,}", near)[1:-1]) if word.lower() not in common]
        chosen = [words[i] for i in sorted(dice.sample(range(len(words)), min(5, len(words))))]
        if len(chosen) < 3:
            continue
        rows.append(("words", " ".join(chosen), quotation))
        wrong = set(dice.sample(range(len(chosen)), (len(chosen) + 1) // 2))
        rows.append(("typing errors", " ".join(with_errors(w, dice) if i in wrong else w for i, w in enumerate(chosen)),
                     quotation))
    places = {}
    for number, text in enumerate(texts):
        for name in re.findall(r"(?<![\w/#-])(?:/[\w.-]+(?:/[\w.*-]+)+|[A-Za-z]+(?:[-_][A-Za-z0-9]+)+|#?\d[\d.]{3,6}|[A-Z]{4,}[0-9]*)"
                               r"(?![\w/])", text):
            places.setdefault(name.rstrip("."), set()).add(number)
    whole = bare(" ".join(texts))
    names = sorted(name for name, where in places.items() if len(where) == 1 and len(bare(name)) >= 5
                   and whole.count(bare(name)) == 1)
    for name in dice.sample(names, min(110, len(names))):
        rows.append(("names and numbers", dice.choice(["{}", "What is {}?", "What is said of {}?"]).format(name), name))
    rows.sort(key=lambda row: ["words", "other words", "German", "typing errors", "names and numbers"].index(row[0]))
    (here / "questions.tsv").write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    for kind in dict.fromkeys(row[0] for row in rows):
        print(kind, sum(row[0] == kind for row in rows))


if __name__ == "__main__":
    main()
