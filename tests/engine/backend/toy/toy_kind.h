#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "backend/backend_kind.h"

namespace hearth::test {

/// One toy device, or none.
class ToyKind final : public BackendKind {
public:
    explicit ToyKind(bool present = true);
    DeviceSearch findDevices() const override;
    std::unique_ptr<Backend> make(const BackendSettings& settings) const override;
    DeviceBandwidth measureBandwidth(const BackendSettings& settings) const override;
    std::unique_ptr<DeviceMonitor> makeMonitor() const override;

    /// That all of its backends computed.
    uint64_t products() const noexcept { return *m_products; }

private:
    bool m_present;
    std::shared_ptr<std::atomic<uint64_t>> m_products = std::make_shared<std::atomic<uint64_t>>(0);
};

}  // namespace hearth::test
