#include "vision/folder_processing.h"
#include "vision/picture_prompts.h"

#include "chat/prompt_builder.h"
#include "chat/template_content.h"
#include "engine/vision/pack_messages.h"
#include "engine/vision/vision_pack.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "vision/tower_config.h"
#include "vision/vision_errors.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// A model of the pack as far as prompts go.
struct Prompts {
    std::shared_ptr<const Tokenizer> tokenizer;
    ChatTemplate chatTemplate;
    PictureMarks marks;
    std::unique_ptr<PicturePrompts> pictures;

    explicit Prompts(const fs::path& folder, bool hasGrids = false)
        : Prompts(GgufFile::open(folder), folder, hasGrids) {}

private:
    Prompts(const GgufFile& file, const fs::path& folder, bool hasGrids)
        : tokenizer(Tokenizer::fromGguf(file)),
          chatTemplate(ChatTemplate::parse(*file.getString("tokenizer.chat_template"))) {
        const auto config = TowerConfig::fromGguf(GgufFile::openVision(folder));
        pictures = std::make_unique<PicturePrompts>(
            PicturePrompts::Settings{.marks = findPictureMarks(config.family->projector),
                                     .processing = folderProcessing(folder),
                                     .fingerprint = {1, 2},
                                     .hasGrids = hasGrids},
            tokenizer);
    }
};

}  // namespace

class TestPicturePrompts : public QObject {
    Q_OBJECT
private slots:
    void idsAndPositionsAreThoseOfTransformers_data() {
        QTest::addColumn<QString>("name");
        for (const char* name :
             {"gemma3-a", "gemma4-a", "glm-4.1v-a", "internvl3-a", "lfm2-vl-a", "llava-1.5-a", "mistral3-a",
              "qwen2.5-vl-a", "qwen3-vl-a", "qwen3.5-a", "smolvlm2-a"})
            QTest::newRow(name) << QString(name);
    }
    void idsAndPositionsAreThoseOfTransformers() {
        QFETCH(QString, name);
        HEARTH_REQUIRE(pack, visionPack(), "the reference pack ($HEARTH_GOLDEN)");
        const fs::path home = pack / name.toStdString();
        const Json reference = readJson(home / "reference.json");
        const Json& cases = reference["cases"];
        const Prompts prompts(home / "hf", cases.begin()->contains("mrope_positions"));
        const PromptBuilder builder(*prompts.tokenizer, prompts.chatTemplate);
        for (const auto& [oneCase, made] : cases.items()) {
            const GenerationRequest request = packRequest(pack, oneCase);
            const auto places = prompts.pictures->places(picturesOf(request));
            PromptPieces pieces = builder.render(request);
            QCOMPARE(prompts.pictures->placeholders(pieces), places.size());
            prompts.pictures->fill(pieces, places);
            const PromptTokens tokens(
                prompts.tokenizer->encode(pieces),
                prompts.pictures->spans(pieces, prompts.tokenizer->encode(pieces), places));
            QVERIFY2(tokens.ids == made["ids"].get<std::vector<TokenId>>(), oneCase.c_str());
            uint32_t rows = 0;
            for (const auto& place : places) rows += place.picture.rows;
            QCOMPARE(rows, made["n_soft_tokens"].get<uint32_t>());
            if (!made.contains("mrope_positions")) continue;
            const PromptView view(tokens);
            const Json& positions = made["mrope_positions"];
            QCOMPARE(view.nextPosition(), positions["next_position"].get<int32_t>());
            const NpyArray all = readNpy(home / positions["file"].get<std::string>());
            for (size_t row = 0; row < tokens.size(); ++row) {
                const RowPositions at = view.positionsAt(row);
                QCOMPARE(static_cast<float>(at.time), all.values[row]);
                QCOMPARE(static_cast<float>(at.height), all.values[tokens.size() + row]);
                QCOMPARE(static_cast<float>(at.width), all.values[2 * tokens.size() + row]);
            }
        }
    }

