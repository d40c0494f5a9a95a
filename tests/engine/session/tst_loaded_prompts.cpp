// Prompts that are made beside the engine are those that it makes itself.
#include "session/loaded_prompts.h"

#include <QTemporaryDir>
#include <QtTest>
#include <thread>

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
        m_engine->clearCache();
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
            QVERIFY(made[i].prompt && made[i].prompt->tokens == m_engine->promptTokens(asking(20 + int(i))));
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
    void theyOutliveTheEngine() {
        const auto prompts = m_engine->prompts();
        const std::vector<TokenId> before = m_engine->promptTokens(asking(5));
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
