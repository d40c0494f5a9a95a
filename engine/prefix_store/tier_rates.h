#pragma once

#include <cstddef>
#include <cstdint>

namespace hearth {

/// Measured rates at which this machine reads blocks of the cache from disk and computes them; decides which
/// is faster. One thread at a time.
class TierRates {
public:
    /// Reports that this many bytes of blocks were read and placed in the cache.
    void read(uint64_t bytes, double seconds);
    /// Reports that this many tokens of a prompt were computed.
    void computed(size_t tokens, double seconds);
    /// True if reading this many bytes is faster than computing this many tokens. If a rate was never
    /// measured, reading is tried; if reading did not pay, it is tried again from time to time.
    bool readingPays(uint64_t bytes, size_t tokens);

private:
    double m_bytesPerS = 0, m_tokensPerS = 0;  ///< 0: not known
    int m_declined = 0;                        ///< times in a row
};

}  // namespace hearth
