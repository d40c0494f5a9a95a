#include "prefix_store/tier_rates.h"

namespace hearth {

namespace {

/// Shorter times say more about the clock than about the disk.
constexpr double leastSeconds = 1e-4;
constexpr int declinedInARow = 15;

void take(double& rate, double amount, double seconds) {
    if (amount <= 0 || seconds < leastSeconds) return;
    constexpr double newestShare = 0.3;
    const double newest = amount / seconds;
    rate = rate == 0 ? newest : rate + newestShare * (newest - rate);
}

}  // namespace

void TierRates::read(uint64_t bytes, double seconds) {
    take(m_bytesPerS, static_cast<double>(bytes), seconds);
}

void TierRates::computed(size_t tokens, double seconds) {
    take(m_tokensPerS, static_cast<double>(tokens), seconds);
}

bool TierRates::readingPays(uint64_t bytes, size_t tokens) {
    const bool pays = m_bytesPerS == 0 || m_tokensPerS == 0 ||
                      static_cast<double>(bytes) / m_bytesPerS < static_cast<double>(tokens) / m_tokensPerS;
    if (pays || ++m_declined > declinedInARow) {
        m_declined = 0;
        return true;
    }
    return false;
}

}  // namespace hearth
