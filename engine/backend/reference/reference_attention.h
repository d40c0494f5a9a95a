#pragma once

#include "backend/backend.h"
#include "backend/reference/reference_batch.h"

namespace hearth::reference {

/// Backend::writeKv.
void writeKv(const ReferenceBatch& batch, const KvWriteArgs& args);
/// Backend::rotateKeys and readKeys, outside of batches.
void rotateKeys(const RotateKeysArgs& args);
void readKeys(const ReadKeysArgs& args);
/// Backend::attention.
void attend(const ReferenceBatch& batch, int threads, const AttentionArgs& args);

}  // namespace hearth::reference
