#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include "hearth/engine.h"
#include "prefix_store/block_folder.h"
#include "prefix_store/block_owners.h"

namespace hearth {

Engine::PrefixUse Engine::prefixUse(const std::filesystem::path& prefixFolder,
                                    const std::vector<std::string>& owners) {
    PrefixUse use;
    std::map<BlockOwners::Record, uint64_t> sizes;
    for (const StoredBlock& block : BlockFolder(prefixFolder).all()) {
        sizes.emplace(BlockOwners::Record{block.space, block.name}, block.bytes);
        use.bytes += block.bytes;
    }
    const BlockOwners known(prefixFolder);
    std::map<BlockOwners::Record, std::vector<size_t>> users;
    for (size_t owner = 0; owner < owners.size(); ++owner)
        for (const BlockOwners::Record& record : known.usedBy(owners[owner]))
            if (sizes.contains(record)) users[record].push_back(owner);
    use.owners.resize(owners.size());
    std::vector<std::map<size_t, uint64_t>> common(owners.size());
    for (const auto& [record, together] : users) {
        const uint64_t bytes = sizes.at(record);
        for (const size_t owner : together) {
            use.owners[owner].bytes += bytes;
            if (together.size() > 1) use.owners[owner].sharedBytes += bytes;
            for (const size_t other : together)
                if (other != owner) common[owner][other] += bytes;
        }
    }
    for (size_t owner = 0; owner < owners.size(); ++owner) {
        std::vector<size_t>& others = use.owners[owner].sharesWith;
        for (const auto& [other, bytes] : common[owner]) others.push_back(other);
        std::ranges::stable_sort(others, std::greater(), [&](size_t other) { return common[owner][other]; });
    }
    return use;
}

}  // namespace hearth
