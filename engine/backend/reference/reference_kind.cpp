#include "backend/reference/reference_kind.h"

#include "backend/reference/reference_backend.h"
#include "host/read_bandwidth.h"

namespace hearth {

ReferenceKind::ReferenceKind()
    : BackendKind(
          {.name = "reference", .title = "Reference", .type = DeviceType::Processor, .automatic = false}) {
}

DeviceSearch ReferenceKind::findDevices() const {
    return {.devices = {{.name = "plain float32"}}};
}

std::unique_ptr<Backend> ReferenceKind::make(const BackendSettings& settings) const {
    return std::make_unique<ReferenceBackend>(settings.threads);
}

DeviceBandwidth ReferenceKind::measureBandwidth(const BackendSettings& settings) const {
    return {.read = measureReadBandwidth(settings.threads)};
}

}  // namespace hearth
