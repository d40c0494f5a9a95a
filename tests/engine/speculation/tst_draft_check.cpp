#include "speculation/draft_check.h"

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "model/model_config.h"
#include "speculation/draft_errors.h"
#include "support/reference_pack.h"
#include "support/tiny_llama_gguf.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QTemporaryDir>
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

class TestDraftCheck : public QObject {
    Q_OBJECT

    static GgufFile with(const char* part, const std::function<void(GgufWriter&)>& write) {
        return GgufFile::parse(tinyLlamaGguf([&](GgufWriter& writer, std::string_view name) {
                                   if (name != part) return false;
                                   write(writer);
                                   return true;
                               }).image());
    }
    static std::vector<std::string> tokens(size_t count) {
        std::vector<std::string> texts{"<|end|>", "a", "b", "c", "d", "e", "\xC4\xA0", "f"};
        for (size_t i = texts.size(); i < count; ++i) texts.push_back("t" + std::to_string(i));
        return texts;
    }
    static GgufFile withTokens(const std::vector<std::string>& texts) {
        return with("tokenizer.ggml.tokens",
                    [&](GgufWriter& writer) { writer.texts("tokenizer.ggml.tokens", texts); });
    }

private slots:
    void vocabulariesMustBeTheSame() {
        const GgufFile model = withTokens(tokens(300));
        QVERIFY(!draftProblem(model, model));
        // Padding at the end is no difference, more than that is.
        QVERIFY(!draftProblem(model, withTokens(tokens(300 - 128))));
        QVERIFY(!draftProblem(model, withTokens(tokens(300 + 128))));
        for (const size_t other : {300 - 129, 300 + 129}) {
            const auto problem = draftProblem(model, withTokens(tokens(other)));
            QVERIFY(problem && problem->message() == Message(errors::draftOfOtherSize.message, {other, 300}));
        }
        for (const size_t at : {0, 7, 299}) {
            std::vector<std::string> texts = tokens(300);
            texts[at] = "other";
            const auto problem = draftProblem(model, withTokens(texts));
            QVERIFY(problem && problem->message() == Message(errors::draftOfOtherTokens.message, {at}));
        }
    }
    void kindsAndEndsMustBeTheSame() {
        const GgufFile model = GgufFile::parse(tinyLlamaGguf().image());
        const auto other = [&](const char* part, const std::function<void(GgufWriter&)>& write) {
            return draftProblem(model, with(part, write));
        };
        QVERIFY(other("tokenizer.ggml.model", [](GgufWriter& w) {
                    w.text("tokenizer.ggml.model", "llama");
                })->is(errors::draftOfOtherKind));
        QVERIFY(other("tokenizer.ggml.tokens", [](GgufWriter&) {})->is(errors::draftOfOtherKind));
        const auto ends = [](const char* key, uint32_t token) {
            return GgufFile::parse(tinyLlamaGguf([&](GgufWriter& writer, std::string_view name) {
                                       if (name == "general.architecture") writer.u32(key, token);
                                       return name == key;
                                   }).image());
        };
        for (const char* key : {"tokenizer.ggml.bos_token_id", "tokenizer.ggml.eos_token_id"}) {
            QVERIFY(!draftProblem(ends(key, 2), ends(key, 2)));
            QVERIFY(draftProblem(ends(key, 2), ends(key, 3))->is(errors::draftOfOtherKind));
        }
    }
    void recurrentModelsDoNotGuess() {
        const auto families = std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families";
        const GgufFile recurrent = GgufFile::open(families / "lfm2.gguf"),
                       plain = GgufFile::open(families / "llama3.gguf");
        // For one the vocabulary alone counts, which these do not have.
        QVERIFY(draftProblem(recurrent, plain)->is(errors::draftOfOtherKind));
        QVERIFY(draftProblem(plain, recurrent)->is(errors::recurrentDraft));
    }
    /// As for a conversation of the larger model, and no longer than the smaller one was made for.
    void contextIsTheShorterOne() {
        const ModelConfig config = ModelConfig::fromGguf(GgufFile::parse(tinyLlamaGguf().image()));
        EngineOptions options;
        options.model = "a";
        options.draftModel = "b";
        options.prefixFolder = "c";
        options.gpuLayers = 1;
        options.contextLength = 64;
        EngineOptions own = draftOptions(options, config, config);
        QCOMPARE(own.model, std::filesystem::path("b"));
        QVERIFY(own.draftModel.empty() && own.prefixFolder.empty());
        QCOMPARE(own.contextLength, 64);
        QCOMPARE(own.gpuLayers, -1);
        options.contextLength = 4096;
        QCOMPARE(draftOptions(options, config, config).contextLength, 128);
        options.gpuLayers = 0;
        QCOMPARE(draftOptions(options, config, config).gpuLayers, 0);
    }
    void filesAreChecked() {
        EngineOptions options;
        options.backend = "cpu";
        options.model = tinyModelsFolder() / "llama-f32.gguf";
        options.draftModel = tinyModelsFolder() / "llama-moe.gguf";
        const DraftCheck fits = checkDraft(options);
        QVERIFY(fits.problem.isEmpty());
        QVERIFY(fits.bytes > 100'000);
        options.draftModel = tinyModelsFolder() / "gemma2-f16.gguf";
        const DraftCheck differs = checkDraft(options);
        QVERIFY(!differs.problem.isEmpty());
        QCOMPARE(differs.bytes, uint64_t{0});
        options.draftModel = "/nowhere.gguf";
        QVERIFY_THROWS_EXCEPTION(Error, (void)checkDraft(options));
    }
};

QTEST_GUILESS_MAIN(TestDraftCheck)
#include "tst_draft_check.moc"
