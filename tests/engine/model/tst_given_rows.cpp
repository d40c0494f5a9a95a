// Rows whose embeddings are given.
#include <QtTest>
#include <array>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "hearth/block_type.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "support/reference_pack.h"
#include "support/tiny_model.h"

using namespace hearth;
using namespace hearth::test;

namespace {

std::filesystem::path family(const std::string& name) {
    return std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families" / (name + ".gguf");
}

/// The embeddings in the file.
std::vector<float> tableOf(const std::filesystem::path& path) {
    const GgufFile file = GgufFile::open(path);
    const GgufTensor* table = file.findTensor("token_embd.weight");
    std::vector<std::byte> bytes(table->sizeBytes);
    file.read(*table, 0, bytes);
    std::vector<float> values(table->elements());
    dequantizeRow(table->type, bytes, values);
    return values;
}

}  // namespace

class TestGivenRows : public QObject {
    Q_OBJECT

    /// Logits of five tokens; of those in `given` the row is given.
    static std::vector<float> logits(TinyModel& model, const std::vector<std::vector<float>>& given) {
        constexpr std::array<TokenId, 5> tokens{3, 11, 7, 20, 9};
        Batch batch;
        batch.sequences.push_back(model.makeSequence(tokens.size()));
        for (size_t i = 0; i < tokens.size(); ++i) {
            batch.rows.push_back({.slot = static_cast<int32_t>(i), .token = tokens[i], .wantLogits = true});
            if (i < given.size()) batch.rows.back().given = given[i];
        }
        return model.model().forward(batch, model.kv(), model.states());
    }

private slots:
    /// Rows of the table that are given as rows yield the same bits.
    void rowsOfTheTableChangeNothing_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"arcee", "qwen35", "granite", "gpt2", "gemma3"}) QTest::newRow(name) << name;
    }
    void rowsOfTheTableChangeNothing() {
        QFETCH(QString, name);
        const auto path = family(name.toStdString());
        const std::vector<float> table = tableOf(path);
        for (const bool fast : {false, true}) {
            std::unique_ptr<Backend> backend;
            if (fast)
                backend = std::make_unique<CpuBackend>(CpuOptions{.threads = 2});
            else
                backend = std::make_unique<ReferenceBackend>(1);
            TinyModel model(path, std::move(backend), KvType::F32);
            const size_t width = model.model().config().embedding;
            // Gemma's scale is one of its table.
            const float scale = model.model().config().embeddingScale / model.model().config().givenScale;
            std::vector<std::vector<float>> given{{}};
            for (const size_t token : {size_t{11}, size_t{7}}) {
                const auto from = table.begin() + static_cast<ptrdiff_t>(token * width);
                given.emplace_back(from, from + static_cast<ptrdiff_t>(width));
                for (float& value : given.back()) value *= scale;
            }
            QCOMPARE(logits(model, given), logits(model, {}));
            given[1][0] += 1;
            QVERIFY(logits(model, given) != logits(model, {}));
        }
    }

    /// Behind a layer and not in front of it; zeros change nothing.
    void partsAreAddedBehindLayers() {
        const auto path = family("qwen3");
        TinyModel model(path, std::make_unique<ReferenceBackend>(1), KvType::F32);
        const size_t width = model.model().config().embedding;
        const std::vector<float> table = tableOf(path);
        std::vector<float> row(table.begin() + static_cast<ptrdiff_t>(3 * width),
                               table.begin() + static_cast<ptrdiff_t>(4 * width));
        const std::vector<float> plain = logits(model, {row});
        row.resize((1 + model.model().config().layerCount) * width);
        QCOMPARE(logits(model, {row}), plain);
        row.back() = 1;
        const std::vector<float> behindTheLast = logits(model, {row});
        const size_t vocabulary = model.vocabSize();
        QVERIFY(largestDifference(std::span(behindTheLast).first(vocabulary),
                                  std::span(plain).first(vocabulary)) > 1e-3);
        // Nobody else reads what is added there.
        QCOMPARE(largestDifference(std::span(behindTheLast).subspan(vocabulary),
                                   std::span(plain).subspan(vocabulary)),
                 0.0);
    }

    void refusesOtherWidths() {
        TinyModel model(family("qwen3"), std::make_unique<ReferenceBackend>(1), KvType::F32);
        const auto& config = model.model().config();
        for (const size_t size : {size_t{config.embedding} + 1, size_t{config.embedding} - 1,
                                  size_t{config.embedding} * (config.layerCount + 2)})
            QVERIFY_THROWS_EXCEPTION(Error, logits(model, {std::vector<float>(size)}));
    }
};

QTEST_GUILESS_MAIN(TestGivenRows)
#include "tst_given_rows.moc"
