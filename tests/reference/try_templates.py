#!/usr/bin/env python3
"""Plays the outsider with chat templates: makes random Jinja expressions and statements of the kinds that real templates
use and compares what hearth-cli makes of them with Python's jinja2 in the environment of Hugging Face transformers. An
error there must be an error here. Prints what differs and exits with 1 when something does.

    python3 tests/reference/try_templates.py --cli build/release/bin/hearth-cli [--count 500] [--seed 1]
"""

import argparse
import datetime
import json
import pathlib
import random
import subprocess
import sys
import tempfile

from make_template_snippets import CONTEXT, environment

# What has no fixed answer: addresses, orders of sets, Python's own wording.
SKIPPED = ("object at 0x", "<built-in", "<bound method", "<function", "<generator", "<class ", "LoopContext", "Undefined",
           "dict_items", "dict_keys", "dict_values", "namespace")

ATOMS = ["p", "rows", "words", "nums", "s", "u", "ws", "multi", "n", "neg", "f", "t", "no", "empty", "el", "ed", "q", "html",
         "d", "ll", "floats", "missing", "p.name", "p.nested.a.b", "p['tags']", "rows[0]", "rows[-1].n", "words[1:]",
         "0", "1", "-3", "2.5", "1e3", "'x'", "'a,b,c'", "'  pad '", "''", "true", "none", "[]", "[1, 'a', none]",
         "{'k': 1, 'a': [2]}", "(1, 2)", "'%s-%d'", "'Müller ß'", "\"it's\"", "'\\n'", "9007199254740993"]
FILTERS = ["tojson", "tojson(indent=2)", "tojson(ensure_ascii=false)", "length", "count", "upper", "lower", "title",
           "capitalize", "trim", "trim('x ')", "first", "last", "list", "string", "int", "int(7)", "float", "abs", "round",
           "round(1)", "round(1, 'floor')", "sort", "sort(reverse=true)", "sort(attribute='n')", "sort(case_sensitive=true)",
           "unique", "reverse", "join", "join(', ')", "join('-', attribute='n')", "default('D')", "default('D', true)",
           "d('z')", "replace('a', 'b')", "replace('a', 'b', 1)", "map('upper')", "map(attribute='n')",
           "map(attribute='n', default=0)", "select", "select('string')", "reject('none')", "selectattr('v', 'equalto', 2)",
           "selectattr('n')", "rejectattr('v', 'gt', 1)", "items", "dictsort", "dictsort(by='value')", "batch(2)",
           "slice(2)", "batch(3, 'f')", "groupby('v')", "sum", "sum(attribute='v')", "min", "max", "min(attribute='v')",
           "indent", "indent(2, true)", "indent(2, first=true, blank=true)", "wordcount", "wordwrap(5)", "center(9)",
           "escape", "e", "safe", "striptags", "urlencode", "truncate(5)", "truncate(5, true, '…', 0)", "format(1)",
           "pprint", "filesizeformat", "attr('name')", "xmlattr"]
METHODS = [".strip()", ".lstrip('\\n ')", ".rstrip()", ".split()", ".split(',')", ".split(' ', 1)", ".rsplit(',', 1)",
           ".splitlines()", ".upper()", ".lower()", ".title()", ".capitalize()", ".startswith('H')", ".endswith(('d', 'x'))",
           ".replace('l', 'L')", ".find('o')", ".rfind('o')", ".index('l')", ".count('l')", ".join(['a', 'b'])", ".format(1, a=2)",
           ".zfill(5)", ".ljust(12, '.')", ".isdigit()", ".isalpha()", ".isspace()", ".partition(',')", ".rpartition(' ')",
           ".removeprefix('He')", ".removesuffix('ld')", ".swapcase()", ".casefold()", ".get('a')", ".get('zz', 5)", ".keys()",
           ".values()", ".items()", ".name", ".a", "[0]", "[-1]", "['a']", "[1:]", "[:-1]", "[::-1]", "[::2]", "[5:1:-2]",
           "[99]", ".append(1)", ".pop()", ".center(7, '*')", ".expandtabs(3)", ".isupper()", ".istitle()", ".encode()",
           ".translate({})", ".translate({97: 'A', 108: none, 32: 95})", ".translate(''.maketrans('ab', 'xy', 'l'))", ".update({})", ".copy()", ".index(1)", ".count(1)"]
