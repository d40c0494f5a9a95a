#pragma once

#include "backend/backend.h"
#include "backend/reference/reference_batch.h"

namespace hearth::reference {

/// The operations of Backend of the same names.
void recur(const ReferenceBatch& batch, const RecurrenceArgs& args);
void convolve(const ReferenceBatch& batch, const ConvolutionArgs& args);

}  // namespace hearth::reference
