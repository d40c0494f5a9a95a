#pragma once

#include <QHash>
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

/// The window's end of the thread on which its model runs (ModelLoop): calls return at once, answers come as
/// signals on the GUI thread. GUI thread but where said.
///
/// Every request has an id. After cancel(id) nothing of it is heard any more but its `finished` (reason
/// Cancelled, with what was made) or `failed`; text that was already on its way is dropped. Replies are made
/// together, any number of them, by their priorities; loading, unloading and keepCache() end them all. An
/// estimate, a prompt or the tokens of a text wait while a reply of Priority::Reading is made. Destruction
/// stops whatever runs and returns when the current layer is done.
class InferenceThread : public QObject {
    Q_OBJECT

public:
    explicit InferenceThread(EngineFactory factory, QObject* parent = nullptr);
    ~InferenceThread() override;

    /// Loads a model, or two as one, in place of the current one; a load that is under way is cancelled.
    quint64 load(const EngineOptions& options);
    void cancelLoad();
    void unload();
    /// The models that are loaded or on their way: none, one, or two, of which routingRule() chooses, the
    /// small one first.
    std::vector<std::shared_ptr<HostedModel>> models() const;
    std::optional<RoutingRule> routingRule() const;

    /// A conversation that does not fit may lose turns, told by turnsDropped().
    quint64 generate(const GenerationRequest& request, WhenFull whenFull = WhenFull::Refuse,
                     Priority priority = Priority::Reading);
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
    /// Asks what the cache holds; answered by cacheRead().
    quint64 cacheStats();
    /// Asks what of these owners of requests is kept on disk and in memory; answered by cacheUseRead() when
    /// nobody waits for a reply.
    quint64 cacheUse(const std::vector<std::string>& owners);
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
    /// Forgets what other owners of requests left in any cache, see GenerationRequest::owner.
    void keepOwners(const std::vector<std::string>& owners);
    /// Ends what runs and writes the cache of the model in use, which stays; answered by cacheKept(), told by
    /// keepProgress().
    void keepCache();
    /// From now on no cache is written any more; what is being written ends with what is there.
    void dropCache();
    /// Caches are written again after dropCache().
    void allowCache();

signals:
    void loadProgress(quint64 id, const QString& step, double fraction);
    /// Just before loaded().
    void templateRead(quint64 id, const hearth::app::TemplateSwitches& switches);
    /// Again with the same id where the model was loaded again, on another device or because its engine
    /// failed.
    void loaded(quint64 id, const hearth::EngineInfo& info);
    /// The model could not be loaded, or loaded again.
    void loadFailed(quint64 id, const hearth::app::InferenceProblem& problem);
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
                     const std::vector<hearth::ContextCut>& cuts = {});
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
    void closeModel();
    /// Stops replies and what else is asked of the current model, whose thread goes on.
    void stopAll();
    enum class Turn : uint8_t {
        Next,          ///< after what was asked for before
        Unread,        ///< while nobody reads a reply
        AfterStopped,  ///< when replies that were stopped have left the engine
    };
    /// Runs work where the engine of a model runs, or on the host's thread, with nullptr, where there is
    /// none. From any thread.
    void at(const std::shared_ptr<HostedModel>& model, Turn turn, EngineTask work);
    /// The same with a part of the model in use.
    void with(RouteTarget part, Turn turn, const EngineTask& work);
    /// Reads something of each engine, and has `done` called with all of it, where the last one runs.
    /// Nothing is read where there is no engine.
    template <class Read, class Done>
    void readEach(Turn turn, Read read, Done done);
    void estimateAt(quint64 id, const std::shared_ptr<PromptMaking>& making,
                    const std::shared_ptr<HostedModel>& model, const std::shared_ptr<HostedModel>& other);
    /// Carries out the rest of a change of the cache.
    void change(const KeptCache::Work& work, Turn turn);
    std::stop_token dropToken();

    const EngineFactory m_factory;
    quint64 m_lastId = 0;
    quint64 m_loadId = 0, m_estimateId = 0;
    std::stop_source m_estimateStop;
    QHash<quint64, std::shared_ptr<RunningReply>> m_replies;
    KeptCache m_cache;
    std::mutex m_dropMutex;  ///< of m_dropCache, which both threads look at
    std::stop_source m_dropCache;
    std::shared_ptr<ModelInUse> m_model;  ///< loaded, or on its way; nullptr: none
    ModelHost m_host;                     ///< last: it ends before what its models refer to
};

}  // namespace hearth::app
