// A row among a few of its sequence gives the same bits as alone: what makes checked drafts exact.
#include <algorithm>
#include <array>
#include <cstring>

#include "backend/cpu/cpu_backend.h"
#include "support/greedy_client.h"
#include "support/reference_pack.h"
#include "support/sanitized.h"
#include "support/tiny_model.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;
using namespace hearth::test;

namespace {

constexpr size_t mostRows = Backend::fewRows;
/// Behind the end of the first block, across the border of the next, and beyond a split of eight blocks.
constexpr std::array<size_t, 4> allStarts{3, 29, 251, 300};
constexpr std::span<const size_t> fewStarts = std::span(allStarts).subspan(1, 1);
constexpr std::span<const size_t> starts =
    threadSanitized ? std::span(allStarts).subspan(2, 1) : std::span(allStarts);

bool sameBits(std::span<const float> a, std::span<const float> b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

}  // namespace

class TestFewRows : public QObject {
    Q_OBJECT

    static void addModels(const std::filesystem::path& folder, const char* prefix) {
        std::vector<std::filesystem::path> files;
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            const std::string name = entry.path().filename().string();
            if (entry.path().extension() == ".gguf" && name.starts_with(prefix)) files.push_back(entry);
        }
        std::sort(files.begin(), files.end());
        for (const auto& file : files)
            QTest::addRow("%s", file.stem().c_str()) << QString::fromStdString(file.string());
    }

    /// Logits of the rows of one sequence at [first, first + rows), in one pass or one by one.
    static std::vector<float> logits(TinyModel& model, Batch& batch, std::span<const TokenId> tokens,
                                     size_t first, size_t rows, RowKind kind = RowKind::Decode) {
        batch.kind = kind;
        batch.rows.clear();
        for (size_t i = first; i < first + rows; ++i)
            batch.rows.push_back(
                {.sequence = 0, .slot = static_cast<int32_t>(i), .token = tokens[i], .wantLogits = true});
        return model.model().forward(batch, model.kv());
    }

    static void compare(TinyModel& model, std::span<const TokenId> tokens, std::span<const size_t> behind) {
        const size_t vocabulary = model.vocabSize();
        for (const size_t start : behind) {
            Batch batch;
            batch.sequences.push_back(model.makeSequence(tokens.size()));
            (void)logits(model, batch, tokens, 0, start, RowKind::Prefill);
            std::vector<float> alone;
            for (size_t i = 0; i < mostRows; ++i) {
                const auto row = logits(model, batch, tokens, start + i, 1);
                alone.insert(alone.end(), row.begin(), row.end());
            }
            for (size_t rows = 2; rows <= mostRows; ++rows) {
                // An residual block that has gone on to the next comes back from its border on.
                const size_t border = start / PagedKvCache::blockPositions * PagedKvCache::blockPositions;
                if (model.kv().types.keepsResidualBlocks())
                    (void)logits(model, batch, tokens, border, start - border, RowKind::Prefill);
                // Positions that are written again, as after a draft that was wrong.
                const auto together = logits(model, batch, tokens, start, rows);
                for (size_t i = 0; i < rows; ++i)
                    QVERIFY2(
                        sameBits(std::span(together).subspan(i * vocabulary, vocabulary),
                                 std::span(alone).subspan(i * vocabulary, vocabulary)),
                        qPrintable(QStringLiteral("row %1 of %2 behind %3").arg(i).arg(rows).arg(start)));
            }
        }
    }

private slots:
    /// All families on the best kernels there are.
    void families_data() {
        QTest::addColumn<QString>("file");
        addModels(std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families", "");
    }
    void families() {
        QFETCH(QString, file);
        for (const KvType kv : {KvType::F16, KvType::Q8_0}) {
            TinyModel model(file.toStdString(), std::make_unique<CpuBackend>(CpuOptions{.threads = 2}), kv);
            // Their states cannot go back, so nobody drafts for them.
            if (model.states() != nullptr) QSKIP("a model with recurrent layers");
            // A table of positions may be shorter than the texts here.
            const size_t learned = model.model().config().learnedPositions;
            const size_t tokens = learned ? std::min<size_t>(learned, 320) : 320;
            std::vector<size_t> within;
            std::copy_if(starts.begin(), starts.end(), std::back_inserter(within),
                         [&](size_t start) { return start + mostRows <= tokens; });
            compare(model, randomTokens(tokens, 5), within);
        }
    }

    /// All block types on all kernels.
    void types_data() {
        QTest::addColumn<QString>("file");
        if (goldenFolder()) addModels(*goldenFolder() / "quant", "qbase-");
    }
    void types() {
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        QFETCH(QString, file);
        for (const IsaLevel level : isaLevelsUpTo(detectIsa())) {
            TinyModel model(file.toStdString(),
                            std::make_unique<CpuBackend>(CpuOptions{.threads = 2, .isa = level}),
                            KvType::F16);
            compare(model, randomTokens(320, 6), level == detectIsa() ? starts : fewStarts);
        }
    }

    void starter() {
        HEARTH_REQUIRE(file, starterModel(), "the starter model ($HEARTH_STARTER_MODEL)");
        for (const KvType kv : {KvType::F16, KvType::F32, KvType::Q4_0}) {
            TinyModel model(file, std::make_unique<CpuBackend>(CpuOptions{.threads = 2}), kv);
            compare(model, randomTokens(320, 7), kv == KvType::F16 ? starts : fewStarts);
        }
    }
};

QTEST_GUILESS_MAIN(TestFewRows)
#include "tst_few_rows.moc"
