#include <sys/resource.h>

#include <QtTest>
#include <ctime>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "hearth/chat_template.h"
#include "hearth/error.h"
#include "support/reference_pack.h"

using namespace hearth;
using Json = nlohmann::ordered_json;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr qint64 kMaxMs = 40'000;
#else
constexpr qint64 kMaxMs = 10'000;
#endif
constexpr size_t kMaxExtraBytes = 1'200'000'000;

size_t peakBytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<size_t>(usage.ru_maxrss) * 1024;
}

std::string repeated(const std::string& part, size_t count) {
    std::string out;
    out.reserve(part.size() * count);
    for (size_t i = 0; i < count; ++i) out += part;
    return out;
}

Json context() {
    return {{"messages", Json::array({{{"role", "user"}, {"content", "x"}}})}, {"s", "0123456789"}, {"n", 3}};
}

void row(const char* name, const std::string& source) {
    QTest::newRow(name) << QByteArray::fromStdString(source);
}

/// Work without end.
void addRecursion() {
    row("recursive macro", "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}");
    row("macros that call each other",
        "{% macro a() %}{{ b() }}{% endmacro %}{% macro b() %}{{ a() }}{% endmacro %}{{ a() }}");
    row("recursion through an argument", "{% macro m(x) %}{{ m([x]) }}{% endmacro %}{{ m(1) }}");
    row("recursion through a default", "{% macro m(x=m()) %}{% endmacro %}{{ m() }}");
    row("recursion through a call block",
        "{% macro m() %}{% call m() %}{{ caller() }}{% endcall %}{{ caller }}{% endmacro %}{{ m() }}");
    row("recursive loop", "{% set l = [1] %}{% for x in l recursive %}{{ loop(l) }}{% endfor %}");
    row("branching recursion", "{% macro m(n) %}{{ m(n + 1) ~ m(n + 1) }}{% endmacro %}{{ m(0) }}");
    row("bounded branching recursion",
        "{% macro m(n) %}{% if n < 60 %}{{ m(n + 1) }}{{ m(n + 1) }}{% endif %}{% endmacro %}{{ m(0) }}");
    row("nested ranges",
        "{% for a in range(100000) %}{% for b in range(100000) %}{% for c in range(100000) %}"
        "{% endfor %}{% endfor %}{% endfor %}");
    row("nested ranges that print",
        "{% for a in range(100000) %}{% for b in range(100000) %}x{% endfor %}{% endfor %}");
    row("large range", "{{ range(10 ** 12) | list | length }}");
}

