#include <algorithm>
#include <cstdint>

#include "hearth/generation_request.h"
#include "hearth/prompt_estimate.h"

namespace hearth {

std::vector<PictureCost> pictureCosts(const Prompt& prompt, const PromptEstimate& estimate) {
    std::vector<PictureCost> costs;
    costs.reserve(prompt.pictures.size());
    size_t span = 0;
    const int64_t inCache = int64_t{estimate.cachedTokens} + estimate.diskTokens;
    for (const PromptPicture& picture : prompt.pictures) {
        const size_t next = std::min(prompt.spans.size(), span + picture.spans);
        int64_t end = next > span ? prompt.spans[next - 1].end() : INT64_MAX;
        // The cached tokens are those of the prompt without what its last cut drops.
        if (!estimate.cuts.empty() && end > int64_t{estimate.cuts.back().keep}) {
            const ContextShift& cut = estimate.cuts.back();
            end = end <= int64_t{cut.dropTo} ? INT64_MAX : end - (int64_t{cut.dropTo} - cut.keep);
        }
        costs.push_back({.tokens = static_cast<int>(picture.rows), .cached = end <= inCache});
        span = next;
    }
    return costs;
}

}  // namespace hearth
