#pragma once

#include <map>
#include <span>
#include <vector>

#include "backend/cuda/device.h"
#include "backend/exchange.h"

namespace hearth::cuda {

/// Brings activations from one card to another: each card's stream waits for the other's where it has to, and
/// the host waits for neither.
class CardExchange final : public Exchange {
public:
    /// Of CudaBackends, which outlive it.
    explicit CardExchange(std::span<Backend* const> cards);
    ~CardExchange() override;
    CardExchange(const CardExchange&) = delete;
    CardExchange& operator=(const CardExchange&) = delete;

    bool copy(Backend& from, const Slice& source, Backend& to, const Slice& target, uint64_t rows) override;

private:
    /// An event of each card: what its stream has done when others go on.
    std::map<const Backend*, EventHandle> m_reached;
};

}  // namespace hearth::cuda
