#include "server/model_registry.h"

#include <algorithm>
#include <ctime>
#include <utility>

#include "server/server_errors.h"

namespace hearth::server {

namespace {

/// A model with the port that its requests use.
struct ModelAtPort {
    ModelAtPort(const std::string& name, std::shared_ptr<CountingPort> itsPort, int parallel,
                std::shared_ptr<ReplyMemory> memory, int64_t created)
        : port(std::move(itsPort)),
          model(name, std::make_shared<HostedModel>(name, *port, RequestQueue::Limits{.parallel = parallel}),
                std::move(memory), created) {}

    const std::shared_ptr<CountingPort> port;
    ModelHandle model;
};

const char* stateName(const std::shared_ptr<HostedModel>& model) {
    if (!model || model->isClosed) return phaseName(ModelPhase::NotLoaded);
    const ModelPhase phase = model->phase;
    const bool isAwaited = phase != ModelPhase::Loaded && model->waiting > 0;
    return phaseName(isAwaited ? ModelPhase::Loading : phase);
}

}  // namespace

void ModelRegistry::setModels(std::vector<Offer> offers, std::shared_ptr<const Routing> routing) {
    const std::scoped_lock lock(m_mutex);
    const std::vector<Entry> before = std::exchange(m_models, {});
    for (Offer& offer : offers) {
        const auto same = std::ranges::find(before, offer, &Entry::offer);
        if (same != before.end())
            m_models.push_back(*same);
        else
            m_models.push_back({std::move(offer), std::make_shared<ReplyMemory>(), std::time(nullptr)});
    }
    if (!m_routing && routing) m_routedSince = std::time(nullptr);
    m_routing = std::move(routing);
    std::erase_if(m_earlier, [](const auto& model) { return model.expired(); });
    for (const Entry& entry : before)
        if (std::ranges::find(m_models, entry.offer, &Entry::offer) == m_models.end())
            m_earlier.push_back(entry.served);
}

/// nullptr: the model is closed.
std::shared_ptr<ModelHandle> ModelRegistry::served(Entry& entry) const {
    auto hosted = entry.offer.model.lock();
    if (!hosted || hosted->isClosed) return nullptr;
    if (!m_options.parallel)
        return std::make_shared<ModelHandle>(entry.offer.name, std::move(hosted), entry.memory,
                                             entry.created);
    if (auto known = entry.served.lock()) return known;
    const auto made = std::make_shared<ModelAtPort>(
        entry.offer.name, std::make_shared<CountingPort>(std::move(hosted), m_tasks), *m_options.parallel,
        entry.memory, entry.created);
    std::shared_ptr<ModelHandle> model(made, &made->model);
    entry.served = model;
    return model;
}

std::shared_ptr<ModelHandle> ModelRegistry::find(std::string_view name) {
    const std::scoped_lock lock(m_mutex);
    return modelCalled(name);
}

ModelRegistry::Meant ModelRegistry::meant(std::string_view name) {
    const std::scoped_lock lock(m_mutex);
    if (m_routing && meansRouted(name)) return {nullptr, m_routing};
    return {modelCalled(name)};
}

std::shared_ptr<ModelHandle> ModelRegistry::modelCalled(std::string_view name) {
    if (m_routing && name == routedModelName) return nullptr;
    Entry* const entry = entryCalled(name);
    return entry == nullptr ? nullptr : served(*entry);
}

ModelRegistry::Entry* ModelRegistry::entryCalled(std::string_view name) {
    if (m_models.empty()) return nullptr;
    // A single model answers to any name, unless it is one of a routed pair.
    if (m_models.size() == 1 && !m_routing) return &m_models.front();
    if (name.empty()) return unnamed();
    const auto first = [this](const auto& isMeant) -> Entry* {
        const auto found = std::ranges::find_if(m_models, isMeant);
        return found == m_models.end() ? nullptr : &*found;
    };
    if (Entry* exact = first([&](const Entry& one) { return one.offer.name == name; })) return exact;
    return first([&](const Entry& one) {
        return meansModel(name, one.offer.name) ||
               std::ranges::any_of(one.offer.aliases,
                                   [&](const auto& other) { return meansModel(name, other); });
    });
}

ModelRegistry::Entry* ModelRegistry::unnamed() {
    if (m_options.unnamed == Options::Unnamed::First) return &m_models.front();
    const auto lastUse = [](const Entry& entry) {
        const auto model = entry.offer.model.lock();
        const bool isLoaded = model && model->phase == ModelPhase::Loaded;
        return isLoaded ? std::optional(model->used.load()) : std::nullopt;
    };
    return &*std::ranges::max_element(m_models, {}, lastUse);
}

std::vector<ModelRegistry::Listed> ModelRegistry::list() const {
    const std::scoped_lock lock(m_mutex);
    std::vector<Listed> listed;
    if (m_routing) listed.push_back({std::string(routedModelName), m_routedSince, "not loaded"});
    for (const Entry& entry : m_models) {
        if (m_routing && entry.offer.name == routedModelName) continue;
        const auto model = entry.offer.model.lock();
        Listed one{entry.offer.name, entry.created, stateName(model), model ? model->contextLength.load() : 0,
                   model && model->seesPictures};
        // The name that is two answers as soon as the small one does.
        if (m_routing && one.name == m_routing->small) listed.front().state = one.state;
        listed.push_back(one);
        for (const std::string& alias : entry.offer.aliases) {
            one.name = alias;
            listed.push_back(one);
        }
    }
    return listed;
}

std::vector<std::shared_ptr<HostedModel>> ModelRegistry::all() const {
    const std::scoped_lock lock(m_mutex);
    std::vector<std::shared_ptr<HostedModel>> all;
    const auto add = [&all](const std::weak_ptr<ModelHandle>& served) {
        if (const auto model = served.lock()) all.push_back(model->model);
    };
    for (const Entry& entry : m_models) {
        if (m_options.parallel)
            add(entry.served);
        else if (auto model = entry.offer.model.lock())
            all.push_back(std::move(model));
    }
    for (const auto& earlier : m_earlier) add(earlier);
    return all;
}

int ModelRegistry::running() const {
    int sum = 0;
    for (const auto& model : all()) sum += model->requests.running();
    return sum;
}

size_t ModelRegistry::waiting() const {
    size_t sum = 0;
    for (const auto& model : all()) sum += model->requests.waiting() + model->waiting;
    return sum;
}

std::shared_ptr<const Routing> ModelRegistry::routing() const {
    const std::scoped_lock lock(m_mutex);
    return m_routing;
}

bool ModelRegistry::isIdle() const {
    // A request that goes from one model to the other, or from those that wait to those that run, could be
    // overlooked in both places; but that takes a task.
    const uint64_t before = m_tasks->posted();
    return m_tasks->open() == 0 && waiting() == 0 && running() == 0 && m_tasks->posted() == before;
}

void checkRouting(ModelRegistry& models, const Routing& routing) {
    for (const std::string& name : {routing.small, routing.large})
        if (name.empty() || !models.find(name)) throw Error(errors::noRoutedModel, {name});
    if (models.find(routing.small)->model == models.find(routing.large)->model)
        throw Error(errors::sameRoutedModel, {routing.small});
}

}  // namespace hearth::server
