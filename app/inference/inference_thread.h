#pragma once

#include <QHash>
#include <QObject>
#include <memory>
#include <optional>
#include <vector>

#include "hearth/model_host.h"
#include "hearth/routing.h"
#include "inference/engine_factory.h"
#include "inference/engine_questions.h"
#include "inference/generation_job.h"
#include "inference/model_caches.h"
#include "inference/models_in_use.h"
#include "inference/reply_calls.h"
#include "inference/running_reply.h"

namespace hearth::app {

/// The window's end of the threads on which its models run (ModelLoop): calls return at once, answers come as
/// signals on the GUI thread. It opens models and asks them for replies; the rest is asked of its parts,
/// questions() and caches(). GUI thread but where said.
///
/// Several models may be open; one of them is the current one, which is asked where no other is named. The
/// host unloads those that are not in use when another needs their memory; they stay open, and are loaded
/// again when a reply is asked of them.
///
/// Every request has an id. After cancel(id) nothing of it is heard any more but its `finished` (reason
/// Cancelled, with what was made) or `failed`; text that was already on its way is dropped. Replies are made
/// together, any number of them, by their priorities; closing their model and ModelCaches::write() end them.
/// An estimate, a prompt or the tokens of a text wait while a reply of Priority::Reading is made. Destruction
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
    EngineQuestions& questions() { return m_questions; }
    ModelCaches& caches() { return m_caches; }

    /// Loads a model, or two as one, in place of the current one.
    quint64 load(const EngineOptions& options);
    /// Loads a model, or two as one, beside those that are open. The current one stays the current one.
    quint64 open(const EngineOptions& options);
    /// Makes an open model the current one; 0: none is.
    void use(quint64 model);
    quint64 current() const { return m_models.currentId(); }
    /// Ends loading.
    void cancelLoad(quint64 model);
    /// Closes an open model, and ends its replies; of the current one told by unloaded().
    void close(quint64 model);
    /// Keeps an open model loaded, so that no other model gets its memory.
    void keepLoaded(quint64 model, bool keeps);
    /// Parts of an open model: one, or two, of which routingRule() chooses, the small one first.
    std::vector<std::shared_ptr<HostedModel>> models(quint64 model) const { return m_models.partsOf(model); }
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
    void cancel(quint64 id);

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

private:
    void hear(quint64 id, size_t part, const LoadEvent& event);
    void hear(quint64 id, const ReplyEvent& event);
    /// Runs `work` on the GUI thread, from any.
    template <class Work>
    void tell(Work work) {
        QMetaObject::invokeMethod(this, std::move(work), Qt::QueuedConnection);
    }
    ModelLoad::Hooks hooksOf(quint64 id, size_t part);
    /// Ends what an open model does, and forgets it.
    void drop(quint64 model);
    /// Stops replies and questions of a model, whose thread continues; 0: of all models.
    void stopAll(quint64 model = 0);

    struct Asked {
        quint64 model = 0;
        std::shared_ptr<RunningReply> reply;
    };
    const EngineFactory m_factory;
    MemoryNeed m_memoryNeed;
    QHash<quint64, Asked> m_replies;
    ModelsInUse m_models;
    EngineQuestions m_questions;
    ModelCaches m_caches;
    ModelHost m_host;  ///< last: it ends before what its models refer to
};

}  // namespace hearth::app
