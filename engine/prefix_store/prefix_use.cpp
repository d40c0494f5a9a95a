#include <map>
#include <vector>

#include "hearth/prefix_folder.h"
#include "prefix_store/block_folder.h"
#include "prefix_store/block_tenants.h"
#include "prefix_store/tenant_use.h"

namespace hearth {

PrefixUse prefixUse(const std::filesystem::path& prefixFolder, const std::vector<std::string>& tenants) {
    std::map<BlockTenants::Record, uint64_t> sizes;
    std::vector<std::vector<BlockTenants::Record>> used(tenants.size());
    for (const std::filesystem::path& root : BlockFolder::rootsIn(prefixFolder)) {
        for (const StoredBlock& block : BlockFolder(root).all())
            sizes.emplace(BlockTenants::Record{block.space, block.name}, block.bytes);
        const BlockTenants known(root);
        for (size_t tenant = 0; tenant < tenants.size(); ++tenant)
            for (const BlockTenants::Record& record : known.usedBy(tenants[tenant]))
                used[tenant].push_back(record);
    }
    return useOf(sizes, used);
}

}  // namespace hearth
