#include "worker/embedder_answers.h"

#include <utility>
#include <vector>

namespace hearth {

using wire::Call;
using wire::packed;
using wire::Reader;

void EmbedderAnswers::load(EmbedderOptions options, bool filesShut, const std::stop_token& stop,
                           wire::Writer& out) {
    if (m_embedder) Reader::refuse();
    // GPUs are reached by libraries and devices that are out of reach here.
    options.backend = "cpu";
    options.devices.clear();
    m_embedder = Embedder::load(
        options, [this](double share) { m_tell(packed(share)); }, stop);
    wire::LoadedEmbedding loaded{
        .info = m_embedder->info(), .vocabulary = {}, .noVocabulary = {}, .filesShut = filesShut};
    try {
        const Tokenizer& tokenizer = m_embedder->tokenizer();
        loaded.vocabulary = text::copyOf(tokenizer);
        m_tokenizer = &tokenizer;
    } catch (const Error& error) {
        loaded.noVocabulary = wire::SentError{error.code(), error.message()};
    }
    out.put(loaded);
}

void EmbedderAnswers::answer(Call call, Reader& in, const std::stop_token& stop, wire::Writer& out) {
    if (!m_embedder) Reader::refuse();
    const auto done = [this](size_t ready) { m_tell(packed(uint64_t{ready})); };
    if (call == Call::Embed) {
        const auto texts = in.take<std::vector<std::string>>();
        out.put(m_embedder->embed(texts, in.take<EmbeddingKind>(), stop, done));
    } else if (call == Call::EmbedTokens) {
        out.put(m_embedder->embedTokens(in.take<std::vector<std::vector<TokenId>>>(), stop, done));
    } else if (call == Call::Rerank) {
        const auto query = in.take<std::string>();
        out.put(m_embedder->rerank(query, in.take<std::vector<std::string>>(), stop, done));
    } else if (call == Call::TextTokens) {
        const auto text = in.take<std::string>();
        out.put(m_embedder->tokens(text, in.take<EmbeddingKind>()));
    } else {
        Reader::refuse();
    }
}

}  // namespace hearth
