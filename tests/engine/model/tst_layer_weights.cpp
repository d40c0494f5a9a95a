#include "model/layer_weights.h"

#include <QtTest>

#include "backend/reference/reference_backend.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "model/model.h"
#include "support/tiny_llama.h"

using namespace hearth;
using namespace hearth::test;

class TestLayerWeights : public QObject {
    Q_OBJECT
private slots:
    void refusesModelsThatLackATensor_data();
    void refusesModelsThatLackATensor();
    void tiesTheHeadToTheEmbeddings();
    void reportsProgressAndStops();
    void sizesEqualWhatLoadingTakes();
};

void TestLayerWeights::refusesModelsThatLackATensor_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"output_norm.weight", "blk.0.attn_norm.weight", "blk.1.attn_q.weight",
                             "blk.1.attn_k.weight", "blk.0.attn_v.weight", "blk.1.attn_output.weight",
                             "blk.0.ffn_norm.weight", "blk.1.ffn_up.weight", "blk.1.ffn_down.weight"}) {
        QTest::addRow("%s", name) << QString(name);
    }
}

void TestLayerWeights::refusesModelsThatLackATensor() {
    QFETCH(QString, name);
    for (const bool missing : {true, false}) {
        TinyLlama llama;
        (missing ? llama.missingTensor : llama.misshapenTensor) = name.toStdString();
        ReferenceBackend backend;
        try {
            (void)Model::load(GgufFile::parse(llama.build()), backend, 64);
            QFAIL("loaded");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::BadFile);
            QVERIFY2(QString(error.what()).contains(name), error.what());
        }
    }
}

void TestLayerWeights::tiesTheHeadToTheEmbeddings() {
    TinyLlama llama;
    llama.missingTensor = "output.weight";
    ReferenceBackend backend;
    const auto model = Model::load(GgufFile::parse(llama.build()), backend, 64, {.rows = 4, .logitRows = 4});
    const auto kv = model->makePagedKvCache(KvType::F32, 2);
    Batch batch;
    batch.sequences.push_back({.blockTables = {{0}}});
    batch.rows = {{0, 0, 3, true}};
    QCOMPARE(model->forward(batch, *kv).size(), size_t{40});
    QCOMPARE(model->decodeBytes(), model->weightsBytes());
}

void TestLayerWeights::reportsProgressAndStops() {
    const GgufFile file = GgufFile::parse(TinyLlama{}.build());
    ReferenceBackend backend;
    uint64_t last = 0, total = 0;
    (void)Model::load(file, backend, 64, {}, [&](uint64_t done, uint64_t all) {
        QVERIFY(done > last);
        last = done, total = all;
    });
    QCOMPARE(last, total);
    std::stop_source source;
    int calls = 0;
    const auto stopAfterThree = [&](uint64_t, uint64_t) {
        if (++calls == 3) source.request_stop();
    };
    QVERIFY_THROWS_EXCEPTION(Error,
                             (void)Model::load(file, backend, 64, {}, stopAfterThree, source.get_token()));
    QCOMPARE(calls, 3);
}

void TestLayerWeights::sizesEqualWhatLoadingTakes() {
    const GgufFile file = GgufFile::parse(TinyLlama{}.build());
    ReferenceBackend backend;
    const Model::Sizes sizes = Model::sizes(file, backend, 64);
    const auto model = Model::load(file, backend, 64);
    QCOMPARE(sizes.weightsBytes, model->weightsBytes());
    QCOMPARE(sizes.scratchBytes, model->scratchBytes());
    QVERIFY(model->decodeBytes() < model->weightsBytes());
}

QTEST_GUILESS_MAIN(TestLayerWeights)
#include "tst_layer_weights.moc"
