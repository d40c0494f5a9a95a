#include "embedding/loaded_embedder.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "backend/registry/built_in_backends.h"
#include "embedding/embedding_errors.h"
#include "embedding/pooled_rows.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "model/cache_shapes.h"
#include "model/family_table.h"
#include "placement/backend_choice.h"
#include "prefix_store/model_fingerprint.h"

namespace hearth {

namespace {

/// Tokens that run together: enough that weights are read seldom, and few enough that what a layer hands to
/// the next stays in the processor's caches.
constexpr uint32_t rowsTogether = 1024;
constexpr int longestText = 8192;

/// True if a model's file says that it is for embeddings.
bool saysEmbeddings(const GgufFile& file) {
    const auto architecture = file.getString("general.architecture");
    const Family* family = architecture ? findFamily(*architecture) : nullptr;
    if (family == nullptr) return false;
    // 0 means that rows are not pooled, which does not indicate an embedding model.
    return family->bidirectional || file.getUint(*architecture + ".pooling_type").value_or(0) > 0;
}

/// True if a model for which saysEmbeddings() is true scores pairs, as ModelConfig::ranks.
bool saysScores(const GgufFile& file) {
    constexpr uint64_t rank = 4;
    const auto architecture = file.getString("general.architecture");
    return architecture && file.getUint(*architecture + ".pooling_type") == rank;
}

BackendChoice embedderBackend(const BackendRegistry& backends, const EmbedderOptions& options,
                              const GgufFile& file, const ModelConfig& config) {
    EngineOptions wanted;
    wanted.model = options.model;
    wanted.backend = options.backend;
    wanted.threads = options.threads;
    wanted.contextLength = 512;
    // Parts of a layer's cache would be in several places.
    const auto isWhole = [&](const BackendChoice& placed) {
        return !placed.onDevice ||
               (placed.cards.size() == 1 && std::cmp_greater_equal(placed.deviceLayers, config.layerCount));
    };
    BackendChoice choice;
    for (size_t i = 0; i < std::max<size_t>(options.devices.size(), 1); ++i) {
        if (!options.devices.empty()) wanted.devices = {options.devices[i]};
        choice = chooseBackend(backends, wanted, &file);
        if (isWhole(choice)) return choice;
    }
    wanted.devices.clear();
    wanted.backend = backends.host().traits().name;
    const Message reason = choice.reason;
    choice = chooseBackend(backends, wanted, &file);
    choice.reason = reason;
    return choice;
}

}  // namespace

std::unique_ptr<Embedder> Embedder::load(const EmbedderOptions& options,
                                         const std::function<void(double)>& progress, std::stop_token stop) {
    return std::make_unique<LoadedEmbedder>(builtInBackends(), options, progress, stop);
}

bool isEmbeddingModel(const std::filesystem::path& model) {
    try {
        return saysEmbeddings(GgufFile::open(model));
    } catch (const Error&) {
        return false;
    }
}

bool isReranker(const std::filesystem::path& model) {
    try {
        const GgufFile file = GgufFile::open(model);
        return saysEmbeddings(file) && saysScores(file);
    } catch (const Error&) {
        return false;
    }
}

LoadedEmbedder::LoadedEmbedder(const BackendRegistry& backends, const EmbedderOptions& options,
                               const std::function<void(double)>& progress, const std::stop_token& stop) {
    const GgufFile file = GgufFile::open(options.model);
    const ModelConfig config = ModelConfig::fromGguf(file);
    if (!saysEmbeddings(file)) throw Error(errors::makesNoEmbeddings);
    if (config.ranks) m_pairs.emplace(file, !config.bidirectional());
    m_plainScores = file.getString("sentence_transformers.score") == "plain";
    (void)togetherLayer(config);  // refuses what cannot run
    if (file.find("tokenizer.ggml.model") != nullptr) m_tokenizer = Tokenizer::fromGguf(file);
    BackendChoice choice = embedderBackend(backends, options, file, config);
    m_scratchType = choice.onDevice ? KvType::F16 : KvType::F32;
    m_model = Model::load(
        file, *choice.backend, config.trainedContext, {.rows = rowsTogether, .logitRows = 0},
        [&](uint64_t done, uint64_t total) {
            if (progress && total != 0) progress(static_cast<double>(done) / static_cast<double>(total));
        },
        stop);
    m_backend = std::move(choice.backend);
    m_info.backend = choice.title;
    m_info.backendName = choice.name;
    m_info.onDevice = choice.onDevice;
    m_info.backendReason = choice.reason;
    m_info.placeReason = options.placeReason;
    describe(file, options);
}

void LoadedEmbedder::describe(const GgufFile& file, const EmbedderOptions& options) {
    const ModelConfig& config = m_model->config();
    m_info.modelName = file.getString("general.name").value_or(file.path().stem().string());
    m_info.architecture = config.architecture;
    for (const GgufTensor& tensor : file.tensors()) m_info.parameters += tensor.elements();
    m_info.fileBytes = file.sizeBytes();
    m_info.scoresPairs = config.ranks;
    m_info.dimensions = config.ranks ? 0 : static_cast<int>(config.pooledWidth());
    uint64_t most = std::min<uint64_t>(config.trainedContext, longestText);
    if (const auto stated = file.getUint("sentence_transformers.max_length"); stated && *stated != 0)
        most = std::min(most, *stated);
    if (options.maxTokens > 0) most = std::min<uint64_t>(most, static_cast<uint64_t>(options.maxTokens));
    m_info.maxTokens = static_cast<int>(most);
    const ContentHash model = joined(modelFingerprint(file), m_model->weightsDigest());
    m_info.vectorsHash = hexText(joined(model, contentHash(std::as_bytes(std::span(&most, 1)))));
    m_info.queryPrefix = file.getString("sentence_transformers.query_prefix").value_or("");
    m_info.passagePrefix = file.getString("sentence_transformers.passage_prefix").value_or("");
}

const Tokenizer& LoadedEmbedder::tokenizer() const {
    if (m_tokenizer == nullptr)
        throw Error(ErrorCode::BadFile, "The model has no vocabulary; choose a complete model.");
    return *m_tokenizer;
}

FramedTokens LoadedEmbedder::read(std::string_view text, EmbeddingKind kind) const {
    std::string whole;
    if (kind == EmbeddingKind::Query) whole = m_info.queryPrefix;
    if (kind == EmbeddingKind::Passage) whole = m_info.passagePrefix;
    whole += text;
    const Tokenizer& vocabulary = tokenizer();
    FramedTokens read = vocabulary.frame(whole, static_cast<size_t>(m_info.maxTokens));
    if (read.tokens.empty() && vocabulary.special().eos >= 0) read.tokens.push_back(vocabulary.special().eos);
    return read;
}

std::vector<TokenId> LoadedEmbedder::tokens(std::string_view text, EmbeddingKind kind) const {
    return read(text, kind).tokens;
}

std::vector<Embedding> LoadedEmbedder::embed(std::span<const std::string> texts, EmbeddingKind kind,
                                             std::stop_token stop, const std::function<void(size_t)>& done) {
    if (m_info.scoresPairs) throw Error(errors::onlyReranks);
    std::vector<std::vector<TokenId>> all;
    std::vector<bool> truncated;
    for (const std::string& text : texts) {
        if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, "Stopped.");
        FramedTokens one = read(text, kind);
        all.push_back(std::move(one.tokens));
        truncated.push_back(one.truncated);
    }
    std::vector<Embedding> embeddings = vectorsOf(all, stop, done);
    for (size_t i = 0; i < embeddings.size(); ++i) embeddings[i].truncated = truncated[i];
    return embeddings;
}

