#include "prompt/value.h"

#include <QtTest>

#include "hearth/error.h"
#include "prompt/comparison.h"
#include "prompt/context.h"
#include "prompt/lexer.h"
#include "prompt/python_repr.h"
#include "prompt/runtime.h"
#include "prompt/string_escapes.h"
#include "prompt/unicode_data.h"
#include "prompt/utf8.h"

using namespace hearth;
using namespace hearth::jinja;

/// The parts of the interpreter below the language: values, memory, characters, tokens.
class TestValue : public QObject {
    Q_OBJECT

private slots:
    void dictKeysAreThoseOfPython();
    void largeDictsFindTheirKeys();
    void deepValuesAreDestroyedWithoutRecursion();
    void memoryIsGivenBack();
    void cyclesAreFreed();
    void generatorsRunOnce();
    void floats();
    void charactersOfInvalidUtf8();
    void charactersByIndex();
    void caseOfCharacters();
    void escapes();
    void tokens();
};

void TestValue::dictKeysAreThoseOfPython() {
    Runtime runtime({}, {});
    const auto dict = runtime.dict();
    dict->set(Value(1), Value(10));
    dict->set(Value(1.0), Value(20));
    dict->set(Value(true), Value(30));
    QCOMPARE(dict->size(), size_t{1});
    QCOMPARE(dict->find(Value(1))->asInt(), int64_t{30});
    dict->set(runtime.trusted("1"), Value(40));
    QCOMPARE(dict->size(), size_t{2});
    QCOMPARE(dict->find(std::string_view("1"))->asInt(), int64_t{40});
    QVERIFY(dict->find(Value()) == nullptr);
    QVERIFY(dict->erase(Value(1)));
    QVERIFY(!dict->erase(Value(1)));
    QCOMPARE(keyHash(runtime.tuple({Value(1), Value(2)})), keyHash(runtime.tuple({Value(1.0), Value(2)})));
    QVERIFY_THROWS_EXCEPTION(Error, keyHash(runtime.list({})));
    QVERIFY_THROWS_EXCEPTION(Error, keyHash(runtime.tuple({runtime.tuple({})})));
}

void TestValue::largeDictsFindTheirKeys() {
    Runtime runtime({}, {});
    const auto dict = runtime.dict();
    for (int i = 0; i < 5000; ++i) dict->set(runtime.trusted("k" + std::to_string(i)), Value(i));
    for (int i = 0; i < 5000; i += 2) QVERIFY(dict->find("k" + std::to_string(i))->asInt() == i);
    QVERIFY(dict->erase(runtime.trusted("k17")));
    QVERIFY(dict->find(std::string_view("k17")) == nullptr);
    QCOMPARE(dict->find(std::string_view("k4999"))->asInt(), int64_t{4999});
    QCOMPARE(dict->entries()[17].first.bytes(), std::string("k18"));
}

void TestValue::deepValuesAreDestroyedWithoutRecursion() {
    Runtime runtime({.steps = size_t{1} << 40U, .outputBytes = size_t{1} << 30U}, {});
    Value list;
    for (int i = 0; i < 1'000'000; ++i) list = runtime.list({std::move(list)});
    list = Value();
    QCOMPARE(runtime.meter()->used(), size_t{0});
    Value dicts;
    for (int i = 0; i < 1'000'000; ++i) {
        auto dict = runtime.dict();
        dict->set(Value(1), std::move(dicts));
        dicts = Value(std::move(dict));
    }
    dicts = Value();
    QCOMPARE(runtime.meter()->used(), size_t{0});
}

void TestValue::memoryIsGivenBack() {
    Runtime runtime({.outputBytes = 1000}, {});
    {
        const Value kept = runtime.trusted(std::string(900, 'x'));
        QVERIFY(runtime.meter()->used() >= 900);
        QVERIFY_THROWS_EXCEPTION(Error, runtime.trusted(std::string(1001, 'x')));
        std::vector<Value> many;
        QVERIFY_THROWS_EXCEPTION(Error, ([&] {
                                     for (int i = 0; i < 1000; ++i)
                                         many.push_back(runtime.trusted(std::string(900, 'x')));
                                 }()));
    }
    QCOMPARE(runtime.meter()->used(), size_t{0});
}

void TestValue::cyclesAreFreed() {
    std::weak_ptr<Object> watch;
    {
        Runtime runtime({}, {});
        const Value list = runtime.list({});
        runtime.track(list.shared());
        list.sequence().insert(0, list);
        watch = list.shared();
    }
    QVERIFY(watch.expired());
}

void TestValue::generatorsRunOnce() {
    Runtime runtime({}, {});
    const Value generator = runtime.generator({Value(1), Value(2)});
    QVERIFY(truthy(generator));
    QCOMPARE(iterate(runtime, generator).size(), size_t{2});
    QCOMPARE(iterate(runtime, generator).size(), size_t{0});
    QVERIFY_THROWS_EXCEPTION(Error, lengthOf(runtime, generator));
}

