#!/usr/bin/env python3
"""Writes tests/engine/jinja/template_snippets.json: small chat template snippets with what Python's jinja2 makes of
them in the environment that Hugging Face transformers uses, and the file of engine/jinja whose test runs them. Needs
jinja2 3.1. Run it from the repository root."""
import datetime
import json
import re
import sys

import jinja2
import jinja2.ext
import jinja2.nodes
import jinja2.sandbox

NOW = "2026-01-15T12:34:56"


class Generation(jinja2.ext.Extension):
    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        return jinja2.nodes.CallBlock(self.call_method("_keep"), [], [], body).set_lineno(line)

    def _keep(self, caller):
        return caller()


def environment():
    def raise_exception(message):
        raise jinja2.exceptions.TemplateError(message)

    def tojson(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
        return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)

    env = jinja2.sandbox.ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[Generation, jinja2.ext.loopcontrols])
    env.filters["tojson"] = tojson
    env.globals["raise_exception"] = raise_exception
    env.globals["strftime_now"] = lambda form: datetime.datetime.fromisoformat(NOW).strftime(form)
    return env


PERSON = {"name": "Ada", "age": 36, "tags": ["x", "y"], "nested": {"a": {"b": [1, 2, {"c": "deep"}]}}, "items": "own"}
ROWS = [{"n": "b", "v": 2}, {"n": "A", "v": 1}, {"n": "c", "v": 2}, {"n": "a", "v": 3}]
CONTEXT = {
    "p": PERSON, "rows": ROWS, "words": ["pear", "Apple", "fig", "apple", "Pear"], "nums": [3, 1, 2, 2.5, -1],
    "s": "Hello, World", "u": "Zürich straße ΑΣ ǆ İ 日本 😀", "ws": " \t a  b \n", "multi": "one\ntwo\n\n three\n",
    "n": 7, "neg": -7, "f": 2.5, "big": 12345678901234567, "t": True, "no": None, "empty": "", "el": [], "ed": {},
    "q": "it's \"quoted\" \\ and\nnew\ttab \x01 é \u200b \u2028", "html": "<b a='1'>&amp; \"x\"</b>",
    "d": {"b": 1, "a": 2, "C": 3, "10": [], "e": {}}, "ll": [[1, 2], [3], []], "floats": [0.1, 1e16, 1e-5, 100.0, 1.5e300, -0.0, 3.14159],
}