TESTS = ["defined", "undefined", "none", "string", "number", "integer", "float", "boolean", "mapping", "sequence", "iterable",
         "true", "false", "odd", "even", "divisibleby(3)", "eq(1)", "ne('x')", "lt(2)", "ge(2)", "in(words)", "sameas(none)",
         "upper", "lower", "callable", "escaped", "filter", "test"]
QUOTED = ["'n'", "'v'", "'n', case_sensitive=true", "'v', default=0"]
# Turns of phrase of real templates.
MESSAGES = [
    "{%- for m in [{'role': 'user', 'content': s}, {'role': 'assistant', 'content': q, 'tool_calls': [{'function': {'name': 'f', "
    "'arguments': d}}]}] %}{{- '<|' + m['role'] + '|>' ~ m.content|trim }}{%- if m.tool_calls is defined and m.tool_calls %}"
    "{%- for c in m.tool_calls %}{%- set c = c.function if 'function' in c else c %}{{ {'name': c.name, 'arguments': c.arguments}|tojson(indent=4) }}"
    "{%- for k, v in c.arguments|items %}<{{ k }}>{{ v if v is string else v|tojson }}</{{ k }}>{% endfor %}{%- endfor %}{%- endif %}{%- endfor %}",
    "{%- set ns = namespace(last=-1, found=false) %}{%- for m in rows[::-1] %}{%- set i = (rows|length - 1) - loop.index0 %}"
    "{%- if not ns.found and m.v == 2 %}{%- set ns.found = true %}{%- set ns.last = i %}{%- endif %}{%- endfor %}{{ ns.last }}",
    "{%- macro kind(x) -%}{%- if x is mapping %}object{% elif x is boolean %}boolean{% elif x is integer %}integer{% elif x is number %}number"
    "{% elif x is string %}string{% elif x is sequence %}array[{% for y in x %}{{ kind(y) }}{{ ', ' if not loop.last }}{% endfor %}]"
    "{% else %}null{% endif %}{%- endmacro %}{{ kind(p) }} {{ kind(nums) }} {{ kind(t) }} {{ kind(no) }} {{ kind(ll) }}",
    "{{ '<think>a</think>\n\nb'.split('</think>')[-1].lstrip('\n') }}{{ ('x</think>y').split('</think>')|first|replace('x', '') }}",
    "{{ rows|selectattr('v', 'equalto', 2)|map(attribute='n')|list|join('|') }}{{ rows|rejectattr('v', 'in', [1, 3])|list|tojson }}",
    "{{ '%s is %05.1f %% and %-4d|%x' % (s, f, n, n) }}{{ '{:>8}|{:<5}|{:^7}|{:+.2f}|{!r}'.format(s[:3], n, t, f, q) }}",
    "{{ rows|map(attribute='v')|sum }}{{ rows|sum('v') }}{{ nums|sort|first }}{{ words|map('lower')|unique|list }}{{ d|dictsort(false, 'value')|list|length }}",
    "{{ p.items is string }}{{ p['items'] }}{{ d.items()|list|length }}{{ p.get('name', 'x') }}{{ 'k' in d }}{{ 'a' in d.keys() }}",
    "{%- set content = [{'type': 'text', 'text': s}, {'type': 'image'}] %}{%- for c in content if c.type == 'text' %}{{ c['text'] }}{% else %}E{% endfor %}"
    "{{ content|map(attribute='type')|list }}{{ content|selectattr('text', 'defined')|list|length }}",
]
OPERATORS = ["+", "-", "*", "/", "//", "%", "**", "~", "==", "!=", "<", "<=", ">", ">=", "and", "or", "in", "not in"]


