#include "backend_pair.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

namespace {

/// A product of two matrices that share their input, or of gate and up.
struct Product {
    BlockType first, second;
    size_t columns, firstRows, secondRows;
    bool gated;
};

struct Card {
    int multiprocessors, major;  ///< of compute capability
};

/// Results for the first `rows` of rows that are always the same, on a GPU.
class ProductRun {
public:
    ProductRun(const Product& product, const Card& card, size_t most)
        : m_product(product),
          m_pair{EmulatedTest(optionsOf(card)), ReferenceBackend(), cuda::CudaBackend()},
          m_most(most),
          m_first(m_pair.weight(product.first, product.columns, product.firstRows)),
          m_second(m_pair.weight(product.second, product.columns, product.secondRows)),
          m_bias(m_pair.weight(BlockType::F32, product.secondRows)),
          m_values(m_pair.exactFloats(most * product.columns)) {
        // Small enough for activations to be no more than the products.
        for (float& value : m_values) value /= 64;
    }

    size_t width() const {
        return m_product.gated ? m_product.firstRows : m_product.firstRows + m_product.secondRows;
    }

    std::vector<float> result(size_t rows) {
        const auto in = m_pair.buffer(m_most, m_product.columns, m_values),
                   out = m_pair.buffer(m_most, width() + 5, std::vector<float>(m_most * (width() + 5), 2.0F));
        m_pair.begin(rows);
        run(m_pair.cuda, false, in, out);
        return m_pair.cudaValues(out, rows);
    }
    double differenceFromReference() {
        const auto in = m_pair.buffer(m_most, m_product.columns, m_values),
                   out = m_pair.buffer(m_most, width() + 5, std::vector<float>(m_most * (width() + 5), 2.0F));
        m_pair.begin(m_most);
        run(m_pair.reference, true, in, out);
        run(m_pair.cuda, false, in, out);
        return m_pair.compare(out, m_most).relative();
    }

private:
    static emulator::DeviceOptions optionsOf(const Card& card) {
        emulator::DeviceOptions options = deviceOptions();
        options.multiprocessors = card.multiprocessors;
        options.major = card.major;
        return options;
    }

    void run(Backend& backend, bool reference, const BackendPair::Both<Buffer>& in,
             const BackendPair::Both<Buffer>& out) {
        LinearArgs args;
        args.in = all(in, reference);
        args.parts = {{side(m_first, reference), nullptr},
                      {side(m_second, reference), side(m_bias, reference)}};
        args.gated = m_product.gated;
        args.activation = m_product.gated ? Activation::Silu : Activation::None;
        args.scale = 0.5F;
        args.accumulate = true;
        args.out = {all(out, reference).buffer, 3, width()};
        backend.linear(args);
    }

    Product m_product;
    BackendPair m_pair;
    size_t m_most;
    BackendPair::Both<Weight> m_first, m_second, m_bias;
    std::vector<float> m_values;
};

}  // namespace

/// Products of many rows with quantised weights: tiles of every width, shared among blocks of threads or not.
class TestGemmInt8 : public QObject {
    Q_OBJECT

private slots:
    /// Of prompts of a few hundred tokens the widest tiles would leave a GPU's multiprocessors without work.
    void tilesAreAsWideAsTheCardIsBusy() {
        const auto planOf = [](int multiprocessors, int outputs, int rows) {
            cuda::LinearView view;
            view.rows = rows;
            view.multiprocessors = multiprocessors;
            view.sharedLimit = 227U << 10U;
            view.partCount = 1;
            view.parts[0].weight.format = cuda::WeightFormat::Q4_0;
            view.parts[0].weight.rows = outputs;
            view.parts[0].weight.kBlocks = 128;
            return cuda::planLinearTile(view);
        };
        // 64 wide tiles for 132 multiprocessors, 128 narrow ones.
        QCOMPARE(planOf(132, 4096, 256).columns, 64);
        QCOMPARE(planOf(132, 4096, 256).splits, 1);
        // 192 tiles take two rounds, 384 of half the width three halves of one.
        QCOMPARE(planOf(132, 6144, 512).columns, 64);
        // 32 tiles are shared instead, and 128 are enough.
        QCOMPARE(planOf(132, 4096, 128).splits, 4);
        QCOMPARE(planOf(132, 4096, 512).columns, 128);
        QCOMPARE(planOf(132, 4096, 2048).columns, 128);
        // Tiles that nobody shares need no memory for the sums of others.
        QCOMPARE(planOf(1, 1024, 16).splits, 1);
        QCOMPARE(planOf(1, 1024, 16).partialFloats, size_t{0});
        QCOMPARE(planOf(1, 1024, 16).counters, size_t{0});
    }

