#include "worker/cost_parts.h"

#include <QtTest/QtTest>

#include "hearth/engine.h"
#include "hearth/gguf.h"
#include "model/model_config.h"
#include "support/reference_pack.h"
#include "worker/worker_errors.h"

using namespace hearth;

class TestCostParts : public QObject {
    Q_OBJECT

private slots:
    void theyMakeTheSameCost() {
        for (const char* name : {"llama-f32.gguf", "gemma2-f16.gguf"}) {
            EngineOptions options;
            options.model = test::tinyModelsFolder() / name;
            options.backend = "cpu";
            const KvCost known = Engine::plan(options).kv;
            const KvCost made =
                wire::costOf(wire::costPartsOf(ModelConfig::fromGguf(GgufFile::open(options.model))));
            for (const int length : {100, 4096, 100'000})
                QCOMPARE(made.conversationBytes(length, KvType::Q8_0),
                         known.conversationBytes(length, KvType::Q8_0));
            QVERIFY(made.conversationBytes(100, KvType::F16) > 0);
        }
    }

    void whatNoModelHasIsRefused() {
        const auto isRefused = [](wire::KvCostParts parts) {
            try {
                (void)wire::costOf(std::move(parts));
            } catch (const Error& error) {
                return error.is(errors::workerNonsense);
            }
            return false;
        };
        QVERIFY(!isRefused({}));
        QVERIFY(!isRefused({.layers = {{8, 128, 128, 1}}, .windows = {0, 4096}, .stateBytes = 5}));
        QVERIFY(isRefused({.layers = {{8, 128, 128, 2}}, .windows = {0, 4096}, .stateBytes = 5}));
        QVERIFY(isRefused({.layers = {{1U << 21U, 128, 128, 0}}, .windows = {0}, .stateBytes = 0}));
        QVERIFY(isRefused({.layers = {}, .windows = std::vector<uint32_t>(20'000), .stateBytes = 0}));
    }
};

QTEST_GUILESS_MAIN(TestCostParts)
#include "tst_cost_parts.moc"
