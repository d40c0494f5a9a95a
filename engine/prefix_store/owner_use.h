#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "hearth/prefix_folder.h"

namespace hearth {

/// What each owner used of some blocks, and who shares it, from the size of each block that there is and from
/// what each owner used, in the order of the owners. Blocks that are not there count for nothing.
template <typename Block>
PrefixUse useOf(const std::map<Block, uint64_t>& sizes, const std::vector<std::vector<Block>>& used) {
    PrefixUse use;
    for (const auto& [block, bytes] : sizes) use.bytes += bytes;
    std::map<Block, std::vector<size_t>> users;
    for (size_t owner = 0; owner < used.size(); ++owner)
        for (const Block& block : used[owner])
            if (sizes.contains(block)) users[block].push_back(owner);
    use.owners.resize(used.size());
    std::vector<std::map<size_t, uint64_t>> common(used.size());
    for (const auto& [block, together] : users) {
        const uint64_t bytes = sizes.at(block);
        for (const size_t owner : together) {
            use.owners[owner].bytes += bytes;
            if (together.size() > 1) use.owners[owner].sharedBytes += bytes;
            for (const size_t other : together)
                if (other != owner) common[owner][other] += bytes;
        }
    }
    for (size_t owner = 0; owner < used.size(); ++owner) {
        std::vector<size_t>& others = use.owners[owner].sharesWith;
        for (const auto& [other, bytes] : common[owner]) others.push_back(other);
        std::ranges::stable_sort(others, std::greater(), [&](size_t other) { return common[owner][other]; });
    }
    return use;
}

}  // namespace hearth
