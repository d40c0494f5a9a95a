#pragma once

#include <cstdint>
#include <span>

#include "backend/backend.h"

namespace hearth {

/// Ways between backends of one kind that are shorter than that through the host. In the order of the calls
/// on either backend, as its operations; one thread. Failures throw as theirs do.
class Exchange {
public:
    virtual ~Exchange() = default;
    /// Copies the first `rows` rows to as many columns of another backend. False: these two have no way but
    /// through the host.
    virtual bool copy(Backend& from, const Slice& source, Backend& to, const Slice& target,
                      uint64_t rows) = 0;
};

}  // namespace hearth
