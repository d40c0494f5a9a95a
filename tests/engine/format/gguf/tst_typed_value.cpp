#include "format/gguf/typed_value.h"

#include <QtTest/QtTest>

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::format;

class TestTypedValue : public QObject {
    Q_OBJECT

    static GgufValue of(GgufValue::Storage storage) { return GgufValue(std::move(storage)); }

private slots:
    void numbersFitOrAreRefused() {
        const GgufValue small = of(int64_t{7}), negative = of(int64_t{-1}), large = of(uint64_t{1} << 63U);
        QVERIFY(asUint("k", &small) == uint64_t{7} && asInt("k", &small) == int64_t{7});
        QVERIFY(asFloat("k", &small) == 7.0 && asUint("k", &large) == uint64_t{1} << 63U);
        QVERIFY_THROWS_EXCEPTION(Error, (void)asUint("k", &negative));
        QVERIFY_THROWS_EXCEPTION(Error, (void)asInt("k", &large));
        QVERIFY_THROWS_EXCEPTION(Error, (void)asBool("k", &small));
    }

    void textsAndArraysAreOfTheirKind() {
        const GgufValue text = of(std::string("t")), texts = of(GgufValue::Strings{"a", "b"}),
                        floats = of(GgufValue::Floats{1.5F}), integers = of(GgufValue::Integers{3}),
                        truth = of(true);
        QVERIFY(asString("k", &text) == std::string("t") && asBool("k", &truth) == true);
        QCOMPARE(asStrings("k", &texts)->size(), size_t(2));
        QCOMPARE(asFloats("k", &floats)->front(), 1.5F);
        QCOMPARE(asIntegers("k", &integers)->front(), int64_t{3});
        QVERIFY_THROWS_EXCEPTION(Error, (void)asStrings("k", &text));
        QVERIFY_THROWS_EXCEPTION(Error, (void)asFloats("k", &integers));
        QVERIFY_THROWS_EXCEPTION(Error, (void)asIntegers("k", &floats));
    }

    void theKeyIsNamed() {
        const GgufValue text = of(std::string("t"));
        try {
            (void)asUint("llama.block_count", &text);
            QFAIL("it was taken");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::BadFile);
            QVERIFY(error.message().text().find("llama.block_count") != std::string::npos);
        }
    }

    void whatIsNotThereIsNone() {
        QVERIFY(!asString("k", nullptr) && !asUint("k", nullptr) && !asBool("k", nullptr));
        QVERIFY(asStrings("k", nullptr) == nullptr);
    }
};

QTEST_GUILESS_MAIN(TestTypedValue)
#include "tst_typed_value.moc"
