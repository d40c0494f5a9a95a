#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "inference/open_models.h"

namespace hearth::app {

struct ModelOffers;
class AppSettings;
class InferenceThread;

/// The model of the chat that is shown, for the top bar: its name, its device, its memory. GUI thread.
class EngineStatus : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    /// All that are open.
    Q_PROPERTY(hearth::app::OpenModels* models READ models CONSTANT)
    /// It can be asked.
    Q_PROPERTY(bool ready READ isReady NOTIFY changed)
    /// It can be asked, but was unloaded for another model: it is loaded again first.
    Q_PROPERTY(bool resting READ isResting NOTIFY changed)
    /// The model of the chat that is shown, if it is not open: it is loaded when a message is sent.
    Q_PROPERTY(QString awaitedPath READ awaitedPath NOTIFY changed)
    Q_PROPERTY(bool loading READ isLoading NOTIFY changed)
    Q_PROPERTY(double loadFraction READ loadFraction NOTIFY progressChanged)
    Q_PROPERTY(QString loadStep READ loadStep NOTIFY progressChanged)
    Q_PROPERTY(QString modelName READ modelName NOTIFY changed)
    Q_PROPERTY(QString quantization READ quantization NOTIFY changed)
    /// "CPU, 2 threads, AVX-512 VNNI", in the language of the window.
    Q_PROPERTY(QString deviceText READ deviceText NOTIFY changed)
    /// Reason why it does not run on a graphics card; empty: it does, or was not meant to.
    Q_PROPERTY(QString reason READ reason NOTIFY changed)
    /// There is a GPU engine that could find a card when it is asked again.
    Q_PROPERTY(bool canCheckAgain READ canCheckAgain NOTIFY changed)
    Q_PROPERTY(QString templateNote READ templateNote NOTIFY changed)
    Q_PROPERTY(double weightsBytes READ weightsBytes NOTIFY changed)
    /// Maximum size of the KV cache of all conversations, and of one conversation of contextLength tokens.
    Q_PROPERTY(double kvBytes READ kvBytes NOTIFY changed)
    /// The part of kvBytes that is in use.
    Q_PROPERTY(double kvTakenBytes READ kvTakenBytes NOTIFY changed)
    Q_PROPERTY(double kvConversationBytes READ kvConversationBytes NOTIFY changed)
    Q_PROPERTY(double scratchBytes READ scratchBytes NOTIFY changed)
    /// Figures of a mixture whose experts are in the computer's memory: experts of a layer, how many of them
    /// the card has room for, bytes of all of them, the share of uses that found theirs on the card (0 to 1;
    /// -1: none was used yet), and bytes that were copied. All 0: none are there.
    Q_PROPERTY(int expertCount READ expertCount NOTIFY changed)
    Q_PROPERTY(int expertsOnCard READ expertsOnCard NOTIFY changed)
    Q_PROPERTY(double expertBytes READ expertBytes NOTIFY changed)
    Q_PROPERTY(double expertHitRate READ expertHitRate NOTIFY changed)
    Q_PROPERTY(double expertCopiedBytes READ expertCopiedBytes NOTIFY changed)
    Q_PROPERTY(double freeBytes READ freeBytes NOTIFY changed)
    Q_PROPERTY(double totalBytes READ totalBytes NOTIFY changed)
    /// False: one token at a time, because the model has recurrent layers or is a server's.
    Q_PROPERTY(bool canSpeculate READ canSpeculate NOTIFY changed)
    /// The model has a layer that guesses further tokens.
    Q_PROPERTY(bool hasMtp READ hasMtp NOTIFY changed)
    /// The draft model that is loaded together with the model, and the memory that it takes; empty: none.
    Q_PROPERTY(QString draftPath READ draftPath NOTIFY changed)
    Q_PROPERTY(double draftBytes READ draftBytes NOTIFY changed)
    /// Reason why the chosen one is not loaded; empty: it is, or none was chosen.
    Q_PROPERTY(QString draftProblem READ draftProblem NOTIFY changed)
    /// Ability of the model to read pictures, true while that is not known, and memory of the part that does.
    Q_PROPERTY(bool seesPictures READ seesPictures NOTIFY changed)
    Q_PROPERTY(double visionBytes READ visionBytes NOTIFY changed)
    /// Reason for leaving out the vision encoder; empty: it is loaded, or the model has none.
    Q_PROPERTY(QString visionProblem READ visionProblem NOTIFY changed)
    /// Speed relative to one token at a time since the model was loaded, with tokens guessed from the text
    /// itself or also with the draft model; 0: too few tokens for a figure.
    Q_PROPERTY(double lookupGain READ lookupGain NOTIFY gainChanged)
    Q_PROPERTY(double draftGain READ draftGain NOTIFY gainChanged)
    /// Reasoning options of the model's template: thinking on or off, and effort.
    Q_PROPERTY(bool canSwitchThinking READ canSwitchThinking NOTIFY changed)
    Q_PROPERTY(bool canSetEffort READ canSetEffort NOTIFY changed)
    /// False for a server that has no such parameter.
    Q_PROPERTY(bool hasPenaltyWindow READ hasPenaltyWindow NOTIFY changed)
    Q_PROPERTY(int contextLength READ contextLength NOTIFY changed)
    /// False for a server that does not say it: then contextLength is only assumed.
    Q_PROPERTY(bool contextKnown READ isContextKnown NOTIFY changed)
    /// The type of its KV cache: "f16"
    Q_PROPERTY(QString kvType READ kvType NOTIFY changed)
    Q_PROPERTY(int trainedLength READ trainedLength NOTIFY changed)
    Q_PROPERTY(QString modelPath READ modelPath NOTIFY changed)
    /// The computer that the model runs on; empty: this one.
    Q_PROPERTY(QString remoteHost READ remoteHost NOTIFY changed)
    /// True if two models answer as one.
    Q_PROPERTY(bool routed READ isRouted NOTIFY changed)
    /// The computer that the large one of two models runs on; empty: this one, or there is one model.
    Q_PROPERTY(QString largeHost READ largeHost NOTIFY changed)
    Q_PROPERTY(QString errorText READ errorText NOTIFY changed)

public:
    EngineStatus(InferenceThread& inference, AppSettings& settings, QObject* parent = nullptr);

