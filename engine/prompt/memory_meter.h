#pragma once

#include <cstddef>

#include "hearth/error.h"

namespace hearth::jinja {

/// Counts the bytes that the values of one rendering hold, so that a template cannot take all memory.
/// Outlives every value that refers to it.
class MemoryMeter {
public:
    explicit MemoryMeter(size_t limitBytes) : m_limit(limitBytes) {}

    /// Throws Error(BadInput) when the limit would be passed.
    void take(size_t bytes) {
        if (bytes > m_limit - m_used) {
            throw Error(ErrorCode::BadInput,
                        "The chat template uses too much memory; choose another template for this model.");
        }
        m_used += bytes;
    }
    void give(size_t bytes) noexcept { m_used -= bytes; }
    size_t used() const noexcept { return m_used; }

private:
    size_t m_limit;
    size_t m_used = 0;
};

/// A share of a MemoryMeter that is given back on destruction.
class MemoryShare {
public:
    explicit MemoryShare(MemoryMeter* meter) : m_meter(meter) {}
    MemoryShare(const MemoryShare&) = delete;
    MemoryShare& operator=(const MemoryShare&) = delete;
    ~MemoryShare() {
        if (m_meter != nullptr) m_meter->give(m_bytes);
    }
    void take(size_t bytes) {
        if (m_meter == nullptr) return;
        m_meter->take(bytes);
        m_bytes += bytes;
    }

private:
    MemoryMeter* m_meter;
    size_t m_bytes = 0;
};

}  // namespace hearth::jinja
