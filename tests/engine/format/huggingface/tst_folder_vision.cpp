#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "format/format_errors.h"
#include "hearth/block_type.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::test;

namespace {

std::vector<float> values(const GgufFile& file, const GgufTensor& tensor) {
    std::vector<std::byte> bytes(tensor.sizeBytes);
    file.read(tensor, 0, bytes);
    std::vector<float> out(tensor.elements());
    dequantizeRow(tensor.type, bytes, out);
    return out;
}

}  // namespace

/// The vision encoder of a folder, against the mmproj files that llama.cpp's converter made of the same
/// folders.
class TestFolderVision : public QObject {
    Q_OBJECT
private slots:
    void isLikeTheConvertedFile_data() {
        QTest::addColumn<QString>("model");
        for (const char* name : {"gemma3-a", "gemma4-a", "glm-4.1v-a", "internvl3-a", "lfm2-vl-a",
                                 "mistral3-a", "qwen3-vl-a", "qwen3.5-a", "smolvlm2-a"})
            QTest::newRow(name) << name;
    }
    void isLikeTheConvertedFile() {
        HEARTH_REQUIRE(golden, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        QFETCH(QString, model);
        const std::filesystem::path place = golden / "vision" / model.toStdString();
        const GgufFile folder = GgufFile::openVision(place / "hf");
        const GgufFile file = GgufFile::openVision(place / ("mmproj-" + model.toStdString() + ".gguf"));
        size_t compared = 0;
        for (const GgufTensor& wanted : file.tensors()) {
            // A row of the text model's embeddings.
            if (wanted.name == "v.token_embd.img_break") continue;
            ++compared;
            const GgufTensor* ours = folder.findTensor(wanted.name);
            QVERIFY2(ours != nullptr, wanted.name.c_str());
            const auto stored = values(folder, *ours), converted = values(file, wanted);
            QCOMPARE(stored.size(), converted.size());
            // The converter stores a few in half precision, whatever it is asked for.
            const float rounding = wanted.type == BlockType::F16 ? 1.0F / 2048 : 0.0F;
            for (size_t i = 0; i < stored.size(); ++i)
                QVERIFY2(
                    std::abs(stored[i] - converted[i]) <= rounding * std::abs(stored[i]) + rounding * 1e-3F,
                    wanted.name.c_str());
        }
        QCOMPARE(folder.tensors().size(), compared);
        for (const auto& [key, value] : folder.metadata()) {
            if (!key.starts_with("clip.vision.") || key.ends_with("epsilon") || key.ends_with("freq_base") ||
                value.isArray())
                continue;
            QVERIFY2(file.getUint(key) == folder.getUint(key), key.c_str());
        }
        // Newer files have it under another key.
        const auto newer = file.getString("clip.vision.projector_type");
        QCOMPARE(folder.getString("clip.projector_type"),
                 newer ? newer : file.getString("clip.projector_type"));
    }
    /// Released folders of Qwen2-VL and Qwen2.5-VL have the text model's settings at the top, and the
    /// original ones of InternVL under another name.
    void settingsOfTheTextHaveThreePlaces_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("place");
        QTest::newRow("top") << "qwen2.5-vl-a"
                             << "";
        QTest::newRow("llm_config") << "internvl3-a"
                                    << "llm_config";
    }
    void settingsOfTheTextHaveThreePlaces() {
        HEARTH_REQUIRE(golden, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        QFETCH(QString, model);
        QFETCH(QString, place);
        const std::filesystem::path from = golden / "vision" / model.toStdString() / "hf";
        const QTemporaryDir folder;
        const std::filesystem::path to(folder.path().toStdString());
        for (const auto& entry : std::filesystem::directory_iterator(from))
            std::filesystem::create_symlink(entry.path(), to / entry.path().filename());
        auto config = readJson(from / "config.json");
        auto text = config.at("text_config");
        config.erase("text_config");
        if (place.isEmpty()) {
            const auto rope = text.at("rope_parameters");
            text.erase("rope_parameters");
            text.erase("model_type");
            text["rope_theta"] = rope.at("rope_theta");
            text["rope_scaling"] = {{"type", "mrope"}, {"mrope_section", rope.at("mrope_section")}};
            config.update(text);
        } else {
            config[place.toStdString()] = text;
        }
        std::filesystem::remove(to / "config.json");
        QFile file(folder.filePath("config.json"));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(QByteArray::fromStdString(config.dump()));
        file.close();
        const GgufFile wanted = GgufFile::open(from), ours = GgufFile::open(to);
        QCOMPARE(ours.tensors().size(), wanted.tensors().size());
        for (const auto& [key, value] : wanted.metadata()) {
            if (key == "general.name") continue;
            const GgufValue* const found = ours.find(key);
            QVERIFY2(found != nullptr && found->storage() == value.storage(), key.c_str());
        }
    }
    /// Settings of LLaVA's folders, of which the tensors are not read.
    void layersAndActivationsAreRead() {
        const auto changed = [](const char* key, const nlohmann::json& value, bool ofTower) {
            const std::filesystem::path from = tinyModelsFolder().parent_path() / "vision" / "granite-vision";
            const QTemporaryDir folder;
            const std::filesystem::path to(folder.path().toStdString());
            std::filesystem::create_symlink(from / "model.safetensors", to / "model.safetensors");
            auto config = readJson(from / "config.json");
            (ofTower ? config["vision_config"] : config)[key] = value;
            QFile file(folder.filePath("config.json"));
            if (file.open(QFile::WriteOnly)) file.write(QByteArray::fromStdString(config.dump()));
            file.close();
            return GgufFile::openVision(to);
        };
        const GgufFile listed = changed("vision_feature_layer", nlohmann::json::array({-3, 1}), false);
        QCOMPARE(listed.getUint("clip.vision.block_count"), std::optional<uint64_t>(2));
        QCOMPARE(*listed.getIntegers("clip.vision.feature_layer"), (GgufValue::Integers{2, 1}));
        const GgufFile one = changed("vision_feature_layer", -2, false);
        QCOMPARE(one.getUint("clip.vision.block_count"), std::optional<uint64_t>(3));
        QVERIFY(one.getIntegers("clip.vision.feature_layer") == nullptr);
        QVERIFY(one.findTensor("model.image_newline") != nullptr);
        // The rows are those in front of the final norm.
        QVERIFY(one.findTensor("v.post_ln.weight") == nullptr);
        for (const nlohmann::json& impossible : {nlohmann::json(5), nlohmann::json(-5), nlohmann::json(0.5),
                                                 nlohmann::json::array(), nlohmann::json("all")})
            QVERIFY_THROWS_EXCEPTION(Error, changed("vision_feature_layer", impossible, false));
        QCOMPARE(changed("hidden_act", "gelu", true).getString("clip.hidden_act"),
                 std::optional<std::string>("gelu"));
        QVERIFY_THROWS_EXCEPTION(Error, changed("hidden_act", 3, true));
        // SigLIP has no row that could be dropped.
        QVERIFY_THROWS_EXCEPTION(Error, changed("vision_feature_select_strategy", "default", false));
    }
    void otherKindsAreNamed() {
        const QTemporaryDir folder;
        QFile config(folder.filePath("config.json"));
        QVERIFY(config.open(QFile::WriteOnly));
        config.write(R"({"model_type": "llama"})");
        config.close();
        bool named = false;
        try {
            (void)GgufFile::openVision(folder.path().toStdString());
        } catch (const Error& error) {
            named = error.message().cause() != nullptr &&
                    error.message().cause()->is(errors::folderOfUnknownKind.message);
        }
        QVERIFY(named);
    }
};

QTEST_GUILESS_MAIN(TestFolderVision)
#include "tst_folder_vision.moc"
