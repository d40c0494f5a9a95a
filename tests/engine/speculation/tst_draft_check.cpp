#include "speculation/draft_check.h"

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "model/model_config.h"
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
        QCOMPARE(draftProblem(model, model), std::string());
        // Padding at the end is no difference, more than that is.
        QCOMPARE(draftProblem(model, withTokens(tokens(300 - 128))), std::string());
        QCOMPARE(draftProblem(model, withTokens(tokens(300 + 128))), std::string());
        for (const size_t other : {300 - 129, 300 + 129}) {
            const std::string problem = draftProblem(model, withTokens(tokens(other)));
            QVERIFY2(problem.find(std::to_string(other) + " tokens and this model 300") != std::string::npos,
                     problem.c_str());
        }
        for (const size_t at : {0, 7, 299}) {
            std::vector<std::string> texts = tokens(300);
            texts[at] = "other";
            const std::string problem = draftProblem(model, withTokens(texts));
            QVERIFY2(problem.find("from token " + std::to_string(at) + " on;") != std::string::npos,
                     problem.c_str());
        }
    }
    void kindsAndEndsMustBeTheSame() {
        const GgufFile model = GgufFile::parse(tinyLlamaGguf().image());
        const auto other = [&](const char* part, const std::function<void(GgufWriter&)>& write) {
            return draftProblem(model, with(part, write));
        };
        QVERIFY(other("tokenizer.ggml.model", [](GgufWriter& w) {
                    w.text("tokenizer.ggml.model", "llama");
                }).find("of another kind") != std::string::npos);
        QVERIFY(other("tokenizer.ggml.tokens", [](GgufWriter&) {}).find("of another kind") !=
                std::string::npos);
        const auto ends = [](const char* key, uint32_t token) {
            return GgufFile::parse(tinyLlamaGguf([&](GgufWriter& writer, std::string_view name) {
                                       if (name == "general.architecture") writer.u32(key, token);
                                       return name == key;
                                   }).image());
        };
        for (const char* key : {"tokenizer.ggml.bos_token_id", "tokenizer.ggml.eos_token_id"}) {
            QCOMPARE(draftProblem(ends(key, 2), ends(key, 2)), std::string());
            QVERIFY(draftProblem(ends(key, 2), ends(key, 3)).find("of another kind") != std::string::npos);
        }
    }
    void recurrentModelsGoWithout() {
        const auto families = std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families";
        const GgufFile recurrent = GgufFile::open(families / "lfm2.gguf"),
                       plain = GgufFile::open(families / "llama3.gguf");
        QVERIFY(draftProblem(recurrent, plain).find("this model has recurrent layers") != std::string::npos);
        QVERIFY(draftProblem(plain, recurrent).find("The draft model has recurrent layers") !=
                std::string::npos);
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
        QCOMPARE(fits.problem, std::string());
        QVERIFY(fits.bytes > 100'000);
        options.draftModel = tinyModelsFolder() / "gemma2-f16.gguf";
        const DraftCheck differs = checkDraft(options);
        QVERIFY(!differs.problem.empty());
        QCOMPARE(differs.bytes, uint64_t{0});
        options.draftModel = "/nowhere.gguf";
        QVERIFY_THROWS_EXCEPTION(Error, (void)checkDraft(options));
    }
};

QTEST_GUILESS_MAIN(TestDraftCheck)
#include "tst_draft_check.moc"
