#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QSortFilterProxyModel>
#include <QString>
#include <QThreadPool>
#include <QUrl>
#include <functional>
#include <vector>

#include "models/foreign_models.h"
#include "models/model_facts.h"
#include "models/model_verifier.h"

namespace hearth::app {

class EngineStatus;

/// The GGUF files and the folders of published models in the models folder, and those opened from elsewhere,
/// by name; after them those of other computers, then those that do not chat. Headers are read on worker
/// threads. GUI thread.
class InstalledModels : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    Q_PROPERTY(QString folder READ folder NOTIFY folderChanged)
    /// "26.7 GB here, 214 GB free"
    Q_PROPERTY(QString diskText READ diskText NOTIFY diskChanged)
    Q_PROPERTY(bool scanning READ isScanning NOTIFY scanningChanged)
    Q_PROPERTY(hearth::app::ModelVerifier* verifier MEMBER verifier CONSTANT)
    /// Those of them that chat, or may once their problem is fixed.
    Q_PROPERTY(QObject* chatModels READ chatModels CONSTANT)

public:
    enum Role {
        PathRole = Qt::UserRole + 1,
        NameRole,
        QuantizationRole,
        SizeBytesRole,
        SizeTextRole,
        ArchitectureRole,
        CurrentRole,
        OpenRole,        ///< OpenModels::stateOf()
        KeptLoadedRole,  ///< true if its memory is not given to other models
        FitsRole,
        FitTextRole,
        SpeedTextRole,  ///< SpeedTeller's text
        ProblemRole,
        OwnerRole,
        LicenceRole,
        RemoteRole,
        LeavesRole,  ///< messages to it leave this computer
        VerifiedRole,
        /// "delete": a file of ours; "forget": only the entry is removed; empty: it belongs to another
        /// program.
        RemovalRole,
        PurposeRole,      ///< wordOf(ModelPurpose)
        PurposeTextRole,  ///< purposeText()
        SeesRole,         ///< ModelFacts::sees()
        LacksVisionRole   ///< ModelFacts::lacksVision
    };

    InstalledModels(QString folder, ModelProbe probe, EngineStatus& engine, QObject* parent = nullptr);
    ~InstalledModels() override;

    int count() const { return static_cast<int>(m_models.size()); }
    QString folder() const { return m_folder; }
    QAbstractItemModel* chatModels() { return &m_chatModels; }
    bool isScanning() const { return m_pending > 0; }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Looks through the folder again.
    Q_INVOKABLE void refresh();
    /// Files opened from elsewhere, remembered over restarts.
    void setExtra(const QStringList& paths) { m_extra = paths; }
    /// Looks for models of other programs; called on a worker thread with each refresh.
    void setForeignFinder(std::function<std::vector<ForeignModel>()> finder) { m_finder = std::move(finder); }
    /// Sets the function for the likely speed of each model, shown next to the memory.
    void setSpeedTeller(SpeedTeller teller) { m_speedTeller = std::move(teller); }
    /// The teller knows more.
    void tellSpeeds();
    /// Sets the models of other computers, which follow all others.
    void setRemote(const std::vector<ModelFacts>& models);
    /// Deletes a file in our folder (with all parts of a split model) or the files of a published model there
    /// (filesOfModel()), or forgets one from elsewhere, which stays at its place. Deletes nothing else.
    /// Returns the reason if it cannot; empty: done.
    Q_INVOKABLE QString remove(const QString& path);
    QString diskText() const { return m_diskText; }
    /// Uses another folder from now on.
    void setFolder(const QString& folder);
    /// Models in our folder or, with an owner, those of another program.
    struct Share {
        int count = 0;
        qint64 bytes = 0;
    };
    Share shareOf(const QString& owner = {}) const;
    const std::vector<ModelFacts>& all() const { return m_models; }
    /// Header contents of a listed file; nullptr: it is not listed.
    const ModelFacts* factsOf(const QString& path) const;
    /// True if it is a model that can be added: a GGUF file, weights of a published model, or its folder.
    Q_INVOKABLE static bool takes(const QUrl& url);
    /// Adds a file or a folder at its present place. Loads it if no model is in use and it is a chat model;
    /// otherwise emits added().
    Q_INVOKABLE void addFile(const QUrl& url);
    /// Adds it and, if it chats, loads it in place of the model in use.
    Q_INVOKABLE void openFile(const QUrl& url);

    ModelVerifier* const verifier = &m_verifier;

signals:
    void countChanged();
    void scanningChanged();
    void diskChanged();
    void folderChanged();
    void extraChanged(const QStringList& paths);
    void added(const QString& path, const QString& name);
    /// Reason why a file is not listed, one sentence.
    void refused(const QString& text);

private:
    enum class Then { Nothing, LoadFirst, Load };
    void add(const QUrl& url, Then then);
    void probe(const QString& path, const ForeignModel& foreign = {}, Then then = Then::Nothing);
    void probeForeign();
    void removeRow(int row);
    void measureDisk();
    int rowOf(const QString& path) const;
    void place(const ModelFacts& facts);

    QString m_folder;
    ModelProbe m_probe;
    SpeedTeller m_speedTeller;
    EngineStatus& m_engine;
    QThreadPool m_pool;
    std::vector<ModelFacts> m_models;
    QStringList m_extra, m_foreign;
    std::function<std::vector<ForeignModel>()> m_finder;
    ModelVerifier m_verifier;
    QSortFilterProxyModel m_chatModels;
    QString m_diskText;
    int m_pending = 0;
};

}  // namespace hearth::app