SNIPPETS = {
    "whitespace": r"""
        a\n{% if t %}\nb\n{% endif %}\nc\n
        a\n  {% if t %}  \nb\n  {% endif %}x\nc
        a \n {%- if t -%} \n b \n {%- endif -%} \n c
        a \n {%+ if t +%} \n b \n {%+ endif +%} \n c
        x {# c #}\n y {#- c -#} \n z\n
        {# c #}\n{# d #}  \nend
        \n\n  {{ n }}  \n\n
        a {{- n -}} b
        a\n\n{{- n }}\n\n{{ n -}}\n\nb
        {% raw %}{{ x }} {% y %}{% endraw %}z
        {% raw -%}  \n {{ x }} \n {%- endraw %} z
          {% raw %}\n a\n  {% endraw %}\nb
        one\r\ntwo\rthree\n
        {% set x = 1 %}\n\n{{ x }}\n
        {% for i in [1,2] %}\n  {{ i }}\n{% endfor %}\n
        {% for i in [1,2] -%}\n  {{ i }}\n{%- endfor %}\n
        \t {% if t %}tab{% endif %}\n
        a{#\nmulti\n#}b
        a\n   {#- x #}\n b
        {{ "%}" }}{{ '}}' }}{{ "{{" }}
        {{ {'a': {'b': 1}}['a']['b'] }}{{ {'a': {}}}}
        {{- '  x  ' -}}   y
        {%if t%}x{%endif%}
        {% if t %}a{% else %}\nb{% endif %}\n\nc
        last line\n\n
        \xa0{% if t %}nbsp{% endif %}
        { % not a tag % } { { neither } } {} {x} }} %} #}
    """,
    "literals": r"""
        {{ 1 }} {{ 1_000 }} {{ 0x1f }} {{ 0o17 }} {{ 0b101 }} {{ 1.5 }} {{ 1e3 }} {{ 1.5e-7 }} {{ 2E+2 }} {{ 10_0.2_5 }}
        {{ 'a' "b" 'c' }} {{ "\n\t\\x" }} {{ '\x41\u00e9\U0001F600\101' }} {{ "a\qb" }} {{ 'it\'s' }}
        {{ [1, 'a', none, True, false, 1.0] }}
        {{ (1, 2) }} {{ (1,) }} {{ () }} {{ 1, 2 }}
        {{ {'a': 1, 2: 'b', none: true, 1.5: [], (1, 2): 'tuple'} }}
        {{ {'a': 1, 'a': 2} }} {{ {1: 'i', 1.0: 'f', true: 'b'} }}
        {{ true }} {{ True }} {{ none }} {{ None }} {{ false }}
        {{ [1, 2,] }} {{ {'a': 1,} }}
        {{ floats }} {{ 1e22 }} {{ 123456789.123456789 }} {{ 0.1 + 0.2 }} {{ 1/3 }} {{ 5e-324 }} {{ 1e15 }} {{ 1e16 }} {{ 123456789012345680.0 }}
        {{ q }} {{ [q] }} {{ ["it's"] }} {{ ['say "hi"'] }} {{ [u] }}
        {{ p }}
        {{ 1 if f else 2 }} {{ 'x' if el }} {{ ('x' if el) is undefined }} {{ 1 if no else 2 if n else 3 }}
        {{ -n }} {{ +n }} {{ - 3 + 4 }} {{ -f }} {{ - -3 }} {{ -t }}
        {{ 9223372036854775807 }} {{ -9223372036854775807 }}
    """,
    "operators": r"""
        {{ 1 + 2 * 3 }} {{ (1 + 2) * 3 }} {{ 7 / 2 }} {{ 7 // 2 }} {{ -7 // 2 }} {{ 7 % 3 }} {{ -7 % 3 }} {{ 7 % -3 }} {{ 2 ** 10 }} {{ 2 ** -1 }}
        {{ 7.5 // 2 }} {{ -7.5 % 2 }} {{ 7 / 7 }} {{ 2 ** 3 ** 2 }} {{ 2.0 ** 3 }} {{ 1.5 * 2 }} {{ 4 - 2.5 }}
        {{ "a" + "b" }} {{ "a" * 3 }} {{ 3 * "ab" }} {{ [1] + [2] }} {{ [0] * 3 }} {{ (1,) + (2,) }} {{ "x" * -1 }}
        {{ 1 ~ 'a' ~ none ~ true ~ [1] ~ 2.0 }} {{ 1 ~ 2 }} {{ '' ~ missing ~ 'x' }}
        {{ 1 < 2 }} {{ 1 < 2 < 3 }} {{ 1 < 3 < 2 }} {{ 'a' < 'b' }} {{ [1, 2] < [1, 3] }} {{ 1 == 1.0 }} {{ true == 1 }} {{ 'a' == 1 }} {{ none == none }} {{ (1,2) == [1,2] }}
        {{ 1 in [1, 2] }} {{ 'ell' in s }} {{ 'name' in p }} {{ 3 not in nums }} {{ 'x' in missing }} {{ 1.0 in nums }} {{ '' in s }} {{ (1,2) in [(1,2)] }}
        {{ not t }} {{ not not t }} {{ not el }} {{ t and 'yes' }} {{ no or 'dflt' }} {{ el or ed or 'last' }} {{ 0 and x.y.z }} {{ 1 or x.y.z }}
        {{ not 1 == 2 }} {{ not n in nums }} {{ t and not no }} {{ (not t) or t }} {{ 1 if not no else 2 }}
        {{ n > 5 and n < 10 }} {{ n >= 7 }} {{ n <= 6 }} {{ n != 7 }} {{ f != 2.5 }}
        {{ '%s is %d and %.2f%% %5s|%-5s|%05d|%x|%r' % ('a', 3, 1.005, 'x', 'y', 42, 255, 'q') }}
        {{ '%s' % 'one' }} {{ '%s' % [1] }} {{ '%(a)s %(b)03d' % {'a': 'x', 'b': 5} }} {{ '%c%c' % ('a', 98) }} {{ '%e %g %G' % (12345.678, 1e-7, 1e20) }} {{ '%+d % d' % (1, 2) }} {{ '%#x %#o' % (255, 8) }} {{ '%i' % 3.9 }} {{ '%5.1f|%-8.3s|' % (2.25, 'abcdef') }}
        {{ 'é' < 'z' }} {{ '😀' > 'z' }} {{ 'a' > 'A' }}
        {{ nums[0] + nums[-1] }} {{ 1 + true }} {{ true + true }} {{ 3 * true }} {{ 5 // 0.3 }} {{ 5 % 0.3 }}
        {{ missing == missing2 }} {{ missing == none }} {{ missing != '' }}
        {{ {} == {} }} {{ {'a': [1]} == {'a': [1.0]} }} {{ [] == () }}
        {{ 'a' 'b' ~ 'c' * 2 }} {{ 1 ~ 2 + 3 }} {{ 2 + 3 ~ 1 }}
    """,
    "operator-errors": r"""
        {{ 1 / 0 }}
        {{ 1 // 0 }}
        {{ 1 % 0 }}
        {{ 1.0 / 0 }}
        {{ 0 ** -1 }}
        {{ 'a' + 1 }}
        {{ 1 + 'a' }}
        {{ [1] + (2,) }}
        {{ none + 1 }}
        {{ missing + 'a' }}
        {{ 'a' + missing }}
        {{ missing.x }}
        {{ missing['x'] }}
        {{ missing() }}
        {{ s() }}
        {{ p.nothing.more }}
        {{ 1 < 'a' }}
        {{ none < 1 }}
        {{ missing < 1 }}
        {{ {} < {} }}
        {{ 1 in 5 }}
        {{ 1 in 'a' }}
        {{ -s }}
        {{ -none }}
        {{ 'a' - 'b' }}
        {{ 'a' * 'b' }}
        {{ 'a' * 1.5 }}
        {{ '%d' % 'x' }}
        {{ '%s %s' % 'x' }}
        {{ '%s' % (1, 2) }}
        {{ '%q' % 1 }}
        {{ {[]: 1} }}
        {{ nums['a'].b }}
        {{ x is nosuchtest }}
        {{ x|nosuchfilter }}
        {{ no[1:] }}
        {{ s['a':] }}
        {{ s[::0] }}
        {{ range(1000000) }}
        {{ no() }}
    """,
    "syntax-errors": r"""
        {{ 1 +
        {{ 1 + }}
        {% if t %}
        {% if %}{% endif %}
        {% for %}{% endfor %}
        {% for x in %}{% endfor %}
        {% endif %}
        {% nosuch %}
        {% set = 1 %}
        {% set x %}
        {{ (1 }}
        {{ 1) }}
        {{ [1, 2 }}
        {{ 'abc }}
        {# never closed
        {% raw %} never
        {{ 1 2 }}
        {{ a. }}
        {{ a[ }}
        {{ f(a=1, 2) }}
        {{ x is }}
        {{ x| }}
        {% macro %}{% endmacro %}
        {% macro f(a=1, b) %}{% endmacro %}
        {% break %}
        {% for x in y %}{% endif %}
        {% if t %}{% elif %}{% endif %}
        {% set none = 1 %}
        {{ @ }}
        {{ 1 is odd is even }}
        {{ {1} }}
        {{ {'a' 1} }}
        {{}}
        {% block x %}
        {{ "\x4" }}
        {% call x %}{% endcall %}
        {% include 'x' %}
        {{ ! }}
    """,
    "access": r"""
        {{ p.name }} {{ p['name'] }} {{ p.nested.a.b[2].c }} {{ p['nested']['a'].b[0] }} {{ p.missing }} {{ p['missing'] is defined }}
        {{ p['items'] }} {{ p.items is string }} {{ p.items() | list | length }}
        {{ nums[0] }} {{ nums[-1] }} {{ nums[99] is undefined }} {{ nums.0 }} {{ rows.0.n }} {{ ll[0][1] }}
        {{ s[0] }} {{ s[-1] }} {{ u[1] }} {{ u[-1] }} {{ s[100] is undefined }}
        {{ s[1:4] }} {{ s[:-7] }} {{ s[::2] }} {{ s[::-1] }} {{ s[-5:] }} {{ s[5:1] }} {{ u[1:8] }} {{ u[::-1] }} {{ s[10:1:-3] }} {{ s[:100] }} {{ s[-100:3] }} {{ s[100:] }}
        {{ nums[1:] }} {{ nums[:2] }} {{ nums[::-1] }} {{ nums[-2:] }} {{ nums[1:-1] }} {{ nums[::2] }} {{ nums[5:] }} {{ nums[none:2] }} {{ (1,2,3)[1:] }}
        {{ d['10'] }} {{ {1: 'one'}[1] }} {{ {1: 'one'}[1.0] }} {{ {none: 'n'}[none] }} {{ {(1,2): 't'}[1, 2] }}
        {{ no.x is undefined }} {{ no.x }} {{ n.x is undefined }} {{ s.x is undefined }} {{ el[0] is undefined }} {{ n[0] is undefined }} {{ no['a'] is undefined }}
        {{ s.upper() }} {{ 'a,b'.split(',')[1] }} {{ ('%s' % 1).zfill(3) }} {{ [1,2].index(2) }} {{ (1,1).count(1) }}
        {{ p.get('name') }} {{ p.get('zz') }} {{ p.get('zz', 5) }} {{ p.keys() | list }} {{ d.values() | list }} {{ ed.items() | list }}
        {{ d.items() }} {{ d.keys() }} {{ d.values() }} {{ range(3) }} {{ range(1, 9, 2) | list }} {{ range(5, 0, -2) | list }} {{ range(3)[1] }} {{ range(0) | list }} {{ range(3)[-1] }}
        {{ d.items() | length }} {{ 'a' in d.keys() }} {{ 2 in d.values() }} {{ ('a', 2) in d.items() }} {{ d.keys() is sequence }} {{ d.keys() is iterable }}
        {{ namespace(a=1).a }} {{ namespace({'a': 2}, b=3).b }} {{ namespace(a=1).zz is undefined }} {{ namespace(a=1) }}
        {{ dict(a=1, b='x') }} {{ dict([('k', 'v')]) }} {{ dict({'a': 1}, b=2) }}
        {{ n|string + 'a' }} {{ f.is_integer() }} {{ (4.0).is_integer() }}
    """,
    "statements": r"""
        {% if n > 5 %}big{% elif n > 3 %}mid{% else %}small{% endif %}
        {% if el %}a{% elif ed %}b{% elif no %}c{% else %}d{% endif %}
        {% for x in nums %}{{ loop.index }}/{{ loop.length }}:{{ x }}{% if not loop.last %}, {% endif %}{% endfor %}
        {% for x in [] %}x{% else %}empty{% endfor %}
        {% for x in missing %}x{% else %}none{% endfor %}
        {% for k, v in d.items() %}{{ k }}={{ v }};{% endfor %}
        {% for k in d %}{{ k }}{% endfor %} {% for c in 'añb' %}[{{ c }}]{% endfor %}
        {% for a, (b, c) in [(1, (2, 3)), (4, [5, 6])] %}{{ a }}{{ b }}{{ c }} {% endfor %}
        {% for x in nums if x > 1 %}{{ loop.index0 }}{{ x }}{{ loop.revindex }}{{ loop.revindex0 }}{{ loop.first }}{{ loop.last }} {% else %}no{% endfor %}
        {% for x in [1,2,3] %}{{ loop.previtem }}<{{ x }}>{{ loop.nextitem }} {% endfor %}
        {% for x in [1,1,2,2] %}{{ loop.changed(x) }} {{ loop.cycle('a','b') }} {% endfor %}
        {% for x in [1,2,3,4] %}{% if x == 2 %}{% continue %}{% endif %}{% if x == 4 %}{% break %}{% endif %}{{ x }}{% endfor %}
        {% for x in [1,2] %}{% break %}{% else %}else{% endfor %}
        {% for x in [1,2] %}{% continue %}{% else %}else{% endfor %}
        {% for x in [1,2] %}{% if x == 2 %}{% break %}{% endif %}{{ x }}{% else %}else{% endfor %}
        {% for i in range(2) %}{% for j in range(2) %}{{ loop.index }}{{ i }}{{ j }} {% endfor %}{{ loop.index }}|{% endfor %}
        {% for x in [[1,[2,[3]]],4] recursive %}{{ loop.depth }}{% if x is iterable %}[{{ loop(x) }}]{% else %}{{ x }}{% endif %}{% endfor %}
        {% set x = 1 %}{% for i in [1,2] %}{% set x = x + i %}{{ x }} {% endfor %}{{ x }}
        {% set ns = namespace(x=1) %}{% for i in [1,2] %}{% set ns.x = ns.x + i %}{% endfor %}{{ ns.x }}
        {% set a, b = 1, 2 %}{{ a }}{{ b }} {% set (c, d2) = [3, 4] %}{{ c }}{{ d2 }} {% set x = 1, 2 %}{{ x }}
        {% set x %}a{{ n }}b{% endset %}[{{ x }}] {% set y | upper | replace('A', 'z') %}abc{% endset %}{{ y }}
        {% if t %}{% set z = 5 %}{% endif %}{{ z }} {% if not t %}{% set w = 5 %}{% endif %}[{{ w }}]
        {% with a = 1, b = a %}{{ a }}[{{ b }}]{% endwith %}{{ a }} {% with %}{% set q1 = 3 %}{{ q1 }}{% endwith %}[{{ q1 }}]
        {% filter upper %}abc {{ s }}{% endfilter %} {% filter replace('a', 'b') | trim %} aaa {% endfilter %}|
        {% macro m(a, b=2, c='x') %}{{ a }}-{{ b }}-{{ c }}{% endmacro %}{{ m(1) }} {{ m(1, 3) }} {{ m(1, c='z') }} {{ m() }} {{ m(b=9, a=8) }}
        {% macro m() %}{{ varargs }}{{ kwargs }}{% endmacro %}{{ m(1, 2, x=3) }}
        {% macro m(a) %}{{ caller(a) }}{% endmacro %}{% call(x) m(5) %}<{{ x }}>{% endcall %}
        {% macro m() %}[{{ caller() }}]{% endmacro %}{% call m() %}body {{ n }}{% endcall %}
        {% macro fact(n) %}{{ 1 if n < 2 else n * (fact(n - 1) | int) }}{% endmacro %}{{ fact(10) }}
        {% macro m(x) %}{% set y = x %}{{ y }}{% endmacro %}{{ m(1) }}{{ y is defined }} {{ m.name }} {{ m.arguments }} {{ m.catch_kwargs }} {{ m.caller }}
        {% macro m() %}{{ later }}{% endmacro %}{% set later = 'L' %}{{ m() }}
        {% macro outer() %}{% macro inner() %}I{% endmacro %}{{ inner() }}{% endmacro %}{{ outer() }}
        {% macro m(a, b=a) %}{{ b }}{% endmacro %}{{ m(4) }}
        {% set m = 'shadow' %}{% macro m2(m) %}{{ m }}{% endmacro %}{{ m2('arg') }}{{ m }}
        {% block b %}in block {{ n }}{% endblock %} {% block c scoped %}{{ s }}{% endblock c %}
        {% generation %}gen {{ n }}{% endgeneration %} after
        {% print 1 + 1 %} {% autoescape false %}{{ html }}{% endautoescape %}
        {% for x in [1,2,3] %}{% if loop.index is odd %}{{ x }}{% endif %}{% endfor %}
        {% set l = [1] %}{% set l2 = l + [2] %}{{ l }}{{ l2 }}
        {% for m in rows %}{% set cls = 'odd' if loop.index is odd else 'even' %}{{ cls }} {% endfor %}{{ cls is defined }}
        {% for x in range(3) %}{% set ns2 = namespace(v=x) %}{{ ns2.v }}{% endfor %}
        {% macro a() %}{% for x in [1,2] %}{{ x }}{% if x == 1 %}{% continue %}{% endif %}!{% endfor %}{% endmacro %}{{ a() }}
        {% set c = cycler('a', 'b', 'c') %}{{ c.next() }}{{ c.next() }}{{ c.current }}{% set _ = c.reset() %}{{ c.next() }}
        {% set j = joiner(', ') %}{% for x in [1,2,3] %}{{ j() }}{{ x }}{% endfor %} {% set j2 = joiner() %}{{ j2() }}{{ j2() }}
        {{ strftime_now('%Y-%m-%d %H:%M:%S %A %a %B %b %j %U %w %p %I %y %%') }} {{ strftime_now('%d %B %Y') }} {{ strftime_now('%-d') }} {{ strftime_now('') }}
        {{ [1,2,3] | map('string') | join(',') }}{% if 'a' in ['a'] and not false %}ok{% endif %}
        {% macro t2(x) -%} {{ x }} {%- endmacro %}[{{ t2('y') }}]
        {% set content = 'a</think>b' %}{{ content.split('</think>')[-1].lstrip('\n') }}
        {% for a in [1, 2] %}{% for b in [3, 4] %}{% if b == 4 %}{% break %}{% endif %}{{ a }}{{ b }} {% endfor %}{% endfor %}
        {% for x in 'abc' | list | reverse %}{{ x }}{% endfor %} {% for k, v in d | dictsort %}{{ k }}{% endfor %} {% for b in [1,2,3] | batch(2) %}{{ b }}{% endfor %}
    """,
    "statement-errors": r"""
        {{ raise_exception('stop here') }}
        {% for a, b in [(1, 2, 3)] %}{% endfor %}
        {% for a, b in [1] %}{% endfor %}
        {% for x in 5 %}{% endfor %}
        {% for x in none %}{% endfor %}
        {% macro m(a) %}{% endmacro %}{{ m(1, 2) }}
        {% macro m(a) %}{% endmacro %}{{ m(z=2) }}
        {% macro m(a) %}{{ a }}{% endmacro %}{{ m(1, a=2) }}
        {% macro m() %}x{% endmacro %}{% call m() %}{% endcall %}
        {% macro m() %}{{ caller() }}{% endmacro %}{{ m() }}
        {% set p.x = 1 %}
        {% set a, b = 1 %}
        {% set a, b = [1, 2, 3] %}
        {% for x in [1] %}{{ loop(x) }}{% endfor %}
        {% macro m() %}{{ m() }}{% endmacro %}{{ m() }}
        {{ cycler() }}
        {{ s.upper(1) }}
        {{ s.nosuch() }}
        {{ p.get() }}
        {{ dict(1) }}
        {{ range() }}
        {{ range('a') }}
        {{ range(1, 2, 0) }}
        {{ strftime_now() }}
        {{ ''.split('') }}
        {{ [1,2].index(9) }}
        {{ s.index('zzz') }}
        {{ s.join([1]) }}
        {{ namespace(a=1).b.c }}
        {{ ''.join(none) }}
    """,
    "string-methods": r"""
        {{ ws.strip() }}|{{ ws.lstrip() }}|{{ ws.rstrip() }}| {{ 'xxaxx'.strip('x') }} {{ 'abcba'.lstrip('ab') }} {{ 'abcba'.rstrip('ab') }} {{ '\xa0 a\u3000'.strip() }}| {{ 'éaé'.strip('é') }}
        {{ 'a,b,,c'.split(',') }} {{ ' a  b '.split() }} {{ 'a b c'.split(' ', 1) }} {{ 'a b c'.split(maxsplit=1) }} {{ 'a b c'.rsplit(' ', 1) }} {{ ' a b c '.rsplit(none, 1) }} {{ ''.split() }} {{ ''.split(',') }} {{ 'aXXbXXc'.split('XX') }} {{ 'a b c'.split(' ', 0) }} {{ 'abc'.split(sep='b') }}
        {{ multi.splitlines() }} {{ multi.splitlines(true) }} {{ 'a\r\nb\rc'.splitlines() }}
        {{ s.replace('l', 'L') }} {{ s.replace('l', 'L', 2) }} {{ 'aaa'.replace('a', '') }} {{ 'ab'.replace('', '-') }} {{ 'x'.replace('y', 'z') }} {{ 'ab'.replace('', '-', 2) }}
        {{ s.startswith('Hell') }} {{ s.endswith(('x', 'd')) }} {{ s.startswith('') }} {{ s.startswith('ello', 1) }} {{ s.endswith('World', 3, 12) }} {{ s.endswith('Worl', 0, -1) }}
        {{ s.upper() }} {{ s.lower() }} {{ s.title() }} {{ s.capitalize() }} {{ s.swapcase() }} {{ "they're bill's".title() }} {{ 'a1b c-d'.title() }}
        {{ u.upper() }} {{ u.lower() }} {{ u.title() }} {{ u.capitalize() }} {{ 'ΑΣ ΑΣΑ'.lower() }} {{ 'ﬁx ŉ'.upper() }} {{ 'ÿ'.upper() }} {{ 'ßa'.capitalize() }}
        {{ s.find('o') }} {{ s.rfind('o') }} {{ s.find('zz') }} {{ s.index('W') }} {{ s.count('l') }} {{ 'aaaa'.count('aa') }} {{ 'abc'.count('') }} {{ s.find('o', 5) }} {{ u.find('日') }} {{ s.find('o', 5, 7) }}
        {{ 'a'.center(5) }}| {{ 'ab'.center(5, '*') }} {{ 'a'.ljust(3) }}| {{ 'a'.rjust(3, '.') }} {{ '42'.zfill(5) }} {{ '-42'.zfill(5) }} {{ 'abc'.center(6) }}|{{ 'abc'.center(8, '-') }}
        {{ ','.join(['a', 'b']) }} {{ ''.join([]) }} {{ '-'.join('abc') }} {{ ','.join(d) }}
        {{ 'prefix-x'.removeprefix('prefix-') }} {{ 'x.py'.removesuffix('.py') }} {{ 'a'.removeprefix('b') }}
        {{ 'a=b=c'.partition('=') }} {{ 'a=b=c'.rpartition('=') }} {{ 'abc'.partition('=') }} {{ 'abc'.rpartition('=') }}
        {{ 'Ab Cd'.istitle() }} {{ 'AB'.istitle() }} {{ 'Ab cd'.istitle() }} {{ ''.istitle() }} {{ 'A1B'.istitle() }} {{ 'ǅa'.istitle() }}
        {{ s.translate({72: 'J', 108: none, 111: 48}) }}|{{ s.translate(''.maketrans('lo', 'xy', 'W')) }}|{{ s.translate(''.maketrans({'H': '<>', 111: none})) }}
        {{ ''.maketrans('ab', 'xy', 'z') }}{{ ''.maketrans({'a': 'bc'}) }}
        {{ s.translate(3) }}
        {{ ''.maketrans('ab', 'x') }}
        {{ ''.maketrans({'ab': 'x'}) }}
        {{ s.translate({72: 1.5}) }}
        {{ 'abc'.isalpha() }} {{ 'ab1'.isalpha() }} {{ '12'.isdigit() }} {{ 'a1'.isalnum() }} {{ ' '.isspace() }} {{ ''.isalpha() }} {{ 'AB'.isupper() }} {{ 'ab1'.islower() }} {{ 'é'.isalpha() }} {{ '日'.isalpha() }} {{ '1'.islower() }} {{ 'a'.isascii() }} {{ 'é'.isascii() }} {{ '٣'.isdecimal() }}
        {{ '{} {}'.format(1, 'a') }} {{ '{1} {0}'.format('a', 'b') }} {{ '{x}'.format(x=5) }} {{ '{{}}'.format() }} {{ '{:>5}|{:<5}|{:^5}|{:*^7}'.format(1, 'a', 'b', 'c') }} {{ '{:05.1f} {:,} {:x} {:%}'.format(3.14159, 1234567, 255, 0.25) }} {{ '{0[a]} {1.name}'.format({'a': 1}, p) }} {{ '{!r}'.format('x') }} {{ '{:{}}'.format('a', 4) }}| {{ '{0[1]}'.format([5, 6]) }} {{ '{:d} {:b} {:#x} {:+d} {: d}'.format(5, 5, 255, 3, 4) }} {{ '{:.3}'.format('abcdef') }} {{ '{:e} {:g} {:.0f}'.format(12345.678, 0.00001, 2.5) }} {{ '{:s}'.format('s') }} {{ '{:_}'.format(1234567) }} {{ '{}'.format(none) }} {{ '{:>8}'.format(true) }} {{ '{:.2}'.format(3.14159) }} {{ '{:010}'.format(-42) }} {{ '{:=+6}'.format(5) }} {{ '{:10.3f}|{:<10}|'.format(1.5, 2.5) }} {{ '{:c}'.format(65) }}
        {{ 'tab\there'.expandtabs is defined }} {{ 'A'.casefold() }} {{ 'abc'[0].upper() + 'abc'[1:] }}
        {{ s.lower().split(', ')[1].title() }} {{ s|length }} {{ u|length }} {{ s.__len__ is defined }}
    """,
    "filters-text": r"""
        {{ s|upper }} {{ s|lower }} {{ 'heLLo wORLD'|capitalize }} {{ "it's a-b (c) [d] <e>"|title }} {{ u|upper }} {{ 5|upper }} {{ none|upper }} {{ missing|upper }}
        {{ ws|trim }}| {{ 'xxaxx'|trim('x') }} {{ 5|trim }} {{ missing|trim }}
        {{ s|replace('l', 'L') }} {{ s|replace('l', 'L', 1) }} {{ 5|replace(5, 6) }} {{ 'aaa'|replace('a', 'b', count=2) }}
        {{ html|e }} {{ html|escape|upper }} {{ html|safe }} {{ (html|e)|e }} {{ html|forceescape }} {{ ('<b>'|safe) + '<i>' }} {{ '<i>' + ('<b>'|safe) }} {{ ('<b>'|e) ~ '<' }} {{ [html|safe] }} {{ (html|safe) is escaped }}
        {{ multi|indent }}| {{ multi|indent(2) }}| {{ multi|indent(2, true) }}| {{ multi|indent(2, true, true) }}| {{ multi|indent('> ') }}| {{ 'one'|indent(3, first=true) }} {{ ''|indent(2) }}|{{ multi|indent(width=1, blank=true) }}|
        {{ '%s-%s'|format('a', 2) }} {{ '%(x)s'|format(x=1) }} {{ 'a'|center(5) }}| {{ s|center }}|
        {{ 'foo bar baz qux'|truncate(9) }} {{ 'foo bar baz qux'|truncate(9, true) }} {{ 'foo bar baz qux'|truncate(11) }} {{ 'foo bar baz qux'|truncate(11, false, '...', 0) }} {{ 'abcdefghij'|truncate(5, leeway=0) }} {{ 'é日本語テスト'|truncate(4, true, '', 0) }}
        {{ 'a b, c-d e_f 12'|wordcount }} {{ 'some words to be wrapped at ten'|wordwrap(10) }} {{ 'averyveryverylongword x'|wordwrap(5) }} {{ 'long-hyphenated-words here'|wordwrap(8) }} {{ 'a bb ccc'|wordwrap(4, true, '|') }} {{ 'averylongword b'|wordwrap(5, false) }}
        {{ 'a b/c?d=é&x'|urlencode }} {{ {'a b': 'c&d', 'x': 1}|urlencode }} {{ [('k', 'v w')]|urlencode }}
        {{ '<p>Hello <!-- c -->  <b>World</b></p>'|striptags }} {{ {'class': 'a b', 'id': none, 'x': '<'}|xmlattr }}
        {{ 1000|filesizeformat }} {{ 1|filesizeformat }} {{ 999|filesizeformat }} {{ 1500000|filesizeformat }} {{ 1048576|filesizeformat(true) }} {{ 13000000000|filesizeformat }}
        {{ 5|string + 'x' }} {{ [1]|string }} {{ none|string }} {{ true|string }} {{ 1.0|string }} {{ missing|string }}|
        {{ p.tags|pprint }} {{ 'x'|pprint }}
        {{ 'hello'|list }} {{ 'héllo'|first }} {{ 'héllo'|last }} {{ 'abc'|reverse }} {{ u|reverse }}
    """,
    "filters-json": r"""
        {{ p|tojson }}
        {{ p|tojson(indent=2) }}
        {{ p|tojson(indent=4) }}
        {{ d|tojson(sort_keys=true) }} {{ d|tojson(separators=(',', ':')) }} {{ rows|tojson(indent=1, separators=(';', '=')) }}
        {{ u|tojson }} {{ u|tojson(ensure_ascii=true) }} {{ q|tojson }} {{ q|tojson(ensure_ascii=true) }} {{ html|tojson }}
        {{ none|tojson }} {{ true|tojson }} {{ 1|tojson }} {{ 1.0|tojson }} {{ 1e100|tojson }} {{ el|tojson }} {{ ed|tojson }} {{ ed|tojson(indent=2) }} {{ el|tojson(indent=2) }}
        {{ (1, 2)|tojson }} {{ {1: 'a', none: 2, true: 3, 1.5: 4}|tojson }} {{ floats|tojson }} {{ [[], {}, [[]]]|tojson(indent=1) }}
        {{ {'a': {'b': [1, {'c': none}]}}|tojson(indent=2) }} {{ 'a/b'|tojson }} {{ '\x7f\x1f'|tojson }} {{ '\x7f'|tojson(ensure_ascii=true) }}
        {{ big|tojson }} {{ -0.0|tojson }} {{ d|tojson(indent='--') }} {{ ll|tojson(indent=0) }}
        {{ (p|tojson)|length }} {{ (s|tojson) + 'x' }} {{ s|tojson|upper }} {{ s|tojson|safe }}
    """,
    "filters-sequence": r"""
        {{ nums|length }} {{ s|count }} {{ d|length }} {{ missing|length }} {{ el|length }} {{ (1,2)|length }} {{ range(5)|length }}
        {{ nums|sort }} {{ nums|sort(reverse=true) }} {{ words|sort }} {{ words|sort(case_sensitive=true) }} {{ rows|sort(attribute='n')|map(attribute='n')|list }} {{ rows|sort(attribute='v,n')|map(attribute='n')|join }} {{ rows|sort(true, attribute='v')|map(attribute='n')|join }} {{ 'bca'|sort }} {{ d|sort }}
        {{ words|unique|list }} {{ words|unique(true)|list }} {{ rows|unique(attribute='v')|map(attribute='n')|list }} {{ [1, 1.0, true, 2]|unique|list }}
        {{ nums|min }} {{ nums|max }} {{ words|min }} {{ words|max }} {{ rows|max(attribute='v') }} {{ el|min }}| {{ el|max is undefined }} {{ words|min(case_sensitive=true) }}
        {{ nums|first }} {{ nums|last }} {{ el|first }}| {{ el|first is undefined }} {{ d|first }} {{ d|last }} {{ d.items()|first }} {{ ''|first }}|
        {{ words|join }} {{ words|join(', ') }} {{ rows|join('-', attribute='n') }} {{ nums|join('|') }} {{ [none, true]|join(',') }} {{ missing|join }}| {{ 'abc'|join('.') }} {{ d|join(',') }}
        {{ nums|sum }} {{ rows|sum(attribute='v') }} {{ rows|sum('v', 10) }} {{ el|sum }} {{ [[1],[2]]|sum(start=[]) }}
        {{ nums|reverse|list }} {{ 'abc'|list|reverse|join }} {{ d|list }} {{ 'ab'|list }} {{ (1,2)|list }} {{ missing|list }}
        {{ d|dictsort }} {{ d|dictsort(true) }} {{ {'a': 2, 'b': 1}|dictsort(by='value') }} {{ d|dictsort(reverse=true)|first }}
        {{ d|items|list }} {{ missing|items|list }} {{ d|items|first }}
        {{ rows|groupby('v') }} {% for g, l in rows|groupby('v') %}{{ g }}:{{ l|map(attribute='n')|join }} {% endfor %} {% for x in rows|groupby('n') %}{{ x.grouper }}{{ x.list|length }}{% endfor %} {{ [{'a': 1}, {}]|groupby('a', default=0)|length }} {% for x in rows|groupby('n', case_sensitive=true) %}{{ x.grouper }}{% endfor %}
        {{ nums|batch(2)|list }} {{ nums|batch(2, 0)|list }} {{ nums|slice(2)|list }} {{ nums|slice(3, 'x')|list }} {{ el|batch(2)|list }} {{ nums|slice(7)|list }} {{ [1,2,3,4]|slice(2, 0)|list }}
        {{ nums|map('string')|list }} {{ words|map('upper')|join(' ') }} {{ rows|map(attribute='v')|sum }} {{ rows|map(attribute='zz', default='-')|join }} {{ words|map('replace', 'p', 'P')|list }} {{ nums|map('round', 1, 'floor')|list }} {{ ll|map('length')|list }} {{ ll|map('first')|list }} {{ [p]|map(attribute='nested.a.b.0')|list }} {{ ll|map(attribute=0)|list }} {{ none|map('upper')|list }}
        {{ nums|select|list }} {{ nums|select('odd')|list if false else '' }} {{ [1,2,3]|select('odd')|list }} {{ [1,2,3]|reject('odd')|list }} {{ [0,1,'',none]|select|list }} {{ [0,1,'',none]|reject|list }} {{ nums|select('gt', 2)|list }} {{ nums|select('>', 2)|list }} {{ words|select('in', ['fig', 'pear'])|list }} {{ ['a', 1]|select('string')|list }} {{ [[],[1]]|select|list }} {{ nums|reject('lessthan', 2)|list }}
        {{ rows|selectattr('v', 'equalto', 2)|map(attribute='n')|list }} {{ rows|selectattr('zz')|list }} {{ rows|rejectattr('v', 'gt', 1)|list }} {{ rows|selectattr('v')|list|length }} {{ rows|selectattr('n', 'in', 'ab')|list|length }} {{ rows|rejectattr('zz', 'defined')|list|length }} {{ rows|selectattr('zz', 'undefined')|list|length }} {{ none|selectattr('a')|list }}
        {{ missing|default('d') }} {{ no|default('d') }} {{ no|default('d', true) }} {{ ''|d('x', boolean=true) }} {{ p.zz|default('dd') }} {{ missing|default }}| {{ missing.x|default('a') if false else '' }} {{ 0|default(5) }} {{ missing|d([])|length }} {{ missing|default(default_value='kw') }}
        {{ p|attr('name') is undefined }} {{ s|attr('upper') is callable }}
        {{ [3,1,2]|sort|first }} {{ ([1,2]|map('string')) is iterable }} {{ [1,2]|map('string')|list|tojson }} {{ [1]|map('string') is sequence }}
        {{ ([1,2]|map('string')|join) * 2 }} {% set g = [1,2]|map('string') %}{{ g|list }}{{ g|list }}
    """,
    "filters-number": r"""
        {{ '42'|int }} {{ '42.9'|int }} {{ 'x'|int }} {{ 'x'|int(5) }} {{ 3.9|int }} {{ -3.9|int }} {{ true|int }} {{ none|int }} {{ '0x1f'|int(base=16) }} {{ '1f'|int(0, 16) }} {{ ' 7 '|int }} {{ ''|int }} {{ '1_000'|int }} {{ '-5'|int }} {{ '+5'|int }} {{ '1e3'|int }} {{ '0b11'|int(0, 2) }} {{ []|int(9) }} {{ '0x1f'|int }}
        {{ '1.5'|float }} {{ 'x'|float }} {{ 'x'|float(2.5) }} {{ 3|float }} {{ '1e3'|float }} {{ ' 2 '|float }} {{ 'inf'|float }} {{ 'nan'|float }} {{ '-inf'|float }} {{ none|float }} {{ true|float }} {{ '1_0.5'|float }} {{ '.5'|float }} {{ '5.'|float }}
        {{ -5|abs }} {{ (-5)|abs }} {{ -2.5|abs }} {{ true|abs }}
        {{ 42.55|round }} {{ 42.55|round(1) }} {{ 42.55|round(1, 'floor') }} {{ 42.51|round(1, 'ceil') }} {{ 2.5|round }} {{ 3.5|round }} {{ 42|round }} {{ 1234.5|round(-2) }} {{ 2.675|round(2) }} {{ -1.5|round }} {{ 0.5|round|int }} {{ 1234|round(-2) }} {{ 7|round(1, 'ceil') }} {{ 1.0|round(3) }}
        {{ (7 / 2)|round|int }} {{ 3.0|int ~ 'x' }} {{ 1e3|int }} {{ '3'|int + 1 }} {{ (n / 2)|round(1) }}
    """,
    "filter-errors": r"""
        {{ 5|length }}
        {{ none|length }}
        {{ none|list }}
        {{ none|join }}
        {{ none|first }}
        {{ missing|tojson }}
        {{ [missing]|tojson }}
        {{ ([1]|map('string'))|tojson }}
        {{ d.keys()|tojson }}
        {{ range(3)|tojson }}
        {{ [1,2]|map('string')|length }}
        {{ [1,2]|map('string')|last }}
        {{ [1, 'a']|sort }}
        {{ [none, 1]|min }}
        {{ s|items }}
        {{ s|dictsort }}
        {{ nums|select('nosuch')|list }}
        {{ nums|map('nosuch')|list }}
        {{ nums|map()|list }}
        {{ rows|selectattr()|list }}
        {{ s|abs }}
        {{ missing|abs }}
        {{ s|round }}
        {{ ['a', 1]|sum }}
        {{ nums|slice(0)|list }}
        {{ {(1,2): 3}|tojson }}
        {{ namespace()|tojson }}
        {{ missing|int }}
        {{ s|truncate(2) }}
        {{ s|upper(1) }}
        {{ s|replace('a') }}
        {{ s|join(nosuch=1) }}
        {{ 5|first }}
        {{ words|unique(attribute='x')|list|tojson }}
        {{ [[1]]|unique|list }}
        {{ s|wordwrap(0) }}
        {{ 5|sort }}
        {{ d|dictsort(by='x') }}
        {{ 1.5|round(1, 'x') }}
        {{ '%s'|format(1, a=2) }}
        {{ s|attr }}
    """,
    "tests": r"""
        {{ s is defined }} {{ zz is defined }} {{ zz is undefined }} {{ zz is not defined }} {{ no is none }} {{ n is not none }} {{ p.zz is defined }}
        {{ s is string }} {{ n is string }} {{ n is number }} {{ f is number }} {{ t is number }} {{ n is integer }} {{ t is integer }} {{ f is float }} {{ n is float }} {{ t is boolean }} {{ n is boolean }}
        {{ d is mapping }} {{ el is mapping }} {{ el is sequence }} {{ s is sequence }} {{ d is sequence }} {{ n is sequence }} {{ none is iterable }} {{ s is iterable }} {{ n is iterable }} {{ d is iterable }} {{ (1,) is sequence }} {{ range(2) is sequence }} {{ d.items() is sequence }} {{ zz is iterable }} {{ zz is sequence }}
        {{ t is true }} {{ t is false }} {{ 1 is true }} {{ no is false }} {{ false is false }}
        {{ 3 is odd }} {{ 3 is even }} {{ 0 is even }} {{ 9 is divisibleby 3 }} {{ 9 is divisibleby(4) }} {{ -3 is odd }}
        {{ 1 is eq 1 }} {{ 1 is equalto 2 }} {{ 1 is ne 2 }} {{ 2 is gt 1 }} {{ 2 is ge 2 }} {{ 1 is lt 2 }} {{ 1 is le 1 }} {{ 3 is greaterthan 2 }} {{ 3 is lessthan(2) }}
        {{ 'a' is in 'abc' }} {{ 1 is in [1, 2] }} {{ 3 is not in [1] }} {{ 'abc' is lower }} {{ 'ABC' is upper }} {{ 'Abc' is lower }} {{ '12' is upper }}
        {{ s.upper is callable }} {{ s is callable }} {{ range is callable }} {{ 'upper' is filter }} {{ 'nosuch' is filter }} {{ 'odd' is test }} {{ 'nosuch' is test }}
        {{ no is sameas none }} {{ t is sameas true }} {{ 1 is sameas true }} {{ d is sameas d }} {{ (html|e) is escaped }} {{ s is escaped }}
        {{ not s is string }} {{ s is string and n is number }} {{ (s is string) ~ 'x' }} {{ s is not string or t }} {{ n is divisibleby 7 and true }} {{ [] is sameas [] }}
        {{ p.name is string }} {{ p.tags is string }} {{ p.tags|length is eq 2 }} {{ 'x' if p.name is defined else 'y' }} {{ p.name is defined and p.name }} {{ n is eq 7 if true else 8 }}
        {{ 1.0 is integer }} {{ 2.0 is even }} {{ 3.0 is odd }} {{ true is odd }} {{ loop is defined }}
    """,
}


