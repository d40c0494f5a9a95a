#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace hearth::test {

/// The best way to cut `text` into the given parts, by trying all: the definition that dynamic programs must
/// meet. Returns the sum of the scores; `unknown` is what a byte without a part costs.
inline double bestScore(const std::string& text, const std::vector<std::pair<std::string, double>>& parts,
                        double unknown) {
    if (text.empty()) return 0;
    double best = unknown + bestScore(text.substr(1), parts, unknown);
    for (const auto& [part, score] : parts) {
        if (text.starts_with(part))
            best = std::max(best, score + bestScore(text.substr(part.size()), parts, unknown));
    }
    return best;
}

}  // namespace hearth::test
