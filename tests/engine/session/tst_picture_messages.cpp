// Messages with pictures through whole models, from the file to the text.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <memory>

#include "engine/vision/pack_messages.h"
#include "engine/vision/vision_pack.h"
#include "hearth/engine.h"
#include "hearth/probe.h"
#include "hearth/prompt_service.h"
#include "session/session_errors.h"
#include "support/generate.h"
#include "support/tiny_llama_gguf.h"
#include "support/tiny_model.h"

using namespace hearth;
using namespace hearth::test;

namespace {

namespace fs = std::filesystem;

std::unique_ptr<Engine> load(const fs::path& model, const fs::path& keep = {}) {
    EngineOptions options;
    options.model = model;
    options.backend = "cpu";
    options.threads = 2;
    options.contextLength = 2048;
    options.kvType = KvType::F32;
    options.prefixFolder = keep;
    return Engine::load(options);
}

struct Heard final : GenerationListener {
    void readingPicture(double done, double) override { reading.push_back(done); }
    std::vector<double> reading;
};

std::vector<TokenId> tokensOf(const GenerationResult& result) {
    std::vector<TokenId> tokens;
    for (const GeneratedToken& token : result.tokens) tokens.push_back(token.token);
    return tokens;
}

GenerationRequest asked(GenerationRequest request, int tokens = 16) {
    request.sampling.temperature = 0;
    request.sampling.maxTokens = tokens;
    request.ignoreEndOfText = true;
    request.rawReply = true;
    return request;
}

}  // namespace

class TestPictureMessages : public QObject {
    Q_OBJECT
private slots:
    void init() {
        HEARTH_REQUIRE(pack, visionPack(), "the reference pack ($HEARTH_GOLDEN)");
        m_pack = pack;
    }

    /// With Hearth's own decoding and resizing.
    void logitsAreThoseOfTransformers_data() {
        QTest::addColumn<QString>("name");
        for (const char* name :
             {"gemma3-a", "gemma4-a", "glm-4.1v-a", "internvl3-a", "lfm2-vl-a", "llava-1.5-a", "mistral3-a",
              "qwen2.5-vl-a", "qwen3-vl-a", "qwen3.5-a", "smolvlm2-a"})
            QTest::newRow(name) << QString(name);
    }
    void logitsAreThoseOfTransformers() {
        QFETCH(QString, name);
        const fs::path home = m_pack / name.toStdString();
        const auto reference = readJson(home / "reference.json");
        const double tolerance = reference["tolerance"]["logits_own_resize_fp32"];
        const auto engine = load(home / "hf");
        QVERIFY(engine->info().seesPictures && engine->info().visionProblem.isEmpty());
        QVERIFY(engine->info().memory.visionBytes > 0);
        for (const char* oneCase : {"small", "grey_alpha", "exif", "fit224", "two"}) {
            if (!reference["cases"].contains(oneCase)) continue;
            const auto made = reference["cases"][oneCase];
            GenerationRequest request = packRequest(m_pack, oneCase);
            promptsOf(*engine).make(request);
            QVERIFY(request.prompt->tokens == made["ids"].get<std::vector<TokenId>>());
            std::vector<float> last;
            engine->probe()->readLogits(
                {.tokens = request.prompt->tokens, .lastOnly = true, .request = &request},
                [&](size_t, std::span<const float> logits) { last.assign(logits.begin(), logits.end()); });
            const double difference =
                largestDifference(last, readNpy(home / made["logits"]["file"].get<std::string>()).values);
            QVERIFY2(difference <= tolerance,
                     qPrintable(QStringLiteral("%1: %2").arg(oneCase).arg(difference)));
            Heard heard;
            const auto reply = tokensOf(generate(*engine, asked(packRequest(m_pack, oneCase)), heard));
            const auto greedy = made["greedy"]["ids"].get<std::vector<TokenId>>();
            const auto gaps = made["greedy"]["top1_top2_gap"].get<std::vector<double>>();
            // Rows of the head beyond the vocabulary have no text, so Hearth never chooses them.
            const TokenId known = promptsOf(*engine).tokenizer().vocabSize();
            for (size_t i = 0; i < greedy.size() && gaps[i] > tolerance && greedy[i] < known; ++i)
                QCOMPARE(reply.at(i), greedy[i]);
        }
    }

