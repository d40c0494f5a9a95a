// Whole models on the CPU backend at every level of instructions, against the reference pack and the
// reference backend.
#include "backend/cpu/cpu_backend.h"

#include <array>
#include <cmath>
#include <numeric>

#include "backend/reference/reference_backend.h"
#include "hearth/error.h"
#include "model/family_table.h"
#include "support/reference_pack.h"
#include "support/tiny_model.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;
using namespace hearth::test;

namespace {

std::unique_ptr<Backend> makeBackend(IsaLevel level, unsigned threads = 2) {
    return std::make_unique<CpuBackend>(CpuOptions{.threads = threads, .isa = level});
}

std::vector<TokenId> tokensOf(const nlohmann::json& sequence) {
    return sequence.at("tokens").get<std::vector<TokenId>>();
}

double rms(std::span<const float> a, std::span<const float> b) {
    double sum = 0;
    for (size_t i = 0; i < a.size(); ++i)
        sum += (double(a[i]) - double(b[i])) * (double(a[i]) - double(b[i]));
    return std::sqrt(sum / double(a.size()));
}

}  // namespace

class TestCpuBackend : public QObject {
    Q_OBJECT

private:
    static IsaLevel level() {
        QFETCH_GLOBAL(int, level);
        return static_cast<IsaLevel>(level);
    }
    static void addModels(const char* list, const char* needed = "") {
        QTest::addColumn<QString>("name");
        const auto pack = goldenFolder();
        if (!pack) return QTest::addRow("missing") << QString(), void();
        const auto manifest = readJson(*pack / "manifest.json");
        for (const auto& model : manifest.at(list)) {
            const std::string name = model.at("name");
            if (model.at("gguf").is_null()) continue;  // a folder
            if (model.contains("arch") && findFamily(model.at("arch").get<std::string>()) == nullptr)
                continue;
            if (name.find(needed) == std::string::npos) continue;
            QTest::addRow("%s", name.c_str()) << QString::fromStdString(name);
        }
    }

private slots:
    void initTestCase_data() {
        QTest::addColumn<int>("level");
        for (const IsaLevel l : isaLevelsUpTo(detectIsa()))
            QTest::addRow("%s", std::string(isaName(l)).c_str()) << static_cast<int>(l);
    }

    void goesOnWithTheRowsThatWantLogits() {
        const auto backend = makeBackend(level());
        const auto buffer = backend->allocate(5, 3);
        std::vector<float> values(15);
        std::iota(values.begin(), values.end(), 0.0F);
        const Slice all{buffer.get(), 0, 3};
        backend->upload(all, 5, values);
        Batch batch;
        batch.sequences.resize(1);
        for (int32_t i = 0; i < 5; ++i) batch.rows.push_back({0, i, 0, i == 1 || i == 4});
        backend->beginBatch(batch);
        const Slice last{buffer.get(), 1, 2};
        backend->keepLogitRows(std::array{last});
        // The following operations work on two rows.
        backend->multiply({.a = last, .b = {}, .scale = 2.0F, .out = last});
        std::vector<float> kept(9);
        backend->download(all, 3, kept);
        QCOMPARE(kept, (std::vector<float>{0, 8, 10, 3, 26, 28, 6, 7, 8}));
    }

    /// Float32 models with a float32 cache: nothing is rounded, so the tolerance is that of any float engine.
    void floatModels_data() { addModels("tiny"); }
    void floatModels() {
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        QFETCH(QString, name);
        const auto base = pack / "tiny" / name.toStdString();
        const auto json = readJson(base.string() + ".json");
        TinyModel model(base.string() + ".gguf", makeBackend(level()), KvType::F32);
        const double tolerance = name.startsWith("gemma") ? 1e-2 : 2e-3;
        const NpyArray last = readNpy(base.string() + ".last.npy");
        const NpyArray all17 = readNpy(base.string() + ".all17.npy");
        for (size_t i = 0; i < json.at("sequences").size(); ++i) {
            const auto tokens = tokensOf(json.at("sequences")[i]);
            const auto logits = model.logits(tokens);
            const auto lastRow = std::span(logits).last(model.vocabSize());
            const double difference = largestDifference(lastRow, last.row(i));
            QVERIFY2(difference <= tolerance,
                     qPrintable(QString("sequence %1 differs by %2").arg(i).arg(difference)));
            if (tokens.size() == 17) QVERIFY(largestDifference(logits, all17.values) <= tolerance);
        }
    }

