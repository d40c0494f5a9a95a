#include "toy_backend.h"

#include <utility>

namespace hearth::test {

ToyBackend::ToyBackend(std::shared_ptr<std::atomic<uint64_t>> products) : m_products(std::move(products)) {
}

BackendInfo ToyBackend::info() const {
    return {.kind = "toy",
            .device = {.name = "Wooden abacus"},
            .memoryBytes = memoryBytes,
            .freeBytes = memoryBytes};
}

void ToyBackend::linear(const LinearArgs& args) {
    ++*m_products;
    ReferenceBackend::linear(args);
}

}  // namespace hearth::test
