"""Makes the README's table of NVIDIA cards from the results in tests/gpu/results.

  tests/gpu/table.py [README.md]   replaces what stands between the two marks there; without: prints it
"""
import json
import pathlib
import sys

RESULTS = pathlib.Path(__file__).parent / "results"
START, END = "<!-- cards -->", "<!-- /cards -->"


def rate(value):
    return f"{value:,.0f} tokens/s"


def of(report):
    """The table of one run."""
    cards = report.get("doctor", {}).get("gpu")
    if not cards or isinstance(cards, dict):
        cards = [{}]
    bandwidth = cards[0].get("bandwidth", {}).get("read_bytes_per_s", 0)
    rows = [f"{report['card'].split(',')[0]}, {report['date']}:", "",
            "| Model (random weights) | prompt of 2,048 tokens | reply | of the measured memory bandwidth |", "| --- | --- | --- | --- |"]
    for name, one in report.get("benchmark", {}).items():
        cells = [rate(one["pp_tokens_per_s"]), rate(one["tg_tokens_per_s"])]
        for i, key in enumerate(("pp", "tg")):
            if one.get("peer", {}).get(key):
                cells[i] += f", {(one['pp_tokens_per_s'], one['tg_tokens_per_s'])[i] / one['peer'][key]:.1f} times llama.cpp"
        share = f"{100 * one['read_bytes_per_s'] / bandwidth:.0f} %" if bandwidth else "not measured"
        rows.append(f"| {name} | {cells[0]} | {cells[1]} | {share} |")
    return "\n".join(rows)


def newest(folder):
    """Of each card the newest run."""
    runs = {}
    for path in sorted(folder.glob("*.json")):
        report = json.loads(path.read_text())
        if report.get("benchmark"):
            runs[report["card"].split(",")[0]] = report
    return list(runs.values())


def text(folder=RESULTS):
    runs = newest(folder)
    return "\n\n".join(map(of, runs)) if runs else \
        "NVIDIA cards: **not measured**. `tests/gpu/run` on a machine with one checks and measures everything; the figures go here."


def replaced(readme, folder=RESULTS):
    before, rest = readme.split(START)
    return before + START + "\n" + text(folder) + "\n" + END + rest.split(END)[1]


if __name__ == "__main__":
    if len(sys.argv) > 1:
        path = pathlib.Path(sys.argv[1])
        path.write_text(replaced(path.read_text()))
    else:
        print(text())
