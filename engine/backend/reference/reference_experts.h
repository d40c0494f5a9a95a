#pragma once

#include "backend/backend.h"
#include "backend/reference/reference_batch.h"

namespace hearth::reference {

/// Backend::experts.
void runExperts(const ReferenceBatch& batch, int threads, const ExpertsArgs& args);

}  // namespace hearth::reference