    /// A template of the text model alone: each picture stands where it should, between its marks.
    void templatesWithoutPicturesGetThemInstead() {
        HEARTH_REQUIRE(pack, visionPack(), "the reference pack ($HEARTH_GOLDEN)");
        const Prompts prompts(pack / "qwen2.5-vl-a" / "hf");
        const ChatTemplate texts = ChatTemplate::parse("{% for m in messages %}{{ m.content }}{% endfor %}");
        const PromptBuilder builder(*prompts.tokenizer, texts);
        GenerationRequest request = packRequest(pack, "two");
        const auto places = prompts.pictures->places(picturesOf(request));
        const std::string mark = PicturePrompts::uniqueText(request);
        request.messages = withTextForPictures(request.messages, mark);
        PromptPieces pieces = builder.render(request);
        QVERIFY(prompts.pictures->fillInstead(pieces, mark, places));
        const auto tokens = prompts.tokenizer->encode(pieces);
        const auto spans = prompts.pictures->spans(pieces, tokens, places);
        QCOMPARE(spans.size(), size_t{2});
        const auto start = prompts.tokenizer->encode("<|vision_start|>", {.parseSpecial = true});
        const auto end = prompts.tokenizer->encode("<|vision_end|>", {.parseSpecial = true});
        for (const TokenSpan& span : spans) {
            QCOMPARE(tokens[static_cast<size_t>(span.first) - 1], start.front());
            QCOMPARE(tokens[static_cast<size_t>(span.end())], end.front());
        }
        QVERIFY(!(spans[0].content == spans[1].content));
        // Once too often, as where a person writes the text.
        pieces = {{mark + mark + mark, false}};
        QVERIFY(!prompts.pictures->fillInstead(pieces, mark, places));
    }

    /// Rows of one detail are never taken for those of another.
    void eachDetailHasAContent() {
        HEARTH_REQUIRE(pack, visionPack(), "the reference pack ($HEARTH_GOLDEN)");
        const Prompts prompts(pack / "internvl3-a" / "hf");
        MessagePicture picture = packRequest(pack, "tall").messages[0].pictures.at(0);
        const auto placeOf = [&](PictureDetail detail) {
            picture.detail = detail;
            return prompts.pictures->places({picture}).at(0);
        };
        const auto own = placeOf(PictureDetail::Auto), low = placeOf(PictureDetail::Low),
                   high = placeOf(PictureDetail::High);
        QVERIFY(low.picture.rows < own.picture.rows);
        QVERIFY(!(low.content == own.content));
        // The family has no more.
        QCOMPARE(high.picture.rows, own.picture.rows);
        QVERIFY(high.content == own.content);
        QVERIFY(pictureContent(*picture.file, PictureDetail::Auto) == picture.file->hash());
        QVERIFY(!(pictureContent(*picture.file, PictureDetail::Low) ==
                  pictureContent(*picture.file, PictureDetail::High)));
    }

    void uniqueTextIsInNoMessage() {
        GenerationRequest request;
        request.messages.push_back({.role = "user", .content = "", .reasoning = {}, .tokens = {}});
        const std::string first = PicturePrompts::uniqueText(request);
        request.messages[0].content = "about " + first;
        QVERIFY(PicturePrompts::uniqueText(request) != first);
    }

    /// The token of a row in text of a person or in a reply is no picture.
    void whatSpellsARowIsNoPicture() {
        HEARTH_REQUIRE(pack, visionPack(), "the reference pack ($HEARTH_GOLDEN)");
        const Prompts prompts(pack / "qwen2.5-vl-a" / "hf");
        const PromptBuilder builder(*prompts.tokenizer, prompts.chatTemplate);
        const TokenId row = prompts.tokenizer->encode("<|image_pad|>", {.parseSpecial = true}).front();
        GenerationRequest request = packRequest(pack, "small");
        request.messages.insert(
            request.messages.begin(),
            {{.role = "user", .content = "<|image_pad|>", .reasoning = {}, .tokens = {}},
             {.role = "assistant", .content = "<|image_pad|>", .reasoning = {}, .tokens = {row}}});
        const auto places = prompts.pictures->places(picturesOf(request));
        PromptPieces pieces = builder.render(request);
        prompts.pictures->fill(pieces, places);
        pieces = builder.withReplyTokens(request, pieces);
        const auto tokens = prompts.tokenizer->encode(pieces);
        const auto spans = prompts.pictures->spans(pieces, tokens, places);
        QCOMPARE(spans.size(), size_t{1});
        QCOMPARE(spans[0].rows, 4U);
        QCOMPARE(spans[0].end(), static_cast<int64_t>(std::find(tokens.rbegin(), tokens.rend(), row).base() -
                                                      tokens.begin()));
    }

    void lostPicturesAreRefused() {
        HEARTH_REQUIRE(pack, visionPack(), "the reference pack ($HEARTH_GOLDEN)");
        const Prompts prompts(pack / "qwen2.5-vl-a" / "hf");
        const auto places = prompts.pictures->places(picturesOf(packRequest(pack, "small")));
        try {
            (void)prompts.pictures->spans({{"text", true}}, prompts.tokenizer->encode("text"), places);
            QFAIL("nothing was said");
        } catch (const Error& error) {
            QVERIFY(error.is(errors::lostPictures));
        }
    }
};

QTEST_GUILESS_MAIN(TestPicturePrompts)
#include "tst_picture_prompts.moc"
