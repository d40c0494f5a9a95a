#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backend/backend_kind.h"

namespace hearth {

/// The kinds of backends that models may run on. All lists of backends come from here, so that another kind
/// needs only one more add(). A value: copies share the kinds.
class BackendRegistry {
public:
    /// `host` is the kind that is always there and takes what others leave.
    explicit BackendRegistry(std::shared_ptr<const BackendKind> host);

    /// "auto" prefers what is added first. Throws Error(BadInput) for a name that is taken.
    void add(std::shared_ptr<const BackendKind> kind);

    const BackendKind& host() const noexcept { return *m_kinds.front(); }
    /// The host first, then the others in the order in which they were added.
    std::span<const std::shared_ptr<const BackendKind>> kinds() const noexcept { return m_kinds; }
    /// nullptr: no kind has this name.
    const BackendKind* find(std::string_view name) const noexcept;
    /// The possible values of EngineOptions::backend: "auto", then the names of all kinds.
    std::vector<std::string> choices() const;

private:
    std::vector<std::shared_ptr<const BackendKind>> m_kinds;  // never empty
};

/// As backendLabels() of hearth/devices.h, of these kinds.
std::vector<BackendLabel> backendLabels(const BackendRegistry& backends);
/// As listGpus() of hearth/devices.h, of these kinds.
std::vector<ListedGpu> listGpus(const BackendRegistry& backends);
/// As whyNoGpu() of hearth/devices.h, of these kinds.
std::optional<Message> whyNoGpu(const BackendRegistry& backends);
/// As makeDeviceMonitors() of hearth/device_monitor.h, of these kinds.
std::vector<std::unique_ptr<DeviceMonitor>> makeDeviceMonitors(const BackendRegistry& backends);

/// "auto, cpu or cuda".
std::string asAlternatives(std::span<const std::string> names);

}  // namespace hearth