/// Values that double.
void addGrowth() {
    row("string doubling",
        "{% set ns = namespace(s='x') %}{% for i in range(100) %}{% set ns.s = ns.s + ns.s %}{% endfor %}{{ "
        "ns.s }}");
    row("string doubling with ~",
        "{% set ns = namespace(s='x') %}{% for i in range(100) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}");
    row("string doubling with replace",
        "{% set ns = namespace(s='xx') %}{% for i in range(100) %}{% set ns.s = ns.s | replace('x', 'xx') "
        "%}{% endfor %}");
    row("string doubling with join",
        "{% set ns = namespace(s='xx') %}{% for i in range(100) %}{% set ns.s = ns.s.join([ns.s, ns.s]) %}{% "
        "endfor %}");
    row("string doubling with format",
        "{% set ns = namespace(s='xx') %}{% for i in range(100) %}{% set ns.s = '%s%s' | format(ns.s, ns.s) "
        "%}{% endfor %}");
    row("string doubling with set blocks",
        "{% set ns = namespace(s='xx') %}{% for i in range(100) %}{% set b %}{{ ns.s }}{{ ns.s }}{% endset "
        "%}{% set ns.s = b %}{% endfor %}");
    row("repeated string", "{{ 'x' * 10 ** 12 }}");
    row("repeated empty list", "{{ [[]] * 10 ** 12 }}");
    row("list doubling",
        "{% set ns = namespace(l=[1]) %}{% for i in range(100) %}{% set ns.l = ns.l + ns.l %}{% endfor %}");
    row("list extended by itself",
        "{% set l = [1] %}{% for i in range(100) %}{{ l.extend(l) or '' }}{% endfor %}");
    row("nested list, printed",
        "{% set ns = namespace(l=[1]) %}{% for i in range(300) %}{% set ns.l = [ns.l, ns.l] %}{% endfor %}{{ "
        "ns.l }}");
    row("nested list, as JSON",
        "{% set ns = namespace(l=[1]) %}{% for i in range(60) %}{% set ns.l = [ns.l, ns.l] %}{% endfor %}{{ "
        "ns.l | tojson }}");
    row("nested lists, compared",
        "{% set a = namespace(l=[1]) %}{% set b = namespace(l=[1]) %}{% for i in range(60) %}{% set a.l = "
        "[a.l, a.l] %}"
        "{% set b.l = [b.l, b.l] %}{% endfor %}{{ a.l == b.l }}");
    row("nested lists, sorted",
        "{% set a = namespace(l=[1]) %}{% set b = namespace(l=[1]) %}{% for i in range(60) %}{% set a.l = "
        "[a.l, a.l] %}"
        "{% set b.l = [b.l, b.l] %}{% endfor %}{{ [a.l, b.l] | sort }}");
    row("list in itself, printed", "{% set l = [] %}{{ l.append(l) }}{{ l }}");
    row("list in itself, as JSON", "{% set l = [] %}{% set x = l.append(l) %}{{ l | tojson }}");
    row("list in itself, compared",
        "{% set l = [] %}{% set x = l.append(l) %}{% set m = [] %}{% set x = m.append(m) %}{{ l == m }}");
    row("namespace in itself", "{% set ns = namespace() %}{% set ns.x = ns %}{{ ns }}");
}

/// Ways to Python's own objects.
void addReflection() {
    row("class", "{{ ''.__class__ }}");
    row("mro", "{{ ''.__class__.__mro__[1].__subclasses__() }}");
    row("class as an item", "{{ ''['__class__']['__base__'] }}");
    row("class by a filter", "{{ ''|attr('__class__')|attr('__mro__') }}");
    row("globals", "{{ range.__globals__ }}");
    row("init", "{% macro m() %}{% endmacro %}{{ m.__init__.__globals__ }}");
    row("class in a format", "{{ '{0.__class__}'.format(s) }}");
    row("class in a map", "{{ [1] | map(attribute='__class__') | list }}");
}

/// Numbers and widths out of range.
void addNumbers() {
    row("division by zero", "{{ 1 / 0 }}");
    row("modulo zero", "{{ 1 % 0 }}");
    row("power", "{{ 10 ** 1000 }}");
    row("nested powers", "{{ 9 ** 9 ** 9 }}");
    row("smallest integer negated", "{{ -(-9223372036854775807 - 1) }}");
    row("smallest integer over -1", "{{ (-9223372036854775807 - 1) // -1 }}");
    row("wide format", "{{ '%1000000000d' % 1 }}");
    row("wide format spec", "{{ '{:1000000000000}'.format(1) }}");
    row("precise format", "{{ '%.1000000000f' % 1.5 }}");
    row("wide centre", "{{ 'x' | center(10 ** 15) }}");
    row("wide ljust", "{{ 'x'.ljust(10 ** 15) }}");
    row("wide zfill", "{{ 'x'.zfill(10 ** 15) }}");
    row("wide indent", "{{ 'a\nb' | indent(10 ** 15) }}");
    row("wide JSON indent", "{{ [1] | tojson(indent=10 ** 12) }}");
    row("many slices", "{{ [1] | slice(10 ** 12) | list }}");
    row("wide batch", "{{ [1] | batch(10 ** 12, 0) | list }}");
    row("wide time", "{{ strftime_now('%1000000000d') }}");
}

