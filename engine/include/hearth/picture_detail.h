#pragma once

#include <cstdint>

namespace hearth {

/// Number of tokens that a picture may cost, where the family allows a choice.
enum class PictureDetail : uint8_t {
    Low,   ///< few: enough to tell what is seen
    Auto,  ///< as the model's own processor has it
    High,  ///< as many as the model can read: small print
};

}  // namespace hearth
