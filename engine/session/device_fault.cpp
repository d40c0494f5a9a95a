#include "hearth/device_fault.h"

#include <algorithm>
#include <new>
#include <utility>
#include <variant>

#include "backend/backend_errors.h"
#include "hearth/routing.h"
#include "session/session_errors.h"

namespace hearth {

namespace {

/// The number of the GPU that stopped, where there are several.
std::optional<int> lostGpu(const Message& cause) {
    constexpr size_t place = 1;
    if (!cause.is(errors::oneGpuStopped.message) || cause.arguments().size() <= place) return std::nullopt;
    const auto* number = std::get_if<int64_t>(&cause.arguments()[place].value());
    return number != nullptr ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

}  // namespace

std::optional<DeviceFault> deviceFault(const EngineInfo& info, ErrorCode code, const Message& cause,
                                       bool othersRun) {
    const bool isOfDevice = code == ErrorCode::Device || code == ErrorCode::OutOfMemory;
    if (!isOfDevice || !info.onDevice) return std::nullopt;
    if (othersRun && cause.is(errors::noMemoryForReplies.message)) return std::nullopt;
    return DeviceFault{.code = code, .cause = cause, .layersOnDevice = info.memory.layersOnDevice};
}

std::vector<EngineOptions> otherPlaces(const EngineOptions& options, const DeviceFault& fault) {
    std::vector<EngineOptions> places;
    if (const std::optional<int> card = lostGpu(fault.cause)) {
        EngineOptions others = options;
        std::erase(others.devices, *card);
        if (options.devices.empty() || !others.devices.empty()) places.push_back(std::move(others));
    }
    // A GPU that other programs fill would be as full for the next reply.
    const int layers = fault.code == ErrorCode::OutOfMemory ? fault.layersOnDevice * 3 / 4 : 0;
    EngineOptions last = options;
    last.gpuLayers = layers;
    last.backend = layers > 0 ? "auto" : "cpu";
    if (layers == 0) last.devices.clear();
    places.push_back(std::move(last));
    return places;
}

std::unique_ptr<Engine> loadElsewhere(
    EngineOptions& options, const DeviceFault& fault,
    const std::function<std::unique_ptr<Engine>(const EngineOptions&)>& load) {
    std::vector<EngineOptions> places = otherPlaces(options, fault);
    options = std::move(places.back());
    places.pop_back();
    for (EngineOptions& place : places) {
        // The other GPUs may not hold it, or not work either.
        try {
            auto engine = load(place);
            options = std::move(place);
            return engine;
        } catch (const Error& error) {
            if (error.code() == ErrorCode::Cancelled) throw;
        } catch (const std::bad_alloc&) {
            continue;
        }
    }
    return load(options);
}

}  // namespace hearth