void TestValue::floats() {
    QCOMPARE(floatRepr(0.1), std::string("0.1"));
    QCOMPARE(floatRepr(100000.0), std::string("100000.0"));
    QCOMPARE(floatRepr(1e16), std::string("1e+16"));
    QCOMPARE(floatRepr(1e-5), std::string("1e-05"));
    QCOMPARE(floatRepr(1.7976931348623157e308), std::string("1.7976931348623157e+308"));
    QCOMPARE(floatRepr(-0.0), std::string("-0.0"));
    QCOMPARE(floatRepr(std::numeric_limits<double>::infinity()), std::string("inf"));
}

void TestValue::charactersOfInvalidUtf8() {
    QCOMPARE(countCharacters("a\xC3\xA9\xF0\x9F\x99\x82"), size_t{3});
    QCOMPARE(countCharacters("\xFF\xC3(\xE2\x82"), size_t{5});  // every byte counts alone
    QCOMPARE(decodeAt("\xFF", 0), U'\uFFFD');
    QCOMPARE(decodeAt("\xF0\x9F\x99\x82", 0), U'\U0001F642');
    std::string out;
    for (const char32_t c : {U'a', U'\u00e9', U'\u65e5', U'\U0001F642'}) appendUtf8(out, c);
    QCOMPARE(out, std::string("aé日🙂"));
}

void TestValue::charactersByIndex() {
    const std::string text = "aé日";
    QCOMPARE(*characterAt(text, 1), std::pair(size_t{1}, size_t{3}));
    QCOMPARE(*characterAt(text, -1), std::pair(size_t{3}, size_t{6}));
    QCOMPARE(*characterAt(text, -3), std::pair(size_t{0}, size_t{1}));
    QVERIFY(!characterAt(text, 3) && !characterAt(text, -4) && !characterAt("", 0) && !characterAt("", -1));
    QCOMPARE(trimmedRange(" \u00a0a\u3000 ", true, true), std::pair(size_t{3}, size_t{4}));
    QCOMPARE(trimmedRange("   ", true, true).first, trimmedRange("   ", true, true).second);
}

void TestValue::caseOfCharacters() {
    QCOMPARE(toUpperCase(U'ß'), std::u32string(U"SS"));
    QCOMPARE(toUpperCase(U'ÿ'), std::u32string(U"Ÿ"));
    QCOMPARE(toTitleCase(U'ǆ'), std::u32string(U"ǅ"));
    QCOMPARE(toLowerCase(U'İ'), std::u32string(U"i\u0307"));
    QCOMPARE(toLowerCase(U'Σ'), std::u32string(U"σ"));
    QVERIFY(isAlphabetic(U'日') && isAlphabetic(U'é') && !isAlphabetic(U'1') && isDecimalDigit(U'٣'));
    QVERIFY(isPrintable(U'日') && !isPrintable(U'\u200b') && !isPrintable(U'\u2028') &&
            !isPrintable(U'\x7f'));
    QVERIFY(isUpperCase(U'Ä') && isLowerCase(U'ä') && !isLowerCase(U'Ä'));
}

void TestValue::escapes() {
    QCOMPARE(*decodeEscapes(R"(a\n\t\\\'\x41\u00e9\U0001F642\101\q)"), std::string("a\n\t\\'Aé🙂A\\q"));
    QCOMPARE(*decodeEscapes("a\\\nb"), std::string("ab"));
    QVERIFY(!decodeEscapes(R"(\x4)") && !decodeEscapes(R"(\u12)") && !decodeEscapes(R"(\UFFFFFFFF)") &&
            !decodeEscapes(R"(\N{DASH})"));
}

void TestValue::tokens() {
    const auto tokens = tokenizeTemplate("a\n  {%- if x // 2.5e1 %}\nb{{ 'c' }}");
    std::vector<TokenType> types;
    for (const Token& token : tokens) types.push_back(token.type);
    const std::vector<TokenType> expected = {
        TokenType::Data,          TokenType::BlockBegin, TokenType::Name,        TokenType::Name,
        TokenType::Operator,      TokenType::Float,      TokenType::BlockEnd,    TokenType::Data,
        TokenType::VariableBegin, TokenType::String,     TokenType::VariableEnd, TokenType::End};
    QVERIFY(types == expected);
    QCOMPARE(tokens[0].text, std::string("a"));
    QCOMPARE(tokens[4].text, std::string("//"));
    QCOMPARE(tokens[4].line, 2U);
    QCOMPARE(tokens[7].text, std::string("b"));
    try {
        tokenizeTemplate("a\n\n{{ (] }}");
        QFAIL("no error");
    } catch (const Error& error) {
        QCOMPARE(error.code(), ErrorCode::BadFile);
        QVERIFY(std::string(error.what()).find("line 3") != std::string::npos);
    }
}

QTEST_GUILESS_MAIN(TestValue)
#include "tst_value.moc"
