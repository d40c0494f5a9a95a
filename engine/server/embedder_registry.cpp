#include "server/embedder_registry.h"

#include <algorithm>
#include <ctime>
#include <utility>

#include "server/server_errors.h"

namespace hearth::server {

EmbedderRegistry::EmbedderRegistry(ModelHost& host, const std::vector<FoundModel>& models, const Load& load)
    : m_host(host) {
    for (const FoundModel& model : models) {
        if (std::ranges::find(m_entries, model.name, &Entry::name) != m_entries.end()) continue;
        m_entries.push_back({.name = model.name, .created = std::time(nullptr), .reranks = model.reranks});
        ModelSource source;
        source.loadEmbedder = [load, path = model.path](const std::stop_token& stop) {
            return load(path, stop);
        };
        source.memory = [path = model.path] { return embedderMemory(path); };
        m_host.add(idOf(model.name), std::move(source));
    }
}

EmbedderRegistry::~EmbedderRegistry() {
    std::vector<std::string> ids;
    for (const Entry& entry : m_entries) ids.push_back(idOf(entry.name));
    m_host.closeAndWait(ids);
}

/// A model that chats may have the same name.
std::string EmbedderRegistry::idOf(const std::string& name) {
    return "embeddings/" + name;
}

std::optional<std::string> EmbedderRegistry::find(std::string_view wanted, Use use) const {
    auto found = m_entries.end();
    if (!wanted.empty()) {
        found = std::ranges::find_if(m_entries,
                                     [&](const Entry& entry) { return meansModel(wanted, entry.name); });
    } else {
        found = std::ranges::find(m_entries, use == Use::Rerank, &Entry::reranks);
        if (found == m_entries.end() && use == Use::Rerank) found = m_entries.begin();
    }
    return found == m_entries.end() ? std::nullopt : std::optional(found->name);
}

bool EmbedderRegistry::reranks(const std::string& name) const {
    const auto found = std::ranges::find(m_entries, name, &Entry::name);
    return found != m_entries.end() && found->reranks;
}

std::vector<ModelRegistry::Listed> EmbedderRegistry::list() const {
    const std::vector<ModelHost::State> states = m_host.states();
    std::vector<ModelRegistry::Listed> listed;
    for (const Entry& entry : m_entries)
        if (const auto state = std::ranges::find(states, idOf(entry.name), &ModelHost::State::id);
            state != states.end())
            listed.push_back({entry.name, entry.created, phaseName(state->phase)});
    return listed;
}

void EmbedderRegistry::post(const std::string& name, EmbedderTask task, Priority priority) {
    if (waiting() < mostWaiting) return m_host.post(idOf(name), std::move(task), priority);
    const Error problem(errors::tooManyRequests);
    task(nullptr, &problem, {});
}

size_t EmbedderRegistry::waiting() const {
    size_t all = 0;
    for (const ModelHost::State& state : m_host.states())
        if (state.embeds) all += state.waiting + state.queued;
    return all;
}

}  // namespace hearth::server
