#include "openai/prompt_logprobs.h"

#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "hearth/engine.h"
#include "hearth/probe.h"
#include "hearth/prompt_service.h"
#include "session/session_errors.h"
#include "support/tiny_llama_gguf.h"

using namespace hearth;
using namespace hearth::openai;

class TestPromptLogprobs : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Engine> m_engine;

    static GenerationRequest asking(const std::string& text) {
        GenerationRequest request;
        request.rawText = text;
        return request;
    }

private slots:
    void initTestCase() {
        EngineOptions options;
        options.model = m_folder.filePath("m.gguf").toStdString();
        options.backend = "reference";
        options.contextLength = 128;
        test::tinyLlamaGguf().save(options.model);
        m_engine = Engine::load(options);
    }
    void cleanupTestCase() { m_engine.reset(); }

    void areThoseOfTheLogits() {
        const auto request = asking("the river runs and runs");
        const std::vector<TokenId> tokens = madePrompt(promptsOf(*m_engine), request).tokens;
        const auto read = promptLogprobs(*m_engine, request, 3);
        QCOMPARE(read.size(), tokens.size());
        QVERIFY(read[0].candidates.empty());
        const std::vector<float> logits = m_engine->probe()->logits(tokens, true);
        const size_t vocabulary = logits.size() / tokens.size();
        for (size_t i = 1; i < tokens.size(); ++i) {
            const std::span row = std::span(logits).subspan((i - 1) * vocabulary, vocabulary);
            double sum = 0;
            for (const float logit : row) sum += std::exp(double{logit});
            const double expected = std::exp(double{row[static_cast<size_t>(tokens[i])]}) / sum;
            QCOMPARE(read[i].token, tokens[i]);
            QVERIFY(std::abs(double{read[i].probability} - expected) < 1e-5);
            QCOMPARE(read[i].candidates.size(), size_t(3));
            const auto best = std::max_element(row.begin(), row.end()) - row.begin();
            QCOMPARE(read[i].candidates[0].token, static_cast<TokenId>(best));
            QVERIFY(read[i].candidates[0].plainProbability >= read[i].candidates[1].plainProbability);
        }
        QVERIFY(promptLogprobs(*m_engine, request, 0)[1].candidates.empty());
    }
    void whatDoesNotFitIsRefused() {
        std::string text;
        for (int i = 0; i < 500; ++i) text += "river ";
        try {
            (void)promptLogprobs(*m_engine, asking(text), 1);
            QFAIL("was read");
        } catch (const Error& error) {
            QVERIFY(error.is(errors::contextFull));
        }
    }
};

QTEST_GUILESS_MAIN(TestPromptLogprobs)
#include "tst_prompt_logprobs.moc"
