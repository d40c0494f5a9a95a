#include "backend/registry/backend_registry.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

namespace hearth {

namespace {

constexpr std::string_view automaticName = "auto";

}  // namespace

BackendRegistry::BackendRegistry(std::shared_ptr<const BackendKind> host) {
    add(std::move(host));
}

void BackendRegistry::add(std::shared_ptr<const BackendKind> kind) {
    const std::string& name = kind->traits().name;
    if (name == automaticName || find(name) != nullptr)
        throw Error(ErrorCode::BadInput,
                    "There is already a backend called \"" + name + "\"; choose another name.");
    m_kinds.push_back(std::move(kind));
}

const BackendKind* BackendRegistry::find(std::string_view name) const noexcept {
    const auto found =
        std::ranges::find_if(m_kinds, [&](const auto& kind) { return kind->traits().name == name; });
    return found == m_kinds.end() ? nullptr : found->get();
}

std::vector<std::string> BackendRegistry::choices() const {
    std::vector<std::string> names{std::string(automaticName)};
    for (const auto& kind : m_kinds) names.push_back(kind->traits().name);
    return names;
}

std::vector<BackendLabel> backendLabels(const BackendRegistry& backends) {
    std::vector<BackendLabel> labels;
    for (const auto& kind : backends.kinds()) {
        const BackendTraits& traits = kind->traits();
        if (traits.automatic)
            labels.push_back({.name = traits.name, .title = traits.title, .type = traits.type});
    }
    std::ranges::rotate(labels, labels.begin() + 1);  // the host is first
    return labels;
}

namespace {

/// Drivers write the domain in four digits or in eight, and letters as they like.
bool isSameBus(std::string_view a, std::string_view b) {
    if (a.size() > b.size()) std::swap(a, b);
    const auto lower = [](char letter) { return std::tolower(static_cast<unsigned char>(letter)); };
    return !a.empty() && std::ranges::equal(a, b.substr(b.size() - a.size()), {}, lower, lower);
}

}  // namespace

std::vector<ListedGpu> listGpus(const BackendRegistry& backends) {
    for (const auto& kind : backends.kinds()) {
        if (!kind->traits().automatic || !kind->traits().ownMemory) continue;
        const DeviceSearch search = kind->findDevices();
        if (search.devices.empty()) continue;
        const auto monitor = kind->makeMonitor();
        const std::vector<DeviceReading> readings = monitor ? monitor->read() : std::vector<DeviceReading>();
        std::vector<ListedGpu> cards;
        for (const DeviceInfo& device : search.devices) {
            ListedGpu card{.number = static_cast<int>(cards.size()),
                           .name = device.name,
                           .totalBytes = device.memoryBytes};
            for (const DeviceReading& one : readings)
                if (isSameBus(one.busId, device.busId) && one.usedBytes && one.totalBytes)
                    card.freeBytes = *one.totalBytes - std::min(*one.usedBytes, *one.totalBytes);
            cards.push_back(std::move(card));
        }
        return cards;
    }
    return {};
}

std::optional<Message> whyNoGpu(const BackendRegistry& backends) {
    Message reason;
    for (const auto& kind : backends.kinds()) {
        if (!kind->traits().automatic || !kind->traits().ownMemory) continue;
        const DeviceSearch search = kind->findDevices();
        if (!search.devices.empty()) return std::nullopt;
        if (reason.isEmpty() && search.whyNone) reason = search.whyNone->message();
    }
    return reason;
}

std::vector<std::unique_ptr<DeviceMonitor>> makeDeviceMonitors(const BackendRegistry& backends) {
    std::vector<std::unique_ptr<DeviceMonitor>> monitors;
    for (const auto& kind : backends.kinds())
        if (auto monitor = kind->makeMonitor()) monitors.push_back(std::move(monitor));
    return monitors;
}

std::vector<DeviceReading> readDevices(const std::vector<std::unique_ptr<DeviceMonitor>>& monitors) {
    std::vector<DeviceReading> all;
    for (const auto& monitor : monitors)
        for (DeviceReading& reading : monitor->read()) all.push_back(std::move(reading));
    return all;
}

std::string asAlternatives(std::span<const std::string> names) {
    std::string text;
    for (size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 < names.size() ? ", " : " or ") + names[i];
    return text;
}

}  // namespace hearth
