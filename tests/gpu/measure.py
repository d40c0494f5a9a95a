"""The checks and timings of tests/gpu/run; see there."""
import argparse
import array
import concurrent.futures
import datetime
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import time

import random_model
import table

parser = argparse.ArgumentParser()
for name in ("bin", "conformance", "card-checks", "results", "work", "golden"):
    parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
parser.add_argument("--peer", type=pathlib.Path)
parser.add_argument("--quick", action="store_true")
parser.add_argument("--minutes", type=float, default=9)
args = parser.parse_args()
end = time.monotonic() + 60 * args.minutes
cli = args.bin / "hearth-cli"
report = {"date": datetime.date.today().isoformat(), "failures": []}


def left():
    """Seconds until everything has to be at an end."""
    return end - time.monotonic()


def run(command, seconds=120, **options):
    """A program that hangs on a card is a failure like others."""
    command, seconds = [str(c) for c in command], max(1, min(seconds, left()))
    try:
        return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=seconds, **options)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", f"not done after {seconds:.0f} s: {' '.join(command[:4])}")


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


def kernels():
    """What each product and attention takes by itself."""
    result = run([args.card_checks, args.bin, "time"])
    try:
        report["kernels"] = json.loads(result.stdout)
    except json.JSONDecodeError:
        return fail(f"times of kernels: {sentence(result)[0]}")
    for one in report["kernels"]:
        print(f"{one['operation']:42} {one['rows']:5} rows {one['us']:9.1f} us {one['gb_per_s']:6.0f} GB/s {one['tera_operations']:7.1f} TOPS")


def doctor():
    result = run([cli, "doctor", "--json"])
    try:
        report["doctor"] = json.loads(result.stdout)
    except json.JSONDecodeError:
        return fail(f"doctor: {sentence(result)[0]}")
    cards = report["doctor"]["gpu"]
    if isinstance(cards, dict):  # there is none, and this is why
        return fail(f"doctor: {cards.get('reason', 'no card')}")
    for device in [report["doctor"].get("cpu", {}), *cards]:
        for one in device.get("operations", []):
            if not one["passed"]:
                fail(f"doctor: {one['name']}: {one['failure'] or one['error']}")
    if not report["doctor"]["healthy"] or not all("bandwidth" in card for card in cards):
        fail("doctor: not everything is well")


def logits(model, tokens, *options):
    out = args.work / f"{model.stem}.logits"
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
    first, second = (logits(base.with_name(f"{base.name}.gguf"), tokens, *options) for _ in range(2))
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


    def check(kind, name):
        if not (args.golden / kind / f"{name}.json").exists():
            return "not run: the pack lacks it"
        try:
            return check_model(args.golden / kind / name, kind)
        except RuntimeError as error:
            if "support" not in str(error):
                fail(f"{name}: {error}")
            return str(error)

    # Most of a run is starting, which several can do at once.
    with concurrent.futures.ThreadPoolExecutor(6) as several:
        for kind in ("tiny", "quant"):
            names = [model["name"] for model in manifest[kind]]
            found.update(zip(names, several.map(lambda name: check(kind, name), names)))


def bench(model, *options, **more):
    return run([cli, "bench", "-m", model, "--json", *options], **more)


def model_file(shape, kind):
    path = args.work / f"{shape}-{kind}.gguf"
    if not path.exists():
        part = path.with_suffix(".part")  # one that was broken off is none
        try:
            random_model.write(part, shape, kind)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise OSError(f"{path.name} cannot be written: {error.strerror}; make room in {args.work}") from None
        part.rename(path)
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
    tool = shutil.which("compute-sanitizer")
    if args.quick or not tool:
        report["compute_sanitizer"] = "not run" + ("" if args.quick else ": compute-sanitizer is not installed; it is part of the CUDA toolkit")
        print(report["compute_sanitizer"])
        return
    found = report["compute_sanitizer"] = {}
    for check in ("memcheck", "racecheck", "initcheck", "synccheck"):
        if left() < 20:
            leave_out(f"compute-sanitizer {check}: no time was left")
            continue
        result = run([tool, "--tool", check, "--error-exitcode", "9", cli, "doctor", "--json"], seconds=left())
        if result.returncode == 124:
            leave_out(f"compute-sanitizer {check}: {result.stderr}")
            continue
        lines = [line for line in (result.stdout + result.stderr).splitlines() if "ERROR SUMMARY" in line or "RACECHECK SUMMARY" in line]
        found[check] = lines[-1].strip("= ") if lines else sentence(result)[0]
        if result.returncode != 0 or not lines:
            fail(f"compute-sanitizer {check}: {found[check]}")
            (args.work / f"{check}.txt").write_text(result.stdout + result.stderr)


