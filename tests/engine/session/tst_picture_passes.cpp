// Pictures that are read as a whole, of more rows than passes have else.
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "hearth/engine.h"
#include "hearth/picture_file.h"
#include "hearth/prompt_service.h"
#include "support/generate.h"
#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::test;
namespace fs = std::filesystem;

namespace {

/// A copy of the pack's Gemma 4 whose pictures may have so many tokens.
void copyModel(const fs::path& from, const fs::path& to, int tokens) {
    fs::copy(from, to);
    for (const char* name : {"preprocessor_config.json", "processor_config.json"}) {
        auto settings = readJson(from / name);
        if (settings.contains("image_processor")) settings["image_processor"]["max_soft_tokens"] = tokens;
        if (settings.contains("max_soft_tokens")) settings["max_soft_tokens"] = tokens;
        fs::permissions(to / name, fs::perms::owner_all);
        QFile file(QString::fromStdString((to / name).string()));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(QByteArray::fromStdString(settings.dump()));
    }
}

}  // namespace

class TestPicturePasses : public QObject {
    Q_OBJECT
private slots:
    void picturesOfAThousandTokensAreRead() {
        HEARTH_REQUIRE(golden, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        const fs::path pack = golden / "vision";
        const QTemporaryDir place;
        const fs::path folder = fs::path(place.path().toStdString()) / "gemma4";
        copyModel(pack / "gemma4-a" / "hf", folder, 1120);
        EngineOptions options;
        options.model = folder;
        options.backend = "cpu";
        options.contextLength = 2048;
        options.threads = 2;
        const auto engine = Engine::load(options);
        QVERIFY(engine->info().seesPictures);
        GenerationRequest request;
        ChatMessage message;
        message.role = "user";
        message.content = "What is in the picture?";
        message.pictures = {{0, std::make_shared<PictureFile>(readBytes(pack / "pictures" / "large.png"))}};
        request.messages = {message};
        request.sampling.temperature = 0;
        request.sampling.maxTokens = 4;
        GenerationListener nobody;
        const GenerationResult result = generate(*engine, request, nobody);
        // 1600 x 1200 pixels are 38 x 28 rows.
        QVERIFY(result.promptTokens.size() > 38 * 28);
        QVERIFY(!result.tokens.empty());
    }
};

QTEST_GUILESS_MAIN(TestPicturePasses)
#include "tst_picture_passes.moc"
