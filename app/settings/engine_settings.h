#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <vector>

#include "hearth/devices.h"
#include "hearth/engine_options.h"
#include "settings/setting_values.h"

namespace hearth::app {

/// Settings of the engine, for all models. GUI thread.
class EngineSettings : public SettingsGroup {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of AppSettings")
    /// 0: as many as there are physical cores
    Q_PROPERTY(int threads READ threads WRITE setThreads NOTIFY changed)
    Q_PROPERTY(int maxThreads READ maxThreads CONSTANT)
    /// 0: the model's own, as far as memory allows
    Q_PROPERTY(int contextLength READ contextLength WRITE setContextLength NOTIFY changed)
    /// True if the next tokens are guessed from the text before; see Speculation. With a draft model they
    /// always are.
    Q_PROPERTY(bool promptLookup READ promptLookup WRITE setPromptLookup NOTIFY changed)
    /// With promptLookup: models that can predict further tokens themselves do so as well.
    Q_PROPERTY(bool ownGuesses READ ownGuesses WRITE setOwnGuesses NOTIFY changed)
    /// True if models are loaded into a process of their own, on the processor.
    Q_PROPERTY(bool ownProcess READ ownProcess WRITE setOwnProcess NOTIFY changed)
    /// "f32", "f16", "q8_0", "q4_0"
    Q_PROPERTY(QString kvType READ kvType WRITE setKvType NOTIFY changed)
    /// Backends to choose from; the automatic choice is the first.
    Q_PROPERTY(QStringList backendNames READ backendNames NOTIFY changed)
    Q_PROPERTY(int backendIndex READ backendIndex WRITE setBackendIndex NOTIFY changed)
    /// The graphics cards that models run on, by their numbers; empty: they are chosen automatically. See
    /// EngineOptions::devices.
    Q_PROPERTY(QList<int> cards READ cards NOTIFY changed)
    /// Split of a model over several of them: a number of GpuSplit.
    Q_PROPERTY(int cardSplit READ cardSplit WRITE setCardSplit NOTIFY changed)

public:
    using SettingsGroup::SettingsGroup;

    /// Longest context that can be set, in tokens, and most threads.
    static constexpr int longestContext = 1 << 20, mostThreads = 256;

    int threads() const { return value("threads", 0).toInt(); }
    void setThreads(int threads);
    int maxThreads() const;
    int contextLength() const { return value("contextLength", 0).toInt(); }
    void setContextLength(int length);
    bool promptLookup() const { return value("promptLookup", true).toBool(); }
    void setPromptLookup(bool lookup) { put("promptLookup", lookup); }
    bool ownGuesses() const { return value("ownGuesses", true).toBool(); }
    void setOwnGuesses(bool own) { put("ownGuesses", own); }
    bool ownProcess() const { return value("ownProcess", false).toBool(); }
    void setOwnProcess(bool own) { put("ownProcess", own); }
    QString kvType() const { return value("kvType", "f16").toString(); }
    void setKvType(const QString& type);
    /// As EngineOptions::backend: "auto", or one of those that were offered.
    QString backend() const;
    QStringList backendNames() const;
    int backendIndex() const;
    void setBackendIndex(int index);
    /// Sets the backends to choose from. Before this there is only the automatic choice.
    void offerBackends(std::vector<BackendLabel> backends);
    QList<int> cards() const;
    /// Takes a card to those that models run on, or from them.
    Q_INVOKABLE void useCard(int number, bool use);
    int cardSplit() const { return qBound(0, value("cardSplit", 0).toInt(), mostCardSplit); }
    void setCardSplit(int split) { put("cardSplit", qBound(0, split, mostCardSplit)); }
    /// The options to load a model with that has none of its own.
    EngineOptions options() const;

private:
    static constexpr int mostCardSplit = static_cast<int>(GpuSplit::TensorParallel);

    std::vector<BackendLabel> m_backends;
};

}  // namespace hearth::app
