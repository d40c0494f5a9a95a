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

/// Why the second model cannot guess for the first; nullopt: it can.
std::optional<Error> draftProblem(const GgufFile& model, const GgufFile& draft);

/// How to place a draft model of the options: its file, the same device, and a context no longer than both
/// models'.
EngineOptions draftOptions(const EngineOptions& options, const ModelConfig& model, const ModelConfig& draft);

}  // namespace hearth
