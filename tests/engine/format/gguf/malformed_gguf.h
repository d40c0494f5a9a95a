#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hearth/error.h"

namespace hearth::test {

/// A file that must be refused, and how.
struct MalformedGguf {
    std::string name;
    std::vector<std::byte> image;
    ErrorCode code;
    std::string mentions;  ///< what the sentence must contain
};

/// More than 200 malformed files, each wrong in one way.
std::vector<MalformedGguf> malformedGgufs();

/// A small valid model with metadata of every kind and tensors of several types; the last byte belongs to a
/// tensor.
std::vector<std::byte> smallValidGguf();

}  // namespace hearth::test