    OpenModels* models() { return &m_models; }
    const OpenModels& models() const { return m_models; }
    /// The model itself; one that is not ready if there is none.
    const OpenModel& model() const;
    bool isReady() const { return model().isReady; }
    bool isResting() const { return isReady() && model().phase == OpenModel::Phase::Resting; }
    bool isLoading() const { return m_models.current() != nullptr && model().isLoading(); }
    double loadFraction() const { return model().loadFraction; }
    QString loadStep() const { return model().loadStep; }
    QString awaitedPath() const { return m_awaited; }
    /// True if a reply can be requested: the model is loaded, is being loaded, or is loaded for it.
    bool canBeAsked() const { return isReady() || isLoading() || !m_awaited.isEmpty(); }
    bool canSwitchThinking() const;
    bool canSetEffort() const;
    bool hasPenaltyWindow() const;
    /// The wishes that a request for the model can have.
    ModelOffers offers() const;
    QString modelName() const;
    QString quantization() const { return model().quantization(); }
    QString deviceText() const;
    QString reason() const;
    bool canCheckAgain() const { return !info().backendReason.empty() && info().gpuEngineBuilt; }
    QString templateNote() const;
    double weightsBytes() const { return static_cast<double>(info().memory.weightsBytes); }
    double kvBytes() const { return static_cast<double>(info().memory.kvBytes); }
    double kvTakenBytes() const { return static_cast<double>(info().memory.kvCommittedBytes); }
    double kvConversationBytes() const { return static_cast<double>(info().memory.kvConversationBytes); }
    double scratchBytes() const { return static_cast<double>(info().memory.scratchBytes); }
    int expertCount() const { return experts().experts; }
    int expertsOnCard() const { return experts().onGpu; }
    double expertBytes() const { return static_cast<double>(experts().hostBytes); }
    double expertHitRate() const {
        return experts().isUsed() && experts().hits + experts().misses == 0 ? -1 : experts().hitRate();
    }
    double expertCopiedBytes() const { return static_cast<double>(experts().copiedBytes); }
    double freeBytes() const;
    double totalBytes() const { return static_cast<double>(info().memory.deviceTotalBytes); }
    bool canSpeculate() const { return info().canSpeculate; }
    bool hasMtp() const { return isReady() && info().hasMtp; }
    bool drafts() const { return model().drafts(); }
    QString draftPath() const { return drafts() ? model().draftPath : QString(); }
    double draftBytes() const { return static_cast<double>(info().memory.draftBytes); }
    QString draftProblem() const;
    bool seesPictures() const { return !isReady() || !m_awaited.isEmpty() || info().seesPictures; }
    double visionBytes() const { return static_cast<double>(info().memory.visionBytes); }
    QString visionProblem() const;
    double lookupGain() const { return model().pace[0].gain(); }
    double draftGain() const { return model().pace[1].gain(); }
    int contextLength() const { return info().contextLength; }
    bool isContextKnown() const { return info().serverHost.empty() || info().trainedContextLength > 0; }
    /// Empty until the model is ready.
    QString modelPath() const { return isReady() ? model().path : QString(); }
    /// Maximum size in bytes of the KV cache of the model in use with another context length and cell type
    /// ("f16", "q8_0", "q4_0"), and the part of one conversation; 0 without a model.
    Q_INVOKABLE double kvBytesAt(int contextLength, const QString& kvType) const;
    Q_INVOKABLE double kvConversationBytesAt(int contextLength, const QString& kvType) const;
    /// See context_note.h; empty: there is nothing to say about such a context.
    Q_INVOKABLE QString contextNote(int contextLength) const;
    QString kvType() const { return model().kvType(); }
    /// Positions that the model was trained on; 0: not known.
    int trainedLength() const { return info().memory.training.length; }
    QString remoteHost() const { return isReady() ? model().remoteHost() : QString(); }
    QString largeHost() const { return isReady() ? model().largeHost() : QString(); }
    using Part = OpenModel::Part;
    /// Two models as one, by RouteTarget, or the model; none while none is ready.
    const std::vector<Part>& parts() const { return model().parts; }
    bool isRouted() const { return model().isRouted(); }
    /// The one of this name; nullopt: no part of the model is called so.
    std::optional<RouteTarget> partCalled(const QString& name) const { return model().partCalled(name); }
    QStringList partNames() const { return model().partNames(); }
    QString errorText() const { return m_errorText; }
    const EngineInfo& info() const { return model().info; }
    /// The options that it was loaded with.
    const EngineOptions& options() const { return model().options; }
    /// Called when the window's language has changed.
    void retranslate() { emit changed(); }

