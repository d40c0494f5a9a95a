#include "placement/shard_choice.h"

#include "hearth/gguf.h"
#include "support/reference_pack.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

/// Which models divide, and how their joined matrices are cut.
class TestShardChoice : public QObject {
    Q_OBJECT

    static std::optional<ShardPlan> planOf(const std::filesystem::path& path, size_t parts) {
        const GgufFile file = GgufFile::open(path);
        return shardPlan(file, ModelConfig::fromGguf(file), parts);
    }

private slots:
    void headsDecide() {
        const auto path = test::tinyModelsFolder() / "llama-f32.gguf";
        const GgufFile file = GgufFile::open(path);
        const LayerConfig layer = ModelConfig::fromGguf(file).layers.front();
        QCOMPARE(layer.kvHeads, 2U);
        const auto plan = planOf(path, 2);
        QVERIFY(plan);
        QCOMPARE(plan->parts, size_t{2});
        QCOMPARE(plan->layers.front().queryKeyValue,
                 (std::vector<uint64_t>{uint64_t{layer.heads} * layer.keyDim, uint64_t{2} * layer.keyDim,
                                        uint64_t{2} * layer.valueDim}));
        QVERIFY(!planOf(path, 4));
    }

    void whatDoesNotDivide_data() {
        QTest::addColumn<QString>("name");
        // A state instead of a cache, keys that all heads share, a K-quant whose blocks are too long.
        for (const char* name : {"tiny/lfm2", "tiny/qwen35", "tiny/deepseek2-lite", "quant/qbase-q4_k"})
            QTest::newRow(name) << name;
    }
    void whatDoesNotDivide() {
        HEARTH_REQUIRE(pack, test::goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        QFETCH(QString, name);
        QVERIFY(!planOf(pack / (name.toStdString() + ".gguf"), 2));
    }
};

QTEST_APPLESS_MAIN(TestShardChoice)
#include "tst_shard_choice.moc"
