#include "http/constant_time.h"

#include <cstddef>

namespace hearth::http {

bool equalInConstantTime(std::string_view one, std::string_view other) {
    // Volatile, lest the compiler leave the loop at the first difference.
    volatile unsigned char difference = one.size() == other.size() ? 0 : 1;
    for (size_t i = 0; i < one.size(); ++i) {
        const char against = other.empty() ? '\0' : other[i % other.size()];
        difference = static_cast<unsigned char>(difference | (one[i] ^ against));
    }
    return difference == 0;
}

}  // namespace hearth::http
