#pragma once

#include <memory>

#include "backend/layer_split/split_parts.h"
#include "backend/reference/reference_backend.h"

/// `count` reference backends.
inline hearth::SplitBackends referenceParts(size_t count) {
    hearth::SplitBackends parts;
    for (size_t i = 0; i < count; ++i) parts.push_back(std::make_unique<hearth::ReferenceBackend>());
    return parts;
}
