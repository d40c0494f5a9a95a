#pragma once

#include <QHash>
#include <QMap>
#include <QObject>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "hearth/model_host.h"
#include "hearth/prefix_folder.h"
#include "hearth/prompt_making.h"
#include "hearth/routing.h"
#include "inference/engine_factory.h"
#include "inference/generation_job.h"
#include "inference/kept_cache.h"
#include "inference/kv_measurement.h"
#include "inference/model_in_use.h"
#include "inference/reply_calls.h"
#include "inference/running_reply.h"

namespace hearth::app {

/// Work with the engine, or nullptr when there is none; where the engine runs, between two steps. Must not
/// throw.
using EngineTask = std::function<void(Engine*)>;

/// The window's end of the threads on which its models run (ModelLoop): calls return at once, answers come as
/// signals on the GUI thread. GUI thread but where said.
///
/// Several models may be open; one of them is the current one, which is asked where no other is named. The
/// host unloads those that are not in use when another needs their memory; they stay open, and are loaded
/// again when a reply is asked of them.
///
/// Every request has an id. After cancel(id) nothing of it is heard any more but its `finished` (reason
/// Cancelled, with what was made) or `failed`; text that was already on its way is dropped. Replies are made
/// together, any number of them, by their priorities; unloading their model and keepCache() end them. An
/// estimate, a prompt or the tokens of a text wait while a reply of Priority::Reading is made. Destruction
/// stops whatever runs and returns when the current layer is done.
class InferenceThread : public QObject {
    Q_OBJECT

public:
    explicit InferenceThread(EngineFactory factory, QObject* parent = nullptr);
    ~InferenceThread() override;

    /// Loads the models; others that embed or rerank may be added. From any thread.
    ModelHost& host() { return m_host; }
    /// Sets the function that tells how much memory a model needs, for models that are opened from now on.
    /// Without it every model has room.
    void setMemoryNeed(MemoryNeed need) { m_memoryNeed = std::move(need); }

    /// Loads a model, or two as one, in place of the current one.
    quint64 load(const EngineOptions& options);
    /// Loads a model, or two as one, beside those that are open. The current one stays the current one.
    quint64 open(const EngineOptions& options);
    /// Makes an open model the current one; 0: none is.
    void use(quint64 model);
    quint64 current() const { return m_current; }
    /// Ends loading; of the current model.
    void cancelLoad() { cancelLoad(m_current); }
    void cancelLoad(quint64 model);
    /// Closes the current model.
    void unload() { close(m_current); }
    /// Closes an open model, and ends its replies; of the current one told by unloaded().
    void close(quint64 model);
    /// Keeps an open model loaded, so that no other model gets its memory.
    void keepLoaded(quint64 model, bool keeps);
    /// Parts of an open model: one, or two, of which routingRule() chooses, the small one first.
    std::vector<std::shared_ptr<HostedModel>> models(quint64 model) const;
    std::vector<std::shared_ptr<HostedModel>> models() const { return models(m_current); }
    std::optional<RoutingRule> routingRule(quint64 model) const;

