#pragma once

#include <optional>

#include "hearth/draft_check.h"
#include "hearth/error.h"

namespace hearth {

class BackendRegistry;
class GgufFile;
struct ModelConfig;

/// As checkDraft() of hearth/draft_check.h, on one of these backends.
DraftCheck checkDraft(const BackendRegistry& backends, const EngineOptions& options);

/// Reason why the second model cannot draft for the first one; nullopt: it can.
std::optional<Error> draftProblem(const GgufFile& model, const GgufFile& draft);

/// Options for loading a draft model: its file, the same device, and a context no longer than that of either
/// model.
EngineOptions draftOptions(const EngineOptions& options, const ModelConfig& model, const ModelConfig& draft);

}  // namespace hearth
