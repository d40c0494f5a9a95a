"""Packages of PyPI for tests, each list in an environment of its own, made once."""
import hashlib
import shutil
import subprocess
import sys
import venv


def environment(folder, requirements):
    """The interpreter that has the packages of a list, in a virtual environment; None where they cannot be had."""
    wanted = requirements.read_bytes()
    mark = folder / "made-of"
    python = folder / "bin" / "python"
    digest = hashlib.sha256(wanted + sys.version.encode()).hexdigest()
    if mark.exists() and mark.read_text() == digest:
        return python
    shutil.rmtree(folder, ignore_errors=True)
    try:
        venv.create(folder, with_pip=True)
    except (OSError, subprocess.CalledProcessError) as problem:
        print(f"No environment could be made (is python3-venv installed?): {problem}")
        return None
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1",
               "--timeout", "15", "--no-deps", "-r", str(requirements)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        print("PyPI did not answer in time.")
        return None
    if done.returncode != 0:
        print(done.stderr.strip()[-400:])
        return None
    mark.write_text(digest)
    return python
