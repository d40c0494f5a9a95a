#pragma once

#include <cstddef>
#include <cstdint>

namespace hearth {

/// How fast this machine reads blocks of the cache from disk and computes them, as far as it has done either,
/// and what is quicker. One thread at a time.
class TierRates {
public:
    /// So many bytes of blocks were read and put in their place.
    void read(uint64_t bytes, double seconds);
    /// So many tokens of a prompt were computed.
    void computed(size_t tokens, double seconds);
    /// Whether reading so many bytes is quicker than computing so many tokens. What was never measured is
    /// tried, and what did not pay is tried again now and then.
    bool readingPays(uint64_t bytes, size_t tokens);

private:
    double m_bytesPerS = 0, m_tokensPerS = 0;  ///< 0: not known
    int m_declined = 0;                        ///< times in a row
};

}  // namespace hearth
