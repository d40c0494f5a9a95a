#pragma once

#include "backend/backend.h"
#include "backend/reference/reference_batch.h"

namespace hearth::reference {

/// The operations of Backend of the same names.
void embed(const ReferenceBatch& batch, const Weight& table, float scale, const Slice& out);
void placeRows(const PlaceRowsArgs& args);
void linear(const ReferenceBatch& batch, int threads, const LinearArgs& args);
void norm(const ReferenceBatch& batch, const NormArgs& args);
void headLinear(const ReferenceBatch& batch, const HeadLinearArgs& args);
void multiply(const ReferenceBatch& batch, const MultiplyArgs& args);

}  // namespace hearth::reference