def peer(path):
    """The same model with llama.cpp's llama-bench: tokens a second of prompt and reply."""
    result = run([args.peer, "-m", path, "-p", "2048", "-n", "128", "-r", "3", "-ngl", "99", "-fa", "1", "-o", "json"], seconds=60)
    if result.returncode != 0:
        print("llama-bench:", sentence(result)[0])
        return {"failure": sentence(result)[0]}
    rows = json.loads(result.stdout)
    return {"pp": max((r["avg_ts"] for r in rows if r["n_prompt"] > 0), default=0),
            "tg": max((r["avg_ts"] for r in rows if r["n_gen"] > 0), default=0)}


def leave_out(why):
    report.setdefault("not_measured", []).append(why)
    print("not measured:", why, flush=True)


def more(path, shape, kind, into):
    """For some models: replies at once, long contexts, and narrow types of the cache."""
    if (shape, kind) not in (("llama-1b", "Q4_0"), ("llama-8b", "Q4_0"), ("llama-8b", "Q4_K")):
        return
    several = run([cli, "bench", "-m", path, "--backend", "cuda", "--json", "--parallel", "1,8,32", "-p", "128", "-n", "64"])
    into["parallel"] = json.loads(several.stdout) if several.returncode == 0 else fail(f"{shape} at once: {sentence(several)[0]}")
    if (shape, kind) == ("llama-8b", "Q4_0"):
        into["behind_16384"] = {}
        for kv in ("f16", "q8_0", "q4_0"):
            result = bench(path, "--backend", "cuda", "-p", "0", "-n", "64", "-d", "16384", "-r", "1", "--kv", kv)
            into["behind_16384"][kv] = json.loads(result.stdout) if result.returncode == 0 else fail(f"depth with {kv}: {sentence(result)[0]}")


def benchmark():
    models = [("llama-1b", "Q4_0")] if args.quick else [
        ("llama-1b", "Q4_0"), ("llama-8b", "Q4_0"), ("llama-8b", "Q4_K"), ("llama-8b", "Q8_0"), ("llama-8b", "F16"), ("moe-8x1b", "Q4_K")]
    found = report["benchmark"] = {}
    for shape, kind in models:
        if left() < 30:
            leave_out(f"{shape} {kind}: no time was left")
            continue
        path = model_file(shape, kind)
        gigabytes = path.stat().st_size / 1e9
        if card_gigabytes and gigabytes + 1.5 > card_gigabytes:
            leave_out(f"{shape} {kind}: {gigabytes:.1f} GB do not fit on a card of {card_gigabytes:.1f} GB")
            path.unlink()
            continue
        result = bench(path, "--backend", "cuda", "-p", "2048", "-n", "128", "-r", "3")
        if result.returncode != 0:
            fail(f"bench {shape} {kind}: {sentence(result)[0]}")
        elif json.loads(result.stdout)["backend"] != "GPU":
            fail(f"bench {shape} {kind}: it ran on {json.loads(result.stdout)['backend']}")
        elif json.loads(result.stdout)["layers_on_gpu"] < json.loads(result.stdout)["layers"]:
            leave_out(f"{shape} {kind}: only {json.loads(result.stdout)['layers_on_gpu']} layers find room on the card")
        else:
            found[f"{shape} {kind}"] = json.loads(result.stdout)
            if args.peer:
                found[f"{shape} {kind}"]["peer"] = peer(path)
            more(path, shape, kind, found[f"{shape} {kind}"])
            print(shape, kind, json.dumps(found[f"{shape} {kind}"]), flush=True)
        path.unlink()


args.work.mkdir(parents=True, exist_ok=True)
args.results.mkdir(parents=True, exist_ok=True)
described = run(["nvidia-smi", "-i", os.environ.get("CUDA_VISIBLE_DEVICES", "0").split(",")[0],
                 "--query-gpu=name,driver_version,memory.total", "--format=csv,noheader,nounits"]).stdout.strip().splitlines()
name, driver, mebibytes = (part.strip() for part in (described[0] if described else "unknown,unknown,unknown").split(","))
report["card"] = f"{name}, {driver}"
card_gigabytes = float(mebibytes) * 1.048576e-3 if mebibytes.isdecimal() else 0
target = args.results / f"{report['date']}-{re.sub('[^A-Za-z0-9]+', '-', name)}.json"
for step in (conformance, company, doctor, reference_models, kernels, benchmark, fallback, sanitizer):
    print(f"== {step.__name__}, {left():.0f} s left", flush=True)
    try:
        step()
    except Exception as error:  # the other steps' results are worth having
        fail(f"{step.__name__}: {type(error).__name__}: {error}")
    target.write_text(json.dumps(report, indent=1) + "\n")
print("written:", target)
print(table.of(report))
print(f"{len(report['failures'])} failures" + "".join(f"\n  {what}" for what in report["failures"]))
sys.exit(1 if report["failures"] else 0)