    /// Families that the pack lacks, from the folder and with llama.cpp's form of the tower.
    void logitsOfMadeModelsAreThoseOfTransformers_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("file");
        for (const char* name : {"llava-next", "granite-vision"})
            for (const bool file : {false, true})
                QTest::addRow("%s %s", name, file ? "file" : "folder") << QString(name) << file;
    }
    void logitsOfMadeModelsAreThoseOfTransformers() {
        QFETCH(QString, name);
        QFETCH(bool, file);
        const fs::path home = madeTowersFolder() / name.toStdString();
        EngineOptions options;
        options.model = home;
        if (file) options.visionFile = home / "mmproj.gguf";
        options.backend = "cpu";
        options.threads = 2;
        options.contextLength = 512;
        options.kvType = KvType::F32;
        const auto engine = Engine::load(options);
        QVERIFY(engine->info().seesPictures && engine->info().visionProblem.isEmpty());
        const auto message = readJson(home / "message.json");
        GenerationRequest request;
        ChatMessage& asked = request.messages.emplace_back();
        asked.role = "user";
        asked.content = message["text"].get<std::string>();
        asked.pictures = {{0, readPictureFile(madeTowersFolder() / "picture.png")}};
        promptsOf(*engine).make(request);
        QVERIFY(request.prompt->tokens == message["ids"].get<std::vector<TokenId>>());
        std::vector<float> last;
        engine->probe()->readLogits(
            {.tokens = request.prompt->tokens, .lastOnly = true, .request = &request},
            [&](size_t, std::span<const float> logits) { last.assign(logits.begin(), logits.end()); });
        const double difference = largestDifference(last, readNpy(home / "logits.npy").values);
        QVERIFY2(difference <= 2e-3, qPrintable(QString::number(difference)));
    }

    /// Nothing of the picture is computed twice.
    void aSecondQuestionReadsNoPicture() {
        const auto engine = load(m_pack / "qwen3-vl-a/hf");
        GenerationRequest request = asked(packRequest(m_pack, "fit224"), 4);
        PromptEstimate before = estimate(*engine, request);
        QCOMPARE(before.pictures.size(), size_t{1});
        QCOMPARE(before.pictures[0].tokens, 49);
        QVERIFY(!before.pictures[0].cached && !before.pictures[0].encoded);
        Heard first, second;
        const GenerationResult reply = generate(*engine, request, first);
        QVERIFY(!first.reading.empty());
        QVERIFY(std::ranges::is_sorted(first.reading));
        request.messages.push_back(
            {.role = "assistant", .content = reply.text, .reasoning = {}, .tokens = tokensOf(reply)});
        request.messages.push_back({.role = "user", .content = "And now?", .reasoning = {}, .tokens = {}});
        const PromptEstimate after = estimate(*engine, request);
        QVERIFY(after.pictures[0].cached && after.pictures[0].encoded);
        QCOMPARE(after.pictures[0].encodeMs, 0.0);
        const GenerationResult next = generate(*engine, request, second);
        QVERIFY(second.reading.empty());
        QVERIFY(next.metrics.reusedTokens > 49);
        // In another chat the keys in front of it differ, and its rows are the same.
        GenerationRequest other = asked(packRequest(m_pack, "fit224"), 4);
        other.messages.insert(other.messages.begin(),
                              {.role = "system", .content = "Be brief.", .reasoning = {}, .tokens = {}});
        const PromptEstimate elsewhere = estimate(*engine, other);
        QVERIFY(!elsewhere.pictures[0].cached && elsewhere.pictures[0].encoded);
        Heard third;
        (void)generate(*engine, other, third);
        QVERIFY(third.reading.empty());
    }

    void otherPicturesGetOtherReplies() {
        const auto engine = load(m_pack / "qwen2.5-vl-a/hf");
        const auto fresh = load(m_pack / "qwen2.5-vl-a/hf");
        // Of the same size, so of the same ids.
        GenerationRequest one = asked(packRequest(m_pack, "fit224")), other = one;
        one.messages[0].pictures[0].file = packPicture(m_pack, "exif");
        other.messages[0].pictures[0].file = readPictureFile(m_pack / "pictures/exif.rgb.png");
        Heard heard;
        (void)generate(*engine, one, heard);
        const PromptEstimate cost = estimate(*engine, other);
        // Decoded alike or not, another file is another picture.
        QVERIFY(!cost.pictures[0].cached && !cost.pictures[0].encoded);
        QCOMPARE(tokensOf(generate(*engine, other, heard)), tokensOf(generate(*fresh, other, heard)));
    }

    /// A token that stands behind a picture whose cache is gone.
    void attentionReadsThePictureAgain() {
        const auto engine = load(m_pack / "qwen3-vl-a/hf");
        const auto fresh = load(m_pack / "qwen3-vl-a/hf");
        GenerationRequest request = packRequest(m_pack, "fit224");
        promptsOf(*engine).make(request);
        struct Ear final : AttentionListener {
            void looked(TokenAttention attention) override { answer = std::move(attention); }
            void failed(const Error& error) override { problem = error; }
            std::optional<TokenAttention> answer;
            std::optional<Error> problem;
        } first, second;
        AttentionQuestion question{.tokens = request.prompt->tokens, .cuts = {}, .tenant = {}};
        question.spans = request.prompt->spans;
        question.pictures = request.prompt->pictures;
        question.files = {request.messages[0].pictures[0]};
        Heard heard;
        (void)generate(*fresh, asked(packRequest(m_pack, "fit224"), 1), heard);
        for (const auto& [model, ear] : {std::pair(engine.get(), &first), std::pair(fresh.get(), &second)}) {
            model->probe()->readAttention(question, *ear);
            while (!ear->answer && !ear->problem) (void)model->step();
            QVERIFY(ear->answer.has_value());
        }
        QVERIFY(first.answer->reusedTokens == 0 && second.answer->reusedTokens > 49);
        QCOMPARE(first.answer->layers.size(), second.answer->layers.size());
        // 7 x 7 places of 32 pixels, each a token of the picture's one span.
        QCOMPARE(first.answer->pictures.size(), size_t{1});
        QVERIFY(first.answer->pictures == second.answer->pictures);
        const PictureGrid& grid = first.answer->pictures[0];
        QCOMPARE(std::pair(grid.columns, grid.lines), std::pair(7U, 7U));
        QCOMPARE(grid.first, static_cast<size_t>(question.spans[0].first));
        QVERIFY(grid.area == PictureArea{});
        for (size_t i = 0; i < first.answer->layers.size(); ++i)
            QVERIFY(largestDifference(first.answer->layers[i].shares, second.answer->layers[i].shares) <
                    1e-5);
    }

    /// Replies go on between the layers of a tower.
    void othersReplyWhileAPictureIsRead() {
        const auto engine = load(m_pack / "qwen3-vl-a/hf");
        struct Counting final : GenerationListener {
            void readingPicture(double, double) override { ++steps; }
            void replied(const ReplyDelta&) override { ++deltas; }
            void finished(GenerationResult) override { done = true; }
            int steps = 0, deltas = 0;
            bool done = false;
        } text, picture;
        GenerationRequest words = asked({}, 64);
        words.messages.push_back({.role = "user", .content = "Count.", .reasoning = {}, .tokens = {}});
        (void)engine->submit(words, text, Priority::Chat);
        while (text.deltas == 0) (void)engine->step();
        const int before = text.deltas;
        (void)engine->submit(asked(packRequest(m_pack, "fit224"), 2), picture, Priority::Chat);
        while (!picture.done && picture.deltas == 0) (void)engine->step();
        QVERIFY(picture.steps >= 2);
        QVERIFY(text.deltas - before >= picture.steps);
        engine->endAll();
    }

    void aStopWhileAPictureIsReadIsHeard() {
        const auto engine = load(m_pack / "qwen3-vl-a/hf");
        struct Stopping final : GenerationListener {
            void readingPicture(double, double) override { engine->cancel(id); }
            void finished(GenerationResult result) override { reason = result.reason; }
            Engine* engine = nullptr;
            RequestId id = 0;
            std::optional<FinishReason> reason;
        } stopping;
        stopping.engine = engine.get();
        stopping.id = engine->submit(asked(packRequest(m_pack, "fit224")), stopping, Priority::Chat);
        for (int i = 0; i < 100 && !stopping.reason; ++i) (void)engine->step();
        QVERIFY(stopping.reason == FinishReason::Cancelled);
        Heard heard;
        QVERIFY(!generate(*engine, asked(packRequest(m_pack, "fit224")), heard).tokens.empty());
    }

    void aDamagedPictureFailsItsReplyAlone() {
        const auto engine = load(m_pack / "qwen3-vl-a/hf");
        const auto whole = packPicture(m_pack, "fit224")->bytes();
        const auto cut = whole.first(whole.size() / 2);
        GenerationRequest request = asked(packRequest(m_pack, "fit224"));
        request.messages[0].pictures[0].file =
            std::make_shared<const PictureFile>(std::vector<std::byte>(cut.begin(), cut.end()));
        Heard heard;
        QVERIFY_EXCEPTION_THROWN((void)generate(*engine, request, heard), Error);
        QVERIFY(!generate(*engine, asked(packRequest(m_pack, "small")), heard).tokens.empty());
    }

    void modelsThatCannotSeeSaySo() {
        QTemporaryDir folder;
        const fs::path model = folder.filePath("m.gguf").toStdString();
        tinyLlamaGguf().save(model);
        const auto engine = load(model);
        QVERIFY(!engine->info().seesPictures);
        Heard heard;
        try {
            (void)generate(*engine, asked(packRequest(m_pack, "small")), heard);
            QFAIL("it was answered");
        } catch (const Error& error) {
            QVERIFY(error.is(errors::cannotSee));
        }
    }

private:
    fs::path m_pack;
};

QTEST_GUILESS_MAIN(TestPictureMessages)
#include "tst_picture_messages.moc"