    /// Quantised models with the cache as people use it, by the pack's rule: no farther from llama.cpp or
    /// from the exact numbers than 1.5 times what these two are apart.
    void quantizedModels_data() { addModels("quant", "qbase"); }
    void quantizedModels() {
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        QFETCH(QString, name);
        const auto base = pack / "quant" / name.toStdString();
        const auto json = readJson(base.string() + ".json");
        TinyModel model(base.string() + ".gguf", makeBackend(level()), KvType::F32);
        const NpyArray peer = readNpy(base.string() + ".all17.npy");
        const NpyArray exact = readNpy(base.string() + ".exact.all17.npy");
        const double noise = std::max(rms(peer.values, exact.values), 1e-3);
        for (const size_t chunk : {17UL, 1UL}) {
            const auto logits = model.logits(tokensOf(json.at("sequences")[1]), chunk);
            const double error = std::min(rms(logits, peer.values), rms(logits, exact.values));
            qInfo("%s: rms %.3g from exact, noise %.3g", qPrintable(name), rms(logits, exact.values), noise);
            QVERIFY2(error <= 1.5 * noise, qPrintable(QString("rms %1, noise %2").arg(error).arg(noise)));
        }
    }

    void threadsDoNotChangeResults() {
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        const auto tokens = tokensOf(readJson(pack / "quant/qbase-q4_k_m.json").at("sequences")[2]);
        std::vector<float> first;
        for (const unsigned threads : {1U, 2U, 3U}) {
            TinyModel model(pack / "quant/qbase-q4_k_m.gguf", makeBackend(level(), threads), KvType::F16);
            auto logits = model.logits(tokens);
            const auto single = model.logits(std::span(tokens).first(40), 1);
            logits.insert(logits.end(), single.begin(), single.end());
            if (threads == 1) first = logits;
            QCOMPARE(largestDifference(first, logits), 0.0);
        }
    }

    /// Chunks of every size up to and past the widths of panels and tiles.
    void chunkSizesAgree() {
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        for (const KvType kv : {KvType::F32, KvType::F16}) {
            TinyModel model(pack / "tiny/llama3-untied.gguf", makeBackend(level()), kv);
            const auto tokens = tokensOf(readJson(pack / "tiny/llama3-untied.json").at("sequences")[2]);
            TinyModel reference(pack / "tiny/llama3-untied.gguf", std::make_unique<ReferenceBackend>(2), kv);
            const auto expected = reference.logits(tokens);
            for (const size_t chunk : {1UL, 2UL, 3UL, 5UL, 7UL, 8UL, 13UL, 16UL, 33UL, 200UL}) {
                // Attention in tile registers rounds queries, keys, values and weights to 8 bits.
                const bool tiles = level() == IsaLevel::Amx && kv == KvType::F16 && chunk >= 8;
                const auto logits = model.logits(tokens, chunk);
                const double difference = largestDifference(expected, logits);
                const double typical = rms(expected, logits);
                const QString text = QString("chunk %1: %2, rms %3").arg(chunk).arg(difference).arg(typical);
                QVERIFY2(difference <= (kv == KvType::F32 ? 1e-3 : tiles ? 0.15 : 2e-2), qPrintable(text));
                QVERIFY2(typical <= (tiles ? 0.02 : 2e-3), qPrintable(text));
                if (chunk == 200 && kv == KvType::F16) qInfo("%s", qPrintable(text));
            }
        }
    }

    /// Caches of 8 and 4 bits over more positions than are expanded at a time, in whole prompts, in pieces
    /// and token by token: no farther from the reference, which rounds alike, than a few steps that fall the
    /// other way.
    void quantizedCaches() {
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        const auto path = pack / "tiny/llama3-untied.gguf";
        auto tokens = tokensOf(readJson(pack / "tiny/llama3-untied.json").at("sequences")[2]);
        while (tokens.size() < 330) tokens.insert(tokens.end(), tokens.begin(), tokens.begin() + 60);
        tokens.resize(330);
        TinyModel exact(path, std::make_unique<ReferenceBackend>(2), KvType::F32);
        const auto unrounded = exact.logits(tokens);
        for (const KvType kv : {KvType::Q8_0, KvType::Q4_0}) {
            TinyModel reference(path, std::make_unique<ReferenceBackend>(2), kv);
            const auto expected = reference.logits(tokens);
            const double rounding = rms(expected, unrounded);
            TinyModel model(path, makeBackend(level()), kv, 512, 64);
            for (const size_t chunk : {330UL, 48UL, 1UL}) {
                const double error = rms(expected, model.logits(tokens, chunk));
                qInfo("chunk %zu: rms %.3g, the rounding itself %.3g", chunk, error, rounding);
                QVERIFY(rounding > 0 && error <= 0.25 * rounding + (level() == IsaLevel::Amx ? 0.02 : 2e-3));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestCpuBackend)
#include "tst_cpu_backend.moc"
