"""The checks and timings of tests/gpu/run; see there."""
import argparse
import array
import datetime
import json
import pathlib
import shutil
import subprocess
import sys

import random_model

parser = argparse.ArgumentParser()
for name in ("bin", "conformance", "results", "work", "golden"):
    parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
parser.add_argument("--quick", action="store_true")
args = parser.parse_args()
cli = args.bin / "hearth-cli"
report = {"date": datetime.date.today().isoformat(), "failures": []}


def run(command, **options):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)


def fail(what):
    print("FAIL", what)
    report["failures"].append(what)


def floats(path):
    data = pathlib.Path(path).read_bytes()
    if data[:6] == b"\x93NUMPY":
        data = data[128:]
    values = array.array("f")
    values.frombytes(data)
    return values


def conformance():
    result = run([args.conformance])
    if result.returncode != 0:
        return fail("device primitives: " + (result.stderr or result.stdout).strip())
    report["primitives"] = json.loads(result.stdout)


def doctor():
    result = run([cli, "doctor", "--json"])
    try:
        report["doctor"] = json.loads(result.stdout)
    except json.JSONDecodeError:
        return fail("doctor: " + result.stderr.strip())
    if not report["doctor"]["healthy"] or not isinstance(report["doctor"]["gpu"], list):
        fail("doctor: " + result.stderr.strip())


def logits(model, tokens, out):
    result = run([cli, "logits", "-m", model, "--backend", "cuda", "--tokens", ",".join(map(str, tokens)), "--all", "--out", out])
    if result.returncode != 0:
        raise RuntimeError(result.stderr.strip())
    return floats(out)


def reference_models():
    if not (args.golden / "manifest.json").exists():
        report["reference_models"] = "not run: set HEARTH_GOLDEN to the reference pack"
        return
    out = args.work / "logits.bin"
    table = report["reference_models"] = {}
    for model in json.loads((args.golden / "manifest.json").read_text())["tiny"]:
        base = args.golden / "tiny" / model["name"]
        facts = json.loads(base.with_suffix(".json").read_text()) if base.with_suffix(".json").exists() else json.loads(pathlib.Path(f"{base}.json").read_text())
        tokens = facts["sequences"][1]["tokens"]
        try:
            first = logits(f"{base}.gguf", tokens, out)
            second = logits(f"{base}.gguf", tokens, out)
        except RuntimeError as error:
            if "support" not in str(error):
                fail(f"{model['name']}: {error}")
            table[model["name"]] = str(error)
            continue
        expected = floats(f"{base}.all17.npy")
        worst = max(abs(a - b) for a, b in zip(first, expected))
        allowed = max(0.05, 2 * facts["noise"]["weights_f16_kv_f16"]["max_abs"])
        table[model["name"]] = worst
        if not worst <= allowed:
            fail(f"{model['name']}: differs by {worst}")
        if first.tobytes() != second.tobytes():
            fail(f"{model['name']}: two runs differ")


def sanitizer():
    tool = shutil.which("compute-sanitizer") or "/usr/local/cuda/bin/compute-sanitizer"
    if args.quick or not pathlib.Path(tool).exists():
        report["compute_sanitizer"] = "not run"
        return
    table = report["compute_sanitizer"] = {}
    for check in ("memcheck", "racecheck", "initcheck", "synccheck"):
        result = run([tool, "--tool", check, "--error-exitcode", "9", cli, "doctor", "--json"])
        lines = [line for line in (result.stdout + result.stderr).splitlines() if "ERROR SUMMARY" in line or "RACECHECK SUMMARY" in line]
        table[check] = lines[-1].strip("= ") if lines else f"exit status {result.returncode}"
        if result.returncode == 9:
            fail(f"compute-sanitizer {check}: {table[check]}")


def benchmark():
    models = [("llama-1b", "Q4_0")] if args.quick else [
        ("llama-1b", "Q4_0"), ("llama-8b", "Q4_0"), ("llama-8b", "Q4_K"), ("llama-8b", "Q8_0"), ("llama-8b", "F16"), ("moe-8x1b", "Q4_K")]
    table = report["benchmark"] = {}
    for shape, kind in models:
        path = args.work / f"{shape}-{kind}.gguf"
        if not path.exists():
            random_model.write(path, shape, kind)
        result = run([cli, "bench", "-m", path, "--backend", "cuda", "-p", "2048", "-n", "128", "-r", "3", "--json"])
        if result.returncode != 0:
            fail(f"bench {shape} {kind}: {result.stderr.strip()}")
            continue
        table[f"{shape} {kind}"] = json.loads(result.stdout)
        path.unlink()
        print(shape, kind, result.stdout.strip())


args.work.mkdir(parents=True, exist_ok=True)
args.results.mkdir(parents=True, exist_ok=True)
for step in (conformance, doctor, reference_models, sanitizer, benchmark):
    print("==", step.__name__, flush=True)
    step()
card = run(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]).stdout.strip().splitlines()[0]
report["card"] = card
name = card.split(",")[0].replace(" ", "-")
target = args.results / f"{report['date']}-{name}.json"
target.write_text(json.dumps(report, indent=1) + "\n")
print("written:", target)
sys.exit(1 if report["failures"] else 0)
