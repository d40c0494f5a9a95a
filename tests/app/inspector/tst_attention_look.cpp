#include "inspector/attention_look.h"

#include <QtTest>
#include <atomic>

#include "inference/inference_thread.h"
#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::app;

namespace {

std::unique_ptr<Engine> tinyEngine(const EngineOptions&, const std::function<void(const LoadStatus&)>&,
                                   std::stop_token) {
    EngineOptions options;
    options.model = test::tinyModelsFolder() / "llama-f32.gguf";
    options.backend = "cpu";
    options.contextLength = 256;
    options.threads = 1;
    return Engine::load(options);
}

/// The answer to one question.
std::shared_ptr<const AttentionLook::Answer> answerOf(InferenceThread& inference,
                                                      AttentionLook::Question question) {
    std::atomic<bool> done = false;
    std::shared_ptr<const AttentionLook::Answer> answer;
    const AttentionLook look(inference, std::move(question), [&](auto given) {
        answer = std::move(given);
        done = true;
    });
    QDeadlineTimer limit(20000);
    while (!done && !limit.hasExpired()) QTest::qWait(1);
    return answer;
}

}  // namespace

/// Questions to a small real model in the inference thread.
class TestAttentionLook : public QObject {
    Q_OBJECT

private slots:
    void aRealModelAnswers() {
        InferenceThread inference(tinyEngine);
        QSignalSpy loaded(&inference, &InferenceThread::loaded);
        inference.load({});
        QVERIFY(loaded.wait(20000));
        AttentionLook::Question question;
        question.request.rawTokens = {1, 5, 9, 3, 7, 2};
        question.reply = {4, 8, 6};
        auto answer = answerOf(inference, question);
        QVERIFY(answer);
        QVERIFY2(answer->problem.isEmpty(), qPrintable(answer->problem));
        QCOMPARE(answer->attention.tokens, (std::vector<TokenId>{1, 5, 9, 3, 7, 2, 4, 8, 6}));
        QCOMPARE(answer->promptTokens, size_t{6});
        QCOMPARE(answer->pieces.size(), 9);
        QCOMPARE(answer->attention.layers.front().positions(), size_t{9});
        question.promptToken = 3;
        answer = answerOf(inference, question);
        QCOMPARE(answer->attention.tokens, (std::vector<TokenId>{1, 5, 9, 3}));
        question.promptToken.reset();
        question.reply = {1'000'000};
        answer = answerOf(inference, question);
        QVERIFY(answer->problem.contains("another model wrote"));
        question.reply.assign(255, 5);
        answer = answerOf(inference, question);
        QVERIFY(!answer->problem.isEmpty());
        // A result that is no longer wanted is not reported, unless it was ready before.
        std::atomic<int> told = 0;
        {
            const AttentionLook left(inference, question, [&](auto) { ++told; });
        }
        question.reply = {4};
        QVERIFY(answerOf(inference, question)->problem.isEmpty());
        QVERIFY(told <= 1);
    }

    void withoutAModelItSaysSo() {
        InferenceThread inference(tinyEngine);
        const auto answer = answerOf(inference, {});
        QVERIFY(answer);
        QVERIFY(answer->problem.contains("No model is loaded"));
    }
};

QTEST_MAIN(TestAttentionLook)
#include "tst_attention_look.moc"
