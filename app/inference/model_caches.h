#pragma once

#include <QObject>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "hearth/prefix_folder.h"
#include "inference/kept_cache.h"
#include "inference/models_in_use.h"

namespace hearth::app {

/// The caches of the open models, in memory and in the folder that keeps them from one load to the next. GUI
/// thread but where said.
class ModelCaches : public QObject {
    Q_OBJECT

public:
    /// `models` outlives it. `stopAll` stops all replies and questions.
    ModelCaches(ModelsInUse& models, std::function<void()> stopAll)
        : m_models(models), m_stopAll(std::move(stopAll)) {}

    /// Asks what the cache of an open model, or of the current one, holds; answered by statsRead().
    quint64 stats(quint64 model = 0);
    /// Asks what of these tenants of requests is kept on disk and in memory; answered by useRead() when
    /// no reply is awaited.
    quint64 use(const std::vector<std::string>& tenants);
    /// Forgets every cached prefix, and what is kept of any model on disk.
    void clear();
    /// Keeps cached prefixes in this folder, which nothing else uses, from one load of a model to the next;
    /// with `keep` false they are not, and what was kept there goes, as it does with another key. Of the
    /// model in use, too.
    void keepPrefixes(const QString& folder, bool keep, const PrefixLimits& limits = {});
    /// The same as with `keep` false, but what was kept there stays.
    void leavePrefixes(const QString& folder);
    /// Forgets what other tenants of requests left in any cache, see GenerationRequest::tenant.
    void keepTenants(const std::vector<std::string>& tenants);
    /// Ends the replies of all engines and writes their caches; answered by written(), told by
    /// writeProgress().
    void write();
    /// From now on no cache is written any more; what is being written ends with what is there.
    void dropWrites();
    /// Caches are written again after dropWrites().
    void allowWrites();

    /// The folder, for the options of a model that is opened.
    const KeptCache& folder() const { return m_folder; }
    /// Stops writing after dropWrites(). From any thread.
    std::stop_token writeStop();

signals:
    void statsRead(quint64 id, const hearth::CacheStats& stats);
    void useRead(quint64 id, const hearth::PrefixUse& disk, const hearth::PrefixUse& memory);
    /// The cache is being written; the share that is.
    void writeProgress(double fraction);
    /// write(), or closing a model, has nothing to write any more.
    void written();
    /// The folder of cached prefixes could not be written or read; one sentence.
    void failed(const QString& sentence);

private:
    /// Runs `work` on the GUI thread, from any.
    template <class Work>
    void tell(Work work) {
        QMetaObject::invokeMethod(this, std::move(work), Qt::QueuedConnection);
    }
    /// Carries out the rest of a change of the folder.
    void change(const KeptCache::Work& work, ModelsInUse::Turn turn);
    /// The same from a model on; `isOpen`: one before it is loaded.
    void change(const std::shared_ptr<const ModelsInUse::HostedModels>& models, size_t next, bool isOpen,
                const KeptCache::Work& work, ModelsInUse::Turn turn);

    ModelsInUse& m_models;
    const std::function<void()> m_stopAll;
    KeptCache m_folder;
    std::mutex m_dropMutex;  ///< of m_dropWrites, which both threads look at
    std::stop_source m_dropWrites;
};

}  // namespace hearth::app
