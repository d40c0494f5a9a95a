#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "backend/peer_transport.h"
#include "hearth/device_monitor.h"
#include "hearth/devices.h"
#include "hearth/error.h"

namespace hearth {

/// Names and properties of a kind of backend.
struct BackendTraits {
    std::string name;   ///< "cuda": of options and settings, and its backends' BackendInfo::kind
    std::string title;  ///< "GPU": for people
    DeviceType type = DeviceType::Processor;
    /// Chosen by "auto", offered to people and looked at by a check of the machine; false: only by name.
    bool automatic = true;
    /// Its devices have memory of their own: what does not fit there is left to the host.
    bool ownMemory = false;
};

/// The devices of a kind that this machine has.
struct DeviceSearch {
    std::vector<DeviceInfo> devices{};
    std::optional<Error> whyNone{};  ///< set exactly when there are no devices
};

/// Parameters that a backend is created with.
struct BackendSettings {
    size_t device = 0;  ///< of DeviceSearch::devices
    int threads = 1;    ///< of the host, 1 to 256
    /// Another backend on the host that takes turns with it and whose threads it may share; nullptr: none.
    const Backend* beside = nullptr;
};

/// One entry of the BackendRegistry: all that anybody asks of a kind of backends without knowing which it is.
/// Nothing changes after construction; any thread.
class BackendKind {
public:
    explicit BackendKind(BackendTraits traits) : m_traits(std::move(traits)) {}
    virtual ~BackendKind() = default;
    BackendKind(const BackendKind&) = delete;
    BackendKind& operator=(const BackendKind&) = delete;

    const BackendTraits& traits() const noexcept { return m_traits; }
    /// False when this copy of Hearth lacks it altogether: no other device or driver changes that.
    virtual bool isInstalled() const noexcept { return true; }
    /// Searches again at each call. Does not throw Error.
    virtual DeviceSearch findDevices() const = 0;
    /// Throws Error(Device | OutOfMemory) with one sentence when there is no such device or it cannot be
    /// opened.
    virtual std::unique_ptr<Backend> make(const BackendSettings& settings) const = 0;
    /// Measures for about a second. Throws as make() does.
    virtual DeviceBandwidth measureBandwidth(const BackendSettings& settings) const = 0;
    /// Ways between backends of this kind, which outlive it; nullptr: there are none but through the host.
    virtual std::unique_ptr<PeerTransport> makePeerTransport(std::span<Backend* const> backends) const {
        (void)backends;
        return nullptr;
    }
    /// nullptr: its devices tell nothing while they work.
    virtual std::unique_ptr<DeviceMonitor> makeMonitor() const { return nullptr; }

private:
    BackendTraits m_traits;
};

}  // namespace hearth
