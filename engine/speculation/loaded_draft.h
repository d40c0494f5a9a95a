#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "backend/backend.h"
#include "hearth/engine_options.h"
#include "model/model.h"
#include "speculation/draft_model.h"

namespace hearth {

class BackendRegistry;
class GgufFile;

/// A draft model with all it needs. A backend of its own: what weights a backend holds may change how it
/// rounds, and the text may not depend on the draft model.
class LoadedDraft {
public:
    /// Loads `options.draftModel` to guess for the model of `file`; `progress` hears of the share of its
    /// bytes. Throws Error(Cancelled) after a stop request, Error with one sentence for people when the model
    /// cannot be used.
    LoadedDraft(const BackendRegistry& backends, const EngineOptions& options, const GgufFile& file,
                const std::function<void(double)>& progress, const std::stop_token& stop);

    DraftModel& draft() noexcept { return *m_draft; }
    const Backend& backend() const noexcept { return *m_backend; }
    const std::string& name() const noexcept { return m_name; }
    /// All that it takes.
    uint64_t bytes() const noexcept;

private:
    std::unique_ptr<Backend> m_backend;  // first: outlives everything made by it
    std::unique_ptr<Model> m_model;
    std::unique_ptr<DraftModel> m_draft;
    std::string m_name;
};

}  // namespace hearth
