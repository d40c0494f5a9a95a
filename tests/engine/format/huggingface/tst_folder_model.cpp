#include "format/huggingface/folder_model.h"

#include <QTemporaryDir>
#include <QtTest>
#include <cstring>

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "support/reference_pack.h"
#include "written_folder.h"

using namespace hearth;
using namespace hearth::test;

namespace {

const std::filesystem::path fixtures = HEARTH_SOURCE_DIR "/tests/reference";

std::vector<float> valuesOf(const GgufFile& file, const GgufTensor& tensor) {
    std::vector<std::byte> bytes(tensor.sizeBytes);
    file.read(tensor, 0, bytes);
    std::vector<float> values(tensor.elements());
    dequantizeRow(tensor.type, bytes, values);
    return values;
}

}  // namespace

/// Folders that transformers saved against the GGUF files that llama.cpp's converter made of the same
/// weights.
class TestFolderModel : public QObject, private WrittenFolder {
    Q_OBJECT

    std::filesystem::path path(const char* name) const {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
private slots:
    void holdsWhatTheConvertedFileHolds_data() {
        QTest::addColumn<QString>("name");
        for (const auto& entry : std::filesystem::directory_iterator(fixtures / "hugging_face"))
            QTest::addRow("%s", entry.path().filename().c_str()) << QString(entry.path().filename().c_str());
    }
    void holdsWhatTheConvertedFileHolds() {
        QFETCH(QString, name);
        const GgufFile folder = GgufFile::open(fixtures / "hugging_face" / name.toStdString()),
                       file = GgufFile::open(fixtures / "families" / (name.toStdString() + ".gguf"));
        QCOMPARE(folder.getString("general.architecture"), file.getString("general.architecture"));
        for (const GgufTensor& tensor : file.tensors()) {
            const GgufTensor* own = folder.findTensor(tensor.name);
            if (own == nullptr) {  // the converter cuts what the folder stores as one
                const QString joined = QString::fromStdString(tensor.name)
                                           .replace(QRegularExpression("_(gate|up)_"), "_gate_up_");
                QVERIFY2(folder.findTensor(joined.toStdString()) != nullptr, tensor.name.c_str());
                continue;
            }
            QCOMPARE(own->shape, tensor.shape);
            const std::vector<float> expected = valuesOf(file, tensor), actual = valuesOf(folder, *own);
            for (size_t i = 0; i < expected.size(); ++i) {
                QVERIFY2(std::abs(expected[i] - actual[i]) <= 2e-6F * std::abs(expected[i]),
                         qPrintable(QString("%1 at %2: %3, %4")
                                        .arg(tensor.name.c_str())
                                        .arg(i)
                                        .arg(double{actual[i]})
                                        .arg(double{expected[i]})));
            }
        }
        for (const GgufTensor& tensor : folder.tensors()) {
            const bool joined = tensor.name.find("_gate_up_") != std::string::npos;
            QVERIFY2(joined || file.findTensor(tensor.name) != nullptr, tensor.name.c_str());
        }
    }

    void readsPartsOfATensor() {
        const GgufFile folder = GgufFile::open(fixtures / "hugging_face/llama3/config.json");
        const GgufTensor* tensor = folder.findTensor("blk.1.attn_q.weight");
        QVERIFY(tensor != nullptr);
        std::vector<std::byte> whole(tensor->sizeBytes);
        folder.read(*tensor, 0, whole);
        for (const uint64_t offset : {uint64_t{0}, uint64_t{3}, uint64_t{64}, tensor->sizeBytes - 5}) {
            std::vector<std::byte> some(5);
            folder.read(*tensor, offset, some);
            QVERIFY(std::equal(some.begin(), some.end(), whole.begin() + static_cast<ptrdiff_t>(offset)));
        }
        std::vector<std::byte> tooMuch(8);
        QVERIFY_THROWS_EXCEPTION(Error, folder.read(*tensor, tensor->sizeBytes - 5, tooMuch));
    }

    void onlyFoldersOfModelsAreFolders() {
        QVERIFY(!format::modelFolderOf(path("nothing")));
        QVERIFY(!format::modelFolderOf(m_folder.path().toStdString()));
        QVERIFY(!format::modelFolderOf(fixtures / "families/llama3.gguf"));
        QCOMPARE(format::modelFolderOf(fixtures / "hugging_face/llama3/"),
                 std::optional(fixtures / "hugging_face/llama3"));
    }

    /// As published: only what differs from the configuration's own numbers is there.
    void fillsInWhatGemma3LeavesOut() {
        write("config.json",
              "{'model_type': 'gemma3', 'text_config': {'model_type': 'gemma3_text', 'hidden_size': 2560, "
              "'num_hidden_layers': 34, 'rope_scaling': {'factor': 8.0, 'rope_type': 'linear'}, "
              "'sliding_window': 1024}, 'vision_config': {'hidden_size': 1152}}");
        write("model.safetensors",
              safetensors("{'language_model.model.norm.weight': {'dtype': 'F16', 'shape': [4], "
                          "'data_offsets': [0, 8]}}",
                          QByteArray(8, '\0')));
        const GgufFile file = GgufFile::open(m_folder.path().toStdString());
        for (const auto& [key, value] :
             {std::pair{"embedding_length", 2560U}, std::pair{"block_count", 34U},
              std::pair{"attention.head_count", 8U}, std::pair{"attention.head_count_kv", 4U},
              std::pair{"attention.key_length", 256U}, std::pair{"attention.sliding_window", 1024U}})
            QCOMPARE(file.getUint(std::string("gemma3.") + key), std::optional<uint64_t>(value));
        QCOMPARE(file.getFloat("gemma3.rope.freq_base"), std::optional(1e6));
        QCOMPARE(file.getFloat("gemma3.rope.freq_base_swa"), std::optional(1e4));
        QCOMPARE(file.getFloat("gemma3.rope.scaling.factor"), std::optional(8.0));
        QCOMPARE(file.getFloat("gemma3.attention.scale"), std::optional(1.0 / 16));
        QVERIFY(QFile::remove(m_folder.filePath("model.safetensors")));
    }

    void fillsInWhatLlavaLeavesOut() {
        write("config.json",
              "{'model_type': 'llava_next', 'text_config': {'model_type': 'mistral', 'intermediate_size': "
              "14336, "
              "'num_key_value_heads': 8, 'rope_theta': 1000000.0, 'sliding_window': null, 'vocab_size': "
              "32064}, "
              "'vision_config': {'hidden_size': 1024}}");
        write("model.safetensors",
              safetensors("{'language_model.model.norm.weight': {'dtype': 'F16', 'shape': [4], "
                          "'data_offsets': [0, 8]}, 'image_newline': {'dtype': 'F16', 'shape': [4], "
                          "'data_offsets': [8, 16]}}",
                          QByteArray(16, '\0')));
        const GgufFile file = GgufFile::open(m_folder.path().toStdString());
        for (const auto& [key, value] :
             {std::pair{"embedding_length", 4096U}, std::pair{"block_count", 32U},
              std::pair{"attention.head_count", 32U}, std::pair{"attention.head_count_kv", 8U},
              std::pair{"feed_forward_length", 14336U}})
            QCOMPARE(file.getUint(std::string("llama.") + key), std::optional<uint64_t>(value));
        QVERIFY(!file.getUint("llama.attention.sliding_window"));
        QCOMPARE(file.tensors().size(), size_t{1});
        QVERIFY(QFile::remove(m_folder.filePath("model.safetensors")));
    }

    void saysWhatIsWrong() {
        write("config.json", "{");
        QVERIFY(refuses(ErrorCode::BadFile));
        write("config.json", "{'model_type': 'nobody'}");
        QVERIFY(refuses(ErrorCode::Unsupported));
        write("config.json", "{'model_type': 'llama', 'hidden_size': 'wide'}");
        QVERIFY(refuses(ErrorCode::BadFile));
        write("config.json", "{'model_type': 'llama', 'hidden_size': 8, 'num_attention_heads': 2}");
        QVERIFY(refuses(ErrorCode::BadFile));  // no weights
        const QByteArray embeddings =
            "'model.embed_tokens.weight': {'dtype': 'F16', 'shape': [4, 8], 'data_offsets': [0, 64]}";
        const QByteArray data(64, '\0');
        for (const QByteArray& bad :
             {QByteArray("x"), QByteArray("\xff\xff\xff\xff\xff\xff\xff\x7f{}"), safetensors("[]"),
              safetensors("{" + embeddings + "}", data.left(63)),
              safetensors("{'a': {'dtype': 'F16', 'shape': [4, -8], 'data_offsets': [0, 64]}}", data),
              safetensors("{'a': {'dtype': 'F16', 'shape': [4, 9], 'data_offsets': [0, 64]}}", data),
              safetensors("{'a': {'dtype': 'F16', 'shape': [4294967296, 4294967296, 4],"
                          " 'data_offsets': [0, 64]}}",
                          data),
              safetensors(
                  "{" + embeddings + ", 'b': {'dtype': 'F16', 'shape': [2], 'data_offsets': [62, 66]}}",
                  data + "abcd"),
              safetensors("{'a': {'dtype': 'F16', 'shape': 4, 'data_offsets': [0, 64]}}", data)}) {
            write("model.safetensors", bad);
            QVERIFY(refuses(ErrorCode::BadFile));
        }
        write("model.safetensors", safetensors("{" + embeddings + "}", data));
        QCOMPARE(GgufFile::open(m_folder.path().toStdString()).tensors().size(), size_t{1});
        write("model.safetensors",
              safetensors("{'model.norm.weight': {'dtype': 'I32', 'shape': [8], 'data_offsets': [0, 32]}}",
                          data));
        QVERIFY(refuses(ErrorCode::Unsupported));
        write("model.safetensors.index.json", "{'weight_map': {'a': '../../etc/passwd'}}");
        QVERIFY(refuses(ErrorCode::BadFile));
    }

    /// A matrix of queries with a third side, and types that only the engine itself writes.
    void refusesShapesThatDoNotFitTheirUse() {
        write("config.json", "{'model_type': 'llama', 'hidden_size': 8, 'num_attention_heads': 1}");
        QVERIFY(QFile::remove(m_folder.filePath("model.safetensors.index.json")) || true);
        for (const char* bad :
             {"{'model.layers.0.self_attn.q_proj.weight': {'dtype': 'F16', 'shape': [2, 16, 1], "
              "'data_offsets': [0, 64]}}",
              "{'model.norm.weight': {'dtype': 'Q8_0', 'shape': [4096], 'data_offsets': [0, 34]}}",
              "{'model.norm.weight': {'dtype': 'MXFP4', 'shape': [64], 'data_offsets': [0, 34]}}",
              "{'model.layers.0.self_attn.q_proj.weight': {'dtype': 'F5', 'shape': [4398046511104, 8], "
              "'data_offsets': [0, 64]}}"}) {
            write("model.safetensors", safetensors(bad, QByteArray(64, '\0')));
            QVERIFY2(refuses(ErrorCode::BadFile), bad);
        }
    }

    void depthIsBounded() {
        QByteArray deep = "1";
        const int depth = 80'000;
        deep = QByteArray(depth, '[') + deep + QByteArray(depth, ']');
        const QByteArray start = "{'model_type': 'llama', 'hidden_size': 8, 'num_attention_heads': 2, ";
        write("model.safetensors",
              safetensors("{'model.norm.weight': {'dtype': 'F16', 'shape': [8], 'data_offsets': [0, 16]}}",
                          QByteArray(16, '\0')));
        for (const char* key :
             {"text_config", "rope_scaling", "rope_parameters", "quantization_config", "layer_types", "x"}) {
            write("config.json", start + "'" + key + "': " + deep + "}");
            QVERIFY2(refuses(ErrorCode::BadFile), key);
            write("config.json", start + "'" + key + "': {'a': " + deep + "}}");
            QVERIFY2(refuses(ErrorCode::BadFile), key);
        }
        write("config.json", start + "'x': 1}");
        for (const char* key : {"model", "normalizer", "pre_tokenizer", "post_processor", "added_tokens"}) {
            write("tokenizer.json", QByteArray("{'") + key + "': " + deep + "}");
            QVERIFY2(refuses(ErrorCode::BadFile), key);
        }
        QVERIFY(QFile::remove(m_folder.filePath("tokenizer.json")));
        write("tokenizer_config.json", "{'chat_template': " + deep + "}");
        QVERIFY(refuses(ErrorCode::BadFile));
        QVERIFY(QFile::remove(m_folder.filePath("tokenizer_config.json")));
        write("model.safetensors", safetensors("{'a': " + deep + "}"));
        QVERIFY(refuses(ErrorCode::BadFile));
        write("model.safetensors.index.json", "{'weight_map': " + deep + "}");
        QVERIFY(refuses(ErrorCode::BadFile));
    }

    void namesTheFileThatIsWrong() {
        QTemporaryDir folder;
        const auto write = [&](const char* name, const QByteArray& text) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QFile::WriteOnly));
            file.write(text);
        };
        const auto said = [&] {
            try {
                (void)GgufFile::open((folder.path() + '/').toStdString());
            } catch (const Error& error) {
                return QString::fromUtf8(error.what());
            }
            return QString("nothing");
        };
        const QString begin =
            "The folder \"" + QFileInfo(folder.path()).fileName() + "\" cannot be used: its file ";
        QCOMPARE(said(), begin + "\"config.json\" is missing; download it again.");
        QVERIFY(QDir(folder.path()).mkdir("config.json"));
        QCOMPARE(said(), begin + "\"config.json\" is not a file; choose a file.");
        QVERIFY(QDir(folder.path()).rmdir("config.json"));
        write("config.json", "{\"model_type\": \"lla");
        QCOMPARE(said(), begin + "\"config.json\" is damaged; download it again.");
        write("config.json",
              R"({"model_type": "llama", "hidden_size": 8, "num_attention_heads": 2, "vocab_size": 4})");
        write("model.safetensors.index.json", R"({"weight_map": {"a": "model-00001-of-00002.safetensors"}})");
        QCOMPARE(said(), begin + "\"model-00001-of-00002.safetensors\" is missing; download it again.");
    }
};

QTEST_GUILESS_MAIN(TestFolderModel)
#include "tst_folder_model.moc"
