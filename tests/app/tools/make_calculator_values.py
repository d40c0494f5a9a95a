#!/usr/bin/env python3
"""Makes calculator_values.tsv: expressions, most of them random, and what mpmath (with 2,000 digits) says they are.

  make_calculator_values.py > calculator_values.tsv      (needs mpmath from PyPI)
"""
import random

import mpmath
from mpmath import mp, mpf

mp.dps = 2000
KNOWN = ["sin(1e51)", "cos(1e300)", "tan(1e100)", "exp(200)%7", "exp(1000)%1", "floor(exp(100))", "7 % 3", "-7 % 3", "mod(5,-3)",
         "mod(-5,-3)", "5.5 % 2", "2^0.5 % 0.001", "1/3", "0.1+0.2", "2^200", "100!", "1e22*1e22+1", "(1+1e-30)^1e30", "exp(1)^100-exp(100)+1",
         "sqrt(1e40+1)-1e20", "ln(1+1e-40)", "1-cos(1e-20)", "sin(22)", "sin(355)", "tan(11)", "exp(pi*sqrt(163))", "round(exp(50))",
         "ceil(exp(77))", "atan2(-1,-1)", "log(1000)", "log2(1e30)", "log10(2)", "log(7,49)", "cbrt(2)", "cbrt(-27)", "sinh(20)-exp(20)/2",
         "tanh(30)-1", "degrees(1)", "radians(1)", "asin(0.5)", "acos(-1)", "2^-1074", "exp(-1000)", "1.0001^1000000", "499!/498!",
         "sin(exp(100))", "e^pi", "pi^e", "tau/2", "gcd(2^64,6^40)", "lcm(1e10,3^20)", "min(pi,22/7)", "max(e,2.7)", "(2/3)^50", "8^(2/3)"]
ONE = {"sin": mpmath.sin, "cos": mpmath.cos, "tan": mpmath.tan, "exp": mpmath.exp, "atan": mpmath.atan, "sqrt": lambda x: mpmath.sqrt(x),
       "ln": mpmath.log, "floor": mpmath.floor, "abs": abs, "tanh": mpmath.tanh, "cbrt": lambda x: mpmath.sign(x) * mpmath.root(abs(x), 3)}


class Skip(Exception):
    pass


def near(x):
    """Closer to a whole number than can be told."""
    return abs(x - mpmath.nint(x)) < mpf(10) ** -900 * max(1, abs(x))


def tree(depth):
    """An expression and its value."""
    kind = random.random()
    if depth == 0 or kind < 0.25:
        text = random.choice([str(random.randint(1, 99)), f"{random.randint(0, 999)}.{random.randint(1, 99)}", f"{random.randint(1, 9)}e{random.randint(1, 40)}",
                              "pi", "e", f"{random.randint(1, 9)}e-{random.randint(1, 20)}"])
        return text, {"pi": mp.pi + 0, "e": mp.e + 0}.get(text) or mpf(text)
    if kind < 0.6:
        name = random.choice(list(ONE))
        text, x = tree(depth - 1)
        if (name in ("sqrt", "ln") and x <= 0) or (name == "exp" and abs(x) > 3000) or (name == "floor" and near(x)) or abs(x) > mpf(10) ** 800:
            raise Skip
        return f"{name}({text})", ONE[name](x)
    (a, x), (b, y) = tree(depth - 1), tree(depth - 1)
    sign = random.choice("+-*/%^")
    if sign in "/%" and y == 0 or sign == "%" and near(x / y) or sign == "^" and (x <= 0 or abs(y) > 200):
        raise Skip
    value = {"+": lambda: x + y, "-": lambda: x - y, "*": lambda: x * y, "/": lambda: x / y, "%": lambda: x - y * mpmath.floor(x / y), "^": lambda: x**y}[sign]()
    return f"({a}) {sign} ({b})", value


def known(text):
    names = {"sin": mpmath.sin, "cos": mpmath.cos, "tan": mpmath.tan, "exp": mpmath.exp, "floor": mpmath.floor, "sqrt": mpmath.sqrt, "ln": mpmath.log,
             "round": mpmath.nint, "ceil": mpmath.ceil, "atan2": mpmath.atan2, "log": lambda x, b=10: mpmath.log(x, b), "log2": lambda x: mpmath.log(x, 2),
             "log10": mpmath.log10, "cbrt": ONE["cbrt"], "sinh": mpmath.sinh, "tanh": mpmath.tanh, "degrees": mpmath.degrees, "radians": mpmath.radians,
             "asin": mpmath.asin, "acos": mpmath.acos, "pi": mp.pi + 0, "e": mp.e + 0, "tau": 2 * mp.pi, "fac": mpmath.factorial, "min": min, "max": max,
             "mod": lambda x, y: x - y * mpmath.floor(x / y), "N": lambda t: mpf(t),
             "gcd": lambda a, b: mpf(__import__("math").gcd(int(a), int(b))), "lcm": lambda a, b: mpf(__import__("math").lcm(int(a), int(b)))}
    import re
    python = re.sub(r"(\d+)!", r"fac(\1)", text)
    python = re.sub(r"(?<![\w.])(\d+\.?\d*(?:e-?\d+)?)", r"N('\1')", python).replace("^", "**")
    return eval(python, names)


random.seed(53)
rows = [(text, known(text)) for text in KNOWN]
while len(rows) < 400:
    try:
        text, value = tree(3)
    except (Skip, ValueError, ZeroDivisionError, OverflowError):
        continue
    if not isinstance(value, mpf) or not mpmath.isfinite(value) or not (value == 0 or mpf(10) ** -900 < abs(value) < mpf(10) ** 900) or len(text) < 6:
        continue
    rows.append((text, value))
for text, value in rows:
    print(f"{text}\t{mpmath.nstr(value, 60, min_fixed=0, max_fixed=0) if value else '0'}")
