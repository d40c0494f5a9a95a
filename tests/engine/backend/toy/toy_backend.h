#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "backend/reference/reference_backend.h"

namespace hearth::test {

/// A device that computes with the loops of the reference and says that it has a gigabyte of its own. It
/// counts its products, so that a test sees who computed.
class ToyBackend final : public ReferenceBackend {
public:
    explicit ToyBackend(std::shared_ptr<std::atomic<uint64_t>> products);
    BackendInfo info() const override;
    void linear(const LinearArgs& args) override;

    static constexpr uint64_t memoryBytes = uint64_t{1} << 30U;

private:
    std::shared_ptr<std::atomic<uint64_t>> m_products;
};

}  // namespace hearth::test
