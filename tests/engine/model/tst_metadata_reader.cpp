#include "model/metadata_reader.h"

#include <cmath>
#include <limits>

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "support/gguf_writer.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

class TestMetadataReader : public QObject {
    Q_OBJECT

    const GgufFile m_file = [] {
        test::GgufWriter writer;
        const std::vector<int32_t> perLayer = {3, 5}, negative = {3, -5};
        writer.text("general.architecture", "llama");
        writer.u32("llama.count", 7)
            .u64("llama.wide", 9)
            .i32("llama.negative", -1)
            .text("llama.word", "seven");
        writer.f32("llama.number", 0.5F).f32("llama.zero", 0.0F).f32("llama.nan", std::nanf(""));
        writer.f32("llama.infinite", std::numeric_limits<float>::infinity()).boolean("llama.flag", true);
        writer.integers("llama.layers", perLayer).integers("llama.bad_layers", negative);
        writer.floats("llama.numbers", std::vector<float>{std::nanf(""), 2.5F});
        writer.u32("other.count", 99);
        return GgufFile::parse(writer.image());
    }();
    const MetadataReader m_reader{m_file, "llama"};

    template <class F>
    static QString failure(F&& function) {
        try {
            (void)function();
            return {};
        } catch (const Error& error) {
            return error.code() == ErrorCode::BadFile ? QString(error.what()) : "another error";
        }
    }

private slots:
    void countsAreOfTheArchitecture() {
        QVERIFY(m_reader.has("count") && !m_reader.has("absent") && !m_reader.has("llama.count"));
        QCOMPARE(m_reader.count("count", 1, 10), 7U);
        QCOMPARE(m_reader.count("wide", 1, 10), 9U);
        QCOMPARE(m_reader.count("absent", 1, 10, 4), 4U);
        QCOMPARE(MetadataReader(m_file, "other").count("count", 1, 100), 99U);
    }

    void countsOutOfRangeNameTheirKey() {
        QVERIFY(failure([&] { return m_reader.count("count", 8, 10); }).contains("llama.count"));
        QVERIFY(failure([&] { return m_reader.count("count", 1, 6); }).contains("llama.count"));
        QVERIFY(failure([&] { return m_reader.count("negative", 0, 10); }).contains("llama.negative"));
        QVERIFY(failure([&] { return m_reader.count("word", 0, 10); }).contains("llama.word"));
        QVERIFY(failure([&] { return m_reader.count("absent", 0, 10); }).contains("llama.absent"));
        QVERIFY(failure([&] { return m_reader.count("layers", 0, 10); }).contains("llama.layers"));
    }

    void oneNumberOrOneALayer() {
        QCOMPARE(m_reader.perLayer("count", 0, 0, 10, 1), 7U);
        QCOMPARE(m_reader.perLayer("count", 1, 0, 10, 1), 7U);
        QCOMPARE(m_reader.perLayer("layers", 0, 0, 10, 1), 3U);
        QCOMPARE(m_reader.perLayer("layers", 1, 0, 10, 1), 5U);
        QCOMPARE(m_reader.perLayer("absent", 1, 0, 10, 1), 1U);
        QVERIFY(failure([&] { return m_reader.perLayer("layers", 2, 0, 10, 1); }).contains("llama.layers"));
        QVERIFY(failure([&] {
                    return m_reader.perLayer("bad_layers", 1, 0, 10, 1);
                }).contains("llama.bad_layers"));
    }

    void numbersOfLayers() {
        QCOMPARE(m_reader.numberOfLayer("numbers", 1, 0.0F), 2.5F);
        QCOMPARE(m_reader.numberOfLayer("number", 1, 0.0F), 0.5F);
        QCOMPARE(m_reader.numberOfLayer("absent", 1, 4.0F), 4.0F);
        QVERIFY(
            failure([&] { return m_reader.numberOfLayer("numbers", 2, 0.0F); }).contains("llama.numbers"));
        QVERIFY(
            failure([&] { return m_reader.numberOfLayer("numbers", 0, 0.0F); }).contains("llama.numbers"));
        QVERIFY(failure([&] { return m_reader.numberOfLayer("nan", 0, 0.0F); }).contains("llama.nan"));
    }

    void listsAreBounded() {
        QCOMPARE(m_reader.counts("layers", 0, 10, 2), (std::vector<uint32_t>{3, 5}));
        QVERIFY(m_reader.counts("absent", 0, 10, 2).empty());
        QVERIFY(failure([&] { return m_reader.counts("layers", 0, 10, 1); }).contains("llama.layers"));
        QVERIFY(failure([&] { return m_reader.counts("layers", 0, 4, 2); }).contains("llama.layers"));
        QVERIFY(failure([&] { return m_reader.counts("bad_layers", 0, 9, 2); }).contains("llama.bad_layers"));
    }

    void numbersAreFinite() {
        QCOMPARE(m_reader.number("number", 2), 0.5F);
        QCOMPARE(m_reader.number("absent", 2), 2.0F);
        QCOMPARE(m_reader.number("zero", 2), 0.0F);
        QVERIFY(failure([&] { return m_reader.number("nan", 2); }).contains("llama.nan"));
        QVERIFY(failure([&] { return m_reader.number("infinite", 2); }).contains("llama.infinite"));
        QVERIFY(failure([&] { return m_reader.positive("zero", 2); }).contains("llama.zero"));
        QCOMPARE(m_reader.positive("number", 2), 0.5F);
    }

    void flagsAndTexts() {
        QVERIFY(m_reader.flag("flag", false) && m_reader.flag("absent", true) &&
                !m_reader.flag("absent", false));
        QCOMPARE(m_reader.text("word", "x"), std::string("seven"));
        QCOMPARE(m_reader.text("absent", "x"), std::string("x"));
        QVERIFY(!m_reader.flagOfLayer("flag", 0) && !m_reader.flagOfLayer("absent", 0));
    }
};

QTEST_APPLESS_MAIN(TestMetadataReader)
#include "tst_metadata_reader.moc"
