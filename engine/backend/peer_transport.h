#pragma once

#include <cstdint>
#include <span>

#include "backend/backend.h"

namespace hearth {

/// Ways between backends of one kind that are shorter than that through the host. In the order of the calls
/// on either backend, as its operations; one thread. Failures throw as theirs do.
class PeerTransport {
public:
    virtual ~PeerTransport() = default;
    /// Copies the first `rows` rows to as many columns of another backend. False: these two have no way but
    /// through the host.
    virtual bool copy(Backend& from, const Slice& source, Backend& to, const Slice& target,
                      uint64_t rows) = 0;
    /// Of each backend a part of a sum and where all of it goes, of equal width: out (=|+=) the parts added
    /// up in their order, which is the same on all and for any number of rows. Parts are not written to
    /// before another sum of other parts was made since. False: not on these.
    virtual bool addUp(std::span<Backend* const> backends, std::span<const Slice> parts,
                       std::span<const Slice> out, uint64_t rows, bool accumulate) = 0;
    /// True if each backend reads the memory of the others directly.
    virtual bool isDirect() const = 0;
};

}  // namespace hearth
