#include "backend/registry/built_in_backends.h"

#include "backend/cpu/cpu_kind.h"
#include "backend/cuda_loader/cuda_kind.h"
#include "backend/reference/reference_kind.h"

namespace hearth {

BackendRegistry builtInBackends() {
    BackendRegistry backends(std::make_shared<CpuKind>());
    backends.add(std::make_shared<CudaKind>());
    backends.add(std::make_shared<ReferenceKind>());
    return backends;
}

std::vector<BackendLabel> backendLabels() {
    return backendLabels(builtInBackends());
}

std::vector<ListedGpu> listGpus() {
    return listGpus(builtInBackends());
}

std::optional<Message> whyNoGpu() {
    return whyNoGpu(builtInBackends());
}

std::vector<std::unique_ptr<DeviceMonitor>> makeDeviceMonitors() {
    return makeDeviceMonitors(builtInBackends());
}

}  // namespace hearth
