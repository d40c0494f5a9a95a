#include <QtTest>

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "written_folder.h"

using namespace hearth;
using namespace hearth::test;

/// Valid folders are compared with converted files in tst_folder_model.cpp and by their logits in
/// tst_families.cpp.
class TestFolderRecurrent : public QObject, private WrittenFolder {
    Q_OBJECT

private slots:
    void refusesRecurrentLayersThatCannotBe_data() {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QByteArray>("tensor");
        const QByteArray heads =
            "'linear_num_value_heads': 4, 'linear_num_key_heads': 2, 'linear_key_head_dim': 2, "
            "'linear_value_head_dim': 2, 'layer_types': ['linear_attention']";
        const QByteArray vector = "linear_attn.A_log': {'dtype': 'F16', 'shape': [32]";
        QTest::newRow("no heads") << QByteArray() << vector;
        QTest::newRow("heads of text") << QByteArray("'linear_num_key_heads': 'two'") << vector;
        QTest::newRow("heads that do not divide")
            << QByteArray(heads).replace("'linear_num_key_heads': 2", "'linear_num_key_heads': 3") << vector;
        QTest::newRow("layers of no kind")
            << QByteArray(heads).replace("['linear_attention']", "'linear'") << vector;
        QTest::newRow("decays") << heads << vector;
        QTest::newRow("rows") << heads
                              << QByteArray(
                                     "linear_attn.in_proj_qkv.weight': {'dtype': 'F16', 'shape': [8, 4]");
        QTest::newRow("columns") << heads
                                 << QByteArray(
                                        "linear_attn.out_proj.weight': {'dtype': 'F16', 'shape': [8, 4]");
        QTest::newRow("taps") << heads
                              << QByteArray(
                                     "linear_attn.conv1d.weight': {'dtype': 'F16', 'shape': [8, 1, 4]");
        QTest::newRow("no convolution")
            << heads << QByteArray("linear_attn.conv1d.weight': {'dtype': 'F16', 'shape': [32]");
    }
    void refusesRecurrentLayersThatCannotBe() {
        QFETCH(QByteArray, config);
        QFETCH(QByteArray, tensor);
        write("config.json", "{'model_type': 'qwen3_5_text', 'hidden_size': 8, 'num_attention_heads': 2" +
                                 (config.isEmpty() ? QByteArray() : ", " + config) + "}");
        write("model.safetensors", safetensors("{'model.layers.0." + tensor + ", 'data_offsets': [0, 64]}}",
                                               QByteArray(64, '\0')));
        QVERIFY(refuses(ErrorCode::BadFile));
    }
};

QTEST_GUILESS_MAIN(TestFolderRecurrent)
#include "tst_folder_recurrent.moc"