def expression(r, depth):
    kind = r.random()
    if depth == 0 or kind < 0.15:
        return r.choice(ATOMS)
    inner = expression(r, depth - 1)
    if kind < 0.42:
        return f"{inner}|{r.choice(FILTERS)}"
    if kind < 0.65:
        return f"({inner}){r.choice(METHODS)}"
    if kind < 0.72:
        return f"({inner} is {r.choice(['', 'not '])}{r.choice(TESTS)})"
    if kind < 0.9:
        return f"({inner} {r.choice(OPERATORS)} {expression(r, depth - 1)})"
    if kind < 0.95:
        return f"({inner} if {expression(r, depth - 1)} else {expression(r, depth - 1)})"
    return r.choice([f"[{inner}, {expression(r, depth - 1)}]", f"{{'k': {inner}}}", f"(not {inner})", f"(-({inner}))",
                     f"range({r.randint(-2, 5)}, {r.randint(0, 6)})|list", f"dict(a={inner})", f"({inner})|length > 1"])


def space(r):
    return r.choice(["", "", " ", "\n", "  \n  ", "text"])


def statement(r, depth):
    dash = [r.choice(["", "", "-", "+"]) for _ in range(8)]

    def tag(text, i):
        return "{%" + dash[i] + f" {text} " + dash[i + 1].replace("+", "") + "%}"
    body = (statement(r, depth - 1) if depth and r.random() < 0.5 else "{{ " + expression(r, 1) + " }}")
    kind = r.randrange(16)
    if kind == 0:
        return f"{tag('if ' + expression(r, 2), 0)}{space(r)}{body}{tag('else', 2)}{space(r)}E{tag('endif', 4)}{space(r)}"
    if kind == 1:
        loop = r.choice(["loop.index", "loop.last", "loop.first", "loop.length", "loop.revindex0", "loop.cycle('a', 'b')",
                         "loop.previtem", "loop.nextitem", "loop.changed(x)", "loop.depth"])
        filtered = r.choice(["", "", " if x", f" if x is {r.choice(TESTS)}"])
        return (f"{tag('for x in ' + expression(r, 1) + filtered, 0)}{space(r)}{{{{ x }}}}{{{{ {loop} }}}}"
                f"{r.choice(['', '{% if loop.index > 2 %}{% break %}{% endif %}', '{% continue %}'])}"
                f"{tag('else', 2)}none{tag('endfor', 4)}")
    if kind == 2:
        return f"{tag('for k, v in ' + r.choice(['d', 'p', 'ed', 'missing', 'rows[0]']) + '.items()', 0)}{{{{ k }}}}={{{{ v }}}};{tag('endfor', 2)}"
    if kind == 3:
        return f"{tag('set y = ' + expression(r, 2), 0)}{space(r)}{{{{ y }}}}{{{{ y is defined }}}}"
    if kind == 4:
        return (f"{tag('set ns = namespace(a=0, b=' + expression(r, 1) + ')', 0)}{tag('for x in nums', 2)}"
                f"{tag('set ns.a = ns.a + x', 4)}{tag('endfor', 6)}{{{{ ns.a }}}}{{{{ ns.b }}}}")
    if kind == 5:
        return (f"{tag('macro m(a, b=' + r.choice(ATOMS) + ')', 0)}{space(r)}{{{{ a }}}}|{{{{ b }}}}{{{{ varargs }}}}{tag('endmacro', 2)}"
                f"{{{{ m({r.choice(['', r.choice(ATOMS), 'b=2', '1, 2, 3', 'a=s'])}) }}}}")
    if kind == 6:
        return f"{tag('filter ' + r.choice(FILTERS), 0)}{space(r)}{body}{tag('endfilter', 2)}"
    if kind == 7:
        return (f"{tag('macro w(a)', 0)}{space(r)}<{{{{ a }}}}>{{{{ caller(" + r.choice(["", "a", "1, 2", "b=a"]) + f") }}}}"
                f"{tag('endmacro', 2)}{tag('call' + r.choice(['', '(x)', '(x=3)', '(b, x=1)']) + ' w(' + expression(r, 1) + ')', 4)}"
                f"{space(r)}{{{{ x }}}}{body}{tag('endcall', 6)}")
    if kind == 8:
        return (f"{tag('for x in ' + r.choice(['[1, [2, [3], []], 4]', 'll', '[[1, 2], [3, [4]]]']) + ' recursive', 0)}{space(r)}"
                f"{{{{ loop.depth }}}}{{{{ loop.index0 }}}}{{% if x is iterable %}}({{{{ loop(x) }}}}){{% else %}}{{{{ x }}}}{{% endif %}}"
                f"{tag('endfor', 2)}")
    if kind == 9:
        return (f"{tag('for g, list in rows|groupby(' + r.choice(QUOTED) + ')', 0)}{{{{ g }}}}:{space(r)}"
                f"{tag('for x in list|sort(attribute=' + r.choice(QUOTED) + ')', 2)}{{{{ x.n }}}}{{{{ loop.previtem.n }}}}"
                f"{{{{ loop.nextitem is defined }}}}{tag('endfor', 4)}{tag('endfor', 6)}")
    if kind == 10:
        return (f"{tag('set ' + r.choice(['a, b = 1, 2', 'a, b = words[:2]', 'a = b = 3', 'a, (b, z) = 1, (2, 3)', 'ns.x = 1']), 0)}"
                f"{{{{ a }}}}{space(r)}{{{{ b }}}}")
    if kind == 11:
        return f"{tag('set z | ' + r.choice(FILTERS), 0)}{space(r)}{body}{tag('endset', 2)}[{{{{ z }}}}{{{{ z|length }}}}]"
    if kind == 12:
        when = r.choice(["%d %b %Y", "%Y-%m-%d", "%A, %B %-d", "%j %y %a %m", "%%x"])
        return "{{ strftime_now(" + repr(when) + ") }}" + f"{tag('if ' + expression(r, 2), 0)}{{{{ raise_exception('no') }}}}{tag('endif', 2)}"
    if kind == 13:
        return (f"{tag('with a = ' + expression(r, 1) + ', b = n', 0)}{space(r)}{{{{ a }}}}{{{{ b }}}}{tag('endwith', 2)}{{{{ a is defined }}}}"
                f"{tag('generation', 4)}{body}{tag('endgeneration', 6)}")
    if kind == 14:
        test = r.choice(TESTS)
        return (f"{tag('if ' + expression(r, 1) + ' is ' + test, 0)}A{tag('elif ' + expression(r, 1) + ' is not ' + test, 2)}"
                f"{space(r)}B{tag('else', 4)}C{tag('endif', 6)}{{{{ {expression(r, 1)} if {expression(r, 1)} }}}}")
    if kind == 15:
        return MESSAGES[r.randrange(len(MESSAGES))]
    return f"{tag('set z', 0)}{space(r)}{body}{space(r)}{tag('endset', 2)}[{{{{ z }}}}]{{# note {{% #}}{space(r)}{{% raw %}}{{{{ raw }}}}{{% endraw %}}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", type=pathlib.Path, required=True)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    r = random.Random(arguments.seed)
    env = environment()
    env.globals["strftime_now"] = lambda form: datetime.datetime.now().strftime(form)  # as the program does
    differ = tried = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "context.json").write_text(json.dumps(CONTEXT))
        while tried < arguments.count:
            source = "{{ " + expression(r, 3) + " }}" if r.random() < 0.6 else statement(r, 2) + space(r) + statement(r, 1)
            try:
                expected = env.from_string(source).render(json.loads(json.dumps(CONTEXT)))
            except RecursionError:
                continue
            except Exception as error:
                expected = None
                why = f"{type(error).__name__}: {error}"
            if expected is not None and (any(mark in expected for mark in SKIPPED) or len(expected) > 5000):
                continue
            tried += 1
            (folder / "t.jinja").write_text(source)
            done = subprocess.run([arguments.cli, "template", "--template", folder / "t.jinja", folder / "context.json"],
                                  capture_output=True)
            ours = done.stdout.decode() if done.returncode == 0 else None
            if ours == expected:
                continue
            differ += 1
            print(f"--- {source!r}")
            print("  jinja2:", repr(expected) if expected is not None else f"error {why}")
            print("  hearth:", repr(ours) if ours is not None else done.stderr.decode().strip(), flush=True)
    print(f"{differ} of {tried} differ")
    sys.exit(differ != 0)


if __name__ == "__main__":
    main()
