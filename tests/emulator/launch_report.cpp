#include "emulator/launch_report.h"

#include <dlfcn.h>

#include <algorithm>

namespace hearth::emulator {
namespace {

using nlohmann::json;

constexpr const char* collectiveNames[collectives] = {"warp_barriers", "shuffles", "ballots",  "mma_s8",
                                                      "mma_s8_half",   "mma_f16",  "mma_bf16", "matrices"};
constexpr const char* operationNames[operations] = {"dot4", "fused_multiply_adds", "conversions", "special",
                                                    "select_bytes"};
constexpr const char* widths[5] = {"1", "2", "4", "8", "16"};

json of(const MemoryCount& count) {
    return {{"instructions", count.instructions},
            {"bytes", count.bytes},
            {"sectors", count.sectors},
            {"first_bytes", count.firstBytes},
            {"first_sectors", count.firstSectors}};
}

json of(const SharedCount& count) {
    return {{"instructions", count.instructions},
            {"wavefronts", count.wavefronts},
            {"conflicts", count.conflicts()}};
}

uintptr_t offsetInProgram(const void* code) {
    Dl_info info{};
    if (!dladdr(code, &info)) return 0;
    return reinterpret_cast<uintptr_t>(code) - reinterpret_cast<uintptr_t>(info.dli_fbase);
}

}  // namespace

json reportOf(const LaunchCount& launch) {
    json report = {{"name", launch.shape.name},
                   {"address", offsetInProgram(launch.shape.kernel)},
                   {"grid", json::array({launch.shape.gridX, launch.shape.gridY, launch.shape.gridZ})},
                   {"threads", launch.shape.threads},
                   {"shared_bytes", launch.sharedBytes},
                   {"blocks", launch.blocks},
                   {"blocks_run", launch.blocksRun},
                   {"read", of(launch.read)},
                   {"written", of(launch.written)},
                   {"shared", of(launch.shared)},
                   {"block_barriers", launch.blockBarriers},
                   {"async_copies", launch.asyncCopies},
                   {"atomics", launch.atomics},
                   {"divergent_branches", launch.divergentBranches}};
    json& regions = report["regions"] = json::array();
    for (const RegionCount& region : launch.regions) {
        regions.push_back({{"label", region.label},
                           {"bytes", region.bytes},
                           {"read", of(region.read)},
                           {"written", of(region.written)}});
    }
    for (size_t i = 0; i < collectives; ++i) report[collectiveNames[i]] = launch.met[i];
    for (size_t i = 0; i < operations; ++i) report[operationNames[i]] = launch.done[i];
    constexpr std::pair<const char*, std::pair<int, int>> kinds[] = {
        {"loads", {0, 0}}, {"stores", {0, 1}}, {"shared_loads", {1, 0}}, {"shared_stores", {1, 1}}};
    for (const auto& [name, which] : kinds) {
        for (size_t i = 0; i < 5; ++i) report[name][widths[i]] = launch.byWidth[which.first][which.second][i];
    }
    return report;
}

json reportOf(const std::vector<PlaceCount>& places) {
    struct Sum {
        std::string where;
        PlaceCount count;
    };
    std::vector<Sum> sums;
    for (const PlaceCount& place : places) {
        const Place found = place.place.resolved();
        std::string file = found.file ? found.file : "?";
        const std::string where = file.substr(file.rfind('/') + 1) + ":" + std::to_string(found.line);
        const auto same = [&](const Sum& sum) {
            return sum.where == where && sum.count.bytes == place.bytes && sum.count.write == place.write &&
                   (sum.count.device.instructions > 0) == (place.device.instructions > 0);
        };
        const auto known = std::find_if(sums.begin(), sums.end(), same);
        if (known == sums.end()) {
            sums.push_back({where, place});
        } else {
            known->count.device += place.device;
            known->count.shared += place.shared;
        }
    }
    const auto cost = [](const Sum& sum) { return sum.count.device.sectors + sum.count.shared.wavefronts; };
    std::sort(sums.begin(), sums.end(), [&](const Sum& a, const Sum& b) { return cost(a) > cost(b); });
    json report = json::array();
    for (const Sum& sum : sums) {
        report.push_back({{"where", sum.where},
                          {"bytes", sum.count.bytes},
                          {"write", sum.count.write},
                          {"device", of(sum.count.device)},
                          {"shared", of(sum.count.shared)}});
    }
    return report;
}

}  // namespace hearth::emulator
