#include <QtTest>

#include "format/model_summary.h"

using namespace hearth;
using format::summarise;
using format::tensorGroup;

class ModelSummaryTest : public QObject {
    Q_OBJECT

private slots:
    void tensorsFallIntoGroups_data() {
        QTest::addColumn<QString>("group");
        const auto row = [](const char* name, const char* group) { QTest::newRow(name) << QString(group); };
        row("token_embd.weight", "embedding");
        row("per_layer_token_embd.weight", "embedding");
        row("token_embd_norm.weight", "norms");
        row("blk.0.attn_q.weight", "attention");
        row("blk.0.attn_qkv.bias", "attention");
        row("blk.0.attn_q_norm.weight", "norms");
        row("blk.12.ffn_down.weight", "feed forward");
        row("blk.12.ffn_norm.weight", "norms");
        row("blk.3.ffn_gate_inp.weight", "experts");
        row("blk.3.ffn_up_exps.weight", "experts");
        row("blk.3.ffn_up_shexp.weight", "experts");
        row("blk.3.exp_probs_b.bias", "experts");
        row("blk.3.ssm_conv1d.weight", "recurrent");
        row("blk.3.shortconv.conv.weight", "recurrent");
        row("output_norm.weight", "norms");
        row("output.weight", "output");
        row("rope_freqs.weight", "other");
    }

    void tensorsFallIntoGroups() {
        QFETCH(QString, group);
        QCOMPARE(std::string(tensorGroup(QTest::currentDataTag())), group.toStdString());
    }

    void totalsAddUp() {
        const std::vector<GgufTensor> tensors{{"output.weight", BlockType::Q8_0, {64, 10}, 0, 680},
                                              {"token_embd.weight", BlockType::F32, {64, 10}, 0, 2560},
                                              {"blk.0.attn_q.weight", BlockType::Q8_0, {64, 64}, 0, 4352},
                                              {"blk.0.attn_k.weight", BlockType::Q8_0, {64, 32}, 0, 2176}};
        const auto summary = summarise(tensors);
        QCOMPARE(summary.all.parameters, uint64_t{640 + 640 + 4096 + 2048});
        QCOMPARE(summary.all.sizeBytes, uint64_t{680 + 2560 + 4352 + 2176});
        QCOMPARE(summary.byGroup.size(), size_t{3});
        QCOMPARE(summary.byGroup[0].name, std::string("embedding"));
        QCOMPARE(summary.byGroup[1].name, std::string("attention"));
        QCOMPARE(summary.byGroup[1].parameters, uint64_t{6144});
        QCOMPARE(summary.byGroup[2].name, std::string("output"));
        QCOMPARE(summary.byType.size(), size_t{2});
        QCOMPARE(summary.byType[0].name, std::string("Q8_0"));
        QCOMPARE(summary.byType[0].tensors, uint64_t{3});
        QCOMPARE(summary.byType[0].sizeBytes, uint64_t{7208});
    }

    void noTensorsAreNoGroups() { QVERIFY(summarise({}).byGroup.empty() && summarise({}).byType.empty()); }
};

QTEST_APPLESS_MAIN(ModelSummaryTest)
#include "tst_model_summary.moc"
