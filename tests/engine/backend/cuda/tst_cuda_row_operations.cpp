#include "backend_pair.h"

#include <array>

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

/// Operations on rows without a matrix against the plain reference.
class TestCudaRowOperations : public QObject {
    Q_OBJECT

private slots:
    /// Into columns in the middle; the rows and columns around them stay.
    void placesRows() {
        BackendPair pair;
        const size_t columns = 512, rows = 11;
        const auto out = pair.randomBuffer(rows, columns);
        pair.begin(rows);
        constexpr std::array<uint32_t, 3> given{7, 2, 10};
        std::vector<float> values(given.size() * 300);
        for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 23) - 11.0F;
        for (const bool accumulate : {false, true}) {
            for (const bool reference : {true, false}) {
                Backend& backend = reference ? static_cast<Backend&>(pair.reference) : pair.cuda;
                backend.placeRows({.rows = given,
                                   .values = values,
                                   .accumulate = accumulate,
                                   .out = {(reference ? out.reference : out.cuda).get(), 100, 300}});
            }
            QCOMPARE(pair.compare(out, rows).relative(), 0.0);
        }
    }

    void embedAndMultiply_data() {
        QTest::addColumn<int>("type");
        for (const BlockType type : matrixTypes())
            QTest::newRow(std::string(blockTypeInfo(type).name).c_str()) << static_cast<int>(type);
    }
    void embedAndMultiply() {
        QFETCH(int, type);
        BackendPair pair;
        const size_t columns = 512, rows = 11;
        const auto table = pair.weight(static_cast<BlockType>(type), columns, 50);
        const auto out = pair.randomBuffer(rows, columns), factor = pair.randomBuffer(rows, 1);
        pair.begin(rows);
        pair.reference.embed(*table.reference, 3.0F, all(out, true));
        pair.cuda.embed(*table.cuda, 3.0F, all(out, false));
        const auto difference = pair.compare(out, rows);
        QVERIFY2(difference.relative() < 1e-5, qPrintable(QString::number(difference.relative())));
        // Of the columns in the middle, which leave threads over; those around them stay.
        onBoth(
            pair, MultiplyArgs{},
            [&](MultiplyArgs& args, bool reference) {
                args.a = args.out = {(reference ? out.reference : out.cuda).get(), 100, 300};
                args.b = all(factor, reference);
                args.activation = Activation::Silu;
                args.accumulate = true;
            },
            &Backend::multiply);
        QVERIFY(pair.compare(out, rows).relative() < 1e-5);
        onBoth(
            pair, MultiplyArgs{},
            [&](MultiplyArgs& args, bool reference) {
                args.a = args.out = all(out, reference);
                args.limits = {.lowest = -0.25F, .highest = 0.5F};
            },
            &Backend::multiply);
        QVERIFY(pair.compare(out, rows).relative() < 1e-5);
        // A number for each of four heads of the middle.
        const auto gates = pair.randomBuffer(rows, 4);
        onBoth(
            pair, MultiplyArgs{},
            [&](MultiplyArgs& args, bool reference) {
                args.a = all(gates, reference);
                args.b = args.out = {(reference ? out.reference : out.cuda).get(), 100, 304};
                args.activation = Activation::Softplus;
            },
            &Backend::multiply);
        QVERIFY(pair.compare(out, rows).relative() < 1e-5);
        onBoth(
            pair, MultiplyArgs{},
            [&](MultiplyArgs& args, bool reference) {
                args.a = args.out = all(out, reference);
                args.activation = Activation::Xielu;
                args.xielu = {.positive = 0.7F, .negative = 0.9F, .beta = 0.5F, .epsilon = -1e-6F};
            },
            &Backend::multiply);
        QVERIFY(pair.compare(out, rows).relative() < 1e-5);
    }
};

HEARTH_KERNEL_TEST_MAIN(TestCudaRowOperations)
#include "tst_cuda_row_operations.moc"
