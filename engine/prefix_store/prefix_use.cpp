#include <map>
#include <vector>

#include "hearth/prefix_folder.h"
#include "prefix_store/block_folder.h"
#include "prefix_store/block_owners.h"
#include "prefix_store/owner_use.h"

namespace hearth {

PrefixUse prefixUse(const std::filesystem::path& prefixFolder, const std::vector<std::string>& owners) {
    std::map<BlockOwners::Record, uint64_t> sizes;
    std::vector<std::vector<BlockOwners::Record>> used(owners.size());
    for (const std::filesystem::path& root : BlockFolder::rootsIn(prefixFolder)) {
        for (const StoredBlock& block : BlockFolder(root).all())
            sizes.emplace(BlockOwners::Record{block.space, block.name}, block.bytes);
        const BlockOwners known(root);
        for (size_t owner = 0; owner < owners.size(); ++owner)
            for (const BlockOwners::Record& record : known.usedBy(owners[owner]))
                used[owner].push_back(record);
    }
    return useOf(sizes, used);
}

}  // namespace hearth
