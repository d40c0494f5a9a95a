// A prompt leaves the same bits behind in one part as in any number of parts, also of a single row: what is
// computed behind a cached beginning is what would be computed without it.
#include <algorithm>
#include <array>
#include <cstring>

#include <QTemporaryDir>

#include "backend/cpu/cpu_backend.h"
#include "hearth/quantize_model.h"
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

constexpr size_t promptTokens = 331;
constexpr size_t replyTokens = 3;

/// Starts of the parts: inside and at borders of blocks, and of the groups that kernels process together.
const std::vector<std::vector<size_t>> allCuts{
    {1}, {promptTokens - 1}, {32, 64}, {7, 8, 15, 40}, {63, 65, 256}, {100, 101, 102, 290, 330}, {200}};
const std::vector<std::vector<size_t>> someCuts{{7, 8, 61, 70, 256, 330}};

bool sameBits(std::span<const float> a, std::span<const float> b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

/// Logits behind the prompt and behind each token of a reply.
std::vector<std::vector<float>> logitsOf(TinyModel& model, std::span<const TokenId> tokens,
                                         std::vector<size_t> cuts) {
    Batch batch;
    batch.sequences.push_back(model.makeSequence(tokens.size()));
    cuts.push_back(promptTokens);
    std::vector<std::vector<float>> all;
    size_t begin = 0;
    const auto pass = [&](size_t end, RowKind kind) {
        batch.kind = kind;
        batch.rows.clear();
        for (; begin < end; ++begin)
            batch.rows.push_back({.sequence = 0,
                                  .slot = static_cast<int32_t>(begin),
                                  .token = tokens[begin],
                                  .wantLogits = begin + 1 >= promptTokens});
        return model.model().forward(batch, model.kv(), model.states());
    };
    for (const size_t end : cuts) {
        auto logits = pass(end, RowKind::Prefill);
        if (end == promptTokens) all.push_back(std::move(logits));
    }
    while (begin < tokens.size()) all.push_back(pass(begin + 1, RowKind::Decode));
    return all;
}

void compare(const std::filesystem::path& file, const CpuOptions& options, KvTypes kv,
             const std::vector<std::vector<size_t>>& cuts) {
    TinyModel model(file, std::make_unique<CpuBackend>(options), kv);
    const uint32_t learned = model.model().config().learnedPositions;
    if (learned != 0 && learned < promptTokens + replyTokens)
        QSKIP("its table of positions is shorter than the prompts here");
    const std::vector<TokenId> tokens = randomTokens(promptTokens + replyTokens, 9);
    const auto whole = logitsOf(model, tokens, {});
    QCOMPARE(whole.size(), replyTokens + 1);
    for (const std::vector<size_t>& parts : cuts) {
        const auto found = logitsOf(model, tokens, parts);
        for (size_t i = 0; i < whole.size(); ++i)
            QVERIFY2(sameBits(found[i], whole[i]),
                     qPrintable(QStringLiteral("logits %1 of a prompt cut at %2, %3 parts")
                                    .arg(i)
                                    .arg(parts.front())
                                    .arg(parts.size() + 1)));
    }
}

}  // namespace

class TestPromptParts : public QObject {
    Q_OBJECT

    static std::filesystem::path family(const std::string& name) {
        return std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families" / (name + ".gguf");
    }
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

private slots:
    /// All families on the best kernels there are.
    void families_data() {
        QTest::addColumn<QString>("file");
        addModels(std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families", "");
    }
    void families() {
        QFETCH(QString, file);
        if (threadSanitized) QSKIP("the same threads as in the other tests here");
        for (const KvTypes kv : {KvType::F16, KvType::Q8_0})
            compare(file.toStdString(), {.threads = 2}, kv, someCuts);
    }

    /// Families with full attention, with windows, with recurrent layers and with experts, in blocks of
    /// weights and on all kernels.
    void quantized_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("type");
        QTest::addColumn<int>("level");
        for (const char* name : {"llama3", "gemma3", "lfm2", "qwen3moe"})
            for (const BlockType type : {BlockType::Q4_0, BlockType::Q8_0})
                for (const IsaLevel level : isaLevelsUpTo(detectIsa()))
                    QTest::addRow("%s %s %s", name, std::string(blockTypeInfo(type).name).c_str(),
                                  std::string(isaName(level)).c_str())
                        << name << static_cast<int>(type) << static_cast<int>(level);
    }
    void quantized() {
        QFETCH(QString, name);
        QFETCH(int, type);
        QFETCH(int, level);
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("model.gguf").toStdString();
        (void)quantizeModel(family(name.toStdString()), file, static_cast<BlockType>(type));
        const CpuOptions options{.threads = 2, .isa = static_cast<IsaLevel>(level)};
        compare(file, options, KvType::F16, threadSanitized ? someCuts : allCuts);
        if (!threadSanitized) compare(file, options, KvType::Q4_0, someCuts);
    }

    /// All block types on all kernels.
    void types_data() {
        QTest::addColumn<QString>("file");
        if (goldenFolder()) addModels(*goldenFolder() / "quant", "q");
    }
    void types() {
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        QFETCH(QString, file);
        if (threadSanitized) QSKIP("the same threads as in the other tests here");
        for (const IsaLevel level : isaLevelsUpTo(detectIsa()))
            compare(file.toStdString(), {.threads = 2, .isa = level}, KvType::F16, someCuts);
    }

    void starter() {
        HEARTH_REQUIRE(file, starterModel(), "the starter model ($HEARTH_STARTER_MODEL)");
        for (const IsaLevel level : isaLevelsUpTo(detectIsa()))
            if (level >= IsaLevel::Avx2)
                compare(file, {.threads = 2, .isa = level}, KvType::F16,
                        level == detectIsa() && !threadSanitized ? allCuts : someCuts);
    }
};

QTEST_GUILESS_MAIN(TestPromptParts)
#include "tst_prompt_parts.moc"
