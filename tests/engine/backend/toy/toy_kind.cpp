#include "toy_kind.h"

#include "toy_backend.h"

namespace hearth::test {

namespace {

class ToyMonitor final : public DeviceMonitor {
public:
    bool available() const noexcept override { return true; }
    std::vector<DeviceReading> read() override {
        DeviceReading reading;
        reading.name = "Wooden abacus";
        reading.totalBytes = ToyBackend::memoryBytes;
        return {reading};
    }
};

}  // namespace

ToyKind::ToyKind(bool present)
    : BackendKind({.name = "toy", .title = "Toy", .type = DeviceType::Accelerator, .ownMemory = true}),
      m_present(present) {
}

DeviceSearch ToyKind::findDevices() const {
    if (!m_present) return {.whyNone = Error(ErrorCode::Device, "There is no abacus on the desk.")};
    return {.devices = {{.name = "Wooden abacus",
                         .memoryBytes = ToyBackend::memoryBytes,
                         .details = {{"beads", "100", "beads"}}}}};
}

std::unique_ptr<Backend> ToyKind::make(const BackendSettings&) const {
    if (const DeviceSearch search = findDevices(); search.whyNone) throw Error(*search.whyNone);
    return std::make_unique<ToyBackend>(m_products);
}

DeviceBandwidth ToyKind::measureBandwidth(const BackendSettings&) const {
    return {.read = 1e9, .copy = 5e8, .toDevice = 1e8, .toHost = 1e8};
}

std::unique_ptr<DeviceMonitor> ToyKind::makeMonitor() const {
    return std::make_unique<ToyMonitor>();
}

}  // namespace hearth::test
