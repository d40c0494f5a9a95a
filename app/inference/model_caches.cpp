#include "inference/model_caches.h"

#include <atomic>
#include <utility>

#include "hearth/cache_admin.h"
#include "inference/guarded.h"
#include "inference/pair_info.h"

namespace hearth::app {

quint64 ModelCaches::stats(quint64 model) {
    const quint64 id = m_models.newId();
    m_models.readEach<CacheStats>(
        std::make_shared<const ModelsInUse::HostedModels>(
            m_models.partsOf(model == 0 ? m_models.currentId() : model)),
        ModelsInUse::Turn::Next,
        [](Engine& engine) { return engine.cache() != nullptr ? engine.cache()->stats() : CacheStats(); },
        [this, id](const std::vector<CacheStats>& each) {
            if (each.empty()) return;
            const auto all = each.size() == 1 ? each[0] : pairStats(each[0], each[1]);
            tell([this, id, all] { emit statsRead(id, all); });
        });
    return id;
}

quint64 ModelCaches::use(const std::vector<std::string>& tenants) {
    const quint64 id = m_models.newId();
    const auto read = [this, id, tenants,
                       folder = m_folder.folder().toStdString()](const std::vector<PrefixUse>& each) {
        PrefixUse disk;
        if (guarded([&] { disk = prefixUse(folder, tenants); })) return;
        PrefixUse memory;
        for (size_t one = 0; one < each.size(); ++one)
            memory = one == 0 ? each[one] : pairUse(memory, each[one]);
        memory.tenants.resize(tenants.size());
        tell([this, id, disk, memory] { emit useRead(id, disk, memory); });
    };
    const auto models = std::make_shared<const ModelsInUse::HostedModels>(m_models.parts());
    if (models->empty()) {
        m_models.run([read] { read({}); });
        return id;
    }
    m_models.readEach<PrefixUse>(
        models, ModelsInUse::Turn::Unread,
        [tenants](Engine& engine) {
            return engine.cache() != nullptr ? engine.cache()->use(tenants) : PrefixUse();
        },
        read);
    return id;
}

void ModelCaches::clear() {
    KeptCache::Work work = m_folder.clear();
    work.folder = [all = m_models.all(), folder = std::move(work.folder)](bool isOpen) {
        folder(isOpen);
        for (const auto& open : all)
            for (const auto& load : open->loads()) load->setUsed(false);
    };
    change(work, ModelsInUse::Turn::AfterStopped);
}

void ModelCaches::keepPrefixes(const QString& folder, bool keep, const PrefixLimits& limits) {
    const auto work = keep ? m_folder.keep(folder, limits) : std::optional(m_folder.drop(folder));
    if (work) change(*work, ModelsInUse::Turn::Next);
}

void ModelCaches::leavePrefixes(const QString& folder) {
    change(m_folder.leave(folder), ModelsInUse::Turn::Next);
}

void ModelCaches::keepTenants(const std::vector<std::string>& tenants) {
    change(m_folder.keepTenants(tenants), ModelsInUse::Turn::AfterStopped);
}

void ModelCaches::write() {
    m_stopAll();
    const auto told = [this] { tell([this] { emit written(); }); };
    std::vector<std::pair<std::shared_ptr<HostedModel>, std::shared_ptr<ModelLoad>>> parts;
    for (const auto& open : m_models.all()) {
        const ModelsInUse::HostedModels models = open->models();
        for (size_t part = 0; part < models.size(); ++part)
            parts.emplace_back(models[part], open->loads()[part]);
    }
    if (parts.empty()) return m_models.run(told);
    const auto left = std::make_shared<std::atomic<size_t>>(parts.size());
    for (const auto& [model, load] : parts)
        m_models.at(model, ModelsInUse::Turn::Next, [load, left, told](Engine* engine) {
            if (engine != nullptr) {
                guarded([&] { engine->endAll(); });
                load->keepCache(*engine);
            }
            if (--*left == 0) told();
        });
}

void ModelCaches::dropWrites() {
    const std::scoped_lock lock(m_dropMutex);
    m_dropWrites.request_stop();
}

void ModelCaches::allowWrites() {
    const std::scoped_lock lock(m_dropMutex);
    if (m_dropWrites.stop_requested()) m_dropWrites = std::stop_source();
}

std::stop_token ModelCaches::writeStop() {
    const std::scoped_lock lock(m_dropMutex);
    return m_dropWrites.get_token();
}

void ModelCaches::change(const KeptCache::Work& work, ModelsInUse::Turn turn) {
    const auto models = std::make_shared<const ModelsInUse::HostedModels>(m_models.parts());
    if (!models->empty()) return change(models, 0, false, work, turn);
    if (work.folder) m_models.run([folder = work.folder] { folder(false); });
}

void ModelCaches::change(const std::shared_ptr<const ModelsInUse::HostedModels>& models, size_t next,
                         bool isOpen, const KeptCache::Work& work, ModelsInUse::Turn turn) {
    m_models.at((*models)[next], turn, [=, this](Engine* engine) {
        if (engine != nullptr && work.before) work.before(*engine);
        const bool open = isOpen || engine != nullptr;
        if (next + 1 < models->size()) return change(models, next + 1, open, work, turn);
        if (work.folder) work.folder(open);
        if (!work.after) return;
        if (engine != nullptr) work.after(*engine);
        for (size_t other = 0; other < next; ++other)
            m_models.at((*models)[other], ModelsInUse::Turn::Next, [work](Engine* still) {
                if (still != nullptr) work.after(*still);
            });
    });
}

}  // namespace hearth::app

#include "moc_model_caches.cpp"
