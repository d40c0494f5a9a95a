#pragma once

#include <QList>
#include <QObject>
#include <memory>
#include <stop_token>
#include <vector>

#include "hearth/prompt_making.h"
#include "hearth/routing.h"
#include "inference/generation_job.h"
#include "inference/kv_measurement.h"
#include "inference/models_in_use.h"

namespace hearth::app {

/// Questions about prompts, tokens and the current model that need no reply of it. Each has an id, by which a
/// signal on the GUI thread answers. GUI thread.
class EngineQuestions : public QObject {
    Q_OBJECT

public:
    /// `models` outlives it.
    explicit EngineQuestions(ModelsInUse& models) : m_models(models) {}

    /// Replaces an estimate that has not been answered yet.
    quint64 estimate(const GenerationRequest& request);
    /// Something else is more urgent than the estimate, which is not answered any more.
    void stopEstimate() { m_estimateStop.request_stop(); }
    /// Asks for the bytes of tokens of the model, or of one of two; answered by piecesReady() while a model
    /// is loaded.
    quint64 pieces(const std::vector<TokenId>& tokens, RouteTarget of = RouteTarget::Small);
    /// Asks for the tokens of the prompt that the request would become, with nothing dropped, and for the
    /// cuts that hold for it; answered by promptReady(), with none where only a server can tell.
    quint64 prompt(const GenerationRequest& request);
    /// Asks for the tokens of a text as it stands; answered by promptReady(), with none when the model has no
    /// vocabulary here.
    quint64 tokens(const QString& text);
    /// Asks what types of the cache cost the model in use; answered by kvTypesMeasured(). That is done only
    /// while the model has nothing else to do, and ends at once, with nothing, when anything else is asked
    /// for.
    quint64 measureKvTypes(const KvTypeMeasurer& measure, const std::vector<KvTypes>& types);
    /// Runs the task where the engine runs, of two models that of one.
    void post(const EngineTask& task, RouteTarget of = RouteTarget::Small);

signals:
    /// `lastTurnTokens`: what the last turn takes alone, with the system messages; 0 where the whole prompt
    /// has room.
    void estimated(quint64 id, const hearth::PromptEstimate& estimate, int lastTurnTokens);
    void piecesReady(quint64 id, const QList<QByteArray>& pieces);
    void promptReady(quint64 id, const std::vector<hearth::TokenId>& tokens,
                     const std::vector<hearth::ContextShift>& cuts = {});
    void kvTypesMeasured(quint64 id, const hearth::app::KvMeasurement& outcome);

private:
    /// Runs `work` on the GUI thread, from any.
    template <class Work>
    void tell(Work work) {
        QMetaObject::invokeMethod(this, std::move(work), Qt::QueuedConnection);
    }
    void estimateAt(quint64 id, const std::shared_ptr<PromptMaking>& making,
                    const std::shared_ptr<HostedModel>& model, const std::shared_ptr<HostedModel>& other);

    ModelsInUse& m_models;
    quint64 m_estimateId = 0;
    std::stop_source m_estimateStop;
};

}  // namespace hearth::app
