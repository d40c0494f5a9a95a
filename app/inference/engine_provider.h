#pragma once

#include <QString>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/calibration.h"
#include "hearth/device_monitor.h"
#include "hearth/devices.h"
#include "hearth/kv_type_cost.h"
#include "hearth/local_server.h"
#include "hearth/machine_check.h"
#include "hearth/model_comparison.h"
#include "hearth/model_loader.h"
#include "hearth/quantize_model.h"
#include "hearth/speed_estimate.h"
#include "inference/model_provider.h"

namespace hearth::app {

/// Gives the window everything of the engine: as a ModelProvider the models of this computer in this process,
/// the same in processes of their own, and what is measured and made beside them. The window's parts are made
/// and tested with another one (tests/support/played_provider.h). Any thread, several at a time; functions
/// throw hearth::Error but where said. What runs for long takes a stop token and is called on a thread of its
/// own.
class EngineProvider : public ModelProvider {
public:
    /// Returns the models of this computer, each read and run where `place` says. A worker may write in
    /// `cacheFolder`.
    virtual std::unique_ptr<ModelProvider> models(ModelPlace place, const QString& cacheFolder) const = 0;

    /// Lists what models may run on, to choose from. Asks no driver and does not throw.
    virtual std::vector<BackendLabel> backends() const = 0;
    /// Lists the graphics cards with the memory that is free on each. Does not throw.
    virtual std::vector<ListedGpu> listGpus() const = 0;
    /// Makes what reads the devices once each time it is called, on the thread that made it.
    virtual std::function<std::vector<DeviceReading>()> makeDeviceReader() const = 0;
    virtual MachineReport checkMachine(const MachineCheckListener& listener, std::stop_token stop) const = 0;
    /// Measures the products of a device with these types of weights.
    virtual DeviceSpeed measureSpeed(const std::string& backend, int threads,
                                     std::span<const BlockType> types, std::stop_token stop) const = 0;
    /// Measures how far types of the cache change what a model says. On the thread of the engine.
    virtual std::vector<KvTypeCost> measureKvTypes(Engine& engine, std::span<const KvTypes> types,
                                                   const std::stop_token& stop) const = 0;
    /// Measures how far the logits of a model are from those of another; progress from 0 to 1. In the process
    /// that `place` names, as the next two.
    virtual ModelComparison compare(ModelPlace place, const std::filesystem::path& before,
                                    const std::filesystem::path& after, const ComparisonOptions& options,
                                    const std::function<void(double)>& progress,
                                    const std::stop_token& stop) const = 0;
    /// Measures which weights matter for a text; progress from 0 to 1.
    virtual WeightImportance calibrate(ModelPlace place, const std::filesystem::path& model,
                                       const CalibrationOptions& options,
                                       const std::function<void(double)>& progress,
                                       const std::stop_token& stop) const = 0;
    /// Writes a copy of a model in another type; progress in bytes.
    virtual QuantizeReport quantize(ModelPlace place, const std::filesystem::path& in,
                                    const std::filesystem::path& out, BlockType type,
                                    const std::function<void(uint64_t, uint64_t)>& progress,
                                    const std::stop_token& stop, const WeightImportance& importance,
                                    Existing existing) const = 0;
    /// Starts the server for other programs. On the GUI thread.
    virtual std::unique_ptr<LocalServer> listen(const LocalServer::Options& options) const = 0;
};

}  // namespace hearth::app
