#include "documents/embedding_device.h"

#include <type_traits>
#include <utility>

#include "hearth/error.h"

namespace hearth::app {

namespace {

constexpr const char* cpu = "cpu";

/// True if the device may be at fault, and not the caller or the file.
bool mayBeTheDevice(const Error& error) {
    return error.code() != ErrorCode::Cancelled && error.code() != ErrorCode::BadInput &&
           error.code() != ErrorCode::BadFile;
}

/// A model on a card, or on the CPU once that has failed.
class GpuEmbedder final : public Embedder {
public:
    GpuEmbedder(std::unique_ptr<Embedder> onCard, EmbedderLoader loader, EmbedderOptions options)
        : m_embedder(std::move(onCard)), m_loader(std::move(loader)), m_options(std::move(options)) {
        m_options.backend = cpu;
    }

    const EmbedderInfo& info() const override { return m_embedder->info(); }
    const Tokenizer& tokenizer() const override { return m_embedder->tokenizer(); }
    std::vector<TokenId> tokens(std::string_view text, EmbeddingKind kind) const override {
        return m_embedder->tokens(text, kind);
    }
    std::vector<Embedding> embed(std::span<const std::string> texts, EmbeddingKind kind, std::stop_token stop,
                                 const std::function<void(size_t)>& done) override {
        return tried(stop, [&] { return m_embedder->embed(texts, kind, stop, done); });
    }
    std::vector<Embedding> embedTokens(std::span<const std::vector<TokenId>> texts, std::stop_token stop,
                                       const std::function<void(size_t)>& done) override {
        return tried(stop, [&] { return m_embedder->embedTokens(texts, stop, done); });
    }
    std::vector<RerankScore> rerank(std::string_view query, std::span<const std::string> passages,
                                    std::stop_token stop, const std::function<void(size_t)>& done) override {
        return tried(stop, [&] { return m_embedder->rerank(query, passages, stop, done); });
    }
    void setPause(std::function<void()> pause) override { m_embedder->setPause(std::move(pause)); }

private:
    template <typename Work>
    std::invoke_result_t<Work&> tried(const std::stop_token& stop, Work work) {
        try {
            return work();
        } catch (const Error& error) {
            if (m_embedder->info().backendName == cpu || !mayBeTheDevice(error)) throw;
        }
        m_embedder = m_loader(m_options, stop);
        return work();
    }

    std::unique_ptr<Embedder> m_embedder;
    const EmbedderLoader m_loader;
    EmbedderOptions m_options;
};

}  // namespace

bool EmbeddingDevice::set(const std::string& backend) {
    const std::scoped_lock lock(m_mutex);
    if (backend == m_backend) return false;
    m_backend = backend;
    return true;
}

std::string EmbeddingDevice::backend() const {
    const std::scoped_lock lock(m_mutex);
    return m_backend;
}

EmbedderLoader onDevice(EmbedderLoader loader, const EmbeddingDevice& device) {
    return [loader = std::move(loader), &device](const EmbedderOptions& wanted, const std::stop_token& stop) {
        EmbedderOptions options = wanted;
        options.backend = device.backend();
        std::unique_ptr<Embedder> made;
        try {
            made = loader(options, stop);
        } catch (const Error& error) {
            if (options.backend == cpu || !mayBeTheDevice(error)) throw;
            options.backend = cpu;
            return loader(options, stop);
        }
        if (made->info().backendName == cpu) return made;
        return std::unique_ptr<Embedder>(
            std::make_unique<GpuEmbedder>(std::move(made), loader, std::move(options)));
    };
}

}  // namespace hearth::app
