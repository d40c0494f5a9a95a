#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QHash>
#include <memory>
#include <vector>

#include "inference/open_model.h"

namespace hearth::app {

class AppSettings;
class InferenceThread;

/// The models that the window has open, one row each, in the order in which they were opened. One of them is
/// the current one: that of the chat that is shown. GUI thread.
class OpenModels : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by EngineStatus")
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    /// Bytes that all of them but the current one take.
    Q_PROPERTY(double otherBytes READ otherBytes NOTIFY memoryChanged)

public:
    enum Role {
        PathRole = Qt::UserRole + 1,
        NameRole,
        CurrentRole,
        StateRole,  ///< stateOf()
        BytesRole,  ///< that it takes; 0: not known, or it rests
        KeptLoadedRole
    };
    OpenModels(InferenceThread& inference, AppSettings& settings, QObject* parent = nullptr);

    int count() const { return static_cast<int>(m_models.size()); }
    double otherBytes() const;
    /// Bytes that models take which were loaded after this one.
    double bytesAfter(const OpenModel& model) const;
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// nullptr: none is the current one.
    const OpenModel* current() const { return find(m_current); }
    /// The current one; one that is not ready if there is none.
    const OpenModel& currentOrNone() const;
    /// By its number, or its path; nullptr: it is not open.
    const OpenModel* find(quint64 id) const;
    const OpenModel* find(const QString& path) const;
    const std::vector<std::unique_ptr<OpenModel>>& all() const { return m_models; }

    /// Opens a model with the settings of the engine, or finds it open.
    const OpenModel& open(const QString& path);
    /// The same, and makes it the current one. It is loaded again if its settings changed since, and nothing
    /// is asked of it.
    void use(const QString& path);
    /// Closes a model that is not loaded yet and has no requests.
    void abandon(quint64 id);
    /// None is the current one from now on.
    void useNone();
    /// Loads an open model again: settings of the engine changed.
    void reload(const QString& path);
    Q_INVOKABLE void close(const QString& path);
    /// Closes those that consist of this file or folder, or of what lies in it.
    void closeFile(const QString& path);
    void cancelLoad(quint64 id);
    /// Keeps a model loaded, so that no other model gets its memory.
    Q_INVOKABLE void keepLoaded(const QString& path, bool keeps);
    /// "loaded", "loading", "resting", or "": it is not open.
    QString stateOf(const QString& path) const;

signals:
    void countChanged();
    void memoryChanged();
    /// Another one is the current one, or none.
    void currentChanged();
    /// Something is known of one that was not.
    void changed(quint64 id);
    void progressChanged(quint64 id);
    void gainChanged(quint64 id);
    /// It can be asked now.
    void becameReady(quint64 id);
    /// It is closed, because it could not be loaded.
    void loadFailed(quint64 id, const QString& path, const hearth::app::InferenceProblem& problem);

private:
    int rowOf(quint64 id) const;  ///< -1: it is not open
    OpenModel* mutableOf(quint64 id);
    OpenModel& add(const QString& path);
    void remove(quint64 id);
    void setCurrent(quint64 id);
    void tell(quint64 id);
    void noteLoaded(OpenModel& model, const EngineInfo& info);
    void noteStats(quint64 job, const CacheStats& stats);
    void measure(OpenModel& model, const GenerationResult& result);

    InferenceThread& m_inference;
    AppSettings& m_settings;
    std::vector<std::unique_ptr<OpenModel>> m_models;
    quint64 m_current = 0;
    int m_loads = 0;
    QHash<quint64, quint64> m_statsJobs;  ///< the last question about its cache, by model
};

}  // namespace hearth::app
