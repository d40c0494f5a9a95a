#include <algorithm>
#include <cmath>

#include "hearth/routing.h"

namespace hearth {

FirstTokens::Verdict FirstTokens::add(double probability) {
    if (m_verdict != Verdict::Open) return m_verdict;
    // 0 has no logarithm: less than this counts as this.
    constexpr double least = 1e-6;
    // A comparison that is false for what is no number.
    const double known = probability >= least ? std::min(probability, 1.0) : least;
    m_sum += std::log(known);
    ++m_count;
    if (m_sum < m_least * m_wanted)
        m_verdict = Verdict::Uncertain;
    else if (m_count >= m_wanted)
        m_verdict = Verdict::Certain;
    return m_verdict;
}

FirstTokens::Verdict FirstTokens::end() {
    if (m_verdict == Verdict::Open)
        m_verdict = m_sum < m_least * m_count ? Verdict::Uncertain : Verdict::Certain;
    return m_verdict;
}

}  // namespace hearth
