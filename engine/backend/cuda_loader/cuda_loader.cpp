#include "backend/cuda_loader/cuda_loader.h"
#include "backend/backend_errors.h"

#include <dlfcn.h>
#include <algorithm>

#include <cstdlib>
#include <system_error>

namespace hearth {
namespace {

constexpr const char* fileName = "libhearth-cuda.so";

std::vector<std::filesystem::path> candidates(const std::filesystem::path& folder) {
    if (!folder.empty()) return {folder / fileName};
    std::vector<std::filesystem::path> paths;
    if (const char* named = std::getenv("HEARTH_CUDA_PLUGIN")) paths.emplace_back(named);
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error) {
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
        void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
        if (!library) {
            const char* reason = dlerror();
            throw Error(errors::gpuEngineNotLoaded, {reason ? reason : "no reason given"});
        }
        const auto entry = reinterpret_cast<CudaPluginEntry>(dlsym(library, "hearthCudaPlugin"));
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
