#include "vision/folder_processing.h"
#include "vision/vision_tower.h"

#include <cmath>

#include "engine/vision/vision_pack.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "support/test_backends.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

namespace {

/// The rows of a case that the pack has, and their numbers.
struct ExpectedRows {
    NpyArray values;
    std::vector<size_t> numbers;

    ExpectedRows(const std::filesystem::path& folder, const nlohmann::json& rows) {
        const bool whole = rows.contains("file");
        values = readNpy(folder / rows.at(whole ? "file" : "file16").get<std::string>());
        for (size_t i = 0; i < values.shape.at(0); ++i)
            numbers.push_back(whole ? i : rows.at("row_numbers").at(i).get<size_t>());
    }
};

double farthest(const std::vector<float>& rows, const ExpectedRows& expected) {
    const size_t width = expected.values.shape.at(1);
    double worst = 0;
    for (size_t i = 0; i < expected.numbers.size(); ++i)
        for (size_t j = 0; j < width; ++j) {
            const double off = std::abs(double{rows.at(expected.numbers[i] * width + j)} -
                                        expected.values.values[i * width + j]);
            worst = off <= worst ? worst : off;
        }
    return worst;
}

}  // namespace

class TestVisionTower : public QObject {
    Q_OBJECT
private slots:
    void rowsAreThoseOfTransformers_data();
    void rowsAreThoseOfTransformers();
    void rowsOfMadeTowersAreThoseOfTransformers_data();
    void rowsOfMadeTowersAreThoseOfTransformers();
    void tilesDoNotSeeEachOther();
    void aStopIsHeard();
};

namespace {

std::filesystem::path towerFile(const std::filesystem::path& pack, const std::string& name, bool folder) {
    return pack / name / (folder ? std::string("hf") : "mmproj-" + name + ".gguf");
}

/// From the mmproj file, or from the folder. The limits of sizes are the folder's, for those of the pack's
/// models are in no file.
std::unique_ptr<VisionTower> loadTower(const std::filesystem::path& pack, const std::string& name,
                                       bool folder, Backend& backend) {
    return VisionTower::load(GgufFile::openVision(towerFile(pack, name, folder)),
                             folderProcessing(pack / name / "hf"), backend, KvType::F32);
}

}  // namespace

void TestVisionTower::rowsAreThoseOfTransformers_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<bool>("folder");
    QTest::addColumn<QString>("backend");
    for (const char* name :
         {"gemma3-a", "smolvlm2-a", "internvl3-a", "lfm2-vl-a", "llava-1.5-a", "qwen2.5-vl-a", "qwen3-vl-a",
          "qwen3.5-a", "mistral3-a", "glm-4.1v-a", "gemma4-a"}) {
        for (const bool folder : {false, true}) {
            // llama.cpp converts no such folder.
            if (!folder && std::string_view(name) == "llava-1.5-a") continue;
            for (const char* backend : testBackends())
                QTest::addRow("%s %s %s", name, folder ? "folder" : "file", backend)
                    << name << folder << backend;
        }
    }
}

void TestVisionTower::rowsAreThoseOfTransformers() {
    HEARTH_REQUIRE(pack, visionPack(), "the reference pack ($HEARTH_GOLDEN)");
    QFETCH(QString, model);
    QFETCH(bool, folder);
    QFETCH(QString, backend);
    const std::string name = model.toStdString();
    const auto device = testBackend(backend.toStdString());
    const auto tower = loadTower(pack, name, folder, *device);
    const auto reference = readJson(pack / name / "reference.json");
    // The converter stores a few weights in half precision, whatever it is asked for.
    const auto file = GgufFile::openVision(towerFile(pack, name, folder));
    const bool halves = std::any_of(file.tensors().begin(), file.tensors().end(),
                                    [](const GgufTensor& tensor) { return tensor.type == BlockType::F16; });
    const auto& tolerances = reference.at("tolerance");
    const double tolerance = tolerances.at(halves ? "rows_f16_weights" : "rows_fp32").get<double>();
    for (const auto& [caseName, oneCase] : reference.at("cases").items()) {
        if (name == "lfm2-vl-a" && caseName == "large" && backend != "cpu")
            continue;  // a minute in plain loops
        if (backend == "cuda" && caseName != "small") continue;
        std::vector<std::vector<float>> rows(1 + tower->config().deepLayers.size());
        for (const Picture& picture : casePictures(pack, oneCase)) {
            const EncodedPicture own = tower->encode(picturePatches(picture, tower->processing()));
            rows[0].insert(rows[0].end(), own.rows.begin(), own.rows.end());
            for (size_t i = 0; i < own.added.size(); ++i)
                rows[i + 1].insert(rows[i + 1].end(), own.added[i].begin(), own.added[i].end());
        }
        QCOMPARE(rows[0].size(), oneCase.at("n_soft_tokens").get<size_t>() * tower->config().outWidth);
        double off = farthest(rows[0], ExpectedRows(pack / name, oneCase.at("rows")));
        for (size_t i = 1; i < rows.size(); ++i)
            off = std::max(off,
                           farthest(rows[i], ExpectedRows(pack / name, oneCase.at("deepstack").at(i - 1))));
        qInfo("%s %s: %.2g", name.c_str(), caseName.c_str(), off);
        QVERIFY2(off <= tolerance, caseName.c_str());
    }
}

