#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hearth/engine.h"

namespace hearth::cli {

/// A greedy request of this many random tokens, the same for the same seed, whose reply does not end early.
GenerationRequest randomRequest(const Engine& engine, int promptTokens, int maxTokens, unsigned seed);

/// The reply to a request that runs alone. Throws the Error that it failed with.
GenerationResult replyTo(Engine& engine, GenerationRequest request);

/// Replies made at once.
struct ParallelFigures {
    int streams = 0;
    double tokensPerS = 0;  ///< of all together, once their prompts are cached
    /// Milliseconds, all replies together: to the first token where nothing is cached, and from token to
    /// token where the prompts are.
    std::vector<double> firstTokenMs, betweenTokensMs;
    uint64_t peakBytes = 0;  ///< the most memory that the process had meanwhile; 0: not known
};

/// The least of the values that so large a share (0 to 1) of them do not exceed; 0 for none.
double percentile(std::vector<double> values, double share);

/// Generates this many replies of `generate` tokens at once, after prompts that have nothing in common.
ParallelFigures measureParallel(Engine& engine, int streams, int promptTokens, int generate);

/// The numbers in "1,2,4", each from 1 to 64. Throws UsageError.
std::vector<int> streamNumbers(const std::string& list);

/// Peak memory of the process while `streams` replies are generated and `waiting` requests, each with a
/// prompt of its own, are queued. 0: unknown.
uint64_t peakWhileWaiting(Engine& engine, int streams, int waiting, int promptTokens, int generate);

/// The measurements to make.
struct ParallelBench {
    std::vector<int> streams;  ///< one after the other
    int promptTokens = 0, generate = 1;
    int waiting = 0;  ///< requests for peakWhileWaiting(); 0: leaves it out
};

/// Measures each number of streams and prints a table, or JSON.
void runParallelBench(Engine& engine, const ParallelBench& bench, bool json);

}  // namespace hearth::cli