    /// Chooses the model of the chat that is shown: one that is open, or one that is loaded with the engine
    /// settings, in addition to the open ones.
    Q_INVOKABLE void load(const QString& path);
    /// Shows the model of a chat that was opened: one that is open, or one that is loaded when a message is
    /// sent. The model stays with an empty path, or with one that does not exist.
    void show(const QString& path);
    /// The model of a chat with this path: one that is open, or that is loaded now; the current one if the
    /// path does not exist.
    const OpenModel& modelFor(const QString& path);
    /// Returns true if that model can be asked for a reply.
    bool canAnswer(const QString& path) const;
    /// The name of the model with this path, open or not; empty for an empty path.
    QString nameOf(const QString& path) const;
    /// Loads awaitedPath(), if there is one.
    void loadAwaited();
    /// Loads the current model again: engine settings changed.
    Q_INVOKABLE void reload();
    /// The same with such a context, which the model keeps from now on.
    Q_INVOKABLE void reloadWith(int contextLength, const QString& kvType);
    Q_INVOKABLE void unload();
    Q_INVOKABLE void cancelLoad();

signals:
    void changed();
    void progressChanged();
    void gainChanged();
    /// The model can be used now.
    void becameReady();
    /// A person chose this model for the chat that is shown.
    void chosen(const QString& path);
    void loadFailed(const hearth::app::InferenceProblem& problem);

private:
    const ExpertTraffic& experts() const { return info().memory.experts; }

    AppSettings& m_settings;
    OpenModels m_models;
    QString m_awaited, m_errorText;
    QString m_loading, m_before;  ///< paths of the last load, and of the current model before it
};

}  // namespace hearth::app