    /// Asks an open model, or the current one, for a reply. A conversation that does not fit may lose turns,
    /// told by turnsDropped().
    quint64 generate(const GenerationRequest& request, WhenFull whenFull = WhenFull::Refuse,
                     Priority priority = Priority::Reading, quint64 model = 0);
    /// The open model that a reply was asked of, also while its end is told; 0: not known any more.
    quint64 modelAsked(quint64 reply) const;
    /// True while a reply of an open model is under way.
    bool isAsked(quint64 model) const;
    /// Of a reply that is made, from its next token on; nothing happens for others.
    void setPriority(quint64 id, Priority priority);
    /// Replaces an estimate that has not been answered yet.
    quint64 estimate(const GenerationRequest& request);
    /// Asks for the bytes of tokens of the model, or of one of two; answered by piecesReady() while a model
    /// is loaded.
    quint64 pieces(const std::vector<TokenId>& tokens, RouteTarget of = RouteTarget::Small);
    /// Asks for the tokens of the prompt that the request would become, with nothing dropped, and for the
    /// cuts that hold for it; answered by promptReady(), with none where only a server can tell.
    quint64 prompt(const GenerationRequest& request);
    /// Asks for the tokens of a text as it stands; answered by promptReady(), with none when the model has no
    /// vocabulary here.
    quint64 tokens(const QString& text);
    /// Asks what the cache of an open model, or of the current one, holds; answered by cacheRead().
    quint64 cacheStats(quint64 model = 0);
    /// Asks what of these tenants of requests is kept on disk and in memory; answered by cacheUseRead() when
    /// nobody waits for a reply.
    quint64 cacheUse(const std::vector<std::string>& tenants);
    /// Asks what types of the cache cost the model in use; answered by kvTypesMeasured(). That is done only
    /// while the model has nothing else to do, and ends at once, with nothing, when anything else is asked
    /// for.
    quint64 measureKvTypes(const KvTypeMeasurer& measure, const std::vector<KvTypes>& types);
    void cancel(quint64 id);
    /// Runs the task where the engine runs, of two models that of one.
    void post(const EngineTask& task, RouteTarget of = RouteTarget::Small);
    /// Forgets every cached prefix, and what is kept of any model on disk.
    void clearCache();
    /// Keeps cached prefixes in this folder, which nothing else uses, from one load of a model to the next;
    /// with `keep` false they are not, and what was kept there goes, as it does with another key. Of the
    /// model in use, too.
    void keepPrefixes(const QString& folder, bool keep, const PrefixLimits& limits = {});
    /// The same as with `keep` false, but what was kept there stays.
    void leavePrefixes(const QString& folder);
    /// Forgets what other tenants of requests left in any cache, see GenerationRequest::tenant.
    void keepTenants(const std::vector<std::string>& tenants);
    /// Ends what runs and writes the cache of the model in use, which stays; answered by cacheKept(), told by
    /// keepProgress().
    void keepCache();
    /// From now on no cache is written any more; what is being written ends with what is there.
    void dropCache();
    /// Caches are written again after dropCache().
    void allowCache();

signals:
    void loadProgress(quint64 id, const QString& step, double fraction);
    /// An open model was unloaded, because another one needed its memory.
    void rested(quint64 id);
    /// Just before loaded().
    void templateRead(quint64 id, const hearth::app::TemplateSwitches& switches);
    /// Again with the same id where the model was loaded again: on another device, because its engine failed,
    /// or after rested().
    void loaded(quint64 id, const hearth::EngineInfo& info);
    /// The model could not be loaded, or loaded again, and is closed.
    void loadFailed(quint64 id, const hearth::app::InferenceProblem& problem);
    /// There is no current model any more.
    void unloaded();
    /// The cache is being written; the share that is.
    void keepProgress(double fraction);
    /// keepCache() or unload() has nothing to write any more.
    void cacheKept();
    /// The folder of cached prefixes could not be written or read; one sentence.
    void cacheFailed(const QString& sentence);
    void prefillProgress(quint64 id, const hearth::app::PrefillProgress& progress);
    /// The oldest turns were left out of the prompt: so many in all since it was asked for; or, shortly
    /// before finished(), so many are behind the cuts of the result, those of the request included.
    void turnsDropped(quint64 id, const hearth::app::DroppedTurns& dropped);
    /// As the structures of running_reply.h say.
    void textReady(quint64 id, const QString& delta, int tokens);
    void textWithheld(quint64 id, const QString& delta, int tokens);
    void callsGrew(quint64 id, const QList<hearth::app::ReplyCall>& calls);
    /// Shortly before finished().
    void callsReady(quint64 id, const QList<hearth::app::ReplyCall>& calls, int begun);
    void finished(quint64 id, const hearth::app::GenerationResultPtr& result);
    void failed(quint64 id, const hearth::app::InferenceProblem& problem);
    void piecesReady(quint64 id, const QList<QByteArray>& pieces);
    void promptReady(quint64 id, const std::vector<hearth::TokenId>& tokens,
                     const std::vector<hearth::ContextShift>& cuts = {});
    void cacheRead(quint64 id, const hearth::CacheStats& stats);
    void cacheUseRead(quint64 id, const hearth::PrefixUse& disk, const hearth::PrefixUse& memory);
    /// `lastTurnTokens`: what the last turn takes alone, with the system messages; 0 where the whole prompt
    /// has room.
    void estimated(quint64 id, const hearth::PromptEstimate& estimate, int lastTurnTokens);
    void kvTypesMeasured(quint64 id, const hearth::app::KvMeasurement& outcome);

private:
    bool isLive(quint64 id) const;
    void hear(quint64 id, size_t part, const LoadEvent& event);
    void hear(quint64 id, const ReplyEvent& event);
    /// Runs `work` on the GUI thread, from any.
    template <class Work>
    void tell(Work work) {
        QMetaObject::invokeMethod(this, std::move(work), Qt::QueuedConnection);
    }
    ModelHost::Options hostOptions();
    ModelLoad::Hooks hooksOf(quint64 id, size_t part);
    /// nullptr: there is none.
    std::shared_ptr<ModelInUse> modelOf(quint64 id) const { return m_models.value(id); }
    std::shared_ptr<ModelInUse> currentModel() const { return modelOf(m_current); }
    /// Ends what an open model does, and forgets it.
    void drop(quint64 model);
    /// Stops replies and questions of a model, whose thread continues; 0: of all models.
    void stopAll(quint64 model = 0);
    enum class Turn : uint8_t {
        Next,          ///< after what was asked for before
        Unread,        ///< while nobody reads a reply
        AfterStopped,  ///< when replies that were stopped have left the engine
    };
    /// Runs work where the engine of a model runs, or on the host's thread, with nullptr, where there is
    /// none. From any thread.
    void at(const std::shared_ptr<HostedModel>& model, Turn turn, EngineTask work);
    /// The same with a part of the current model.
    void with(RouteTarget part, Turn turn, const EngineTask& work);
    using HostedModels = std::vector<std::shared_ptr<HostedModel>>;
    /// Those of all open models.
    HostedModels allModels() const;
    /// Reads something of each engine, one after the other, and has `done` called with all of it where the
    /// last one runs, or on the host's thread. Models that are not loaded are left out.
    template <class Value>
    void readEach(const std::shared_ptr<const HostedModels>& models, Turn turn,
                  const std::function<Value(Engine&)>& read,
                  const std::function<void(std::vector<Value>)>& done, std::vector<Value> values = {},
                  size_t next = 0);
    void estimateAt(quint64 id, const std::shared_ptr<PromptMaking>& making,
                    const std::shared_ptr<HostedModel>& model, const std::shared_ptr<HostedModel>& other);
    /// Carries out the rest of a change of the cache.
    void change(const KeptCache::Work& work, Turn turn);
    /// The same from a model on; `isOpen`: one before it is loaded.
    void change(const std::shared_ptr<const HostedModels>& models, size_t next, bool isOpen,
                const KeptCache::Work& work, Turn turn);
    std::stop_token dropToken();

    struct Asked {
        quint64 model = 0;
        std::shared_ptr<RunningReply> reply;
    };
    const EngineFactory m_factory;
    MemoryNeed m_memoryNeed;
    quint64 m_lastId = 0;
    quint64 m_estimateId = 0;
    std::stop_source m_estimateStop;
    QHash<quint64, Asked> m_replies;
    KeptCache m_cache;
    std::mutex m_dropMutex;  ///< of m_dropCache, which both threads look at
    std::stop_source m_dropCache;
    QMap<quint64, std::shared_ptr<ModelInUse>> m_models;  ///< that are open, by their ids
    quint64 m_current = 0;                                ///< of those; 0: none
    ModelHost m_host;                                     ///< last: it ends before what its models refer to
};

}  // namespace hearth::app
