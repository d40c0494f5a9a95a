#include "backend/cuda_loader/cuda_loader.h"

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "backend/backend_errors.h"
#include "hearth/platform/library.h"
#include "hearth/platform/process.h"

namespace hearth {
namespace {

constexpr const char* fileName = "libhearth-cuda.so";

std::vector<std::filesystem::path> candidates(const std::filesystem::path& folder) {
    if (!folder.empty()) return {folder / fileName};
    std::vector<std::filesystem::path> paths;
    if (const char* named = std::getenv("HEARTH_CUDA_PLUGIN")) paths.emplace_back(named);
    const auto program = platform::ownProgramFile();
    if (!program.empty()) {
        const auto here = program.parent_path();
        for (const char* place : {".", "../bin", "../lib/hearth"}) paths.push_back(here / place / fileName);
    }
    return paths;
}

}  // namespace

CudaLoader::CudaLoader(std::filesystem::path folder) : m_folder(std::move(folder)) {
}

const CudaPlugin& CudaLoader::plugin() const {
    for (const auto& path : candidates(m_folder)) {
        std::error_code ignored;
        if (!std::filesystem::exists(path, ignored)) continue;
        const platform::Library library(path, platform::LibraryUse::ForGood);
        if (!library.isOpen())
            throw Error(errors::gpuEngineNotLoaded,
                        {library.problem().empty() ? "no reason given" : library.problem()});
        CudaPluginEntry entry = nullptr;
        library.find(entry, "hearthCudaPlugin");
        const CudaPlugin* plugin = entry ? entry() : nullptr;
        if (!plugin || plugin->abi != cudaPluginAbi) throw Error(errors::gpuEngineOfOtherVersion);
        return *plugin;
    }
    throw Error(errors::gpuEngineNotBuilt);
}

std::vector<CudaDevice> CudaLoader::devices() const {
    return plugin().devices();
}

std::unique_ptr<Backend> CudaLoader::makeBackend(int device) const {
    return plugin().makeBackend(device);
}

CudaBandwidth CudaLoader::bandwidth(int device) const {
    return plugin().bandwidth(device);
}

std::unique_ptr<PeerTransport> CudaLoader::makePeerTransport(std::span<Backend* const> backends) const {
    return plugin().makePeerTransport(backends);
}

bool CudaLoader::isBuilt() const noexcept {
    std::error_code ignored;
    return std::ranges::any_of(candidates(m_folder),
                               [&](const auto& path) { return std::filesystem::exists(path, ignored); });
}

}  // namespace hearth