std::vector<Embedding> LoadedEmbedder::embedTokens(std::span<const std::vector<TokenId>> texts,
                                                   std::stop_token stop,
                                                   const std::function<void(size_t)>& done) {
    if (m_info.scoresPairs) throw Error(errors::onlyReranks);
    for (const auto& text : texts) {
        if (text.empty() || std::cmp_greater(text.size(), m_info.maxTokens))
            throw Error(errors::textTooLong, {text.size(), m_info.maxTokens});
    }
    return vectorsOf(texts, stop, done);
}

std::vector<Embedding> LoadedEmbedder::vectorsOf(std::span<const std::vector<TokenId>> texts,
                                                 const std::stop_token& stop,
                                                 const std::function<void(size_t)>& done) {
    const auto width = static_cast<size_t>(m_info.dimensions);
    std::vector<Embedding> embeddings(texts.size());
    std::vector<BatchText> batch;
    std::vector<size_t> places;
    for (size_t i = 0; i < texts.size(); ++i) {
        embeddings[i].tokens = static_cast<int>(texts[i].size());
        if (texts[i].empty()) {
            embeddings[i].values.assign(width, 0.0F);
            continue;
        }
        batch.push_back({texts[i]});
        places.push_back(i);
    }
    size_t ready = texts.size() - batch.size();
    if (done && ready != 0) done(ready);
    run(batch, stop, [&](size_t text, std::span<const float> pooled) {
        Embedding& one = embeddings[places[text]];
        one.values.assign(pooled.begin(), pooled.end());
        makeUnitLength(one.values);
        if (done) done(++ready);
    });
    return embeddings;
}

