#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace hearth::cli {

/// Totals of a batch since it was started.
struct BatchTotals {
    uint64_t requests = 0;  ///< lines of the input that are not blank; 0: not known
    uint64_t before = 0;    ///< of these, those that were answered by an earlier start
    uint64_t done = 0;      ///< answered now, refusals and errors included
    uint64_t errors = 0;    ///< of these, refused requests and lines that are none
    int64_t tokens = 0;     ///< generated
    int64_t promptTokens = 0, cachedTokens = 0;
};

/// "120 of 1000 done, 3 errors, 85.2 tokens/s, 12 min left".
std::string batchProgressText(const BatchTotals& totals, double seconds);
/// The same for the end: "1000 done, 3 errors, 51200 tokens, 85.2 tokens/s, 91 % of the prompts cached".
std::string batchTotalsText(const BatchTotals& totals, double seconds);

/// Says on standard error how far a batch is: every second on a terminal, else every 30 seconds.
class BatchProgress {
public:
    BatchProgress();
    void showIfDue(const BatchTotals& totals);
    /// The last line.
    void finish(const BatchTotals& totals);

private:
    using Clock = std::chrono::steady_clock;
    double seconds() const { return std::chrono::duration<double>(Clock::now() - m_start).count(); }

    bool m_terminal;
    Clock::time_point m_start = Clock::now(), m_shown = m_start;
};

}  // namespace hearth::cli
