// Prompts that are made beside the engine are those that it makes itself.
#include "session/loaded_prompts.h"

#include <QTemporaryDir>
#include <QtTest>
#include <thread>

#include "hearth/cache_admin.h"
#include "hearth/engine.h"
#include "hearth/prompt_service.h"
#include "session/session_errors.h"
#include "support/tiny_llama_gguf.h"

using namespace hearth;

class TestLoadedPrompts : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Engine> m_engine;

    static GenerationRequest asking(int words) {
        GenerationRequest request;
        std::string text = "Hello";
        for (int i = 0; i < words; ++i) text += " there " + std::to_string(i);
        request.messages.push_back({.role = "user", .content = text, .reasoning = {}, .tokens = {}});
        request.sampling.temperature = 0;
        request.sampling.maxTokens = 8;
        return request;
    }
    struct Ear final : GenerationListener {
        void finished(GenerationResult result) override { text = result.text; }
        std::string text;
    };

private slots:
    void init() {
        EngineOptions options;
        options.model = m_folder.filePath("m.gguf").toStdString();
        options.backend = "reference";
        options.contextLength = 512;
        test::tinyLlamaGguf().save(options.model);
        m_engine = Engine::load(options);
    }
    void cleanup() { m_engine.reset(); }

    void threadsMakeThemWhileTheEngineSteps() {
        const auto prompts = m_engine->prompts();
        QCOMPARE(prompts.get(), m_engine->prompts().get());
        Ear alone;
        m_engine->submit(asking(3), alone, Priority::Chat);
        while (m_engine->step()) {
        }
        m_engine->cache()->clear();
        std::vector<GenerationRequest> made(3);
        std::vector<std::thread> threads;
        for (size_t i = 0; i < made.size(); ++i) {
            made[i] = asking(20 + static_cast<int>(i));
            threads.emplace_back([&prompts, &request = made[i]] {
                for (int again = 0; again < 5; ++again) {
                    request.prompt.reset();
                    prompts->make(request, {});
                }
            });
        }
        Ear beside;
        m_engine->submit(asking(3), beside, Priority::Chat);
        while (m_engine->step()) {
        }
        for (std::thread& thread : threads) thread.join();
        QCOMPARE(beside.text, alone.text);
        for (size_t i = 0; i < made.size(); ++i)
            QVERIFY(made[i].prompt &&
                    made[i].prompt->tokens == madePrompt(promptsOf(*m_engine), asking(20 + int(i))).tokens);
    }
    void theyAreCutAsTheEngineCutsThem() {
        GenerationRequest beside = asking(400), itself = beside;
        beside.overflow = itself.overflow = ContextOverflow::Slide;
        m_engine->prompts()->make(beside, {});
        const PromptEstimate estimate = m_engine->prepare(itself);
        QVERIFY(beside.prompt->tokens == itself.prompt->tokens && beside.prompt->cuts == itself.prompt->cuts);
        QVERIFY(beside.prompt->cuts == estimate.cuts);
        // One that is there stays.
        beside.prompt->tokens = {7};
        m_engine->prompts()->make(beside, {});
        QCOMPARE(beside.prompt->tokens.size(), size_t(1));
    }
    /// The oldest turns go, and never a part of the question or of what was attached to it.
    void theLastQuestionStaysWhole() {
        const auto chat = [](int lastWords) {
            GenerationRequest request;
            for (int turn = 0; turn < 4; ++turn) {
                request.messages.push_back(asking(20).messages.front());
                request.messages.push_back(
                    {.role = "assistant", .content = "There.", .reasoning = {}, .tokens = {}});
            }
            request.messages.push_back(asking(lastWords).messages.front());
            request.overflow = ContextOverflow::Slide;
            return request;
        };
        const auto alone = [&](int words) {
            GenerationRequest request = asking(words);
            return m_engine->prepare(request).promptTokens;
        };
        int most = 1;
        while (alone(most + 1) + 64 <= static_cast<int>(roomForPrompt(512))) ++most;
        for (const int words : {most / 2, most}) {
            GenerationRequest request = chat(words);
            const PromptEstimate estimate = m_engine->prepare(request);
            QVERIFY(!estimate.cuts.empty());
            QVERIFY(estimate.promptTokens <= 512);
            GenerationRequest before = chat(words);
            before.messages.pop_back();
            QVERIFY(estimate.cuts.back().dropTo <= madePrompt(promptsOf(*m_engine), before).tokens.size());
        }
        // One that is too long alone is refused, whatever could be dropped before it.
        while (alone(most) <= 512) ++most;
        GenerationRequest request = chat(most);
        QVERIFY(m_engine->prepare(request).cuts.empty());
        Ear ear;
        try {
            m_engine->submit(request, ear, Priority::Chat);
            QFAIL("it was taken");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::ContextFull);
        }
    }
    void aTemplateIsNotBlamedForALongPrompt() {
        // More than any template may make of it.
        GenerationRequest request = asking(1);
        std::string& text = request.messages[0].content;
        while (text.size() < 34'000'000) text += "river ";
        try {
            m_engine->prompts()->make(request, {});
            QFAIL("was made");
        } catch (const Error& error) {
            QVERIFY2(error.is(errors::contextFull), error.what());
            QVERIFY(std::stoll(error.message().arguments().at(0).text()) > 512);
            QCOMPARE(error.message().arguments().at(1).text(), std::string("512"));
        }
    }
    void theyOutliveTheEngine() {
        const auto prompts = m_engine->prompts();
        const std::vector<TokenId> before = madePrompt(promptsOf(*m_engine), asking(5)).tokens;
        m_engine.reset();
        GenerationRequest request = asking(5);
        prompts->make(request, {});
        QVERIFY(request.prompt->tokens == before);
        GenerationRequest nothing;
        QVERIFY_EXCEPTION_THROWN(prompts->make(nothing, {}), Error);
    }
};

QTEST_GUILESS_MAIN(TestLoadedPrompts)
#include "tst_loaded_prompts.moc"
