#include "session/backend_choice.h"

#include <dlfcn.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <thread>
#include <utility>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "hearth/error.h"

namespace hearth {

std::string gpuUnavailableReason() {
    void* driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (driver == nullptr) return "no NVIDIA driver found";
    using Init = int (*)(unsigned);
    using Count = int (*)(int*);
    const auto init = reinterpret_cast<Init>(dlsym(driver, "cuInit"));
    const auto count = reinterpret_cast<Count>(dlsym(driver, "cuDeviceGetCount"));
    int devices = 0;
    std::string reason = "this version of Hearth has no GPU engine yet";
    if (init == nullptr || count == nullptr)
        reason = "the NVIDIA driver is incomplete";
    else if (const int status = init(0); status != 0)
        reason = "the NVIDIA driver does not start (error " + std::to_string(status) + ")";
    else if (count(&devices) != 0 || devices == 0)
        reason = "no NVIDIA card found";
    dlclose(driver);
    return reason;
}

int physicalCores() {
    // Hyper-threads of one core share its siblings list.
    std::set<std::string> cores;
    for (unsigned cpu = 0; cpu < std::thread::hardware_concurrency(); ++cpu) {
        std::ifstream file("/sys/devices/system/cpu/cpu" + std::to_string(cpu) +
                           "/topology/thread_siblings_list");
        std::string siblings;
        if (std::getline(file, siblings)) cores.insert(siblings);
    }
    const auto logical = static_cast<int>(std::thread::hardware_concurrency());
    return std::max(1, cores.empty() ? logical : static_cast<int>(cores.size()));
}

BackendChoice chooseBackend(const EngineOptions& options) {
    if (options.threads < 0 || options.threads > 256) {
        throw Error(ErrorCode::BadInput, "The number of threads is " + std::to_string(options.threads) +
                                             "; choose 1 to 256, or 0 for one a core.");
    }
    const int threads = options.threads != 0 ? options.threads : physicalCores();
    BackendChoice choice;
    if (options.backend == "reference") {
        choice.backend = std::make_unique<ReferenceBackend>(threads);
        choice.title = "Reference";
        return choice;
    }
    if (options.backend != "auto" && options.backend != "cpu" && options.backend != "cuda") {
        throw Error(ErrorCode::BadInput, "There is no backend called \"" + options.backend +
                                             "\"; choose auto, cpu, cuda or reference.");
    }
    if (options.backend != "cpu") choice.reason = gpuUnavailableReason();
    if (options.backend == "cuda") {
        throw Error(ErrorCode::Device, "The GPU cannot be used: " + choice.reason + "; choose the CPU.");
    }
    choice.backend = std::make_unique<CpuBackend>(CpuOptions{.threads = static_cast<unsigned>(threads)});
    choice.title = "CPU";
    return choice;
}

}  // namespace hearth
