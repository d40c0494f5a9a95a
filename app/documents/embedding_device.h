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

    /// False: it is the same as before. It counts for models that are loaded from now on.
    bool set(const std::string& backend);
    std::string backend() const;

private:
    mutable std::mutex m_mutex;
    std::string m_backend;
};

/// Loads models on the device of choice, whatever their options say of it, and on the CPU where that cannot
/// be had: a card that is full, or has gone. A model whose card fails while it works goes on on the CPU, with
/// what it was just asked done once more; its info() is another one then, so that is read on the thread that
/// calls. `device` outlives what is loaded.
EmbedderLoader onDevice(EmbedderLoader loader, const EmbeddingDevice& device);

}  // namespace hearth::app
