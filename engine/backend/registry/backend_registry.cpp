#include "backend/registry/backend_registry.h"

#include <algorithm>
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

std::vector<std::unique_ptr<DeviceMonitor>> makeDeviceMonitors(const BackendRegistry& backends) {
    std::vector<std::unique_ptr<DeviceMonitor>> monitors;
    for (const auto& kind : backends.kinds())
        if (auto monitor = kind->makeMonitor()) monitors.push_back(std::move(monitor));
    return monitors;
}

std::string asAlternatives(std::span<const std::string> names) {
    std::string text;
    for (size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 < names.size() ? ", " : " or ") + names[i];
    return text;
}

}  // namespace hearth
