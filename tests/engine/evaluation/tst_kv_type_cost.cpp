#include "hearth/kv_type_cost.h"

#include <QtTest>
#include <cmath>

#include "hearth/error.h"
#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::test;

class TestKvTypeCost : public QObject {
    Q_OBJECT

    static std::unique_ptr<Engine> load() {
        EngineOptions options;
        options.model = tinyModelsFolder() / "llama-f32.gguf";
        options.threads = 2;
        return Engine::load(options);
    }

private slots:
    void fewerBitsMoveThePerplexity() {
        const auto engine = load();
        const KvTypeCost none = kvTypeCost(*engine, KvType::F16);
        QVERIFY(none.tokens > 100);
        QCOMPARE(none.perplexity, none.perplexityInFloat16);
        const KvTypeCost eight = kvTypeCost(*engine, KvType::Q8_0), four = kvTypeCost(*engine, KvType::Q4_0);
        QCOMPARE(eight.tokens, none.tokens);
        QCOMPARE(eight.perplexityInFloat16, none.perplexity);
        QVERIFY(eight.more() != 0 && std::abs(eight.more()) < 0.01);
        QVERIFY(std::abs(four.more()) > std::abs(eight.more()));
        // Nothing of it stays in the cache.
        QCOMPARE(engine->cacheStats().cachedTokens, size_t{0});
    }

    void theTimeIsBounded() {
        const auto engine = load();
        const KvTypeCost cost = kvTypeCost(*engine, KvType::Q8_0, {.seconds = 0});
        QVERIFY(cost.tokens >= 64);
        QVERIFY(cost.perplexity > 1 && cost.perplexityInFloat16 > 1);
        QCOMPARE(kvTypeCost(*engine, KvType::Q8_0, {.tokens = 30}).tokens, size_t{29});
    }

    void stopsAndRefuses() {
        const auto engine = load();
        std::stop_source stopped;
        stopped.request_stop();
        try {
            (void)kvTypeCost(*engine, KvType::Q8_0, {}, stopped.get_token());
            QFAIL("It went on.");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::Cancelled);
        }
        try {
            (void)kvTypeCost(*engine, KvType::Q8_0, {.text = ""});
            QFAIL("There is nothing to score.");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::BadInput);
        }
    }
};

QTEST_APPLESS_MAIN(TestKvTypeCost)
#include "tst_kv_type_cost.moc"