def cases():
    for feature, block in SNIPPETS.items():
        for line in block.strip("\n").splitlines():
            source = line.strip()
            if not source:
                continue
            if feature == "whitespace" and "  {% raw %}" in line:
                source = "  " + source
            if feature == "whitespace":
                source = source.replace("\\r", "\r").replace("\\n", "\n").replace("\\t", "\t").replace("\\xa0", "\xa0")
            pieces = [source]
            # One case a statement line; printed expressions are split so that a failure names its expression.
            if feature not in ("whitespace", "statements", "statement-errors", "syntax-errors") and "{%" not in source:
                pieces = []
                for part in source.split("{{ "):
                    if part.strip():
                        pieces.append("{{ " + part.strip())
                if "".join(pieces).replace(" ", "") != source.replace(" ", ""):
                    pieces = [source]
            for piece in pieces:
                yield feature, piece


# Which file of engine/jinja a case is about: the first rule whose feature and pattern fit. tst_FILE.cpp runs its cases.
SELECTION = r"\|\s*(map|select|reject|selectattr|rejectattr|attr)\b"
NUMBERS = r"\|\s*(int|float|abs|round|sum|filesizeformat)\b"
SEQUENCES = (r"\|\s*(length|count|default|d|first|last|join|list|reverse|items|dictsort|sort|unique|min|max|groupby|batch|"
             r"slice)\b")