std::vector<RerankScore> LoadedEmbedder::rerank(std::string_view query, std::span<const std::string> passages,
                                                std::stop_token stop,
                                                const std::function<void(size_t)>& done) {
    if (m_info.scoresPairs) return scoresOf(query, passages, stop, done);
    const std::string asked(query);
    const Embedding wanted = embed(std::span(&asked, 1), EmbeddingKind::Query, stop, {}).front();
    std::vector<RerankScore> scores;
    for (const Embedding& one : embed(passages, EmbeddingKind::Passage, stop, done)) {
        double product = 0;
        for (size_t i = 0; i < one.values.size(); ++i) product += double{one.values[i]} * wanted.values[i];
        scores.push_back({static_cast<float>(product), one.tokens, one.truncated});
    }
    return scores;
}

std::vector<RerankScore> LoadedEmbedder::scoresOf(std::string_view query,
                                                  std::span<const std::string> passages,
                                                  const std::stop_token& stop,
                                                  const std::function<void(size_t)>& done) {
    std::vector<FramedTokens> pairs;
    std::vector<BatchText> batch;
    std::vector<RerankScore> scores;
    for (const std::string& passage : passages) {
        if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, "Stopped.");
        pairs.push_back(m_pairs->read(tokenizer(), query, passage, static_cast<size_t>(m_info.maxTokens)));
        scores.push_back(
            {.tokens = static_cast<int>(pairs.back().tokens.size()), .truncated = pairs.back().truncated});
    }
    for (const FramedTokens& pair : pairs) batch.push_back({pair.tokens, pair.types});
    size_t ready = 0;
    run(batch, stop, [&](size_t text, std::span<const float> outputs) {
        scores[text].score = scoreOf(outputs);
        if (done) done(++ready);
    });
    return scores;
}

float LoadedEmbedder::scoreOf(std::span<const float> outputs) const {
    // The softmax of two is the sigmoid of their difference.
    const uint32_t yes = m_model->config().yesLabel;
    const float logit = outputs.size() == 2 ? outputs[yes] - outputs[1 - yes] : outputs[0];
    return m_plainScores ? logit : 1.0F / (1.0F + std::exp(-logit));
}

void LoadedEmbedder::reserve(std::span<const BatchText> texts) {
    uint32_t rows = rowsTogether;
    for (const BatchText& text : texts) rows = std::max(rows, static_cast<uint32_t>(text.tokens.size()));
    m_model->reserveRows(rows);
    const uint32_t blocks = rows / PagedKvCache::blockPositions * 2;
    if (blocks <= m_scratchBlocks) return;
    m_scratchBlocks = 0;
    m_scratch.reset();
    m_scratch = m_backend->makePagedKvCache({togetherLayer(m_model->config())}, m_scratchType, blocks);
    if (!m_scratch->commit(0, blocks))
        throw Error(ErrorCode::OutOfMemory,
                    "There is not enough memory for so long a text; close other programs.");
    m_scratchBlocks = blocks;
}

void LoadedEmbedder::run(std::span<const BatchText> texts, const std::stop_token& stop,
                         const std::function<void(size_t, std::span<const float>)>& each) {
    reserve(texts);
    const ModelConfig& config = m_model->config();
    const size_t width = config.embedding, outputs = config.pooledWidth();
    for (const std::vector<size_t>& chosen : batchesOf(texts, rowsTogether, rowsTogether / 16)) {
        const Batch batch = batchOf(texts, chosen);
        m_model->pass().encode(batch, *m_scratch, stop, m_pause);
        const std::vector<float> rows = m_model->pass().encoded(batch.rows.size());
        std::vector<float> pooled;
        size_t first = 0;
        for (const size_t text : chosen) {
            const size_t count = texts[text].tokens.size();
            const std::vector<float> one =
                pooledRows(config.pooling, std::span(rows).subspan(first * width, count * width), width);
            pooled.insert(pooled.end(), one.begin(), one.end());
            first += count;
        }
        pooled = m_model->pass().finish(std::move(pooled));
        for (size_t i = 0; i < chosen.size(); ++i)
            each(chosen[i], std::span(pooled).subspan(i * outputs, outputs));
    }
}

}  // namespace hearth
