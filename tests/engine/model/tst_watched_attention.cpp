#include <filesystem>
#include <optional>

#include "backend/cpu/cpu_backend.h"
#include "backend/layer_split/layer_split_backend.h"
#include "backend/reference/reference_backend.h"
#include "backend/tensor_parallel/tensor_parallel_backend.h"
#include "hearth/gguf.h"
#include "placement/shard_choice.h"
#include "support/reference_pack.h"
#include "support/tiny_model.h"
#ifdef HEARTH_EMULATED
#include "backend/cuda/cuda_backend.h"
#include "emulator/device_emulated.h"
#include "emulator/machine.h"
#endif

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

namespace {

const std::filesystem::path fixtures = HEARTH_SOURCE_DIR "/tests/reference/families";

std::filesystem::path fileOf(const QString& name) {
    return fixtures / (name.toStdString() + ".gguf");
}

SplitBackends twoReferences() {
    SplitBackends parts;
    for (int i = 0; i < 2; ++i) parts.push_back(std::make_unique<ReferenceBackend>());
    return parts;
}

std::optional<ShardPlan> planOf(const QString& name) {
    const GgufFile file = GgufFile::open(fileOf(name));
    return shardPlan(file, ModelConfig::fromGguf(file), 2);
}

std::unique_ptr<Backend> backendOf(const QString& kind, const QString& name) {
    if (kind == "cpu") return std::make_unique<CpuBackend>(CpuOptions{.threads = 2});
    if (kind == "split")
        return std::make_unique<LayerSplitBackend>(twoReferences(), SplitPlacement{.layers = {1, 63}});
    if (kind == "parallel") return std::make_unique<TensorParallelBackend>(twoReferences(), *planOf(name));
#ifdef HEARTH_EMULATED
    if (kind == "cuda") {
        emulator::configureDevice({});
        emulator::g_machine.configure({});
        return std::make_unique<cuda::CudaBackend>();
    }
#endif
    return std::make_unique<ReferenceBackend>(2);
}

/// Attention of the token at a position, computed for it alone after the others. `company`: adds a row of
/// another sequence to its batch.
std::vector<LayerAttention> lookedAt(TinyModel& model, std::span<const TokenId> tokens, size_t position,
                                     bool company = false) {
    Batch batch;
    batch.sequences.push_back(model.makeSequence(tokens.size()));
    for (size_t i = 0; i < position; ++i)
        batch.rows.push_back({.sequence = 0, .slot = static_cast<int32_t>(i), .token = tokens[i]});
    if (position > 0) (void)model.model().forward(batch, model.kv(), model.states());
    batch.rows.clear();
    batch.kind = RowKind::Decode;
    if (company) {
        batch.sequences.insert(batch.sequences.begin(), model.makeSequence(1));
        batch.rows.push_back({.sequence = 0, .slot = 0, .token = 5, .wantLogits = true});
    }
    batch.rows.push_back({.sequence = company ? 1U : 0U,
                          .slot = static_cast<int32_t>(position),
                          .token = tokens[position],
                          .wantLogits = true});
    std::vector<LayerAttention> layers;
    ForwardPass& pass = model.model().pass();
    pass.watch({.row = batch.rows.size() - 1, .layers = &layers});
    (void)pass.run(batch, model.kv(), model.states(), {});
    return layers;
}

/// Rows of all layers that have attention, in the form of the fixtures: what is not seen has no share.
std::vector<std::vector<float>> rowsOf(const std::vector<LayerAttention>& layers, size_t tokens) {
    std::vector<std::vector<float>> rows;
    for (const LayerAttention& layer : layers) {
        for (size_t head = 0; head < layer.heads; ++head) {
            std::vector<float> row(tokens);
            const auto from = layer.shares.begin() + static_cast<ptrdiff_t>(head * layer.positions());
            std::copy_n(from, layer.positions(), row.begin() + static_cast<ptrdiff_t>(layer.first));
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

double largestDifference(const std::vector<std::vector<float>>& a, const std::vector<std::vector<float>>& b) {
    if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
    double largest = 0;
    for (size_t i = 0; i < a.size(); ++i) largest = std::max(largest, test::largestDifference(a[i], b[i]));
    return largest;
}

}  // namespace

/// Attention of tokens in small random models, compared with Hugging Face transformers
/// (tests/reference/make_attention_rows.py).
class TestWatchedAttention : public QObject {
    Q_OBJECT

private slots:
    void matchesTransformers_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("backend");
        QStringList names;
        for (const auto& entry : std::filesystem::directory_iterator(fixtures)) {
            const QString file = QString::fromStdString(entry.path().filename().string());
            if (file.endsWith(".attention.npy")) names.append(file.section('.', 0, 0));
        }
        names.sort();
        QVERIFY(names.size() >= 20);
        QStringList backends{"reference", "cpu", "split", "parallel"};
#ifdef HEARTH_EMULATED
        backends.append("cuda");
#endif
        for (const QString& name : names)
            for (const QString& backend : backends)
                if (backend != "parallel" || planOf(name))
                    QTest::addRow("%s on %s", qPrintable(name), qPrintable(backend)) << name << backend;
    }
    void matchesTransformers() {
        QFETCH(QString, name);
        QFETCH(QString, backend);
        const auto tokens =
            readJson(fixtures / (name.toStdString() + ".json")).at("tokens").get<std::vector<TokenId>>();
        const NpyArray expected = readNpy(fixtures / (name.toStdString() + ".attention.npy"));
        TinyModel model(fileOf(name), backendOf(backend, name), KvType::F32);
        size_t at = 0;
        double worst = 0;
        for (const size_t position : {size_t{20}, size_t{39}}) {
            const auto rows = rowsOf(lookedAt(model, tokens, position, position == 39), tokens.size());
            for (const std::vector<float>& row : rows)
                worst = std::max(worst, test::largestDifference(row, expected.row(at++)));
        }
        QCOMPARE(at, expected.shape[0]);
        qInfo("%s on %s: %.2g", qPrintable(name), qPrintable(backend), worst);
        QVERIFY2(worst <= 1e-4, qPrintable(QString::number(worst)));
    }

    /// Keys that are rounded are read as the row itself read them, at the border of a block too.
    void roundedKeysAreReadAsTheyAre_data() {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<QString>("type");
        QStringList backends{"cpu"};
#ifdef HEARTH_EMULATED
        backends.append("cuda");
#endif
        for (const QString& backend : backends)
            for (const char* type : {"f16", "q8_0", "q4_0"})
                QTest::addRow("%s, %s", qPrintable(backend), type) << backend << QString(type);
    }
    void roundedKeysAreReadAsTheyAre() {
        QFETCH(QString, backend);
        QFETCH(QString, type);
        const KvTypes types = *kvTypesOf(type.toStdString());
        const QString name = "qwen3";
        TinyModel expected(fileOf(name), backendOf("reference", name), types);
        TinyModel model(fileOf(name), backendOf(backend, name), types);
        const auto tokens = readJson(fixtures / "qwen3.json").at("tokens").get<std::vector<TokenId>>();
        for (const size_t position : {size_t{0}, size_t{30}, size_t{31}, size_t{32}, size_t{39}}) {
            const double difference =
                largestDifference(rowsOf(lookedAt(model, tokens, position), tokens.size()),
                                  rowsOf(lookedAt(expected, tokens, position), tokens.size()));
            QVERIFY2(difference < (type == "q4_0" ? 2e-2 : 5e-3),
                     qPrintable(QString("%1: %2").arg(position).arg(difference)));
        }
    }

    void layersSayWhatTheyHave_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<LayerMemory>("memory");
        QTest::addColumn<bool>("sees");
        QTest::newRow("llama") << "llama3" << LayerMemory::Keys << true;
        QTest::newRow("latent") << "deepseek3" << LayerMemory::LatentKeys << true;
        QTest::newRow("convolution") << "lfm2" << LayerMemory::Convolution << false;
        QTest::newRow("delta net") << "qwen35" << LayerMemory::State << false;
        QTest::newRow("Mamba") << "granitehybrid" << LayerMemory::State << false;
    }
    void layersSayWhatTheyHave() {
        QFETCH(QString, name);
        QFETCH(LayerMemory, memory);
        QFETCH(bool, sees);
        TinyModel model(fileOf(name), backendOf("reference", name), KvType::F32);
        const std::vector<TokenId> tokens(12, 7);
        const auto layers = lookedAt(model, tokens, 11);
        QCOMPARE(layers.size(), size_t{model.model().config().layerCount});
        QCOMPARE(layers[0].memory, memory);
        QCOMPARE(layers[0].positions(), sees ? size_t{12} : size_t{0});
    }

    void windowsAndSinks() {
        TinyModel model(fileOf("gpt-oss"), backendOf("cpu", "gpt-oss"), KvType::F16);
        const std::vector<TokenId> tokens(40, 9);
        const auto layers = lookedAt(model, tokens, 39);
        QCOMPARE(layers[0].window, 8U);
        QCOMPARE(layers[0].first, size_t{32});
        QCOMPARE(layers[0].positions(), size_t{8});
        QCOMPARE(layers[1].first, size_t{0});
        double least = 1;
        for (const LayerAttention& layer : layers)
            for (size_t head = 0; head < layer.heads; ++head) {
                double sum = 0;
                for (size_t i = 0; i < layer.positions(); ++i)
                    sum += double{layer.shares[head * layer.positions() + i]};
                least = std::min(least, sum);
                QVERIFY(sum < 1.00001);
            }
        QVERIFY(least < 0.999);
    }

    /// The last row of a unit sees the others of it beyond its window.
    void unitsReachBeyondWindows() {
        TinyModel model(fileOf("gemma3"), backendOf("reference", "gemma3"), KvType::F16);
        Batch batch;
        batch.sequences.push_back(model.makeSequence(40));
        for (int32_t i = 0; i < 40; ++i) batch.rows.push_back({.slot = i, .token = 9});
        batch.rows.back().wantLogits = true;
        for (uint32_t i = 0; i < 30; ++i) {
            batch.rows[10 + i].unitBefore = i;
            batch.rows[10 + i].unitBehind = 29 - i;
        }
        std::vector<LayerAttention> layers;
        ForwardPass& pass = model.model().pass();
        pass.watch({.row = 39, .layers = &layers});
        (void)pass.run(batch, model.kv(), model.states(), {});
        QVERIFY(layers[0].window != 0 && layers[0].window < 30);
        QCOMPARE(layers[0].first, size_t{10});
        QCOMPARE(layers[0].positions(), size_t{30});
        for (size_t head = 0; head < layers[0].heads; ++head) {
            double sum = 0;
            for (size_t i = 0; i < 30; ++i) sum += double{layers[0].shares[head * 30 + i]};
            QVERIFY(std::abs(sum - 1) < 1e-5);
        }
    }

    /// The logits of the watched row are those that it has unwatched, and the next pass is not watched.
    void watchingChangesNothing() {
        TinyModel model(fileOf("gemma3"), backendOf("cpu", "gemma3"), KvType::F16);
        const auto tokens = readJson(fixtures / "gemma3.json").at("tokens").get<std::vector<TokenId>>();
        const std::vector<float> before = model.logits(tokens, 1);
        std::vector<LayerAttention> layers;
        model.model().pass().watch({.row = 0, .layers = &layers});
        const std::vector<float> watched = model.logits(tokens, 1);
        QCOMPARE(layers.size(), size_t{model.model().config().layerCount});
        QCOMPARE(layers[0].positions(), size_t{1});  // only the first row was
        QCOMPARE(test::largestDifference(watched, before), 0.0);
    }
};

QTEST_GUILESS_MAIN(TestWatchedAttention)
#include "tst_watched_attention.moc"
