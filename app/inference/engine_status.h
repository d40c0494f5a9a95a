#pragma once

#include <QtQml/qqmlregistration.h>
#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QStringList>
#include <array>
#include <optional>
#include <vector>

#include "inference/generation_job.h"

namespace hearth::app {

struct ModelOffers;
class AppSettings;
class InferenceThread;

/// The model in use, as the top bar shows it: what, where it runs, what it takes. GUI thread.
class EngineStatus : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by Application")
    Q_PROPERTY(bool ready READ isReady NOTIFY changed)
    Q_PROPERTY(bool loading READ isLoading NOTIFY changed)
    Q_PROPERTY(double loadFraction READ loadFraction NOTIFY progressChanged)
    Q_PROPERTY(QString loadStep READ loadStep NOTIFY progressChanged)
    Q_PROPERTY(QString modelName READ modelName NOTIFY changed)
    Q_PROPERTY(QString quantization READ quantization NOTIFY changed)
    /// "CPU, 2 threads, AVX-512 VNNI", in the language of the window.
    Q_PROPERTY(QString deviceText READ deviceText NOTIFY changed)
    /// Why it does not run on a graphics card; empty: it does, or was not to.
    Q_PROPERTY(QString reason READ reason NOTIFY changed)
    /// There is a GPU engine that could find a card when it is asked again.
    Q_PROPERTY(bool canCheckAgain READ canCheckAgain NOTIFY changed)
    Q_PROPERTY(QString templateNote READ templateNote NOTIFY changed)
    Q_PROPERTY(double weightsBytes READ weightsBytes NOTIFY changed)
    /// What the KV cache of all conversations takes at most, and one conversation of contextLength tokens.
    Q_PROPERTY(double kvBytes READ kvBytes NOTIFY changed)
    /// Of kvBytes, what is taken by now.
    Q_PROPERTY(double kvTakenBytes READ kvTakenBytes NOTIFY changed)
    Q_PROPERTY(double kvConversationBytes READ kvConversationBytes NOTIFY changed)
    Q_PROPERTY(double scratchBytes READ scratchBytes NOTIFY changed)
    /// Of a mixture whose experts live in the computer's memory: how many a layer has, of how many of them
    /// the card has room for, what all of them take, the share of uses that found theirs on the card (0 to 1;
    /// -1: none was used yet), and what was copied. All 0: none live there.
    Q_PROPERTY(int expertCount READ expertCount NOTIFY changed)
    Q_PROPERTY(int expertsOnCard READ expertsOnCard NOTIFY changed)
    Q_PROPERTY(double expertBytes READ expertBytes NOTIFY changed)
    Q_PROPERTY(double expertHitRate READ expertHitRate NOTIFY changed)
    Q_PROPERTY(double expertCopiedBytes READ expertCopiedBytes NOTIFY changed)
    Q_PROPERTY(double freeBytes READ freeBytes NOTIFY changed)
    Q_PROPERTY(double totalBytes READ totalBytes NOTIFY changed)
    /// false: one token at a time, for the model has recurrent layers or is a server's
    Q_PROPERTY(bool canSpeculate READ canSpeculate NOTIFY changed)
    /// The model has a layer that guesses further tokens.
    Q_PROPERTY(bool guessesItself READ guessesItself NOTIFY changed)
    /// The draft model that is loaded beside the model, and all that it takes; empty: none.
    Q_PROPERTY(QString draftPath READ draftPath NOTIFY changed)
    Q_PROPERTY(double draftBytes READ draftBytes NOTIFY changed)
    /// Why the one that was chosen is not; empty: it is, or there was none.
    Q_PROPERTY(QString draftProblem READ draftProblem NOTIFY changed)
    /// How many times faster tokens have come than one by one since the model was loaded, guessed from the
    /// text itself or with the draft model too; 0: too few have come to tell.
    Q_PROPERTY(double lookupGain READ lookupGain NOTIFY gainChanged)
    Q_PROPERTY(double draftGain READ draftGain NOTIFY gainChanged)
    /// What the model's template can be told of reasoning: whether it thinks first, and how much.
    Q_PROPERTY(bool canSwitchThinking READ canSwitchThinking NOTIFY changed)
    Q_PROPERTY(bool canSetEffort READ canSetEffort NOTIFY changed)
    /// False: a server that has no such parameter.
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
    /// Whether two models answer as one.
    Q_PROPERTY(bool routed READ isRouted NOTIFY changed)
    /// Of two models as one, the computer that the large one runs on; empty: this one, or there is one model.
    Q_PROPERTY(QString largeHost READ largeHost NOTIFY changed)
    Q_PROPERTY(QString errorText READ errorText NOTIFY changed)

public:
    EngineStatus(InferenceThread& inference, AppSettings& settings, QObject* parent = nullptr);

