#include <QTemporaryDir>
#include <QtTest>

#include "hearth/error.h"
#include "hearth/gguf.h"

using namespace hearth;

/// What good folders become is compared with converted files in tst_folder_model.cpp and by their logits in
/// tst_families.cpp.
class TestFolderRecurrent : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    /// JSON is spelled with ' for ".
    static QByteArray quoted(QByteArray text) { return text.replace('\'', '"'); }
    void write(const char* name, const QByteArray& text) const {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write");
        file.write(name == QByteArray("model.safetensors") ? text : quoted(text));
    }
    static QByteArray safetensors(const QByteArray& spelled, const QByteArray& data = {}) {
        const QByteArray header = quoted(spelled);
        const auto length = static_cast<quint64>(header.size());
        return QByteArray(reinterpret_cast<const char*>(&length), sizeof length) + header + data;
    }
    bool refuses(ErrorCode code) const {
        try {
            (void)GgufFile::open(m_folder.path().toStdString());
        } catch (const Error& error) {
            qInfo("%s", error.what());
            return error.code() == code;
        }
        return false;
    }

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
