#pragma once

#include <memory>

#include "backend/backend.h"

namespace hearth {

/// All columns of a buffer.
inline Slice all(const std::unique_ptr<Buffer>& buffer) {
    return {buffer.get(), 0, buffer->columns};
}

/// Some columns of a buffer.
inline Slice part(const std::unique_ptr<Buffer>& buffer, uint64_t first, uint64_t columns) {
    return {buffer.get(), first, columns};
}

}  // namespace hearth
