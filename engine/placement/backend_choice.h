#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "hearth/engine_options.h"
#include "hearth/expert_traffic.h"
#include "hearth/memory_plan.h"
#include "hearth/message.h"

namespace hearth {

class BackendRegistry;
class GgufFile;

/// The backend that runs a model, and why it is not a device of its own.
struct BackendChoice {
    std::unique_ptr<Backend> backend;
    std::string name;        ///< of its kind: "cpu", "cuda"; with layers on both sides that of the device
    std::string title;       ///< the same for people: "CPU", "GPU"
    bool onDevice = false;   ///< it has memory of its own, and all or some layers are there
    Message reason;          ///< empty when the host was asked for
    int deviceLayers = 0;    ///< layers on the device
    uint64_t freeBytes = 0;  ///< on the device, before loading; 0 without one
    uint64_t totalBytes = 0;
    /// The GPUs that have layers, in this order, with their free memory before loading; empty without a file.
    std::vector<GpuShare> cards = {};
    std::vector<const Backend*> gpuBackends = {};  ///< of `GPUs`; parts of `backend`
    bool sharesLayers = false;                     ///< each GPU has an equal part of every layer
    /// Experts of a mixture that are in host memory while all layers are on the GPUs; the traffic is not
    /// counted yet.
    ExpertTraffic experts = {};
};

/// Bytes for the cache of a model with this number of layers that is loaded on this choice: as much as its
/// GPUs have free in proportion to their layers, at most as much as the host has.
uint64_t roomForCache(const BackendChoice& choice, uint32_t layers);

/// Chooses the first kind of `backends` that has devices, on the GPUs that the options name or on as few as
/// hold the model, with as many layers as fit or as the options ask for; the host runs the rest or all.
/// Without a file, chooses for any model. `beside`: a backend that takes turns with it, whose threads it may
/// share. Throws Error(BadInput) for unknown names and numbers out of range, Error(Device) if a device was
/// demanded and there is none.
BackendChoice chooseBackend(const BackendRegistry& backends, const EngineOptions& options,
                            const GgufFile* file = nullptr, const Backend* beside = nullptr);

/// Options for the next attempt after loading on this choice ran out of memory: fewer layers on the device,
/// finally none.
EngineOptions withFewerDeviceLayers(const BackendRegistry& backends, const EngineOptions& options,
                                    const BackendChoice& failed);

/// True if a device other than the host may ever be chosen here; false: this copy of Hearth supports none, on
/// any machine.
bool canHaveDevice(const BackendRegistry& backends) noexcept;

}  // namespace hearth
