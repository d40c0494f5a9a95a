#pragma once

#include <optional>

#include "hearth/engine_info.h"
#include "hearth/generation_request.h"

namespace hearth {

/// Choices that no text depends on; what is not chosen is as it is for every front end.
struct Policy {
    std::optional<Speculation> speculation = std::nullopt;
};

/// The best guesses that a model has: a draft model's, its own layer's, or what the text before says.
Speculation defaultSpeculation(const EngineInfo& info);

}  // namespace hearth
