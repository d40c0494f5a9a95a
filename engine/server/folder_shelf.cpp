#include "server/folder_shelf.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <set>
#include <utility>

#include "server/model_folder.h"

namespace hearth::server {

FolderShelf::FolderShelf(Options options) : m_options(std::move(options)), m_host(m_options.host) {
    lookForModels();
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

FolderShelf::~FolderShelf() = default;

void FolderShelf::lookForModels() {
    std::set<std::string> present;
    for (const FoundModel& found : modelsIn(m_options.folder)) {
        if (std::ranges::find(m_options.leftOut, found.name) != m_options.leftOut.end()) continue;
        present.insert(found.name);
        m_host.add(found.name, m_options.source(found.path));
    }
    for (const ModelHost::State& state : m_host.states())
        if (!present.contains(state.id)) m_host.remove(state.id);
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_known, [this](const auto& one) { return !m_host.find(one.first); });
    for (const std::string& name : present)
        m_known.try_emplace(name, Known{std::time(nullptr), std::make_shared<ReplyMemory>()});
}

std::string FolderShelf::modelFor(std::string_view name) const {
    const std::vector<ModelHost::State> states = m_host.states();
    if (states.empty()) return {};
    if (!name.empty()) {
        auto found = std::ranges::find(states, name, &ModelHost::State::id);
        if (found == states.end())
            found = std::ranges::find_if(states, [&](const auto& one) { return meansModel(name, one.id); });
        // Where there is one alone, no other can be meant.
        if (found == states.end() && states.size() == 1) found = states.begin();
        return found == states.end() ? std::string() : found->id;
    }
    const auto isBetter = [](const ModelHost::State& one, const ModelHost::State& other) {
        const bool isLoaded = one.phase == ModelHost::Phase::Loaded;
        if (isLoaded != (other.phase == ModelHost::Phase::Loaded)) return isLoaded;
        return isLoaded && one.used > other.used;
    };
    return std::ranges::min_element(states, isBetter)->id;
}

std::shared_ptr<ServedModel> FolderShelf::find(std::string_view name) {
    const std::string id = modelFor(name);
    std::shared_ptr<HostedModel> model = m_host.find(id);
    const std::scoped_lock lock(m_mutex);
    const auto known = m_known.find(id);
    if (!model || known == m_known.end()) return nullptr;
    return std::make_shared<ServedModel>(id, std::move(model), known->second.memory, known->second.created);
}

std::vector<ModelShelf::Listed> FolderShelf::list() const {
    std::vector<Listed> listed;
    const std::vector<ModelHost::State> states = m_host.states();
    const std::scoped_lock lock(m_mutex);
    for (const ModelHost::State& state : states)
        if (const auto known = m_known.find(state.id); known != m_known.end())
            listed.push_back({state.id, known->second.created, phaseName(state.phase), state.contextLength});
    return listed;
}

int FolderShelf::running() const {
    int all = 0;
    for (const ModelHost::State& state : m_host.states()) all += state.running;
    return all;
}

size_t FolderShelf::waiting() const {
    size_t all = 0;
    for (const ModelHost::State& state : m_host.states()) all += state.waiting + state.queued;
    return all;
}

}  // namespace hearth::server
