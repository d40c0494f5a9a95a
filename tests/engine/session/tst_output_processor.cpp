// Processing of the output of a pass.
#include "session/output_processor.h"

#include <filesystem>
#include <optional>

#include "backend/reference/reference_backend.h"
#include "hearth/gguf.h"
#include "support/greedy_client.h"
#include "support/tiny_llama.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QTest>

using namespace hearth;
using namespace hearth::test;

class TestOutputProcessor : public QObject {
    Q_OBJECT

    static constexpr uint32_t context = 64;

    ReferenceBackend m_backend;
    std::unique_ptr<Model> m_model;
    std::optional<SequenceCache> m_cache;
    StepDrafts m_drafts{context};
    Sequences m_sequences;

    Sequence& add(GreedyClient& client, size_t promptTokens) {
        Sequence& sequence = m_sequences.emplace_back();
        sequence.client = &client;
        sequence.tokens = randomTokens(promptTokens, 1);
        sequence.promptTokens = promptTokens;
        sequence.tables.assign(1, {});
        sequence.admitted = true;
        return sequence;
    }
    /// Delivers a pass over the next rows of a sequence, after which `best` is the most likely token.
    void deliver(Sequence& sequence, size_t rows, TokenId best = 0) {
        QVERIFY(m_cache->memory().reserve(sequence, sequence.processed + rows + sequence.drafts.size()));
        ScheduledPass pass(RowKind::Prefill);
        pass.add(sequence, rows);
        std::vector<float> row(40, 0.0F);
        row[static_cast<size_t>(best)] = 1.0F;
        StepLogits logits(row);
        OutputProcessor(*m_cache, m_drafts, context).deliver(pass, logits);
    }

private slots:
    void init() {
        m_model = Model::load(GgufFile::parse(TinyLlama{.context = 512}.build()), m_backend, 512,
                              {.rows = 96, .logitRows = 8});
        m_cache.emplace(*m_model, KvType::F16, 8);
        m_sequences.clear();
    }

    void partsOfPromptsAreToldAndTheLastIsAnswered() {
        GreedyClient client(3);
        Sequence& sequence = add(client, 50);
        deliver(sequence, 40);
        QVERIFY(client.tokens.empty());
        deliver(sequence, 10, 7);
        QCOMPARE(client.progress, (std::vector<std::pair<size_t, size_t>>{{40, 50}, {50, 50}}));
        QCOMPARE(client.tokens, std::vector<TokenId>{7});
        QCOMPARE(sequence.tokens.back(), TokenId{7});
        QVERIFY(sequence.decodes());
        QCOMPARE(sequence.chunkStarts, (std::vector<size_t>{0, 40}));
        // The whole blocks of its prompt are there for others while it runs.
        std::vector<TokenId> other = randomTokens(50, 1);
        other.back() = 39;
        QCOMPARE(m_cache->cachedTokens(other), size_t{32});
    }

    void theClientOrTheContextEndsIt() {
        GreedyClient once(1), endless(100);
        Sequence& ends = add(once, 5);
        deliver(ends, 5, 7);
        QVERIFY(ends.done);
        QVERIFY(!once.isFull);
        Sequence& full = add(endless, context);
        deliver(full, context, 7);
        QVERIFY(full.done);
        QVERIFY(endless.isFull);
        QCOMPARE(full.tokens.size(), size_t{context});
    }

    void aWrongDraftIsDropped() {
        GreedyClient client(10);
        Sequence& sequence = add(client, 31);
        deliver(sequence, 31, 7);
        sequence.drafts = {5, 6};
        deliver(sequence, 1, 8);
        QCOMPARE(client.drafted, size_t{2});
        QCOMPARE(client.accepted, size_t{0});
        QVERIFY(sequence.drafts.empty());
        QCOMPARE(sequence.tokens.back(), TokenId{8});
        QCOMPARE(sequence.processed, size_t{32});
        QCOMPARE(sequence.tables[0].size(), size_t{1});
    }

    void keptLogitsAreAnsweredWithoutAPass() {
        GreedyClient client(3);
        Sequence& sequence = add(client, 20);
        sequence.processed = 20;
        std::vector<float> row(40, 0.0F);
        row[9] = 1.0F;
        sequence.answer = std::make_shared<const std::vector<float>>(row);
        OutputProcessor(*m_cache, m_drafts, context).answerKept(m_sequences);
        QCOMPARE(client.tokens, std::vector<TokenId>{9});
        QCOMPARE(client.progress.back(), (std::pair<size_t, size_t>{20, 20}));
        QVERIFY(sequence.decodes());
        OutputProcessor(*m_cache, m_drafts, context).answerKept(m_sequences);
        QCOMPARE(client.tokens.size(), size_t{1});
    }
};

QTEST_GUILESS_MAIN(TestOutputProcessor)
#include "tst_output_processor.moc"
