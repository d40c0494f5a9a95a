#include "session/step_logits.h"

#include "backend/reference/reference_backend.h"
#include "hearth/gguf.h"
#include "sampling/best_logits.h"
#include "session/generation.h"
#include "session/scheduler.h"
#include "support/reference_pack.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

namespace {

/// A backend that can pick out the best logits, and counts how it is asked.
class PickingBackend final : public ReferenceBackend {
public:
    bool bestLogits(const Slice& logits, std::span<const BestLogitsQuery> queries,
                    std::span<BestLogits> out) override {
        ++picked;
        if (!able) return false;
        std::vector<float> rows(queries.size() * logits.columns);
        ReferenceBackend::download(logits, queries.size(), rows);
        for (size_t i = 0; i < queries.size(); ++i)
            out[i] = bestLogitsOf(std::span(rows).subspan(i * logits.columns, logits.columns), queries[i]);
        return true;
    }
    void download(const Slice& from, uint64_t rows, std::span<float> out) override {
        ++downloaded;
        ReferenceBackend::download(from, rows, out);
    }
    bool able = true;
    int picked = 0, downloaded = 0;
};

class Silent final : public GenerationListener {};

}  // namespace

/// The source of the logits changes nothing in the replies.
class TestStepLogits : public QObject {
    Q_OBJECT

    GgufFile m_file = GgufFile::open(test::tinyModelsFolder() / "llama-f32.gguf");
    std::unique_ptr<Tokenizer> m_tokenizer = Tokenizer::fromGguf(m_file);

    /// Two replies side by side.
    std::vector<GenerationResult> replies(PickingBackend& backend, GenerationRequest first,
                                          GenerationRequest second, size_t drafts = 0) {
        const auto model = Model::load(m_file, backend, 256);
        Scheduler scheduler(*model, KvType::F32, 256, 32);
        Silent listener;
        backend.picked = backend.downloaded = 0;
        Generation a(*m_tokenizer, first, static_cast<int32_t>(model->config().vocabSize),
                     ReplyStream::raw(*m_tokenizer, {}), listener, {}, Generation::Clock::now());
        Generation b(*m_tokenizer, second, static_cast<int32_t>(model->config().vocabSize),
                     ReplyStream::raw(*m_tokenizer, {}), listener, {}, Generation::Clock::now());
        const std::vector<TokenId> prompt{5, 70, 80, 90}, other{5, 100, 101};
        const Scheduler::SequenceOptions options{.speculate = drafts > 0, .draftsEachStep = drafts};
        a.setPrompt(prompt);
        b.setPrompt(other);
        scheduler.add(prompt, a, options);
        scheduler.add(other, b, options);
        while (!scheduler.idle()) scheduler.step();
        std::vector<GenerationResult> results;
        results.push_back(a.finish(false));
        results.push_back(b.finish(false));
        return results;
    }
    static GenerationRequest request(int topK, float temperature, int candidates) {
        GenerationRequest request;
        request.sampling.topK = topK;
        request.sampling.temperature = temperature;
        request.sampling.repeatPenalty = 1.1F;
        request.sampling.seed = 3;
        request.sampling.maxTokens = 20;
        request.candidates = candidates;
        request.ignoreEndOfText = true;
        return request;
    }

private slots:
    void repliesAreTheSame_data() {
        QTest::addColumn<int>("topK");
        QTest::addColumn<bool>("enough");
        QTest::newRow("the app's settings") << 40 << true;
        QTest::newRow("more than a device picks") << 200 << false;
    }
    void repliesAreTheSame() {
        QFETCH(int, topK);
        QFETCH(bool, enough);
        PickingBackend plain, picking;
        plain.able = false;
        const auto first = request(topK, 0.9F, 5), second = request(40, 0, 0);
        const auto expected = replies(plain, first, second), found = replies(picking, first, second);
        for (size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(found[i].tokens.size(), size_t{20});
            for (size_t t = 0; t < found[i].tokens.size(); ++t) {
                const GeneratedToken &a = expected[i].tokens[t], &b = found[i].tokens[t];
                QCOMPARE(b.token, a.token);
                QVERIFY(std::abs(b.probability - a.probability) < 1e-5F);
                QCOMPARE(b.candidates.size(), a.candidates.size());
                for (size_t c = 0; c < a.candidates.size(); ++c)
                    QCOMPARE(b.candidates[c].token, a.candidates[c].token);
            }
        }
        QVERIFY(plain.downloaded > 0);
        if (enough)
            QCOMPARE(picking.downloaded, 1);  // what is kept for the same prompts
        else
            QVERIFY(picking.downloaded > 0);
    }

    /// Rows of drafts ask with the penalties that will hold when it is their turn.
    void draftsAskForWhatWillBe() {
        PickingBackend plain, picking;
        plain.able = false;
        GenerationRequest first = request(2, 0.9F, 3), second = request(40, 0, 0);
        first.sampling.repeatPenalty = second.sampling.repeatPenalty = 1.02F;
        first.sampling.maxTokens = second.sampling.maxTokens = 150;
        const auto expected = replies(plain, first, second), found = replies(picking, first, second, 7);
        int accepted = 0;
        for (size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(expected[i].metrics.draftedTokens, 0);
            accepted += found[i].metrics.acceptedTokens;
            QCOMPARE(found[i].tokens.size(), size_t{150});
            for (size_t t = 0; t < found[i].tokens.size(); ++t)
                QCOMPARE(found[i].tokens[t].token, expected[i].tokens[t].token);
        }
        QVERIFY(accepted > 10);
        QCOMPARE(picking.downloaded, 1);
    }

    /// Settings that no fixed number of tokens satisfies take the whole row in that step.
    void asksForEverythingWhenItMust() {
        PickingBackend picking, plain;
        plain.able = false;
        GenerationRequest open = request(0, 1.5F, 0);
        open.sampling.topP = 1;
        open.sampling.minP = 0;
        const auto found = replies(picking, open, request(40, 0, 0)),
                   expected = replies(plain, open, request(40, 0, 0));
        QVERIFY(picking.picked > 0);
        QVERIFY(picking.downloaded > 0);
        for (size_t t = 0; t < found[0].tokens.size(); ++t)
            QCOMPARE(found[0].tokens[t].token, expected[0].tokens[t].token);
    }
};

QTEST_GUILESS_MAIN(TestStepLogits)
#include "tst_step_logits.moc"
