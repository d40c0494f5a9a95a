#include "placement/gpu_plan.h"

#include <algorithm>
#include <numeric>

namespace hearth {

namespace {

/// Memory that a device needs in addition to the plan: partial results, recorded steps, the driver's own.
constexpr uint64_t reserveBytes = uint64_t{384} << 20U;

/// Assigns the layers from the last one back.
class Spreading {
public:
    Spreading(const LayerSizes& sizes, std::span<const GpuRoom> rooms)
        : m_sizes(sizes), m_rooms(rooms), m_left(sizes.layers.size()) {
        m_order.resize(rooms.size());
        std::iota(m_order.begin(), m_order.end(), size_t{0});
        const bool known = std::ranges::all_of(rooms, [](const GpuRoom& room) { return room.bytesPerS > 0; });
        for (const GpuRoom& room : rooms) m_rates.push_back(known ? room.bytesPerS : 1.0);
        std::ranges::stable_sort(m_order, [&](size_t a, size_t b) {
            return m_rates[a] != m_rates[b] ? m_rates[a] > m_rates[b]
                                            : rooms[a].freeBytes > rooms[b].freeBytes;
        });
    }

    GpuPlan plan() {
        GpuPlan plan;
        for (size_t place = 0; place < m_order.size() && m_left > 0; ++place) {
            const uint32_t count = take(place, plan.shares.empty());
            if (count != 0) plan.shares.push_back({m_order[place], count});
        }
        std::ranges::reverse(plan.shares);
        plan.hostLayers = static_cast<uint32_t>(m_left);
        return plan;
    }

private:
    /// The layers of the GPU at a place of the order; `last`: the head is its own, too.
    uint32_t take(size_t place, bool last) {
        const double own = m_rates[m_order[place]];
        double rates = 0;
        for (size_t i = place; i < m_order.size(); ++i) rates += m_rates[m_order[i]];
        const auto left = static_cast<double>(std::accumulate(
            m_sizes.layers.begin(), m_sizes.layers.begin() + static_cast<ptrdiff_t>(m_left), uint64_t{0}));
        const double share = left * own / rates;
        uint64_t needed = besides(last), bytes = 0;
        uint32_t count = 0;
        while (m_left > 0) {
            const uint64_t layer = m_sizes.layers[m_left - 1];
            if (needed + layer > m_rooms[m_order[place]].freeBytes) break;
            // A layer goes where the larger part of it belongs.
            const bool enough = static_cast<double>(bytes) + static_cast<double>(layer) / 2 > share;
            if (enough && othersHold(place + 1)) break;
            needed += layer;
            bytes += layer;
            --m_left;
            ++count;
        }
        return count;
    }

    uint64_t besides(bool last) const { return neededBesidesLayers(m_sizes, last); }

    /// True if all remaining layers fit on the GPUs from a place on, none of which has the head.
    bool othersHold(size_t place) const {
        size_t left = m_left;
        for (; place < m_order.size() && left > 0; ++place) {
            uint64_t needed = besides(false);
            while (left > 0 && needed + m_sizes.layers[left - 1] <= m_rooms[m_order[place]].freeBytes)
                needed += m_sizes.layers[--left];
        }
        return left == 0;
    }

    const LayerSizes& m_sizes;
    std::span<const GpuRoom> m_rooms;
    std::vector<size_t> m_order;  ///< the quickest first
    std::vector<double> m_rates;
    size_t m_left;  ///< layers that lie nowhere yet: the first so many
};

}  // namespace

uint64_t neededBesidesLayers(const LayerSizes& sizes, bool last) noexcept {
    return reserveBytes + (last ? sizes.others : sizes.scratch);
}

uint32_t layersThatFit(const LayerSizes& sizes, uint64_t freeBytes) noexcept {
    uint64_t needed = neededBesidesLayers(sizes, true);
    uint32_t count = 0;
    for (auto layer = sizes.layers.rbegin(); layer != sizes.layers.rend(); ++layer, ++count) {
        needed += *layer;
        if (needed > freeBytes) break;
    }
    return count;
}

GpuPlan planGpus(const LayerSizes& sizes, std::span<const GpuRoom> rooms) {
    return Spreading(sizes, rooms).plan();
}

}  // namespace hearth
