// Prompts through row panels that are unpacked once for many panels: a row's bits are those that it has in a
// batch too small for that.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "backend/cpu/cpu_backend.h"
#include "random_blocks.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;

namespace {

/// More than are unpacked at once, of every type, and no whole number of panels or of row panels.
constexpr uint64_t columns = 1280;
constexpr uint64_t weightRows = 37;
/// More than get two planes for being tiny.
constexpr uint64_t moreRows = 213;
constexpr size_t promptRows = 301;

struct Matrix {
    std::unique_ptr<Weight> weight;
    std::vector<float> values;
};

struct Case {
    std::vector<BlockType> types;
    bool gated = false;
    bool bias = false;
    bool accumulate = false;
    uint64_t rows = weightRows;  ///< of each matrix
};

}  // namespace

class TestUnpackedRowPanels : public QObject {
    Q_OBJECT

    CpuBackend m_backend{CpuOptions{.threads = 2, .isa = IsaLevel::Avx2}};
    std::mt19937 m_random{31};

    Matrix matrix(BlockType type, uint64_t wide, uint64_t rows) {
        auto stored = test::randomBlocks(type, wide * rows, m_random);
        Matrix m;
        m.values.resize(wide * rows);
        dequantizeRow(type, stored, m.values);
        WeightSource source{.name = "test", .type = type, .columns = wide, .rows = rows, .read = {}};
        source.read = [stored = std::move(stored)](uint64_t offset, std::span<std::byte> out) {
            std::memcpy(out.data(), stored.data() + offset, out.size());
        };
        m.weight = m_backend.upload(source);
        return m;
    }
    std::vector<float> floats(size_t count) {
        std::normal_distribution<float> normal;
        std::vector<float> x(count);
        for (float& value : x) value = normal(m_random);
        return x;
    }
    struct Gemm {
        Case what;
        std::vector<Matrix> matrices, biases;
        uint64_t outColumns() const { return what.gated ? what.rows : what.rows * matrices.size(); }
    };
    Gemm product(const Case& what) {
        Gemm p{.what = what, .matrices = {}, .biases = {}};
        for (const BlockType type : what.types) {
            p.matrices.push_back(matrix(type, columns, what.rows));
            if (what.bias) p.biases.push_back(matrix(BlockType::F32, what.rows, 1));
        }
        return p;
    }
    /// Rows of x, some of them at a time.
    std::vector<float> multiply(const Gemm& p, std::span<const float> x, std::span<const float> before,
                                size_t atOnce) {
        const size_t rows = x.size() / columns;
        const auto in = m_backend.allocate(atOnce, columns);
        const auto out = m_backend.allocate(atOnce, p.outColumns());
        std::vector<float> result(rows * p.outColumns());
        for (size_t first = 0; first < rows; first += atOnce) {
            const size_t count = std::min(atOnce, rows - first);
            Batch batch;
            batch.sequences.resize(1);
            for (size_t i = 0; i < count; ++i)
                batch.rows.push_back({0, static_cast<int32_t>(first + i), 0, false});
            m_backend.beginBatch(batch);
            LinearArgs args;
            args.in = {in.get(), 0, columns};
            args.out = {out.get(), 0, p.outColumns()};
            for (size_t i = 0; i < p.matrices.size(); ++i)
                args.parts.push_back(
                    {p.matrices[i].weight.get(), p.biases.empty() ? nullptr : p.biases[i].weight.get()});
            args.gated = p.what.gated;
            args.activation = p.what.gated ? Activation::Silu : Activation::None;
            args.accumulate = p.what.accumulate;
            m_backend.upload(args.in, count, x.subspan(first * columns, count * columns));
            m_backend.upload(args.out, count, before.subspan(first * p.outColumns(), count * p.outColumns()));
            m_backend.linear(args);
            m_backend.download(args.out, count,
                               std::span(result).subspan(first * p.outColumns(), count * p.outColumns()));
        }
        return result;
    }

private slots:
    void initTestCase() {
        if (detectIsa() < IsaLevel::Avx2) QSKIP("strips are unpacked for AVX2");
    }

