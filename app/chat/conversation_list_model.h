#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QDateTime>
#include <QSet>
#include <QString>
#include <QStringList>

#include "chat/busy_conversations.h"
#include "chat/conversation_folders.h"
#include "store/store.h"

namespace hearth::app {

class ToastQueue;

/// The conversations of the sidebar: pinned ones, then the folders (each open one followed by its
/// conversations), then the rest by the last change, newest first. GUI thread.
class ConversationListModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    /// The open conversation; 0 while a new one has not been written yet.
    Q_PROPERTY(qint64 currentId READ currentId NOTIFY currentIdChanged)
    /// The row of the current conversation, or of the closed folder it is in; -1: neither exists.
    Q_PROPERTY(int currentRow READ currentRow NOTIFY currentIdChanged)
    Q_PROPERTY(hearth::app::BusyConversations* busy MEMBER busy CONSTANT)

public:
    enum Role {
        ConversationIdRole = Qt::UserRole + 1,
        TitleRole,
        SectionRole,
        PinnedRole,
        FolderRole,
        BusyRole,     ///< a reply is under way; of a closed folder: in one of those it holds
        CurrentRole,  ///< the open conversation, or the closed folder that holds it
        UpdatedAtRole,
        IsFolderRole,     ///< a folder; title is its name
        FolderCountRole,  ///< number of its conversations
        ExpandedRole,     ///< true if they are shown
        InFolderRole      ///< a conversation below its folder
    };

    ConversationListModel(store::Store& store, ToastQueue& toasts, QObject* parent = nullptr);

    int count() const { return static_cast<int>(m_rows.size()); }
    qint64 currentId() const { return m_currentId; }
    int currentRow() const;
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;

    /// Opens an empty chat; it is written when its first message is sent.
    Q_INVOKABLE void create();
    Q_INVOKABLE void open(qint64 conversationId);
    /// Opens the conversation that is `delta` rows below the current one.
    Q_INVOKABLE void openNext(int delta);
    Q_INVOKABLE void rename(qint64 conversationId, const QString& title);
    Q_INVOKABLE void setPinned(qint64 conversationId, bool pinned);
    /// Empty: out of its folder.
    Q_INVOKABLE void moveToFolder(qint64 conversationId, const QString& folder);
    Q_INVOKABLE void toggleFolder(const QString& folder);
    /// Renames a folder. An empty name takes the conversations out of it and removes it.
    Q_INVOKABLE void renameFolder(const QString& folder, const QString& name);
    /// The names of all folders.
    Q_INVOKABLE QStringList folderNames() const;
    /// Moves it to the trash, where it stays for 30 days; a notice offers undo.
    Q_INVOKABLE void remove(qint64 conversationId);
    Q_INVOKABLE void restore(qint64 conversationId);
    /// Number of chats, including those in folders.
    Q_INVOKABLE int total();
    /// Moves all of them to the trash; a notice offers undo.
    Q_INVOKABLE void removeAll();

    /// Reads the list again from the store.
    void reload();
    /// Reads one conversation again (its title or time changed) or adds it.
    void refresh(qint64 conversationId);
    /// Marks the open conversation; the chat controller calls it.
    void setCurrent(qint64 conversationId);
    /// The heading above a conversation that changed at `updatedAt`, seen at `now`.
    static QString sectionOf(bool pinned, const QDateTime& updatedAt, const QDateTime& now);

    BusyConversations* const busy = &m_busy;

signals:
    void countChanged();
    void currentIdChanged();
    /// The person chose another conversation (0: a new one).
    void openRequested(qint64 conversationId);
    /// It went to the trash.
    void removed(qint64 conversationId);
    /// Its title, place or pin changed.
    void conversationChanged(qint64 conversationId);
    void failed(const QString& title, const QString& body);

private:
    /// The next rows of the store, in their order, without the folders.
    ConversationRows readPage();
    /// Finds the closed folder that holds the open conversation.
    void markFolder();
    /// Finds the closed folders that hold a conversation with a reply under way.
    void markBusyFolders();
    /// Rebuilds the rows of the folders from the store.
    void rebuildFolders();
    void insertRows(int row, const ConversationRows& rows);
    void removeRows(int row, int count);
    void place(ConversationRow changed, int row);
    template <class Change>
    bool changeStore(const QString& title, Change&& change);

    store::Store& m_store;
    ToastQueue& m_toasts;
    ConversationRows m_rows;
    BusyConversations m_busy;
    QSet<QString> m_busyFolders;
    QSet<QString> m_openFolders;
    qint64 m_currentId = 0;
    bool m_hasMore = true;  ///< rows are read by the page
};

}  // namespace hearth::app