CONTAINER = (r"\.(keys|values|items|get|append|extend|insert|pop|copy|update|setdefault)\(|\[[\d,]+\]\.(index|count)\(|"
             r"\([\d,]+\)\.(index|count)\(")
GLOBALS = r"\b(range|namespace|dict|cycler|joiner|raise_exception|strftime_now)\b"
OWNERS = [
    ("whitespace", "", "lexer"),
    ("syntax-errors", r"'abc|\{#|raw|@|!|x4", "lexer"),
    ("syntax-errors", r"\{%", "statement_parser"),
    ("syntax-errors", r"a\.|a\[|f\(|\bis\b|\|", "postfix_parser"),
    ("syntax-errors", "", "expression_parser"),
    ("literals", r"\\\\|\\[nxuUtq1']", "string_escapes"),
    ("literals", r"^\{\{ (\[|\(|\{|floats|q|p|u)|\d(e|\.)|/", "python_repr"),
    ("literals", "", "expression_parser"),
    ("operator", r"nosuchtest", "value_tests"),
    ("operator", r"nosuchfilter", "filters"),
    ("operator", r"' % |'%", "format"),
    ("operator", r"missing|no\(|s\(|\.(nothing|b|x)\b|\[\]: 1", "runtime"),
    ("operator", r"range", "globals"),
    ("operator", r"\bin\b|[<>=]=?|!=", "comparison"),
    ("operator", r"\b(not|and|or|if)\b|~", "evaluator"),
    ("operator", "", "operators"),
    ("access", r"\[[^\]]*:", "operators"),
    ("access", CONTAINER, "container_methods"),
    ("access", GLOBALS, "globals"),
    ("access", r"\.is_integer|upper|split|zfill", "methods"),
    ("access", r"\b(no|n|s|el)[.\[]|missing", "runtime"),
    ("access", "", "evaluator"),
    ("statement", r"macro|call", "macro_object"),
    ("statement", r"loop[.(]", "loop_object"),
    ("statement-errors", r"s\.|''\.", "string_methods"),
    ("statement-errors", r"index|p\.get", "container_methods"),
    ("statement", GLOBALS, "globals"),
    ("statement", "", "interpreter"),
    ("string-methods", r"format\(.*|'\{", "format"),
    ("string-methods", r"split|strip|replace|center|just|zfill|upper|lower|title|capitalize|swapcase", "text_operations"),
    ("string-methods", "", "string_methods"),
    ("filters-json", "", "json_writer"),
    ("filter", "tojson", "json_writer"),
    ("filters-number", "", "number_filters"),
    ("filter", "wordwrap", "text_wrap"),
    ("filter", SELECTION, "selection_filters"),
    ("filters-text", "", "text_filters"),
    ("filter", NUMBERS, "number_filters"),
    ("filter", SEQUENCES, "sequence_filters"),
    ("filter", "", "text_filters"),
    ("tests", "", "value_tests"),
]


def owner(feature, source):
    return next(file for start, pattern, file in OWNERS if feature.startswith(start) and re.search(pattern, source))


def main():
    env = environment()
    out = []
    seen = set()
    for feature, source in cases():
        if source in seen:
            continue
        seen.add(source)
        case = {"feature": feature, "file": owner(feature, source), "template": source}
        try:
            case["expected"] = env.from_string(source).render(**json.loads(json.dumps(CONTEXT)))
        except Exception as error:  # whatever Python raises, Hearth must refuse as well
            case["error"] = type(error).__name__
        if "0x" in case.get("expected", "") and " at 0x" in case.get("expected", ""):
            continue  # memory addresses
        out.append(case)
    path = sys.argv[1] if len(sys.argv) > 1 else "tests/engine/jinja/template_snippets.json"
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"now": NOW, "context": CONTEXT, "cases": out}, file, ensure_ascii=False, indent=1)
        file.write("\n")
    errors = sum("error" in case for case in out)
    print(f"{len(out)} cases, {errors} of them errors")
    expected_errors = [c for c in out if ("error" in c) != c["feature"].endswith("-errors")]
    for case in expected_errors:
        print("check:", case["feature"], case["template"], case.get("error"), case.get("expected"))


if __name__ == "__main__":
    main()
