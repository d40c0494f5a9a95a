#pragma once

#include <mutex>
#include <string>

#include "documents/shared_embedder.h"

namespace hearth::app {

/// The backend of the document models, the same as the settings choose for chat models. Any thread.
class EmbeddingDevice {
public:
    /// As EmbedderOptions::backend.
    explicit EmbeddingDevice(std::string backend = "auto") : m_backend(std::move(backend)) {}

    /// Returns false if it is unchanged. Applies to models that are loaded from now on.
    bool set(const std::string& backend);
    std::string backend() const;

private:
    mutable std::mutex m_mutex;
    std::string m_backend;
};

/// Loads models on the chosen device, whatever their options say, and on the CPU if that device is not
/// available (a card that is full or was removed). A model whose card fails while it works continues on the
/// CPU and repeats its last request there. Its info() then changes, so it has to be read on the thread that
/// calls. `device` outlives the loaded models.
EmbedderLoader onDevice(EmbedderLoader loader, const EmbeddingDevice& device);

}  // namespace hearth::app
