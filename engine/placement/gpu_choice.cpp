#include "placement/gpu_choice.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "hearth/error.h"
#include "placement/placement_errors.h"

namespace hearth {

namespace {

OpenGpu openGpu(const BackendKind& kind, BackendSettings settings, size_t number, const DeviceInfo& info) {
    settings.device = number;
    OpenGpu card{.number = number, .info = info, .backend = kind.make(settings), .has = {}};
    card.has = card.backend->info();
    return card;
}

/// The devices that there are. Throws why there is none.
std::vector<DeviceInfo> devicesOf(const BackendKind& kind) {
    DeviceSearch search = kind.findDevices();
    if (search.whyNone) throw *search.whyNone;
    return std::move(search.devices);
}

}  // namespace

std::vector<OpenGpu> openGpus(const BackendKind& kind, std::span<const int> numbers,
                              const BackendSettings& settings) {
    const std::vector<DeviceInfo> devices = devicesOf(kind);
    std::vector<OpenGpu> cards;
    for (size_t i = 0; i < numbers.size(); ++i) {
        const int number = numbers[i];
        if (number < 0 || std::cmp_greater_equal(number, devices.size()))
            throw Error(errors::noSuchGpu, {number, devices.size()});
        if (std::ranges::count(numbers.first(i), number) != 0) throw Error(errors::gpuNamedTwice, {number});
        cards.push_back(
            openGpu(kind, settings, static_cast<size_t>(number), devices[static_cast<size_t>(number)]));
    }
    return cards;
}

std::vector<OpenGpu> enoughGpus(const BackendKind& kind, const BackendSettings& settings,
                                const std::function<bool(std::span<const OpenGpu>)>& holds) {
    const std::vector<DeviceInfo> devices = devicesOf(kind);
    std::vector<size_t> order(devices.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_sort(order, [&](size_t a, size_t b) {
        const auto rank = [&](size_t i) {
            return std::pair(devices[i].memoryBytesPerS, static_cast<double>(devices[i].memoryBytes));
        };
        return rank(a) > rank(b);
    });
    std::vector<OpenGpu> cards;
    std::optional<Error> failure;
    for (const size_t number : order) {
        try {
            cards.push_back(openGpu(kind, settings, number, devices[number]));
        } catch (const Error& error) {
            if (error.code() != ErrorCode::Device && error.code() != ErrorCode::OutOfMemory) throw;
            if (!failure) failure = error;
            continue;
        }
        const std::span all(cards);
        if (holds(all.last(1))) {
            cards.erase(cards.begin(), cards.end() - 1);
            return cards;
        }
        if (holds(all)) return cards;
    }
    if (cards.empty()) throw *failure;
    return cards;
}

}  // namespace hearth
