#pragma once

#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>

#include "hearth/device_fault.h"
#include "inference/generation_job.h"
#include "inference/kv_measurement.h"
#include "inference/prefix_limits.h"
#include "inference/reply_calls.h"

namespace hearth::app {

class RunningReply;

/// How an engine is made: Engine::load, or a scripted one in tests.
using EngineFactory = std::function<std::unique_ptr<Engine>(
    const EngineOptions&, const std::function<void(const Engine::LoadProgress&)>&, std::stop_token)>;

/// Work with the engine, or nullptr when there is none; in the inference thread, between two steps. Must not
/// throw.
using EngineTask = std::function<void(Engine*)>;

/// Lives in the inference thread and owns the engine. Any number of replies go on together, step by step;
/// slots run between two steps. What is to end early ends through its stop token, which the engine reads
/// between layers. Long prompts are made on threads of their own. Work that may take long and that nobody
/// waits for (estimates, prompts, tokens of texts) has its turn while no reply of Priority::Reading is made.
class InferenceWorker : public QObject {
    Q_OBJECT

public:
    /// `dropCache` is asked at the start of each writing of a cache, in the inference thread, for what ends
    /// it.
    explicit InferenceWorker(EngineFactory factory, std::function<std::stop_token()> dropCache = {});
    ~InferenceWorker() override;

    /// Texts of a reply are sent together at most this often.
    static constexpr int coalesceMs = 33;

    /// Engine::cancel(), from any thread.
    void cancelRequest(RequestId id);

public slots:
    void load(quint64 id, const hearth::EngineOptions& options, std::stop_token stop);
    void unload();
    /// Starts a reply beside those that are made already; ends with finished() or failed(), whatever comes.
    void generate(const hearth::app::GenerationJob& job);
    /// Of a reply that is made; from the next step on.
    void setPriority(quint64 id, hearth::Priority priority);
    /// What the request would cost; skipped when `stop` was requested before its turn came.
    void estimate(const hearth::app::GenerationJob& job);
    /// Forgets every cached prefix, and what is kept of any model on disk.
    void clearCache();
    /// Forgets what all other owners of requests left in the cache, and what is kept of theirs on disk.
    void keepOwners(const std::vector<std::string>& owners);
    /// Cached prefixes are kept in this folder, which nothing else uses, from one load of a model to the
    /// next; with `keep` false they are not, and what was kept there goes, as it does with another key. Of
    /// the model in use, too.
    void keepPrefixes(const QString& folder, bool keep, hearth::app::PrefixLimits limits = {});
    /// The same as with `keep` false, but what was kept there stays.
    void leavePrefixes(const QString& folder);
    /// Writes the cache of the model in use now, if there is something to write.
    void keepCache();
    /// The bytes that each token stands for; empty ones for tokens that the model does not have.
    void pieces(quint64 id, const std::vector<hearth::TokenId>& tokens,
                hearth::RouteTarget of = hearth::RouteTarget::Small);
    /// The tokens of the exact prompt that the request would become.
    void prompt(const hearth::app::GenerationJob& job);
    /// The tokens of a text as it stands; none when the model has no vocabulary here.
    void tokens(quint64 id, const QString& text);
    void cacheStats(quint64 id);
    /// What of these owners lies in the folder of cached prefixes and in memory.
    void cacheUse(quint64 id, const std::vector<std::string>& owners);
    /// Measures what types of the cache cost the model, if nothing else is to be done, until `stop` is
    /// requested.
    void measureKvTypes(quint64 id, const hearth::app::KvTypeMeasurer& measure,
                        const std::vector<hearth::KvTypes>& types, std::stop_token stop);
    /// Runs the task. What it submits is stepped like the replies of the window, and ended before the engine
    /// goes.
    void run(const hearth::app::EngineTask& task);

signals:
    void loadProgress(quint64 id, const QString& step, double fraction);
    /// Just before loaded().
    void templateRead(quint64 id, const hearth::app::TemplateSwitches& switches);
    void loaded(quint64 id, const hearth::EngineInfo& info);
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
    /// New text of a reply and how many tokens it took.
    void textReady(quint64 id, const QString& delta, int tokens);
    /// Tells of text that is not shown, because it is, or may become, a part of a call. `tokens`: those that
    /// are neither shown nor told by callsGrew(); 0: there are none any more.
    void textWithheld(quint64 id, const QString& delta, int tokens);
    /// Calls of a reply as far as they are written, while they are.
    void callsGrew(quint64 id, const QList<hearth::app::ReplyCall>& calls);
    /// Shortly before finished(): what a whole reply asks for, of a request with tools. `begun`: so much of
    /// the text that it continues belongs to the first call, see ReplyCalls::begunIn().
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
    void step();
    /// Whether somebody reads one of the replies that are made.
    bool isRead() const;
    /// Has the prompt of a long request made on another thread, so that replies that are made go on, and
    /// `then` here, with the prompt unless it cannot be made or is another engine's. False: nothing of that
    /// is to be done.
    bool makePromptBeside(const GenerationJob& job, std::function<void(const GenerationJob&)> then);
    void begin(const GenerationJob& job);
    void estimateInTurn(const GenerationJob& job);
    /// Does the work now, or when nobody reads a reply any more.
    void aside(std::function<void()> work);
    /// Tells the end of replies that have ended; true: the engine was restarted.
    bool tellEnded();
    void failAll(const InferenceProblem& problem);
    /// Cancels what runs and tells its end.
    void endReplies();
    /// After a fault of the graphics card: the same model again, elsewhere (hearth/device_fault.h). The
    /// conversations live elsewhere, too. `sentence`: what people were told.
    void restart(const DeviceFault& fault, const QString& sentence);
    /// Ends the engine; what it has cached is kept for the next.
    void letGo(const std::function<void(double)>& progress);
    void save(const std::function<void(double)>& progress);
    /// Takes another engine, or none, in place of the one that is there, whose requests are ended.
    void setEngine(std::unique_ptr<Engine> engine);

    EngineFactory m_factory;
    std::function<std::stop_token()> m_dropCache;
    EngineOptions m_options;  ///< of the loaded model
    quint64 m_loadId = 0;
    std::mutex m_engineMutex;  ///< of the pointer, for cancelRequest()
    std::unique_ptr<Engine> m_engine;
    std::list<std::unique_ptr<RunningReply>> m_replies;  ///< of m_engine
    std::deque<std::function<void()>> m_aside;
    QTimer m_stepTimer{this};
    bool m_used = false;     ///< since it was loaded
    bool m_resting = false;  ///< the engine may have something to do although nobody waits for a reply
    QString m_prefixFolder;
    bool m_keepsPrefixes = false;
    /// Whose prefixes stay, asked for while the folder was not known yet: a key may come late.
    std::optional<std::vector<std::string>> m_ownersLeft;
    PrefixLimits m_prefixLimits;
    std::map<quint64, Priority> m_preparing;  ///< replies whose prompts are made beside
    QThreadPool m_prompts;                    ///< last: what it runs is waited for first
};

}  // namespace hearth::app
