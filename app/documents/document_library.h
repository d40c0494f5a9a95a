#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QUrl>
#include <QVariantList>
#include <vector>

#include "documents/folder_watch.h"
#include "documents/index_thread.h"
#include "store/store.h"

namespace hearth::app {

/// The folders and files that a person has added, one row each, with the progress of reading their documents.
/// The list is kept with the settings; the data read from them is kept in a file that can be made again. GUI
/// thread.
class DocumentLibrary : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    /// Passages of all sources together.
    Q_PROPERTY(int passages READ passages NOTIFY changed)
    /// Reason why the last folder or file was not added, one sentence; empty: it was.
    Q_PROPERTY(QString said READ said NOTIFY changed)
    /// Reason why nothing can be kept, one sentence; empty: it can.
    Q_PROPERTY(QString problem READ problem NOTIFY changed)

public:
    enum Role {
        PathRole = Qt::UserRole + 1,
        NameRole,      ///< of the folder or the file
        StatusRole,    ///< one line: how much there is, or how far it is
        FractionRole,  ///< of the documents being read, 0 to 1; -1: none are
        PausedRole,
        ProblemCountRole,
        MissingRole,
    };

    /// `file`: keeps the documents; empty: none, and nothing can be added. `embedder`: makes the vectors of
    /// their passages.
    DocumentLibrary(store::Store& store, const QString& file, DocumentReader reader = DocumentReader(),
                    std::shared_ptr<SharedEmbedder> embedder = {}, QObject* parent = nullptr);

    int count() const { return static_cast<int>(m_entries.size()); }
    int passages() const;
    QString problem() const { return m_problem; }
    QString said() const { return m_said; }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Adds a folder or a file. Returns a sentence that says why it cannot be added; empty: it was added.
    Q_INVOKABLE QString add(const QUrl& place);
    /// Existing folders of GPT4All's LocalDocs that are not in the list.
    Q_INVOKABLE QStringList gpt4AllFolders() const;
    Q_INVOKABLE void addGpt4AllFolders();
    /// Sets the folder of GPT4All's own data, if it is not the usual one.
    void setGpt4AllFolder(const QString& folder) { m_gpt4AllFolder = folder; }
    Q_INVOKABLE void remove(int row);
    Q_INVOKABLE void setPaused(int row, bool paused);
    Q_INVOKABLE void look(int row);
    /// The files of a row that could not be taken: {"file", "reason"} each, at most mostProblems.
    Q_INVOKABLE QVariantList problems(int row);
    static constexpr int mostProblems = 200;

    /// While true, nothing is read in the background.
    void setHeld(bool held) { m_index.setHeld(held); }
    /// Makes the missing vectors, and those of `damaged` again.
    void makeVectors(const std::vector<qint64>& damaged = {}) { m_index.makeVectors(damaged); }
    const QString& file() const { return m_file; }
    /// The paths of all rows.
    QStringList paths() const;

signals:
    void countChanged();
    void changed();
    /// Emitted when the file was made again: connections to it have to be reopened.
    void madeAnew();
    void vectorsChanged(const hearth::app::VectorStatus& status);

private:
    struct Entry {
        WantedSource source;
        SourceStatus status;
    };

    void load();
    /// Keeps the list, and has the thread follow it.
    void keep();
    void setSources();
    void take(const QString& path, const SourceStatus& status);
    QString statusText(const Entry& entry) const;
    static QString countText(const store::SourceCounts& counts);

    store::Store& m_store;
    const QString m_file;
    QString m_gpt4AllFolder;
    std::vector<Entry> m_entries;
    QString m_problem, m_said;
    FolderWatch m_watch;
    IndexThread m_index;
};

}  // namespace hearth::app
