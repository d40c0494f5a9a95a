// Engines with a draft model, from their files to the text.
#include "speculation/loaded_draft.h"

#include "hearth/draft_check.h"
#include "hearth/error.h"
#include "support/reference_pack.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>
#include <algorithm>

#include "hearth/cache_admin.h"
#include "support/generate.h"

using namespace hearth;
using namespace hearth::test;

class TestLoadedDraft : public QObject {
    Q_OBJECT

    static EngineOptions optionsFor(const std::string& draft) {
        EngineOptions options;
        options.model = tinyModelsFolder() / "llama-f32.gguf";
        options.backend = "cpu";
        options.threads = 2;
        if (!draft.empty()) options.draftModel = tinyModelsFolder() / draft;
        return options;
    }
    static GenerationResult generate(Engine& engine, Speculation speculation, float temperature = 0) {
        GenerationRequest request;
        request.rawText = "the heat and the";
        request.sampling.temperature = temperature;
        request.sampling.seed = 5;
        request.sampling.maxTokens = 120;
        request.ignoreEndOfText = true;
        request.speculation = speculation;
        GenerationListener listener;
        engine.cache()->clear();
        return test::generate(engine, request, listener);
    }

private slots:
    /// Block types in the draft model round activations: the model's own floats must not.
    void textsAreTheSame_data() {
        QTest::addColumn<QString>("draft");
        for (const char* draft : {"llama-f32.gguf", "llama-mixed.gguf", "llama-moe.gguf", "qwen3-f16.gguf"})
            QTest::newRow(draft) << draft;
    }
    void textsAreTheSame() {
        QFETCH(QString, draft);
        const auto plain = Engine::load(optionsFor("")), with = Engine::load(optionsFor(draft.toStdString()));
        QVERIFY(with->info().draftProblem.isEmpty());
        QVERIFY(!with->info().draftName.empty());
        for (const float temperature : {0.0F, 0.8F}) {
            const GenerationResult expected = generate(*plain, Speculation::Off, temperature);
            for (const Speculation how : {Speculation::Off, Speculation::DraftModel}) {
                const GenerationResult result = generate(*with, how, temperature);
                QCOMPARE(result.text, expected.text);
                for (size_t i = 0; i < result.tokens.size(); ++i)
                    QCOMPARE(result.tokens[i].probability, expected.tokens[i].probability);
            }
        }
        QVERIFY(generate(*with, Speculation::Off).metrics.plainTokenMs > 0);
    }
    void withoutOneItIsPromptLookup() {
        const auto engine = Engine::load(optionsFor(""));
        QCOMPARE(engine->info().draftName, std::string());
        QCOMPARE(engine->info().memory.draftBytes, uint64_t{0});
        QCOMPARE(generate(*engine, Speculation::DraftModel).text, generate(*engine, Speculation::Off).text);
    }
    void memoryIsAsPlanned() {
        EngineOptions options = optionsFor("llama-moe.gguf");
        options.cacheBytes = 1U << 20U;
        const MemoryPlan plan = Engine::plan(options), loaded = Engine::load(options)->info().memory;
        QVERIFY(plan.draftBytes > 0);
        QCOMPARE(loaded.draftBytes, plan.draftBytes);
        QCOMPARE(checkDraft(options).bytes, plan.draftBytes);
        QCOMPARE(plan.totalBytes(), plan.weightsBytes + plan.kvBytes + plan.scratchBytes + plan.draftBytes);
    }
    /// One that cannot be used is left out, and said.
    void unusableOnesAreLeftOut() {
        for (const char* draft : {"gemma2-f16.gguf", "nothing.gguf"}) {
            const auto engine = Engine::load(optionsFor(draft));
            const EngineInfo info = engine->info();
            QVERIFY(info.draftName.empty());
            const std::string problem = info.draftProblem.text();
            QVERIFY2(problem.ends_with('.'), problem.c_str());
            QCOMPARE(info.memory.draftBytes, uint64_t{0});
            QVERIFY(!generate(*engine, Speculation::DraftModel).text.empty());
        }
    }
    void progressAndStop() {
        std::vector<double> fractions;
        bool told = false;
        const auto engine = Engine::load(optionsFor("llama-moe.gguf"), [&](const LoadStatus& p) {
            fractions.push_back(p.fraction);
            told = told || p.step == LoadStep::DraftModel;
        });
        QVERIFY(told);
        QVERIFY(std::is_sorted(fractions.begin(), fractions.end()));
        std::stop_source stop;
        try {
            (void)Engine::load(
                optionsFor("llama-moe.gguf"),
                [&](const LoadStatus& p) {
                    if (p.step == LoadStep::DraftModel) stop.request_stop();
                },
                stop.get_token());
            QFAIL("loaded");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::Cancelled);
        }
    }
};

QTEST_GUILESS_MAIN(TestLoadedDraft)
#include "hearth/engine.h"
#include "tst_loaded_draft.moc"
