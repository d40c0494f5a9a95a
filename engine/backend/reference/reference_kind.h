#pragma once

#include "backend/backend_kind.h"

namespace hearth {

/// The plain reference, for whoever asks for it by name.
class ReferenceKind final : public BackendKind {
public:
    ReferenceKind();
    DeviceSearch findDevices() const override;
    std::unique_ptr<Backend> make(const BackendSettings& settings) const override;
    DeviceBandwidth measureBandwidth(const BackendSettings& settings) const override;
};

}  // namespace hearth
