#include "server/embedder_shelf.h"

#include <algorithm>
#include <ctime>
#include <utility>

#include "hearth/unexpected_error.h"
#include "server/server_errors.h"

namespace hearth::server {

EmbedderShelf::EmbedderShelf(std::vector<FoundModel> models, Load load) : m_load(std::move(load)) {
    for (FoundModel& model : models) {
        if (std::ranges::find(m_slots, model.name, &Slot::name) != m_slots.end()) continue;
        m_slots.push_back({.name = std::move(model.name),
                           .path = std::move(model.path),
                           .created = std::time(nullptr),
                           .reranks = model.reranks,
                           .embedder = nullptr});
    }
    m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

EmbedderShelf::~EmbedderShelf() {
    m_thread.request_stop();
    m_changed.notify_all();
    m_thread.join();
    const Error problem(errors::serverStopped);
    // Each may post more.
    while (true) {
        Waiting next;
        {
            const std::scoped_lock lock(m_mutex);
            if (m_waiting.empty()) return;
            next = std::move(m_waiting.front());
            m_waiting.pop_front();
        }
        next.task(nullptr, &problem, {});
    }
}

std::optional<std::string> EmbedderShelf::find(std::string_view wanted, Use use) const {
    auto found = m_slots.end();
    if (!wanted.empty()) {
        found =
            std::ranges::find_if(m_slots, [&](const Slot& slot) { return meansModel(wanted, slot.name); });
    } else {
        found = std::ranges::find(m_slots, use == Use::Rerank, &Slot::reranks);
        if (found == m_slots.end() && use == Use::Rerank) found = m_slots.begin();
    }
    return found == m_slots.end() ? std::nullopt : std::optional(found->name);
}

bool EmbedderShelf::reranks(const std::string& name) const {
    const auto found = std::ranges::find(m_slots, name, &Slot::name);
    return found != m_slots.end() && found->reranks;
}

std::vector<ModelShelf::Listed> EmbedderShelf::list() const {
    const std::scoped_lock lock(m_mutex);
    std::vector<ModelShelf::Listed> listed;
    for (const Slot& slot : m_slots) listed.push_back({slot.name, slot.created, slot.state});
    return listed;
}

void EmbedderShelf::post(const std::string& name, Task task) {
    Slot& wanted = *std::ranges::find(m_slots, name, &Slot::name);
    {
        const std::scoped_lock lock(m_mutex);
        if (m_waiting.size() < mostWaiting) {
            m_waiting.push_back({&wanted, std::move(task)});
            m_changed.notify_all();
            return;
        }
    }
    const Error problem(errors::tooManyRequests);
    task(nullptr, &problem, {});
}

size_t EmbedderShelf::waiting() const {
    const std::scoped_lock lock(m_mutex);
    return m_waiting.size();
}

void EmbedderShelf::run(const std::stop_token& stop) {
    while (true) {
        Waiting next;
        {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [this] { return !m_waiting.empty(); }) || stop.stop_requested())
                return;
            next = std::move(m_waiting.front());
            m_waiting.pop_front();
        }
        serve(next, stop);
    }
}

void EmbedderShelf::serve(const Waiting& next, const std::stop_token& stop) {
    Slot& slot = *next.slot;
    slot.used = ++m_lastUse;
    try {
        if (slot.embedder == nullptr) load(slot, stop);
    } catch (...) {
        const Error problem = currentError(errors::noMemoryToLoad);
        setState(slot, "failed");
        return run(next.task, nullptr, &problem, stop);
    }
    run(next.task, slot.embedder.get(), nullptr, stop);
}

void EmbedderShelf::run(const Task& task, Embedder* embedder, const Error* problem,
                        const std::stop_token& stop) {
    try {
        task(embedder, problem, stop);
    } catch (...) {
        // It was one request's, whose answer becomes an error with what the task held of it.
    }
}

void EmbedderShelf::load(Slot& slot, const std::stop_token& stop) {
    size_t loaded = 0;
    Slot* oldest = nullptr;
    for (Slot& other : m_slots) {
        if (other.embedder == nullptr) continue;
        ++loaded;
        if (oldest == nullptr || other.used < oldest->used) oldest = &other;
    }
    if (loaded >= mostLoaded) {
        oldest->embedder.reset();
        setState(*oldest, "not loaded");
    }
    setState(slot, "loading");
    slot.embedder = m_load(slot.path, stop);
    setState(slot, "loaded");
}

void EmbedderShelf::setState(Slot& slot, const char* state) {
    const std::scoped_lock lock(m_mutex);
    slot.state = state;
}

}  // namespace hearth::server
