#include "worker/worker_embedder.h"

#include <algorithm>
#include <utility>

#include "worker/worker_errors.h"

namespace hearth {

using wire::Call;
using wire::packed;
using wire::Reader;

namespace {

/// Callers allocate memory for vectors by these numbers.
bool isSane(const EmbedderInfo& info) {
    constexpr int mostDimensions = 1 << 20;
    return info.dimensions >= 0 && info.dimensions <= mostDimensions && info.maxTokens > 0 &&
           info.scoresPairs == (info.dimensions == 0);
}

}  // namespace

WorkerEmbedder::WorkerEmbedder(EmbedderOptions options, WorkerProcess process, const Progress& progress,
                               const std::stop_token& stop)
    : m_options(std::move(options)), m_process(std::move(process)) {
    start(progress, stop);
}

WorkerEmbedder::~WorkerEmbedder() {
    // Threads that still make tokens must not keep the process.
    m_current->set(nullptr);
}

void WorkerEmbedder::start(const Progress& progress, const std::stop_token& stop) {
    const auto hasEnded = std::make_shared<std::atomic<bool>>(false);
    const auto link = std::make_shared<WorkerLink>(m_process, [hasEnded] { *hasEnded = true; });
    try {
        const std::string answer = link->call(Call::LoadEmbedder, packed(m_options), stop, [&](Reader& in) {
            const auto share = in.take<double>();
            if (progress) progress(share);
        });
        Reader in(answer);
        in.take<std::vector<wire::ReplyEvent>>();
        take(in.take<wire::LoadedEmbedding>());
        in.end();
    } catch (const WorkerGone&) {
        throw link->end();
    }
    // The order may have come too late for the process.
    if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, "Loading was cancelled.");
    m_hasEnded = hasEnded;
    m_current->set(link);
}

void WorkerEmbedder::take(wire::LoadedEmbedding loaded) {
    if (!isSane(loaded.info) || loaded.vocabulary.has_value() == loaded.noVocabulary.has_value())
        Reader::refuse();
    const bool isFirst = m_hasEnded == nullptr;
    if (!isFirst) {
        // References to these stay, and vectors of another model must not be mixed with those there are.
        const int32_t size = m_tokenizer ? m_tokenizer->vocabSize() : 0;
        const size_t sizeThere = loaded.vocabulary ? loaded.vocabulary->kinds.size() : 0;
        if (loaded.info.vectorsHash != m_info.vectorsHash || loaded.info.dimensions != m_info.dimensions ||
            std::cmp_not_equal(size, sizeThere))
            Reader::refuse();
        return;
    }
    if (loaded.vocabulary)
        m_tokenizer = text::borrowedTokenizer(
            *loaded.vocabulary, [current = m_current](std::string_view run, bool atStart) {
                const std::string answer =
                    current->ask(wire::Question::EncodeRun, packed(std::string(run), atStart), {});
                return Reader(answer).take<std::vector<TokenId>>();
            });
    m_noVocabulary = std::move(loaded.noVocabulary);
    m_info = std::move(loaded.info);
    // Replaces the worker's values: a caller that believes in a lost GPU would load the model elsewhere.
    m_info.backend = "CPU";
    m_info.backendName = "cpu";
    m_info.onDevice = false;
    m_info.placeReason = {};
    m_info.backendReason = !m_process.isSandbox ? m_process.reason
                           : loaded.filesShut   ? Message(errors::workerUsesCpu)
                                                : Message(errors::workerSeesFiles);
}

template <class T, class Check>
T WorkerEmbedder::resultOf(Call call, const std::string& arguments, const std::stop_token& stop, size_t texts,
                           const Done& done, const Check& isSane) {
    // A process that ended while idle is replaced without an error.
    if (*m_hasEnded || m_current->get()->isGone()) start({}, stop);
    bool heard = false;
    try {
        return resultOnce<T>(call, arguments, stop, texts, done, isSane, heard);
    } catch (const WorkerGone&) {
        // It may have ended or hung before it was asked.
        const Error end = m_current->get()->end();
        if (heard || end.is(errors::workerNonsense)) throw end;
    }
    start({}, stop);
    try {
        return resultOnce<T>(call, arguments, stop, texts, done, isSane, heard);
    } catch (const WorkerGone&) {
        throw m_current->get()->end();
    }
}

template <class T, class Check>
T WorkerEmbedder::resultOnce(Call call, const std::string& arguments, const std::stop_token& stop,
                             size_t texts, const Done& done, const Check& isSane, bool& heard) {
    const auto link = m_current->get();
    const std::string answer = link->call(call, arguments, stop, [&](Reader& in) {
        heard = true;
        const auto ready = in.take<uint64_t>();
        if (ready > texts) Reader::refuse();
        if (done) done(static_cast<size_t>(ready));
    });
    try {
        Reader in(answer);
        in.take<std::vector<wire::ReplyEvent>>();
        T result = in.take<T>();
        in.end();
        if (isSane(result)) return result;
    } catch (const Error&) {
        // As every other answer that makes no sense.
    }
    link->refuse();
}

std::vector<Embedding> WorkerEmbedder::embeddings(Call call, const std::string& arguments,
                                                  const std::stop_token& stop, size_t texts,
                                                  const Done& done) {
    return resultOf<std::vector<Embedding>>(
        call, arguments, stop, texts, done, [&](const std::vector<Embedding>& all) {
            return all.size() == texts && std::ranges::all_of(all, [this](const Embedding& one) {
                       return std::cmp_equal(one.values.size(), m_info.dimensions);
                   });
        });
}

const Tokenizer& WorkerEmbedder::tokenizer() const {
    if (m_noVocabulary) throw Error(m_noVocabulary->code, m_noVocabulary->message);
    return *m_tokenizer;
}

std::vector<TokenId> WorkerEmbedder::tokens(std::string_view text, EmbeddingKind kind) const {
    const auto isSane = [this](const std::vector<TokenId>& tokens) {
        return std::cmp_less_equal(tokens.size(), m_info.maxTokens) && m_tokenizer &&
               std::ranges::all_of(tokens, [size = m_tokenizer->vocabSize()](TokenId token) {
                   return token >= 0 && token < size;
               });
    };
    // Another process may take the place of one that is gone, which changes nothing that is to be seen.
    return const_cast<WorkerEmbedder*>(this)->resultOf<std::vector<TokenId>>(
        Call::TextTokens, packed(std::string(text), kind), {}, 0, {}, isSane);
}

std::vector<Embedding> WorkerEmbedder::embed(std::span<const std::string> texts, EmbeddingKind kind,
                                             std::stop_token stop, const Done& done) {
    return embeddings(Call::Embed, packed(std::vector<std::string>(texts.begin(), texts.end()), kind), stop,
                      texts.size(), done);
}

std::vector<Embedding> WorkerEmbedder::embedTokens(std::span<const std::vector<TokenId>> texts,
                                                   std::stop_token stop, const Done& done) {
    return embeddings(Call::EmbedTokens,
                      packed(std::vector<std::vector<TokenId>>(texts.begin(), texts.end())), stop,
                      texts.size(), done);
}

std::vector<RerankScore> WorkerEmbedder::rerank(std::string_view query, std::span<const std::string> passages,
                                                std::stop_token stop, const Done& done) {
    return resultOf<std::vector<RerankScore>>(
        Call::Rerank, packed(std::string(query), std::vector<std::string>(passages.begin(), passages.end())),
        stop, passages.size(), done,
        [&](const std::vector<RerankScore>& all) { return all.size() == passages.size(); });
}

}  // namespace hearth