/// Texts that break off or nest too deep.
void addSyntax() {
    row("unterminated if", "{% if x %}");
    row("unterminated for", "{% for x in y %}");
    row("unterminated macro", "{% macro m() %}");
    row("unterminated block tag", "{% if x");
    row("unterminated expression", "{{ x");
    row("unterminated comment", "{# x");
    row("unterminated raw", "{% raw %} x");
    row("unterminated string", "{{ 'x }}");
    row("200,000 parentheses", "{{ " + repeated("(", 200'000) + "1" + repeated(")", 200'000) + " }}");
    row("200,000 open parentheses", "{{ " + repeated("(", 200'000));
    row("200,000 brackets", "{{ " + repeated("[", 200'000) + repeated("]", 200'000) + " }}");
    row("200,000 braces", "{{ " + repeated("{1:", 200'000) + "1" + repeated("}", 200'000) + " }}");
    row("200,000 minus signs", "{{ " + repeated("-", 200'000) + "1 }}");
    row("200,000 conditionals", "{{ " + repeated("1 if x else ", 200'000) + "1 }}");
    row("200,000 ifs", repeated("{% if x %}", 200'000));
    row("200,000 fors", repeated("{% for x in y %}", 200'000) + repeated("{% endfor %}", 200'000));
    row("200,000 macros", repeated("{% macro m() %}", 200'000));
    row("200,000 nested targets", "{% set " + repeated("(", 200'000));
    row("200,000 nested subscripts", "{{ x" + repeated("[x", 200'000) + repeated("]", 200'000) + " }}");
    row("200,000 nested calls", "{{ x" + repeated("(x", 200'000) + repeated(")", 200'000) + " }}");
    row("200,000 nested filters", "{{ x" + repeated("|d(x", 200'000) + repeated(")", 200'000) + " }}");
    row("200,000 nested tests", "{{ x is " + repeated("in [x is ", 200'000) + " }}");
    row("200,000 items of an undefined value", "{{ x" + repeated(".x", 200'000) + " }}");
}

/// Work that takes long or keeps much.
void addLongWork() {
    row("many namespaces",
        "{% for a in range(100000) %}{% for b in range(100000) %}{% set n = namespace(a=1) %}{% endfor %}{% "
        "endfor %}");
    row("chain of namespaces, printed",
        "{% set head = namespace(v=none) %}{% for a in range(100000) %}{% set head.v = namespace(v=head.v) "
        "%}{% endfor %}{{ head }}");
    row("chain of lists, printed",
        "{% set head = namespace(v=none) %}{% for a in range(100000) %}{% set head.v = [head.v] %}{% endfor "
        "%}{{ head.v }}");
    row("wide list kept",
        "{% set ns = namespace(l=[]) %}{% for a in range(100000) %}{% set ns.l = ns.l + [range(100000) | "
        "list] %}{% endfor %}");
    row("long strings kept",
        "{% set s = 'x' * 1000000 %}{% set ns = namespace(l=[]) %}{% for a in range(100000) %}{% set ns.l = "
        "ns.l + [s ~ a] %}{% endfor %}");
    row("slow contains",
        "{% set s = 'x' * 1000000 %}{% for a in range(100000) %}{% for b in range(1000) %}{{ 'y' in s }}{% "
        "endfor %}{% endfor %}");
    row("nested format fields", "{{ '{:{:{:{}}}}'.format(1, 2, 3, 4) }}");
    row("generator of generators",
        "{% set ns = namespace(g=[1]) %}{% for i in range(100000) %}{% set ns.g = ns.g | map('string') | "
        "list + ns.g %}{% endfor %}");
    row("nested maps", "{{ [[1]] | map('map', 'map', 'map', 'map') | list | tojson }}");
    row("groups", "{{ (range(1000) | list) | groupby('x.y') }}");
    row("raise", "{{ raise_exception('no') }}");
}

}  // namespace

/// Every template here must end with an Error, in bounded time and memory and without running out of stack.
class TestHostileTemplates : public QObject {
    Q_OBJECT

private slots:
    void endsWithAnError_data();
    void endsWithAnError();
    void smallStackIsEnough();
    void deepContextIsRefused();
    void everyPrefixOfATemplateIsHandled();
    void randomTemplatesNeverCrash();
    void limitsAreThoseGiven();
};

void TestHostileTemplates::endsWithAnError_data() {
    QTest::addColumn<QByteArray>("source");
    addRecursion();
    addGrowth();
    addReflection();
    addNumbers();
    addSyntax();
    addLongWork();
}

void TestHostileTemplates::endsWithAnError() {
    QFETCH(const QByteArray, source);
    const size_t before = peakBytes();
    const std::clock_t start = std::clock();  // processor time: other programs may be busy
    std::string message;
    try {
        ChatTemplate::parse(source.toStdString()).renderText(context());
    } catch (const Error& error) {
        message = error.what();
    }
    const qint64 elapsed = (std::clock() - start) * 1000 / CLOCKS_PER_SEC;
    QVERIFY2(!message.empty(), "no error");
    QVERIFY2(message.size() < 500 && message.find('\n') == std::string::npos, message.c_str());
    QVERIFY2(elapsed < kMaxMs, qPrintable(QString::number(elapsed) + " ms"));
    QVERIFY2(peakBytes() - before < kMaxExtraBytes,
             qPrintable(QString::number((peakBytes() - before) >> 20U) + " MiB"));
    if (elapsed > 2000) qInfo("%lld ms", elapsed);
}

/// The deepest nesting that is allowed fits the stack of a thread with some megabytes less than usual.
void TestHostileTemplates::smallStackIsEnough() {
    const std::vector<std::string> sources = {
        "{% macro m(x) %}{% for a in [1] %}{% if x %}{{ m((((([x]))))) }}{% endif %}{% endfor %}{% endmacro "
        "%}{{ m(1) }}",
        "{{ " + repeated("(", 199) + "1" + repeated(")", 199) + " }}",
        "{{ " + repeated("[", 199) + "1" + repeated("]", 199) + " | tojson }}",
        "{{ " + repeated("{1:", 199) + "1" + repeated("}", 199) + " }}",
        repeated("{% if n %}{% for a in [1] %}", 98) + "x" + repeated("{% endfor %}{% endif %}", 98),
        "{% set h = namespace(v=1) %}{% for i in range(1900) %}{% set h.v = [h.v] %}{% endfor %}{{ h.v }}",
        "{% set h = namespace(v=1) %}{% for i in range(1900) %}{% set h.v = [h.v] %}{% endfor %}{{ h.v == "
        "[h.v] }}",
    };
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 6U << 20U);
    pthread_t thread{};
    const auto run = [](void* data) -> void* {
        for (const std::string& source : *static_cast<const std::vector<std::string>*>(data)) {
            try {
                ChatTemplate::parse(source).renderText(context());
            } catch (const Error&) {
            }
        }
        return nullptr;
    };
    QCOMPARE(pthread_create(&thread, &attributes, run, const_cast<std::vector<std::string>*>(&sources)), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
}

void TestHostileTemplates::deepContextIsRefused() {
    const ChatTemplate plain = ChatTemplate::parse("{{ x }}");
    Json deep = Json::array();
    for (int i = 0; i < 50'000; ++i) deep = Json::array({std::move(deep)});
    // Moved: a copy would take frames of this stack for each level.
    Json read = {{"x", nullptr}};
    read["x"] = std::move(deep);
    QVERIFY_THROWS_EXCEPTION(Error, plain.renderText(read));
    // A variable that the template does not name is not even read.
    Json unread = {{"x", 1}, {"y", nullptr}};
    unread["y"] = std::move(read["x"]);
    QCOMPARE(plain.renderText(unread), std::string("1"));
    QVERIFY_THROWS_EXCEPTION(Error, plain.renderText({{"x", 1}, {"now", "yesterday"}}));
}

void TestHostileTemplates::everyPrefixOfATemplateIsHandled() {
    const auto golden = test::goldenFolder();
    if (!golden) QSKIP("NOT TESTED: this needs the reference pack ($HEARTH_GOLDEN).");
    for (const char* name : {"Qwen-Qwen3-0.6B.jinja", "meta-llama-Llama-3.2-3B-Instruct.jinja"}) {
        const std::string source = test::readText(*golden / "templates" / name);
        for (size_t size = 0; size <= source.size(); ++size) {
            try {
                ChatTemplate::parse(source.substr(0, size)).renderText(context());
            } catch (const Error& error) {
                QVERIFY(error.what() != std::string());
            }
        }
    }
}

void TestHostileTemplates::randomTemplatesNeverCrash() {
    const std::vector<std::string> words = {"{{",
                                            "}}",
                                            "{%",
                                            "%}",
                                            "{#",
                                            "#}",
                                            "-",
                                            "+",
                                            "if ",
                                            "else ",
                                            "elif ",
                                            "endif ",
                                            "for ",
                                            "in ",
                                            "endfor ",
                                            "set ",
                                            "endset ",
                                            "macro ",
                                            "endmacro ",
                                            "call ",
                                            "endcall ",
                                            "x",
                                            "s",
                                            "n",
                                            "messages",
                                            "loop",
                                            ".",
                                            "[",
                                            "]",
                                            "(",
                                            ")",
                                            "{",
                                            "}",
                                            ":",
                                            ",",
                                            "|",
                                            "=",
                                            "'a'",
                                            "\"b\"",
                                            "1",
                                            "2.5",
                                            "none",
                                            "true",
                                            "not ",
                                            "and ",
                                            "or ",
                                            "is ",
                                            "~",
                                            "*",
                                            "/",
                                            "//",
                                            "%",
                                            "**",
                                            "==",
                                            "<",
                                            "upper",
                                            "tojson",
                                            "map",
                                            "select",
                                            "length",
                                            "defined",
                                            "string",
                                            "range(3)",
                                            "namespace(a=1)",
                                            " ",
                                            "\n",
                                            "content",
                                            "split",
                                            "format",
                                            "{% for x in messages %}",
                                            "{% endfor %}",
                                            "{{ x }}",
                                            "{% if x %}",
                                            "{% endif %}",
                                            "recursive ",
                                            "break ",
                                            "raw ",
                                            "endraw "};
    std::mt19937 random(3);
    size_t rendered = 0;
    for (int round = 0; round < 20'000; ++round) {
        std::string source;
        const size_t count = 1 + random() % 25;
        for (size_t i = 0; i < count; ++i) source += words[random() % words.size()];
        try {
            ChatTemplate::parse(source, {.depth = 50, .steps = 100'000, .outputBytes = 1U << 20U})
                .renderText(context());
            ++rendered;
        } catch (const Error& error) {
            QVERIFY(error.what() != std::string());
        }
    }
    QVERIFY(rendered > 20);
}

void TestHostileTemplates::limitsAreThoseGiven() {
    const auto fails = [](const std::string& source, TemplateLimits limits) {
        try {
            ChatTemplate::parse(source, limits).renderText(context());
            return false;
        } catch (const Error&) {
            return true;
        }
    };
    const std::string loop = "{% for i in range(1000) %}{{ i }}{% endfor %}";
    QVERIFY(!fails(loop, {.steps = 20'000}));
    QVERIFY(fails(loop, {.steps = 1000}));
    QVERIFY(!fails("{{ 'x' * 1000 }}", {.outputBytes = 1000}));
    QVERIFY(fails("{{ 'x' * 1001 }}", {.outputBytes = 1000}));
    QVERIFY(fails("{% for i in range(11) %}{{ 'x' * 100 }}{% endfor %}", {.outputBytes = 1000}));
    const std::string recursion =
        "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(20) }}";
    QVERIFY(!fails(recursion, {.depth = 50}));
    QVERIFY(fails(recursion, {.depth = 15}));
    QVERIFY(!fails("{{ " + repeated("(", 20) + "1" + repeated(")", 20) + " }}", {.depth = 50}));
    QVERIFY(fails("{{ " + repeated("(", 20) + "1" + repeated(")", 20) + " }}", {.depth = 15}));
}

QTEST_GUILESS_MAIN(TestHostileTemplates)
#include "tst_hostile_templates.moc"
