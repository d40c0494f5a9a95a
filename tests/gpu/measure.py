"""The checks and timings of tests/gpu/run; see there."""
import argparse
import array
import datetime
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys

import random_model
import table

parser = argparse.ArgumentParser()
for name in ("bin", "conformance", "card-checks", "results", "work", "golden"):
    parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
parser.add_argument("--peer", type=pathlib.Path)
parser.add_argument("--quick", action="store_true")
args = parser.parse_args()
cli = args.bin / "hearth-cli"
report = {"date": datetime.date.today().isoformat(), "failures": []}


def run(command, **options):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)


def fail(what):
    print("FAIL", what, flush=True)
    report["failures"].append(what)


def sentence(result):
    """What a program said when it ended badly."""
    return (result.stderr.strip() or result.stdout.strip()).splitlines()[-1:] or [f"exit status {result.returncode}"]


def floats(path):
    data = pathlib.Path(path).read_bytes()
    if data[:6] == b"\x93NUMPY":
        data = data[10 + struct.unpack("<H", data[8:10])[0]:]
    values = array.array("f")
    values.frombytes(data)
    return values


def conformance():
    result = run([args.conformance])
    if result.returncode != 0:
        return fail(f"device primitives: {sentence(result)[0]}")
    report["primitives"] = json.loads(result.stdout)


def company():
    """Whether a row's results change when others join its batch."""
    result = run([args.card_checks, args.bin])
    try:
        report["changed_by_company"] = json.loads(result.stdout)["changed"]
    except (json.JSONDecodeError, KeyError):
        return fail(f"rows in company: {sentence(result)[0]}")
    for what in report["changed_by_company"]:
        fail(f"a row changes in company: {what}")


def doctor():
    result = run([cli, "doctor", "--json"])
    try:
        report["doctor"] = json.loads(result.stdout)
    except json.JSONDecodeError:
        return fail(f"doctor: {sentence(result)[0]}")
    if not report["doctor"]["healthy"] or not all("bandwidth" in card for card in report["doctor"]["gpu"]):
        fail(f"doctor: {sentence(result)[0]}")


def logits(model, tokens, *options):
    out = args.work / "logits.bin"
    result = run([cli, "logits", "-m", model, "--backend", "cuda", "--tokens", ",".join(map(str, tokens)), "--all", "--out", out,
                  *options])
    if result.returncode != 0:
        raise RuntimeError(sentence(result)[0])
    return floats(out)


def rms(a, b):
    return (sum((x - y) * (x - y) for x, y in zip(a, b)) / len(a)) ** 0.5


def check_model(base, kind):
    """How far a model of the pack is from what it should give, by the pack's own rule, and whether it repeats itself."""
    facts = json.loads(pathlib.Path(f"{base}.json").read_text())
    tokens = facts["sequences"][1]["tokens"]
    options = ["--kv", "f32"] if kind == "quant" else []
    first, second = (logits(f"{base}.gguf", tokens, *options) for _ in range(2))
    if first.tobytes() != second.tobytes():
        fail(f"{base.name}: two runs differ")
    llama = floats(f"{base}.all17.npy")
    if len(first) != len(llama):
        fail(f"{base.name}: {len(first)} logits instead of {len(llama)}")
        return None
    if kind == "quant":
        exact = floats(f"{base}.exact.all17.npy")
        distance, allowed = min(rms(first, exact), rms(first, llama)), 1.5 * max(rms(exact, llama), 0.004)
    else:
        distance = max(abs(a - b) for a, b in zip(first, llama))
        allowed = max(0.05, 2 * facts["noise"]["weights_f16_kv_f16"]["max_abs"])
    if not distance <= allowed:
        fail(f"{base.name}: differs by {distance:.3g}, allowed are {allowed:.3g}")
    return distance


def reference_models():
    if not (args.golden / "manifest.json").exists():
        report["reference_models"] = "not run: set HEARTH_GOLDEN to the reference pack"
        return
    found = report["reference_models"] = {}
    manifest = json.loads((args.golden / "manifest.json").read_text())
    for kind in ("tiny", "quant"):
        for model in manifest[kind]:
            try:
                found[model["name"]] = check_model(args.golden / kind / model["name"], kind)
            except RuntimeError as error:
                found[model["name"]] = str(error)
                if "support" not in str(error):
                    fail(f"{model['name']}: {error}")


def bench(model, *options, **more):
    return run([cli, "bench", "-m", model, "--json", *options], **more)


def model_file(shape, kind):
    path = args.work / f"{shape}-{kind}.gguf"
    if not path.exists():
        random_model.write(path, shape, kind)
    return path


