#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "hearth/prefix_folder.h"

namespace hearth {

/// Calculates the bytes that each tenant used of some blocks, and those that it shares with others. `sizes`:
/// bytes of each existing block; `used`: the blocks that each tenant used, in the order of the tenants.
/// Blocks that do not exist are not counted.
template <typename Block>
PrefixUse useOf(const std::map<Block, uint64_t>& sizes, const std::vector<std::vector<Block>>& used) {
    PrefixUse use;
    for (const auto& [block, bytes] : sizes) use.bytes += bytes;
    std::map<Block, std::vector<size_t>> users;
    for (size_t tenant = 0; tenant < used.size(); ++tenant)
        for (const Block& block : used[tenant])
            if (sizes.contains(block)) users[block].push_back(tenant);
    use.tenants.resize(used.size());
    std::vector<std::map<size_t, uint64_t>> common(used.size());
    for (const auto& [block, together] : users) {
        const uint64_t bytes = sizes.at(block);
        for (const size_t tenant : together) {
            use.tenants[tenant].bytes += bytes;
            if (together.size() > 1) use.tenants[tenant].sharedBytes += bytes;
            for (const size_t other : together)
                if (other != tenant) common[tenant][other] += bytes;
        }
    }
    for (size_t tenant = 0; tenant < used.size(); ++tenant) {
        std::vector<size_t>& others = use.tenants[tenant].sharesWith;
        for (const auto& [other, bytes] : common[tenant]) others.push_back(other);
        std::ranges::stable_sort(others, std::greater(), [&](size_t other) { return common[tenant][other]; });
    }
    return use;
}

}  // namespace hearth