void TestVisionTower::rowsOfMadeTowersAreThoseOfTransformers_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("backend");
    for (const char* name : madeTowers) {
        for (const char* file : {"", "mmproj.gguf"}) {
            if (!std::filesystem::exists(madeTowersFolder() / name / file)) continue;
            for (const char* backend : testBackends())
                QTest::addRow("%s %s %s", name, *file != 0 ? "file" : "folder", backend)
                    << name << file << backend;
        }
    }
}

void TestVisionTower::rowsOfMadeTowersAreThoseOfTransformers() {
    QFETCH(QString, model);
    QFETCH(QString, file);
    QFETCH(QString, backend);
    const auto folder = madeTowersFolder() / model.toStdString();
    const auto device = testBackend(backend.toStdString());
    const auto tower = VisionTower::load(GgufFile::openVision(folder / file.toStdString()),
                                         folderProcessing(folder), *device, KvType::F32);
    const Picture picture = decodePicture(readBytes(madeTowersFolder() / "picture.png"));
    PicturePatches patches = picturePatches(picture, tower->processing());
    const NpyArray pixels = readNpy(folder / "pixels.npy"), expected = readNpy(folder / "rows.npy");
    patches.values =
        hearthPatches(patches.layout, tower->processing(), pixels.values, pixels.shape, model.toStdString());
    const std::vector<float> rows = tower->encode(patches).rows;
    QCOMPARE(rows.size(), expected.values.size());
    double worst = 0;
    for (size_t i = 0; i < rows.size(); ++i)
        worst = std::max(worst, std::abs(double{rows[i]} - expected.values[i]));
    qInfo("%s: %.2g", qPrintable(model), worst);
    QVERIFY(worst <= 2e-5);
}

void TestVisionTower::tilesDoNotSeeEachOther() {
    HEARTH_REQUIRE(pack, visionPack(), "the reference pack ($HEARTH_GOLDEN)");
    const auto backend = testBackend("cpu");
    const auto tower = loadTower(pack, "internvl3-a", false, *backend);
    Picture picture = decodePicture(readBytes(pack / "pictures" / "photo.png"));
    PicturePatches patches = picturePatches(picture, tower->processing());
    const auto before = tower->encode(patches).rows;
    const uint32_t patchValues = tower->processing().patchValues();
    const size_t first = patches.layout.grids[0].patches() * size_t{patchValues};
    for (size_t i = 0; i < first; ++i) patches.values[i] = -patches.values[i];
    const auto after = tower->encode(patches).rows;
    const size_t rowsOfFirst = patches.layout.rows(0) * size_t{tower->config().outWidth};
    QVERIFY(!std::equal(before.begin(), before.begin() + ptrdiff_t(rowsOfFirst), after.begin()));
    QVERIFY(std::equal(before.begin() + ptrdiff_t(rowsOfFirst), before.end(),
                       after.begin() + ptrdiff_t(rowsOfFirst)));
}

void TestVisionTower::aStopIsHeard() {
    HEARTH_REQUIRE(pack, visionPack(), "the reference pack ($HEARTH_GOLDEN)");
    const auto backend = testBackend("cpu");
    const auto tower = loadTower(pack, "gemma3-a", false, *backend);
    const auto patches =
        picturePatches(decodePicture(readBytes(pack / "pictures" / "fit224.png")), tower->processing());
    std::stop_source stop;
    uint32_t heard = 0;
    bool stopped = false;
    try {
        (void)tower->encode(patches, stop.get_token(), [&](uint32_t done, uint32_t total) {
            heard = done;
            QCOMPARE(total, tower->config().layers);
            stop.request_stop();
        });
    } catch (const Error& error) {
        stopped = error.code() == ErrorCode::Cancelled;
    }
    QVERIFY(stopped);
    QCOMPARE(heard, 1U);
}

QTEST_GUILESS_MAIN(TestVisionTower)
#include "tst_vision_tower.moc"