    void sameBitsAsInSmallBatches_data() {
        QTest::addColumn<Case>("what");
        for (const BlockType type : {BlockType::Q4_0, BlockType::Q4_1, BlockType::Q5_0, BlockType::Q5_1,
                                     BlockType::Q8_0, BlockType::Q4_K, BlockType::Q5_K, BlockType::Q6_K}) {
            const auto name = std::string(blockTypeInfo(type).name);
            const uint64_t rows = type == BlockType::Q8_0 ? moreRows : weightRows;
            QTest::addRow("%s", name.c_str()) << Case{.types = {type}, .rows = rows};
            QTest::addRow("%s gated", name.c_str())
                << Case{.types = {type, type}, .gated = true, .bias = true, .rows = rows};
        }
        QTest::newRow("added") << Case{.types = {BlockType::Q4_K}, .accumulate = true};
        QTest::newRow("of several types")
            << Case{.types = {BlockType::Q4_K, BlockType::F16, BlockType::Q8_0}, .bias = true};
        QTest::newRow("gate and up of two types")
            << Case{.types = {BlockType::Q4_K, BlockType::Q6_K}, .gated = true};
        QTest::newRow("gate in floats") << Case{.types = {BlockType::F16, BlockType::Q6_K}, .gated = true};
    }
    void sameBitsAsInSmallBatches() {
        QFETCH(Case, what);
        const Gemm p = product(what);
        const auto x = floats(promptRows * columns);
        const auto before = floats(promptRows * p.outColumns());
        const auto many = multiply(p, x, before, promptRows);
        const auto few = multiply(p, x, before, Backend::fewRows);
        QVERIFY(std::memcmp(many.data(), few.data(), many.size() * sizeof(float)) == 0);
    }

    /// Short prompts are rounded to two planes, whose sums meet after the row panel has passed; and long ones
    /// where Q8_0 leaves fewer bits to a plane and matrices are so small that it is not felt.
    void twoPlanes_data() {
        QTest::addColumn<Case>("what");
        QTest::addColumn<size_t>("rows");
        QTest::newRow("short") << Case{.types = {BlockType::Q6_K, BlockType::Q5_0}, .bias = true}
                               << size_t{29};
        QTest::newRow("short and bounded")
            << Case{.types = {BlockType::Q6_K, BlockType::Q8_0}, .bias = true, .rows = moreRows}
            << size_t{29};
        QTest::newRow("tiny") << Case{.types = {BlockType::Q8_0}, .bias = true} << size_t{99};
    }
    void twoPlanes() {
        QFETCH(Case, what);
        QFETCH(size_t, rows);
        const Gemm p = product(what);
        const auto x = floats(rows * columns);
        const auto out = multiply(p, x, std::vector<float>(rows * p.outColumns()), rows);
        double wanted = 0;
        double wrong = 0;
        for (size_t i = 0; i < out.size(); ++i) {
            const size_t row = i / p.outColumns();
            const size_t part = i % p.outColumns() / what.rows;
            const size_t r = i % what.rows;
            double sum = double(p.biases[part].values[r]);
            for (size_t k = 0; k < columns; ++k)
                sum += double(p.matrices[part].values[r * columns + k]) * double(x[row * columns + k]);
            wanted += sum * sum;
            wrong += (sum - double(out[i])) * (sum - double(out[i]));
        }
        // One plane alone would be near 5e-3, or 7e-3 where panels are bounded.
        QVERIFY2(std::sqrt(wrong / wanted) < 5e-5, qPrintable(QString::number(std::sqrt(wrong / wanted))));
    }
};

QTEST_GUILESS_MAIN(TestUnpackedRowPanels)
#include "tst_unpacked_row_panels.moc"
