// Before Qt, whose macro `slots` is a name in it.
#include "model/weight_table.h"

#include <QtTest>
#include <cstring>
#include <numeric>

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "support/gguf_writer.h"

using namespace hearth;

namespace {

constexpr WeightId stacked{.role = WeightRole::ExpertUp, .layer = 2},
    plain{.role = WeightRole::FeedForwardUp, .layer = 2}, vector{WeightRole::OutputNorm},
    missing{WeightRole::Output};

/// Two experts of three rows of four, counting from 0; the first of them alone; a vector.
GgufFile sample() {
    std::vector<float> values(24);
    std::iota(values.begin(), values.end(), 0.0F);
    test::GgufWriter writer;
    writer.tensorF32("blk.2.ffn_up_exps.weight", {4, 3, 2}, values)
        .tensorF32("output_norm.weight", {4}, std::span(values).first(4));
    writer.tensorF32("blk.2.ffn_up.weight", {4, 3, 1}, std::span(values).first(12));
    return GgufFile::parse(writer.image());
}

std::vector<float> allOf(const WeightSource& source) {
    std::vector<float> values(source.columns * source.rows * source.experts);
    // In odd pieces, as a backend may ask for them.
    auto bytes = std::as_writable_bytes(std::span(values));
    for (size_t at = 0; at < bytes.size();) {
        const size_t step = std::min<size_t>(bytes.size() - at, 12);
        source.read(at, bytes.subspan(at, step));
        at += step;
    }
    return values;
}

std::optional<Error> refusal(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        return error;
    }
    return std::nullopt;
}

}  // namespace

class WeightTableTest : public QObject {
    Q_OBJECT

private slots:
    void matricesAreRead() {
        const auto file = sample();
        const WeightTable table(file);
        QVERIFY(table.has(stacked) && !table.has(missing));
        const auto source = table.matrix(stacked, 4, 3, 2);
        QVERIFY(source.id == stacked);
        const auto values = allOf(source);
        for (size_t i = 0; i < values.size(); ++i) QCOMPARE(values[i], static_cast<float>(i));
        QCOMPARE(table.values(vector, 4), (std::vector<float>{0, 1, 2, 3}));
        QCOMPARE(allOf(table.matrix(plain, 4, 3)).size(), size_t{12});
    }

    void aTensorMayHaveAnotherName() {
        test::GgufWriter writer;
        writer.tensorF32("blk.1.exp_probs_b", {2}, std::vector<float>{0.5F, 1.5F});
        const auto file = GgufFile::parse(writer.image());
        const WeightTable table(file);
        const WeightId bias{.role = WeightRole::ExpertSelection, .layer = 1, .part = WeightPart::Bias};
        QVERIFY(table.has(bias));
        QCOMPARE(table.values(bias, 2), (std::vector<float>{0.5F, 1.5F}));
    }

    void rowsAreCounted() {
        const auto file = sample();
        QCOMPARE(WeightTable(file).rows(plain), uint64_t{3});
        QCOMPARE(WeightTable(file).rows(vector), uint64_t{0});
        QCOMPARE(WeightTable(file).rows(missing), uint64_t{0});
    }

    void missingAndMisshapedTensorsAreRefused() {
        const auto file = sample();
        const WeightTable table(file);
        const std::optional<Error> errors[] = {
            refusal([&] { (void)table.matrix(missing, 4, 3); }),
            refusal([&] { (void)table.matrix(stacked, 4, 3); }),
            refusal([&] { (void)table.matrix(stacked, 3, 4, 2); }),
            refusal([&] { (void)table.matrix(stacked, 4, 6); }),
            refusal([&] { (void)table.vector(vector, 5); }),
            refusal([&] { (void)table.values(vector, 3); }),
        };
        for (const auto& error : errors) {
            QVERIFY(error.has_value());
            QCOMPARE(error->code(), ErrorCode::BadFile);
        }
        QVERIFY(QString(errors[0]->what()).contains("lacks the tensor output.weight"));
        QVERIFY(QString(errors[1]->what()).contains("4 x 3 x 2"));
    }

    void rowsAreCutOutOfEveryExpert() {
        const auto file = sample();
        const auto part = rowRange(WeightTable(file).matrix(stacked, 4, 3, 2), 1, 2);
        QCOMPARE(part.rows, uint64_t{2});
        QCOMPARE(allOf(part), (std::vector<float>{4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 20, 21, 22, 23}));
    }

    void rowsChangeTheirOrder() {
        const auto file = sample();
        const auto part = reorderedRows(WeightTable(file).matrix(plain, 4, 3), {2, 0, 1});
        QCOMPARE(allOf(part), (std::vector<float>{8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7}));
    }

    void ownNumbersAreAWeight() {
        QCOMPARE(allOf(fromValues({}, "own", {3, 1, 4, 1, 5})), (std::vector<float>{3, 1, 4, 1, 5}));
    }
};

QTEST_APPLESS_MAIN(WeightTableTest)
#include "tst_weight_table.moc"
