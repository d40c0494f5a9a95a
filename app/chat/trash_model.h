#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QDateTime>
#include <QString>
#include <QTimer>
#include <vector>

#include "store/store.h"

namespace hearth::app {

class ConversationListModel;

/// The conversations in the trash, the last deleted first. They can be brought back for 30 days; erasing
/// cannot be undone. What is erased is gone at once, and removed from the file a few milliseconds at a time,
/// so that the window goes on; what was not removed when the program ended is removed when it starts again.
/// Read when the trash is looked at. GUI thread.
class TrashModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    /// "Erasing: 12,000 of 100,000 messages"; empty: nothing is being removed.
    Q_PROPERTY(QString progressText READ progressText NOTIFY progressChanged)

public:
    enum Role { ConversationIdRole = Qt::UserRole + 1, TitleRole, WhenRole };

    TrashModel(store::Store& store, ConversationListModel& conversations, QObject* parent = nullptr);

    int count() const { return static_cast<int>(m_rows.size()); }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Reads the trash again.
    Q_INVOKABLE void reload();
    /// Puts a conversation back where it was and opens it.
    Q_INVOKABLE void restore(qint64 conversationId);
    /// Erases a conversation for good.
    Q_INVOKABLE void erase(qint64 conversationId);
    /// Erases everything in the trash for good.
    Q_INVOKABLE void eraseAll();

    QString progressText() const;

    /// "Deleted today, erased in 30 days".
    static QString whenText(const QDateTime& deletedAt, const QDateTime& now);

signals:
    void countChanged();
    void progressChanged();
    /// Something is gone for good.
    void erased();
    void failed(const QString& title, const QString& body);

private:
    template <class Change>
    bool changeStore(const QString& title, Change&& change);
    /// Removes what is erased, from the next pass of the event loop on.
    void startErasing();
    void eraseSome();

    store::Store& m_store;
    ConversationListModel& m_conversations;
    std::vector<store::Conversation> m_rows;
    QTimer m_nextSome;
    qint64 m_toErase = 0, m_erased = 0;  ///< conversations and messages
};

}  // namespace hearth::app
