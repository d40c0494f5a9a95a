#include <time.h>

#include <QtTest>
#include <random>

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "malformed_gguf.h"
#include "support/allocation_meter.h"

using namespace hearth;

namespace {

constexpr size_t mostExtraBytes = size_t{64} << 20;
constexpr double mostSeconds = 0.1;

double threadSeconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Result of one file.
struct Outcome {
    std::optional<Error> error;
    double seconds = 0;
    size_t extraBytes = 0;
};

/// Opens an image and, when that succeeds, reads every value and every tensor.
Outcome tryImage(std::span<const std::byte> image) {
    Outcome outcome;
    test::resetPeak();
    const size_t before = test::allocatedBytes();
    const double start = threadSeconds();
    try {
        const auto file = GgufFile::parse(image);
        for (const auto& tensor : file.tensors()) {
            std::vector<std::byte> bytes(tensor.sizeBytes);
            file.read(tensor, 0, bytes);
        }
    } catch (const Error& error) {
        outcome.error = error;
    }
    outcome.seconds = threadSeconds() - start;
    outcome.extraBytes = test::peakAllocatedBytes() - before;
    return outcome;
}

/// One sentence for people: some words, one full stop at the end, one line.
bool isSentence(const QString& text) {
    return text.size() > 20 && text.size() < 400 && text.endsWith('.') && !text.contains('\n') &&
           text.contains(' ');
}

}  // namespace

class GgufTablesTest : public QObject {
    Q_OBJECT

private slots:
    void theValidModelLoads() {
        const auto file = GgufFile::parse(test::smallValidGguf());
        QCOMPARE(file.tensors().size(), size_t{3});
        QCOMPARE(file.metadata().size(), size_t{16});
    }

    void malformedFilesAreRefusedForTheirReason_data() {
        QTest::addColumn<int>("index");
        const auto cases = test::malformedGgufs();
        QVERIFY(cases.size() >= 200);
        for (size_t i = 0; i < cases.size(); ++i) QTest::newRow(cases[i].name.c_str()) << static_cast<int>(i);
    }

    void malformedFilesAreRefusedForTheirReason() {
        QFETCH(int, index);
        static const auto cases = test::malformedGgufs();
        const auto& malformed = cases[static_cast<size_t>(index)];
        const auto outcome = tryImage(malformed.image);
        QVERIFY(outcome.error.has_value());
        const QString message = outcome.error->what();
        QVERIFY2(message.contains(QString::fromStdString(malformed.mentions)), qPrintable(message));
        QVERIFY2(isSentence(message), qPrintable(message));
        QCOMPARE(outcome.error->code(), malformed.code);
        QVERIFY(outcome.seconds <= mostSeconds);
        QVERIFY(outcome.extraBytes <= mostExtraBytes);
    }

    void aFileCutAnywhereIsRefused() {
        const auto whole = test::smallValidGguf();
        for (size_t length = 0; length < whole.size(); ++length) {
            const auto outcome = tryImage(std::span(whole).first(length));
            QVERIFY2(outcome.error.has_value(), qPrintable(QString::number(length)));
            QCOMPARE(outcome.error->code(), ErrorCode::BadFile);
            QVERIFY2(isSentence(outcome.error->what()), outcome.error->what());
            QVERIFY(outcome.seconds <= mostSeconds && outcome.extraBytes <= mostExtraBytes);
        }
        QVERIFY(!tryImage(whole).error);
    }

    void flippedBitsNeverHurt() {
        const auto whole = test::smallValidGguf();
        std::mt19937_64 random(7);
        int loaded = 0;
        double slowest = 0;
        size_t largest = 0;
        // Sanitized runs that must be short ask for fewer.
        const int asked = qEnvironmentVariableIntValue("HEARTH_BIT_FLIPS");
        const int tries = asked > 0 ? asked : 100000;
        for (int i = 0; i < tries; ++i) {
            auto image = whole;
            const auto flips = 1 + random() % 4;
            for (uint64_t k = 0; k < flips; ++k) {
                const auto bit = random() % (8 * image.size());
                image[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
            }
            const auto outcome = tryImage(image);
            if (outcome.error)
                QVERIFY2(isSentence(outcome.error->what()), outcome.error->what());
            else
                ++loaded;
            slowest = std::max(slowest, outcome.seconds);
            largest = std::max(largest, outcome.extraBytes);
        }
        QVERIFY(slowest <= mostSeconds);
        QVERIFY(largest <= mostExtraBytes);
        // Flips in tensor data load, flips in lengths do not: both kinds must have been tried.
        QVERIFY(loaded > tries / 20 && loaded < tries * 19 / 20);
        qInfo("%d of %d loaded; slowest %.3f ms, at most %.1f KiB extra", loaded, tries, 1e3 * slowest,
              static_cast<double>(largest) / 1024);
    }
};

QTEST_APPLESS_MAIN(GgufTablesTest)
#include "tst_gguf_tables.moc"
