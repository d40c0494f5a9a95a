#include "hearth/machine_check.h"

#include "backend/check/backend_check.h"
#include "backend/cpu/cpu_backend.h"
#include "backend/cuda_loader/cuda_loader.h"
#include "hearth/error.h"
#include "hearth/host_resources.h"
#include "machine/read_bandwidth.h"

namespace hearth {

namespace {

class MachineChecker {
public:
    MachineChecker(const MachineCheckListener& listener, std::stop_token stop)
        : m_listener(listener), m_stop(std::move(stop)) {}

    DeviceCheck processor() {
        CpuBackend backend(CpuOptions{.threads = static_cast<unsigned>(usableCores())});
        DeviceCheck found;
        found.name = backend.info().device;
        goOn();
        found.readBytesPerS = measureReadBandwidth(0);
        checkOperations(backend, found);
        return found;
    }

    DeviceCheck card(const CudaLoader& loader, const CudaDevice& device, int number) {
        DeviceCheck found;
        found.gpu = true;
        found.name = device.name;
        found.card = {.computeMajor = device.computeMajor,
                      .computeMinor = device.computeMinor,
                      .multiprocessors = device.multiprocessors,
                      .memoryBytes = device.memoryBytes,
                      .driverVersion = device.driverVersion,
                      .runtimeVersion = device.runtimeVersion,
                      .busId = device.busId};
        goOn();
        try {
            const auto backend = loader.makeBackend(number);
            const CudaBandwidth rates = loader.bandwidth(number);
            found.readBytesPerS = rates.read;
            found.card.copyBytesPerS = rates.copy;
            found.card.toDeviceBytesPerS = rates.toDevice;
            found.card.toHostBytesPerS = rates.toHost;
            checkOperations(*backend, found);
        } catch (const Error& error) {
            if (error.code() == ErrorCode::Cancelled) throw;
            found.failure = error.what();
        }
        return found;
    }

private:
    void goOn() const {
        if (m_stop.stop_requested()) throw Error(ErrorCode::Cancelled, "The check was cancelled.");
    }

    void checkOperations(Backend& backend, DeviceCheck& found) {
        if (m_listener.device) m_listener.device(found);
        found.operations = checkBackend(backend, [this](const OperationCheck& one) {
            if (m_listener.operation) m_listener.operation(one);
            goOn();
        });
    }

    const MachineCheckListener& m_listener;
    std::stop_token m_stop;
};

}  // namespace

MachineReport checkMachine(const MachineCheckListener& listener, std::stop_token stop) {
    MachineChecker checker(listener, std::move(stop));
    MachineReport report;
    report.devices.push_back(checker.processor());
    const CudaLoader loader;
    std::vector<CudaDevice> cards;
    try {
        cards = loader.devices();
        if (cards.empty()) report.noGpuReason = "No graphics card was found.";
    } catch (const Error& error) {
        report.noGpuReason = error.what();
    }
    for (size_t i = 0; i < cards.size(); ++i)
        report.devices.push_back(checker.card(loader, cards[i], static_cast<int>(i)));
    return report;
}

}  // namespace hearth
