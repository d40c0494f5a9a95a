#pragma once

#include <memory>
#include <vector>

#include "backend/reference/reference_backend.h"
#include "hearth/gguf.h"
#include "session/sequence_cache.h"
#include "support/greedy_client.h"
#include "support/tiny_llama.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QTest>

namespace hearth::test {

/// A tiny model, and sequences for a cache of it.
class CachedSequences {
public:
    ReferenceBackend backend;
    std::unique_ptr<Model> model = Model::load(GgufFile::parse(TinyLlama{.context = 512}.build()), backend,
                                               512, {.rows = 96, .logitRows = 8});

    Sequence sequenceOf(const std::vector<TokenId>& tokens) {
        Sequence sequence;
        sequence.client = &m_client;
        sequence.tokens = tokens;
        sequence.promptTokens = tokens.size();
        return sequence;
    }
    /// As if everything had been processed.
    static void process(SequenceCache& cache, Sequence& sequence) {
        cache.reusePrefix(sequence);
        QVERIFY(cache.memory().reserve(sequence, sequence.tokens.size()));
        sequence.processed = sequence.tokens.size();
    }

private:
    GreedyClient m_client{1};
};

}  // namespace hearth::test
