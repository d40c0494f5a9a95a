#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "hearth/embedder.h"
#include "worker/embedder_wire.h"
#include "worker/worker_calls.h"

namespace hearth {

/// Carries out what WorkerEmbedder asks for, in the process where the model is. One thread, but for
/// tokenizer().
class EmbedderAnswers {
public:
    /// `tell` sends a part of an answer, as wire::packed() has it.
    explicit EmbedderAnswers(std::function<void(const std::string& part)> tell) : m_tell(std::move(tell)) {}

    bool isLoaded() const noexcept { return m_embedder != nullptr; }
    /// Loads a model, on the processor, and answers with a wire::LoadedEmbedding; the process is shut in
    /// before. Throws as Embedder::load() does.
    void load(EmbedderOptions options, bool filesShut, const std::stop_token& stop, wire::Writer& out);
    /// Every other call about embeddings. Throws as Embedder does, and errors::workerNonsense.
    void answer(wire::Call call, wire::Reader& in, const std::stop_token& stop, wire::Writer& out);
    /// That of the model; nullptr: there is none, or it has none. From any thread.
    const Tokenizer* tokenizer() const noexcept { return m_tokenizer; }

private:
    const std::function<void(const std::string& part)> m_tell;
    std::unique_ptr<Embedder> m_embedder;
    std::atomic<const Tokenizer*> m_tokenizer = nullptr;
};

}  // namespace hearth
