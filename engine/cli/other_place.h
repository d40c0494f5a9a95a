#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <stop_token>

#include "cli/common_options.h"
#include "hearth/device_fault.h"

namespace hearth::cli {

/// Loads a model elsewhere after a fault of its device, as loadElsewhere() does, and says on standard error
/// what happened and where it runs now.
std::unique_ptr<Engine> resumeElsewhere(EngineOptions& options, const DeviceFault& fault,
                                        const std::stop_token& stop = {},
                                        ModelPlace place = ModelPlace::InProcess);

/// With which options the models of a server are loaded: once a GPU is lost, none is put there any more.
/// From any thread.
class ServedPlace {
public:
    explicit ServedPlace(EngineOptions options) : m_options(std::move(options)) {}

    EngineOptions optionsFor(const std::filesystem::path& model) const;
    /// resumeElsewhere(); a GPU that is full is so for this model alone.
    std::unique_ptr<Engine> resume(const std::filesystem::path& model, const DeviceFault& fault,
                                   const std::stop_token& stop);

private:
    mutable std::mutex m_mutex;
    EngineOptions m_options;
};

}  // namespace hearth::cli
