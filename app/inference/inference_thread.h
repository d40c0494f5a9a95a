#pragma once

#include <QHash>
#include <QObject>
#include <QThread>
#include <mutex>
#include <stop_token>

#include "inference/inference_worker.h"

namespace hearth::app {

/// The window's end of the inference thread: calls return at once, answers come as signals on the GUI thread.
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

    /// Loads a model in place of the current one; a load that is under way is cancelled.
    quint64 load(const EngineOptions& options);
    void cancelLoad();
    void unload();

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
    /// Runs the task in the inference thread, from any thread; while the object lives.
    void post(EngineTask task);
    /// Engine::cancel() of what a task submitted, from any thread.
    void cancelRequest(RequestId id) { m_worker->cancelRequest(id); }
    /// See InferenceWorker.
    void clearCache();
    void keepPrefixes(const QString& folder, bool keep, PrefixLimits limits = {});
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
    void templateRead(quint64 id, const hearth::app::TemplateSwitches& switches);
    void loaded(quint64 id, const hearth::EngineInfo& info);
    void loadFailed(quint64 id, const hearth::app::InferenceProblem& problem);
    void unloaded();
    void keepProgress(double fraction);
    void cacheKept();
    void cacheFailed(const QString& sentence);
    void prefillProgress(quint64 id, const hearth::app::PrefillProgress& progress);
    void turnsDropped(quint64 id, const hearth::app::DroppedTurns& dropped);
    void textReady(quint64 id, const QString& delta, int tokens);
    void textWithheld(quint64 id, const QString& delta, int tokens);
    void callsGrew(quint64 id, const QList<hearth::app::ReplyCall>& calls);
    void callsReady(quint64 id, const QList<hearth::app::ReplyCall>& calls, int begun);
    void finished(quint64 id, const hearth::app::GenerationResultPtr& result);
    void failed(quint64 id, const hearth::app::InferenceProblem& problem);
    void piecesReady(quint64 id, const QList<QByteArray>& pieces);
    void promptReady(quint64 id, const std::vector<hearth::TokenId>& tokens,
                     const std::vector<hearth::ContextCut>& cuts = {});
    void cacheRead(quint64 id, const hearth::Engine::CacheStats& stats);
    void cacheUseRead(quint64 id, const hearth::Engine::PrefixUse& disk,
                      const hearth::Engine::PrefixUse& memory);
    /// `lastTurnTokens`: what the last turn takes alone, with the system messages; 0 where the whole prompt
    /// has room.
    void estimated(quint64 id, const hearth::PromptEstimate& estimate, int lastTurnTokens);
    void kvTypesMeasured(quint64 id, const hearth::app::KvMeasurement& outcome);

private:
    bool isLive(quint64 id) const;
    /// Has the worker do something, from any thread.
    template <class Work>
    void ask(Work work);
    void endMeasuring();

    QThread m_thread;
    std::mutex m_measureLock;  ///< of m_measureStop, which any thread uses
    std::stop_source m_measureStop;
    std::mutex m_dropLock;  ///< of m_dropCache, which both threads look at
    std::stop_source m_dropCache;
    InferenceWorker* m_worker;  ///< lives in m_thread, deleted there
    quint64 m_lastId = 0;
    quint64 m_loadId = 0, m_estimateId = 0;
    std::stop_source m_loadStop, m_estimateStop;
    QHash<quint64, std::stop_source> m_generations;
};

}  // namespace hearth::app