    void everyTileHasTheSameBits_data() {
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("second");
        QTest::addColumn<bool>("gated");
        const auto add = [](BlockType first, BlockType second, bool gated) {
            QTest::addRow("%s and %s%s", std::string(blockTypeInfo(first).name).c_str(),
                          std::string(blockTypeInfo(second).name).c_str(), gated ? ", gated" : "")
                << static_cast<int>(first) << static_cast<int>(second) << gated;
        };
        for (const BlockType type :
             {BlockType::Q4_0, BlockType::Q4_1, BlockType::Q5_0, BlockType::Q5_1, BlockType::Q8_0,
              BlockType::Q2_K, BlockType::Q3_K, BlockType::Q4_K, BlockType::Q5_K, BlockType::Q6_K,
              BlockType::IQ4_NL, BlockType::MXFP4, BlockType::IQ4_XS, BlockType::IQ3_XXS})
            add(type, type, false);
        add(BlockType::Q4_K, BlockType::Q6_K, false);
        add(BlockType::Q4_0, BlockType::Q4_0, true);
        add(BlockType::Q6_K, BlockType::Q6_K, true);
        add(BlockType::Q5_K, BlockType::Q8_0, true);
        add(BlockType::F16, BlockType::BF16, false);
        add(BlockType::F16, BlockType::F16, true);
        add(BlockType::FP8_E4M3, BlockType::FP8_E5M2, false);
        add(BlockType::FP8_E4M3, BlockType::F16, false);
        add(BlockType::FP8_E5M2, BlockType::FP8_E4M3, true);
    }
    /// A row's result is the same to the bit alone, among a few, and in tiles of 16 to 128 rows, of which
    /// some are empty; with a number of k-blocks that fills neither stages nor runs; on a GPU so large that
    /// several blocks of threads share a tile, and on one that has narrow tiles.
    void everyTileHasTheSameBits() {
        QFETCH(int, first);
        QFETCH(int, second);
        QFETCH(bool, gated);
        const auto firstType = static_cast<BlockType>(first), secondType = static_cast<BlockType>(second);
        const bool large =
            std::max(blockTypeInfo(firstType).blockElements, blockTypeInfo(secondType).blockElements) >= 128;
        const bool usual = firstType == BlockType::Q4_0 && !gated;
        const Product product{
            firstType, secondType, large ? size_t{768} : size_t{416}, 135, gated ? size_t{135} : size_t{5},
            gated};
        const size_t most = usual ? 300 : 70;
        std::vector<float> whole;
        for (const Card card : {Card{1, 8}, Card{64, 8}, Card{1, 7}}) {
            if (!usual && card.major < 8) continue;
            ProductRun run(product, card, most);
            for (const size_t rows : {most, size_t{65}, size_t{64}, size_t{17}, size_t{9}, size_t{8},
                                      size_t{3}, size_t{2}, size_t{1}}) {
                if (!usual && rows != most && rows != 64 && rows != 17 && rows != 1) continue;
                const auto result = run.result(rows);
                if (whole.empty()) whole = result;
                QVERIFY2(std::equal(result.begin(), result.end(), whole.begin()),
                         qPrintable(QString::number(rows)));
            }
            if (card.multiprocessors > 1) continue;
            const double difference = run.differenceFromReference();
            QVERIFY2(difference < 2e-5, qPrintable(QString::number(difference)));
        }
    }
};

HEARTH_KERNEL_TEST_MAIN(TestGemmInt8)
#include "tst_gemm_int8.moc"
