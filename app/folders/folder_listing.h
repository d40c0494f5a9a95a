#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QFileSystemWatcher>
#include <QTimer>
#include <memory>
#include <stop_token>

#include "folders/folder_reader.h"

namespace hearth::app {

/// The files of one folder as a list, read in another thread and again whenever the folder changes. GUI
/// thread.
class FolderListing : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    /// The absolute path of the folder that is shown.
    Q_PROPERTY(QString folder READ folder WRITE setFolder NOTIFY folderChanged)
    Q_PROPERTY(QStringList patterns READ patterns WRITE setPatterns NOTIFY queryChanged)
    Q_PROPERTY(bool foldersOnly READ foldersOnly WRITE setFoldersOnly NOTIFY queryChanged)
    Q_PROPERTY(bool hidden READ hidden WRITE setHidden NOTIFY queryChanged)
    Q_PROPERTY(Order order READ order NOTIFY queryChanged)
    Q_PROPERTY(bool descending READ descending NOTIFY queryChanged)
    Q_PROPERTY(int count READ count NOTIFY contentChanged)
    /// True while the folder is being read.
    Q_PROPERTY(bool reading READ reading NOTIFY contentChanged)
    /// Reason why the folder is not shown, one sentence; empty when it is.
    Q_PROPERTY(QString problem READ problem NOTIFY contentChanged)
    /// The text in place of the files if there are none to show, including what is left out; empty while the
    /// folder is read.
    Q_PROPERTY(QString emptyText READ emptyText NOTIFY contentChanged)

public:
    enum Role { NameRole = Qt::UserRole + 1, PathRole, FolderRole, SizeRole, ChangedRole };
    enum class Order { Name, Size, Changed };
    Q_ENUM(Order)

    explicit FolderListing(QObject* parent = nullptr);
    ~FolderListing() override;

    QString folder() const { return m_query.folder; }
    void setFolder(const QString& folder);
    QStringList patterns() const { return m_query.patterns; }
    void setPatterns(const QStringList& patterns);
    bool foldersOnly() const { return m_query.foldersOnly; }
    void setFoldersOnly(bool only);
    bool hidden() const { return m_query.hidden; }
    void setHidden(bool hidden);
    Order order() const { return static_cast<Order>(m_query.order); }
    bool descending() const { return m_query.descending; }
    int count() const { return static_cast<int>(m_entries.size()); }
    bool reading() const { return m_reading; }
    QString problem() const;
    QString emptyText() const;

    /// Sorts by this; a second time the other way round.
    Q_INVOKABLE void sortBy(Order order);
    /// Shows the parent folder.
    Q_INVOKABLE void goUp();
    /// Makes a folder in the one that is shown. Returns the reason if it cannot, one sentence, or nothing.
    Q_INVOKABLE QString makeFolder(const QString& name);
    /// See typedPath() and pathCompletions().
    Q_INVOKABLE QString typed(const QString& text) const;
    Q_INVOKABLE QStringList completions(const QString& text) const;
    Q_INVOKABLE QString pathAt(int row) const;
    Q_INVOKABLE bool isFolderAt(int row) const;
    /// The row of a path; -1 if it is not listed.
    Q_INVOKABLE int rowOf(const QString& path) const;
    /// The first row from this one on, continuing at the top, whose name begins with the text; -1: none.
    Q_INVOKABLE int rowBeginning(const QString& text, int from) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

signals:
    void folderChanged();
    void queryChanged();
    void contentChanged();

private:
    void read();
    void take(quint64 round, FolderContent content);

    FolderQuery m_query;
    std::vector<FolderEntry> m_entries;
    FolderFault m_fault = FolderFault::None;
    int m_otherFiles = 0, m_hiddenEntries = 0;  ///< as FolderContent has them
    bool m_reading = false;
    quint64 m_round = 0;  ///< results of an older reading are dropped
    QFileSystemWatcher m_watcher;
    QTimer m_again;
    struct Mailbox;
    std::shared_ptr<Mailbox> m_mailbox;  ///< receives what threads found, as long as this exists
    std::stop_source m_stop;             ///< of the thread that reads now
};

}  // namespace hearth::app
