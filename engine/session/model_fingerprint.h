#pragma once

#include <cstdint>

namespace hearth {

class GgufFile;

/// Tells models apart by the names, types and shapes of their tensors and by pieces of the data of each, so
/// that a fine-tuned or newly quantised copy is another model. Reads little of the file. Throws Error(Io).
uint64_t modelFingerprint(const GgufFile& file);

}  // namespace hearth
