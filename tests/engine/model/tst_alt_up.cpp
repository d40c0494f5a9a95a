#include "model/alt_up.h"

#include <algorithm>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "support/reference_pack.h"
#include "support/tiny_model.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

/// Streams of Gemma 3n in batches of several kinds; tst_forward_pass compares the numbers with transformers.
class TestAltUp : public QObject {
    Q_OBJECT
private slots:
    void narrowedRowsKeepTheirStreams_data();
    void narrowedRowsKeepTheirStreams();
};

void TestAltUp::narrowedRowsKeepTheirStreams_data() {
    QTest::addColumn<bool>("fast");
    QTest::addRow("reference") << false;
    QTest::addRow("cpu") << true;
}

/// Only rows that want logits go through the layers that read caches of others.
void TestAltUp::narrowedRowsKeepTheirStreams() {
    HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
    QFETCH(bool, fast);
    std::unique_ptr<Backend> backend = std::make_unique<ReferenceBackend>(2);
    if (fast) backend = std::make_unique<CpuBackend>(CpuOptions{.threads = 2});
    TinyModel model(pack / "tiny" / "gemma3n-kvshare-a.hf", std::move(backend), KvType::F32);
    const auto tokens = readJson(pack / "tiny" / "gemma3n-kvshare-a.json")
                            .at("sequences")[1]
                            .at("tokens")
                            .get<std::vector<TokenId>>();
    const size_t vocabulary = model.vocabSize();
    const std::vector<float> whole = model.logits(tokens);
    Batch batch;
    batch.sequences = {model.makeSequence(tokens.size())};
    for (size_t i = 0; i < tokens.size(); ++i)
        batch.rows.push_back({0, static_cast<int32_t>(i), tokens[i], i == 5 || i + 1 == tokens.size()});
    const std::vector<float> two = model.model().forward(batch, model.kv());
    QCOMPARE(two.size(), 2 * vocabulary);
    const auto rowOf = [&](size_t row) { return std::span(whole).subspan(row * vocabulary, vocabulary); };
    QVERIFY(largestDifference(std::span(two).first(vocabulary), rowOf(5)) <= 1e-4);
    QVERIFY(largestDifference(std::span(two).last(vocabulary), rowOf(tokens.size() - 1)) <= 1e-4);
}

QTEST_GUILESS_MAIN(TestAltUp)
#include "tst_alt_up.moc"
