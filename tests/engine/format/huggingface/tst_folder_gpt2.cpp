#include <QtTest>

#include "format/huggingface/folder_settings.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "written_folder.h"

using namespace hearth;
using namespace hearth::format;

/// Valid folders are compared with a converted file in tst_folder_model.cpp and by logits in
/// tst_families.cpp.
class TestFolderGpt2 : public QObject, private test::WrittenFolder {
    Q_OBJECT

    static bool refused(const nlohmann::json& config) {
        try {
            (void)usualGpt2Config(config);
        } catch (const Error& error) {
            return error.code() == ErrorCode::Unsupported;
        }
        return false;
    }

private slots:
    /// config.json of the first GPT-2 has no width of the feed-forward part.
    void numbersHaveTheirUsualNames() {
        const nlohmann::json usual = usualGpt2Config(
            {{"n_embd", 768}, {"n_head", 12}, {"n_layer", 6}, {"n_positions", 1024}, {"n_inner", nullptr}});
        QCOMPARE(usual.at("hidden_size"), 768);
        QCOMPARE(usual.at("num_hidden_layers"), 6);
        QCOMPARE(usual.at("num_attention_heads"), 12);
        QCOMPARE(usual.at("max_position_embeddings"), 1024);
        QCOMPARE(usual.at("intermediate_size"), 3072);
        QCOMPARE(usual.at("layer_norm_eps"), 1e-5);
        QCOMPARE(usualGpt2Config({{"n_embd", 8}, {"n_inner", 20}}).at("intermediate_size"), 20);
    }

    void whatWouldChangeUnseenIsRefused() {
        QVERIFY(!refused({{"activation_function", "gelu_new"}, {"scale_attn_weights", true}}));
        QVERIFY(refused({{"activation_function", "relu"}}));
        QVERIFY(refused({{"scale_attn_weights", false}}));
        QVERIFY(refused({{"scale_attn_by_inverse_layer_idx", true}}));
        QVERIFY(refused({{"add_cross_attention", true}}));
    }

    void numbersThatCannotBeAreRefused() {
        write("model.safetensors",
              safetensors("{'wte.weight': {'dtype': 'F16', 'shape': [4, 8], 'data_offsets': [0, 64]}}",
                          QByteArray(64, '\0')));
        for (const char* bad : {"'n_embd': -1", "'n_embd': 1.5", "'n_embd': 9999999", "'n_head': 5000",
                                "'n_layer': 100000", "'n_inner': 'wide'", "'n_embd': 8, 'n_head': 0"}) {
            write("config.json", QByteArray("{'model_type': 'gpt2', ") + bad + "}");
            QVERIFY2(refuses(ErrorCode::BadFile), bad);
        }
        write("config.json", "{'model_type': 'gpt2', 'n_embd': 8, 'n_head': 2}");
        for (const char* bad :
             {"{'h.0.attn.c_attn.weight': {'dtype': 'F16', 'shape': [2, 4, 4], 'data_offsets': [0, 64]}}",
              "{'wpe.weight': {'dtype': 'F16', 'shape': [1, 4, 8], 'data_offsets': [0, 64]}}"}) {
            write("model.safetensors", safetensors(bad, QByteArray(64, '\0')));
            QVERIFY2(refuses(ErrorCode::BadFile), bad);
        }
    }

    /// Masks that old checkpoints have stored, and what belongs to no layer.
    void leavesOutWhatIsNotUsed() {
        write("config.json", "{'model_type': 'gpt2', 'n_embd': 8, 'n_head': 2}");
        write(
            "model.safetensors",
            safetensors("{'transformer.h.0.attn.c_attn.weight': {'dtype': 'F16', 'shape': [2, 3], "
                        "'data_offsets': [0, 12]}, 'h.0.attn.bias': {'dtype': 'F16', 'shape': [1, 1, 2, 2], "
                        "'data_offsets': [12, 20]}, 'h.x.ln_1.weight': {'dtype': 'F16', 'shape': [2], "
                        "'data_offsets': [20, 24]}, 'score.weight': {'dtype': 'F16', 'shape': [2, 2], "
                        "'data_offsets': [24, 32]}}",
                        QByteArray::fromHex("000100020003000400050006") + QByteArray(20, '\0')));
        const GgufFile file = GgufFile::open(m_folder.path().toStdString());
        QCOMPARE(file.tensors().size(), size_t{1});
        const GgufTensor& turned = file.tensors().front();
        QCOMPARE(turned.name, std::string("blk.0.attn_qkv.weight"));
        QCOMPARE(turned.shape, (std::vector<uint64_t>{2, 3}));
        QByteArray bytes(12, '\0');
        file.read(turned, 0, std::as_writable_bytes(std::span(bytes.data(), 12)));
        QCOMPARE(bytes.toHex(), QByteArray("000100040002000500030006"));
    }
};

QTEST_GUILESS_MAIN(TestFolderGpt2)
#include "tst_folder_gpt2.moc"
