#include "machine/machine_check.h"

#include <utility>

#include "backend/check/backend_check.h"
#include "backend/registry/built_in_backends.h"
#include "hearth/error.h"
#include "hearth/host_resources.h"

namespace hearth {

namespace {

class MachineChecker {
public:
    MachineChecker(const MachineCheckListener& listener, std::stop_token stop)
        : m_listener(listener), m_stop(std::move(stop)) {}

    DeviceCheck device(const BackendKind& kind, const DeviceInfo& info, size_t number) {
        DeviceCheck found;
        found.title = kind.traits().title;
        found.type = kind.traits().type;
        found.number = static_cast<int>(number);
        found.info = info;
        resume();
        try {
            const BackendSettings settings{.device = number, .threads = usableCores()};
            const auto backend = kind.make(settings);
            const BackendInfo opened = backend->info();
            found.device = opened.device;
            if (kind.traits().ownMemory) found.freeBytes = opened.freeBytes;
            found.info.name = found.device.text();
            resume();
            found.bandwidth = kind.measureBandwidth(settings);
            checkOperations(*backend, found);
        } catch (const Error& error) {
            if (error.code() == ErrorCode::Cancelled) throw;
            found.failure = error.message();
        }
        return found;
    }

private:
    void resume() const {
        if (m_stop.stop_requested()) throw Error(ErrorCode::Cancelled, "The check was cancelled.");
    }

    void checkOperations(Backend& backend, DeviceCheck& found) {
        if (m_listener.device) m_listener.device(found);
        found.operations = checkBackend(backend, [this](const OperationCheck& one) {
            if (m_listener.operation) m_listener.operation(one);
            resume();
        });
    }

    const MachineCheckListener& m_listener;
    std::stop_token m_stop;
};

}  // namespace

MachineReport checkDevices(const BackendRegistry& backends, const MachineCheckListener& listener,
                           std::stop_token stop) {
    MachineChecker checker(listener, std::move(stop));
    MachineReport report;
    for (const auto& kind : backends.kinds()) {
        const BackendTraits& traits = kind->traits();
        if (!traits.automatic) continue;
        const DeviceSearch search = kind->findDevices();
        if (search.whyNone)
            report.missing.push_back({.title = traits.title, .type = traits.type, .reason = *search.whyNone});
        for (size_t i = 0; i < search.devices.size(); ++i)
            report.devices.push_back(checker.device(*kind, search.devices[i], i));
    }
    return report;
}

MachineReport checkMachine(const MachineCheckListener& listener, std::stop_token stop) {
    return checkDevices(builtInBackends(), listener, std::move(stop));
}

}  // namespace hearth
