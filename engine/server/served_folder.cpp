#include "server/served_folder.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "server/model_folder.h"

namespace hearth::server {

ServedFolder::ServedFolder(Options options, ModelHost& host, ModelRegistry& registry)
    : m_options(std::move(options)), m_host(host), m_shelf(registry) {
    lookForModels();
    if (m_options.routing) checkRouting(m_shelf, *m_options.routing);
    m_looks = std::jthread([this](const std::stop_token& stop) {
        constexpr auto every = std::chrono::seconds(2);
        while (true) {
            {
                std::unique_lock lock(m_mutex);
                (void)m_ends.wait_for(lock, stop, every, [] { return false; });
            }
            if (stop.stop_requested()) return;
            lookForModels();
        }
    });
}

void ServedFolder::lookForModels() {
    std::vector<std::string> present;
    std::vector<ModelRegistry::Offer> offers;
    for (const FoundModel& found : modelsIn(m_options.folder)) {
        if (std::ranges::find(m_options.leftOut, found.name) != m_options.leftOut.end()) continue;
        m_host.add(found.name, m_options.source(found.path));
        offers.push_back({found.name, m_host.find(found.name)});
        present.push_back(found.name);
    }
    for (const std::string& name : std::exchange(m_names, present)) {
        if (std::ranges::find(present, name) != present.end()) continue;
        m_host.remove(name);
        // One that is in use is offered until it is free: its file may be written anew just now.
        if (auto model = m_host.find(name)) {
            offers.push_back({name, model});
            m_names.push_back(name);
        }
    }
    m_shelf.setModels(std::move(offers), m_options.routing);
}

}  // namespace hearth::server