    bool isReady() const { return m_ready; }
    bool isLoading() const { return m_loadId != 0; }
    double loadFraction() const { return m_loadFraction; }
    QString loadStep() const { return m_loadStep; }
    bool canSwitchThinking() const;
    bool canSetEffort() const;
    bool hasPenaltyWindow() const;
    /// The wishes that a request for the model can have.
    ModelOffers offers() const;
    QString modelName() const;
    QString quantization() const { return QString::fromStdString(m_info.quantization); }
    QString deviceText() const;
    QString reason() const;
    bool canCheckAgain() const { return !m_info.backendReason.empty() && m_info.gpuEngineBuilt; }
    QString templateNote() const;
    double weightsBytes() const { return static_cast<double>(m_info.memory.weightsBytes); }
    double kvBytes() const { return static_cast<double>(m_info.memory.kvBytes); }
    double kvTakenBytes() const { return static_cast<double>(m_info.memory.kvCommittedBytes); }
    double kvConversationBytes() const { return static_cast<double>(m_info.memory.kvConversationBytes); }
    double scratchBytes() const { return static_cast<double>(m_info.memory.scratchBytes); }
    int expertCount() const { return experts().experts; }
    int expertsOnCard() const { return experts().onCard; }
    double expertBytes() const { return static_cast<double>(experts().hostBytes); }
    double expertHitRate() const {
        return experts().isUsed() && experts().hits + experts().misses == 0 ? -1 : experts().hitRate();
    }
    double expertCopiedBytes() const { return static_cast<double>(experts().copiedBytes); }
    double freeBytes() const {
        return static_cast<double>(m_info.memory.deviceFreeBytes) - (kvTakenBytes() - m_kvTakenAtFirst);
    }
    double totalBytes() const { return static_cast<double>(m_info.memory.deviceTotalBytes); }
    bool canSpeculate() const { return m_info.canSpeculate; }
    bool guessesItself() const { return m_ready && m_info.guessesItself; }
    bool drafts() const { return !m_info.draftName.empty(); }
    QString draftPath() const { return drafts() ? m_draftPath : QString(); }
    double draftBytes() const { return static_cast<double>(m_info.memory.draftBytes); }
    QString draftProblem() const;
    double lookupGain() const { return m_pace[0].gain(); }
    double draftGain() const { return m_pace[1].gain(); }
    int contextLength() const { return m_info.contextLength; }
    bool isContextKnown() const { return m_info.serverHost.empty() || m_info.trainedContextLength > 0; }
    QString modelPath() const { return m_modelPath; }
    /// What the KV cache of the model in use would take at most with another context length and cell type
    /// ("f16", "q8_0", "q4_0"), in bytes, and what one conversation would take of it; 0 without a model.
    Q_INVOKABLE double kvBytesAt(int contextLength, const QString& kvType) const;
    Q_INVOKABLE double kvConversationBytesAt(int contextLength, const QString& kvType) const;
    /// See context_note.h; empty: nothing has to be said of such a context.
    Q_INVOKABLE QString contextNote(int contextLength) const;
    QString kvType() const { return QString::fromStdString(kvTypesName(m_options.kvType)); }
    /// Positions that the model was trained on; 0: not known.
    int trainedLength() const { return m_info.memory.training.length; }
    QString remoteHost() const;
    QString largeHost() const;
    /// One of the models that answer.
    struct Part {
        QString name, modelPath, quantization, weightsHash, deviceText, kvType, host;
        int contextLength = 0;
    };
    /// Two models as one, by RouteTarget, or the model; none while none is ready.
    const std::vector<Part>& parts() const { return m_parts; }
    bool isRouted() const { return m_parts.size() > 1; }
    /// The one of this name; nullopt: none of those in use is called so.
    std::optional<RouteTarget> partCalled(const QString& name) const;
    QStringList partNames() const;
    QString errorText() const { return m_errorText; }
    const EngineInfo& info() const { return m_info; }
    /// How it was loaded.
    const EngineOptions& options() const { return m_options; }
    /// The file or folder of the model in use; of both where two answer as one.
    QStringList modelFiles() const;
    /// The window speaks another language.
    void retranslate() { emit changed(); }

    /// Loads a GGUF file with the engine settings; takes the place of the current model.
    Q_INVOKABLE void load(const QString& path);
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
    void loadFailed(const hearth::app::InferenceProblem& problem);

private:
    const ExpertTraffic& experts() const { return m_info.memory.experts; }
    /// What the tokens of some replies took, and what they would have taken without guesses.
    struct Pace {
        double plainMs = 0, tookMs = 0;
        int tokens = 0;
        double gain() const { return tokens < fewestTokens ? 0 : plainMs / tookMs; }
        static constexpr int fewestTokens = 64;
    };
    void noteInfo(const EngineInfo& info);
    Part partOf(const EngineInfo& info, const EngineOptions& options) const;
    void measure(const GenerationResult& result);

    InferenceThread& m_inference;
    AppSettings& m_settings;
    quint64 m_cacheJob = 0;
    double m_kvTakenAtFirst = 0;  ///< kvTakenBytes() when the model was loaded
    EngineInfo m_info;
    TemplateSwitches m_switches;
    EngineOptions m_options;     ///< of what is loaded or being loaded
    std::array<Pace, 2> m_pace;  ///< prompt lookup, draft model
    QString m_draftPath, m_modelPath, m_loadingPath, m_errorText, m_loadStep;
    std::vector<Part> m_parts;
    QElapsedTimer m_loadTime;
    double m_loadFraction = 0;
    quint64 m_loadId = 0, m_readyId = 0;  ///< what is being loaded, what is there; 0: nothing
    bool m_ready = false;
};

}  // namespace hearth::app
