#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>
#include <memory>

#include "inference/model_abilities.h"
#include "inference/model_context.h"
#include "inference/model_device.h"
#include "inference/model_memory.h"
#include "inference/model_speculation.h"
#include "inference/open_models.h"

namespace hearth::app {

class AppSettings;
class InferenceThread;

/// The model of the chat that is shown, for the top bar: its state, and the choice of another one. GUI
/// thread.
class EngineStatus : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    /// All that are open.
    Q_PROPERTY(hearth::app::OpenModels* models READ models CONSTANT)
    /// Figures of the current one, by subject.
    Q_PROPERTY(hearth::app::ModelMemory* memory READ memory CONSTANT)
    Q_PROPERTY(hearth::app::ModelDevice* device READ device CONSTANT)
    Q_PROPERTY(hearth::app::ModelContext* context READ context CONSTANT)
    Q_PROPERTY(hearth::app::ModelSpeculation* speculation READ speculation CONSTANT)
    Q_PROPERTY(hearth::app::ModelAbilities* abilities READ abilities CONSTANT)
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
    Q_PROPERTY(QString modelPath READ modelPath NOTIFY changed)
    Q_PROPERTY(QString quantization READ quantization NOTIFY changed)
    /// True if two models answer as one.
    Q_PROPERTY(bool routed READ isRouted NOTIFY changed)
    /// Ability of the model to read pictures, true while that is not known.
    Q_PROPERTY(bool seesPictures READ seesPictures NOTIFY changed)
    Q_PROPERTY(QString errorText READ errorText NOTIFY changed)

public:
    EngineStatus(InferenceThread& inference, AppSettings& settings, QObject* parent = nullptr);

    OpenModels* models() { return &m_models; }
    const OpenModels& models() const { return m_models; }
    ModelMemory* memory() const { return m_memory.get(); }
    ModelDevice* device() const { return m_device.get(); }
    ModelContext* context() const { return m_context.get(); }
    ModelSpeculation* speculation() const { return m_speculation.get(); }
    ModelAbilities* abilities() const { return m_abilities.get(); }
    /// The model itself; one that is not ready if there is none.
    const OpenModel& model() const { return m_models.currentOrNone(); }
    bool isReady() const { return model().isReady; }
    bool isResting() const { return isReady() && model().phase == OpenModel::Phase::Resting; }
    bool isLoading() const { return m_models.current() != nullptr && model().isLoading(); }
    double loadFraction() const { return model().loadFraction; }
    QString loadStep() const { return model().loadStep; }
    QString awaitedPath() const { return m_awaited; }
    /// True if a reply can be requested: the model is loaded, is being loaded, or is loaded for it.
    bool canBeAsked() const { return isReady() || isLoading() || !m_awaited.isEmpty(); }
    QString modelName() const;
    /// Empty until the model is ready.
    QString modelPath() const { return isReady() ? model().path : QString(); }
    QString quantization() const { return model().quantization(); }
    bool isRouted() const { return model().isRouted(); }
    bool seesPictures() const { return !isReady() || !m_awaited.isEmpty() || model().info.seesPictures; }
    QString errorText() const { return m_errorText; }
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
    /// The model can be used now.
    void becameReady();
    /// A person chose this model for the chat that is shown.
    void chosen(const QString& path);
    void loadFailed(const hearth::app::InferenceProblem& problem);

private:
    AppSettings& m_settings;
    OpenModels m_models;
    const std::unique_ptr<ModelMemory> m_memory;
    const std::unique_ptr<ModelDevice> m_device;
    const std::unique_ptr<ModelContext> m_context;
    const std::unique_ptr<ModelSpeculation> m_speculation;
    const std::unique_ptr<ModelAbilities> m_abilities;
    QString m_awaited, m_errorText;
    QString m_loading, m_before;  ///< paths of the last load, and of the current model before it
};

}  // namespace hearth::app
