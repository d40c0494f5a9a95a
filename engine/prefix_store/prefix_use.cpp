#include <map>
#include <vector>

#include "hearth/engine.h"
#include "prefix_store/block_folder.h"
#include "prefix_store/block_owners.h"
#include "prefix_store/owner_use.h"

namespace hearth {

Engine::PrefixUse Engine::prefixUse(const std::filesystem::path& prefixFolder,
                                    const std::vector<std::string>& owners) {
    std::map<BlockOwners::Record, uint64_t> sizes;
    for (const StoredBlock& block : BlockFolder(prefixFolder).all())
        sizes.emplace(BlockOwners::Record{block.space, block.name}, block.bytes);
    const BlockOwners known(prefixFolder);
    std::vector<std::vector<BlockOwners::Record>> used;
    for (const std::string& owner : owners) {
        const std::set<BlockOwners::Record> own = known.usedBy(owner);
        used.emplace_back(own.begin(), own.end());
    }
    return useOf(sizes, used);
}

}  // namespace hearth
