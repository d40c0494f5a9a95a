#!/usr/bin/env python3
"""Draws what `hearth-cli bench --parallel 1,2,4,8,16 --json` printed: tokens a second against the time between two tokens.

    throughput_picture.py [NAME=]RESULT.json… > docs/pictures/throughput.svg

One curve for each file, a point for each number of streams: to the right, each stream waits longer for its next token (the
median, and a thin line to the 99th percentile); upwards, all streams together make more. paired_streams.py writes such files
for both programs. The picture follows the reader's colour scheme.
"""
import json
import math
import os
import sys

WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 76, 24, 46, 60
COLOURS = [("#2563eb", "#7aa2f7"), ("#c2410c", "#f0a35e"), ("#15803d", "#7cc48a"), ("#7c3aed", "#b69cf2")]


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def ticks(most):
    """Round figures from 0 on, the last not below `most`."""
    step = 10 ** math.floor(math.log10(most / 4))
    step *= next(factor for factor in (1, 2, 5, 10) if most / (factor * step) <= 6)
    return [step * i for i in range(math.ceil(most / step) + 1)]


def number(value):
    return f"{value:,.0f}" if value == round(value) else f"{value:g}"


def read(argument):
    name, _, path = argument.rpartition("=")
    with open(path) as file:
        result = json.load(file)
    points = sorted(result["parallel"], key=lambda point: point["streams"])
    return {"name": name or result.get("model") or os.path.basename(path), "device": result.get("device", ""), "points": points}


def axes(out, across, up):
    x = lambda ms: LEFT + (WIDTH - LEFT - RIGHT) * ms / across[-1]
    y = lambda rate: HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * rate / up[-1]
    for rate in up:
        out.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(rate):.1f}" y2="{y(rate):.1f}"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y(rate) + 4:.1f}" text-anchor="end">{number(rate)}</text>')
    for ms in across:
        out.append(f'<text x="{x(ms):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{number(ms)}</text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 16}" text-anchor="middle">'
               "milliseconds between two tokens of a stream: median, and line to the 99th percentile</text>")
    out.append(f'<text x="16" y="{(TOP + HEIGHT - BOTTOM) / 2:.0f}" text-anchor="middle" '
               f'transform="rotate(-90 16 {(TOP + HEIGHT - BOTTOM) / 2:.0f})">tokens/s, all streams together</text>')
    return x, y


def curve(out, result, index, x, y):
    places = [(x(p["itl_ms"]["p50"]), y(p["tokens_per_s"])) for p in result["points"]]
    path = " ".join(f"{a:.1f},{b:.1f}" for a, b in places)
    out.append(f'<g class="c{index}"><polyline points="{path}"/>')
    for (a, b), point in zip(places, result["points"]):
        if "p99" in point["itl_ms"]:
            out.append(f'<line class="spread" x1="{a:.1f}" x2="{x(point["itl_ms"]["p99"]):.1f}" y1="{b:.1f}" y2="{b:.1f}"/>')
        out.append(f'<circle cx="{a:.1f}" cy="{b:.1f}" r="4"/>')
        out.append(f'<text class="label" x="{a:.1f}" y="{b - 9:.1f}" text-anchor="middle">{point["streams"]}</text>')
    legend = LEFT + 12, TOP + 8 + 18 * index
    out.append(f'<circle cx="{legend[0]}" cy="{legend[1] - 4}" r="4"/>')
    out.append(f'<text x="{legend[0] + 10}" y="{legend[1]}">{escaped(result["name"])}</text></g>')


def styles(count):
    light = "".join(f".c{i}{{stroke:{a};fill:{a}}}" for i, (a, _) in enumerate(COLOURS[:count]))
    dark = "".join(f".c{i}{{stroke:{b};fill:{b}}}" for i, (_, b) in enumerate(COLOURS[:count]))
    return ("text{font:12px sans-serif;fill:#3f3f46;stroke:none}.title{font-size:14px;font-weight:600}.paper{fill:#fff}.grid{stroke:#e4e4e7}"
            "polyline{fill:none;stroke-width:2}.spread{stroke-width:1}" + light +
            "@media(prefers-color-scheme:dark){text{fill:#d4d4d8}.paper{fill:#18181b}.grid{stroke:#3f3f46}" + dark + "}")


def picture(results):
    points = [point for result in results for point in result["points"]]
    across = ticks(max(max(p["itl_ms"].values()) for p in points))
    up = ticks(max(p["tokens_per_s"] for p in points))
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
           "<title>Throughput and latency with several streams at once</title>", f"<style>{styles(len(results))}</style>",
           f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>']
    device = next((result["device"] for result in results if result["device"]), "")
    out.append(f'<text class="title" x="{LEFT}" y="24">Streams at once{escaped(": " + device if device else "")}</text>')
    x, y = axes(out, across, up)
    for index, result in enumerate(results):
        curve(out, result, index, x, y)
    return "\n".join(out + ["</svg>"])


def main():
    if len(sys.argv) < 2 or len(sys.argv) - 1 > len(COLOURS) or sys.argv[1] in ("-h", "--help"):
        sys.exit(__doc__)
    print(picture([read(argument) for argument in sys.argv[1:]]))


if __name__ == "__main__":
    main()
