// Refusal, admission and waiting of requests.
#include "session/admission.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "backend/reference/reference_backend.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "support/greedy_client.h"
#include "support/tiny_llama.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QTest>

using namespace hearth;
using namespace hearth::test;

class TestAdmission : public QObject {
    Q_OBJECT

    ReferenceBackend m_backend;
    std::unique_ptr<Model> m_model;
    std::optional<SequenceCache> m_cache;
    Sequences m_sequences;
    Fairness m_turns;
    std::optional<Preemption> m_preemption;
    std::optional<Admission> m_admission;
    GreedyClient m_client{1};

    void makeCache(uint32_t blocks) {
        m_sequences.clear();
        m_turns = {};
        m_cache.emplace(*m_model, KvType::F16, blocks);
        m_preemption.emplace(*m_cache, m_sequences);
        m_admission.emplace(*m_cache, m_sequences, m_turns, *m_preemption, 256);
    }
    Sequence& add(std::vector<TokenId> prompt, Priority priority = Priority::Reading) {
        Sequence& sequence = m_sequences.emplace_back();
        sequence.client = &m_client;
        sequence.options.priority = priority;
        sequence.tokens = std::move(prompt);
        sequence.promptTokens = sequence.tokens.size();
        m_turns.arrived(sequence);
        return sequence;
    }
    static std::vector<TokenId> promptOf(TokenId first, size_t tokens) {
        std::vector<TokenId> prompt = randomTokens(tokens, static_cast<unsigned>(first));
        prompt[0] = first;
        return prompt;
    }
    void process(Sequence& sequence) {
        QVERIFY(m_cache->memory().reserve(sequence, sequence.tokens.size()));
        sequence.processed = sequence.tokens.size();
    }
    std::optional<ErrorCode> refusalOf(const std::vector<TokenId>& prompt) const {
        try {
            m_admission->check(prompt);
        } catch (const Error& error) {
            return error.code();
        }
        return std::nullopt;
    }

private slots:
    void init() {
        m_model = Model::load(GgufFile::parse(TinyLlama{.context = 512}.build()), m_backend, 512,
                              {.rows = 96, .logitRows = 8});
        m_client = GreedyClient(1);
        makeCache(64);
    }

    void refusesWhatCanNeverFit() {
        QVERIFY(refusalOf({}) == ErrorCode::BadInput);
        QVERIFY(refusalOf(promptOf(1, 257)) == ErrorCode::ContextFull);
        QVERIFY(!refusalOf(promptOf(1, 256)));
        makeCache(4);
        QVERIFY(refusalOf(promptOf(1, 129)) == ErrorCode::BadInput);
        QVERIFY(!refusalOf(promptOf(1, 128)));
    }

    void admitsSoManyAtATime() {
        for (TokenId i = 0; i < 20; ++i) add(promptOf(i, 5));
        m_admission->admit();
        const auto admitted = std::count_if(m_sequences.begin(), m_sequences.end(),
                                            [](const Sequence& sequence) { return sequence.admitted; });
        QCOMPARE(static_cast<size_t>(admitted), Admission::mostAdmitted);
    }

    void whatIsCachedNeedsNoRow() {
        Sequence& first = add(promptOf(1, 100));
        m_admission->admit();
        process(first);
        m_cache->leave(first);
        first.admitted = false, first.done = true;
        Sequence& again = add(promptOf(1, 100));
        m_admission->admit();
        QVERIFY(again.admitted);
        QCOMPARE(again.processed, size_t{99});
        QCOMPARE(m_client.reused, size_t{99});
    }

    void whoBeginsAlikeWaitsForTheOther() {
        add(promptOf(1, 200));
        std::vector<TokenId> alike = promptOf(1, 200);
        alike.back() = 39;
        Sequence& second = add(alike);
        Sequence& other = add(promptOf(2, 200));
        m_admission->admit();
        QVERIFY(!second.admitted);
        QVERIFY(second.passedOver);
        QVERIFY(other.admitted);
    }

    void whereThereIsNoRoomALowerPriorityMakesPlace() {
        makeCache(3);
        Sequence& side = add(promptOf(1, 90), Priority::Background);
        m_admission->admit();
        process(side);
        Sequence& equal = add(promptOf(2, 90), Priority::Background);
        m_admission->admit();
        QVERIFY(side.admitted);
        QVERIFY(!equal.admitted);
        Sequence& read = add(promptOf(3, 90), Priority::Reading);
        m_admission->admit();
        QVERIFY(read.admitted);
        QVERIFY(!side.admitted);
    }
};

QTEST_GUILESS_MAIN(TestAdmission)
#include "tst_admission.moc"
