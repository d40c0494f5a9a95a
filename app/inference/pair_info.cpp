#include "inference/pair_info.h"

#include <algorithm>

#include "hearth/routing.h"

namespace hearth::app {

namespace {

MemoryPlan sumOf(const MemoryPlan& small, const MemoryPlan& large) {
    MemoryPlan sum = large;
    sum.weightsBytes += small.weightsBytes;
    sum.scratchBytes += small.scratchBytes;
    sum.kvBytes += small.kvBytes;
    sum.kvCommittedBytes += small.kvCommittedBytes;
    sum.kvConversationBytes += small.kvConversationBytes;
    sum.draftBytes += small.draftBytes;
    sum.visionBytes += small.visionBytes;
    // A server's memory is not known.
    sum.deviceTotalBytes = std::max(small.deviceTotalBytes, large.deviceTotalBytes);
    if (large.deviceTotalBytes == 0) sum.deviceFreeBytes = small.deviceFreeBytes;
    sum.layersOnDevice += small.layersOnDevice;
    sum.layers += small.layers;
    return sum;
}

}  // namespace

EngineInfo pairInfo(const EngineInfo& small, const EngineInfo& large) {
    EngineInfo info = small;
    info.modelName = std::string(routedModelName);
    info.architecture = info.quantization = info.weightsHash = {};
    info.parameters += large.parameters;
    info.fileBytes += large.fileBytes;
    info.contextLength = large.contextLength;
    info.trainedContextLength = large.trainedContextLength;
    info.onDevice = small.onDevice || large.onDevice;
    info.canSpeculate = small.canSpeculate || large.canSpeculate;
    info.hasMtp = small.hasMtp || large.hasMtp;
    info.canSlide = false;
    // Rules may choose the large model for any request, and it answers what the small one cannot see.
    info.seesPictures = large.seesPictures;
    if (large.serverHost.empty()) info.serverHost = {};
    info.memory = sumOf(small.memory, large.memory);
    info.parts = {small, large};
    return info;
}

CacheStats pairStats(const CacheStats& small, const CacheStats& large) {
    CacheStats sum = small;
    sum.blocks += large.blocks;
    sum.usedBlocks += large.usedBlocks;
    sum.bytes += large.bytes;
    sum.committedBytes += large.committedBytes;
    sum.cachedTokens += large.cachedTokens;
    sum.experts.add(large.experts);
    sum.groups.insert(sum.groups.end(), large.groups.begin(), large.groups.end());
    return sum;
}

PrefixUse pairUse(const PrefixUse& small, const PrefixUse& large) {
    PrefixUse sum = small;
    sum.bytes += large.bytes;
    sum.tenants.resize(std::max(sum.tenants.size(), large.tenants.size()));
    for (size_t i = 0; i < large.tenants.size(); ++i) {
        sum.tenants[i].bytes += large.tenants[i].bytes;
        sum.tenants[i].sharedBytes += large.tenants[i].sharedBytes;
        if (sum.tenants[i].sharesWith.empty()) sum.tenants[i].sharesWith = large.tenants[i].sharesWith;
    }
    return sum;
}

}  // namespace hearth::app