def fallback():
    """What happens without a card, without room on it, and with a part of a model on it."""
    path = model_file("llama-1b", "Q4_0")
    short = ("-p", "16", "-n", "4", "-r", "1")
    found = report["fallback"] = {}

    def starts(name, result, wanted):
        found[name] = json.loads(result.stdout)["backend"] if result.returncode == 0 else sentence(result)[0]
        if (result.returncode == 0) != wanted or result.returncode < 0:
            fail(f"{name}: {found[name]}")

    hidden = dict(os.environ, CUDA_VISIBLE_DEVICES="")
    starts("no card, any backend", bench(path, *short, env=hidden), True)
    starts("no card, CUDA asked for", bench(path, *short, "--backend", "cuda", env=hidden), False)
    starts("four layers on the card", bench(path, *short, "--gpu-layers", "4"), True)
    for left in (400, 16):
        with subprocess.Popen([args.card_checks, args.bin, "hold", str(left)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              text=True) as holder:
            if not holder.stdout.readline():
                fail("the card's memory could not be taken")
            starts(f"{left} MiB of the card free", bench(path, *short), True)
            holder.stdin.close()
    tokens = [1, 2, 3, 4, 5]
    try:
        whole, part = logits(path, tokens), logits(path, tokens, "--gpu-layers", "4")
        scale = max(abs(x) for x in whole)
        found["four layers against all, relative"] = max(abs(a - b) for a, b in zip(whole, part)) / scale
        if not found["four layers against all, relative"] < 0.05:
            fail(f"four layers on the card give other logits: {found['four layers against all, relative']}")
    except RuntimeError as error:
        fail(f"four layers on the card: {error}")


def sanitizer():
    tool = shutil.which("compute-sanitizer") or "/usr/local/cuda/bin/compute-sanitizer"
    if args.quick or not pathlib.Path(tool).exists():
        report["compute_sanitizer"] = "not run"
        return
    found = report["compute_sanitizer"] = {}
    for check in ("memcheck", "racecheck", "initcheck", "synccheck"):
        result = run([tool, "--tool", check, "--error-exitcode", "9", cli, "doctor", "--json"])
        lines = [line for line in (result.stdout + result.stderr).splitlines() if "ERROR SUMMARY" in line or "RACECHECK SUMMARY" in line]
        found[check] = lines[-1].strip("= ") if lines else f"exit status {result.returncode}"
        if result.returncode != 0:
            fail(f"compute-sanitizer {check}: {found[check]}")


def peer(path):
    """The same model with llama.cpp's llama-bench: tokens a second of prompt and reply."""
    result = run([args.peer, "-m", path, "-p", "2048", "-n", "128", "-r", "3", "-ngl", "99", "-fa", "1", "-o", "json"])
    if result.returncode != 0:
        return {"failure": sentence(result)[0]}
    rows = json.loads(result.stdout)
    return {"pp": max((r["avg_ts"] for r in rows if r["n_prompt"] > 0), default=0),
            "tg": max((r["avg_ts"] for r in rows if r["n_gen"] > 0), default=0)}


def benchmark():
    models = [("llama-1b", "Q4_0")] if args.quick else [
        ("llama-1b", "Q4_0"), ("llama-8b", "Q4_0"), ("llama-8b", "Q4_K"), ("llama-8b", "Q8_0"), ("llama-8b", "F16"), ("moe-8x1b", "Q4_K")]
    found = report["benchmark"] = {}
    for shape, kind in models:
        path = model_file(shape, kind)
        result = bench(path, "--backend", "cuda", "-p", "2048", "-n", "128", "-r", "3")
        if result.returncode != 0:
            fail(f"bench {shape} {kind}: {sentence(result)[0]}")
        elif json.loads(result.stdout)["backend"] != "GPU":
            fail(f"bench {shape} {kind}: it ran on {json.loads(result.stdout)['backend']}")
        else:
            found[f"{shape} {kind}"] = json.loads(result.stdout)
            if args.peer:
                found[f"{shape} {kind}"]["peer"] = peer(path)
            print(shape, kind, json.dumps(found[f"{shape} {kind}"]), flush=True)
        path.unlink()


args.work.mkdir(parents=True, exist_ok=True)
args.results.mkdir(parents=True, exist_ok=True)
described = run(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]).stdout.strip().splitlines()
report["card"] = described[0] if described else "unknown"
target = args.results / f"{report['date']}-{report['card'].split(',')[0].replace(' ', '-')}.json"
for step in (conformance, company, doctor, reference_models, fallback, sanitizer, benchmark):
    print("==", step.__name__, flush=True)
    try:
        step()
    except Exception as error:  # the other steps' results are worth having
        fail(f"{step.__name__}: {type(error).__name__}: {error}")
    target.write_text(json.dumps(report, indent=1) + "\n")
print("written:", target)
print(table.of(report))
sys.exit(1 if report["failures"] else 0)
