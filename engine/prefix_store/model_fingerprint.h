#pragma once

#include "hash/content_hash.h"

namespace hearth {

class GgufFile;

/// The hash of all that a file says besides the weights: every entry of the metadata, with the vocabulary and
/// the chat template, and the names, types and shapes of the tensors. Only the model's name is left out,
/// which changes no number and which for a folder is the folder's. Together with what loading read of the
/// weights (Model::weightsDigest) it tells models apart.
ContentHash modelFingerprint(const GgufFile& file);

}  // namespace hearth
