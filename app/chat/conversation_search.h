#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QDateTime>
#include <QString>
#include <QTimer>
#include <vector>

#include "store/search_query.h"
#include "store/store.h"

namespace hearth::app {

/// Search over the titles and messages of all conversations: titles first, then messages, newest first, those
/// of one chat together. While nothing is typed, the chats that were used last. GUI thread.
class ConversationSearch : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(QString query READ query WRITE setQuery NOTIFY queryChanged)
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    /// Number of rows that are messages, and of the chats that these are in.
    Q_PROPERTY(int messageCount READ messageCount NOTIFY countChanged)
    Q_PROPERTY(int chatCount READ chatCount NOTIFY countChanged)
    /// Number of rows that are chats whose title matches.
    Q_PROPERTY(int titleCount READ titleCount NOTIFY countChanged)
    /// True if there are more messages than are listed.
    Q_PROPERTY(bool more READ hasMore NOTIFY countChanged)
    /// True if nothing is searched for and the rows are the most recently used chats.
    Q_PROPERTY(bool recent READ isRecent NOTIFY countChanged)
    /// Duration of the last search.
    Q_PROPERTY(double elapsedMs READ elapsedMs NOTIFY countChanged)

public:
    enum Role {
        ConversationIdRole = Qt::UserRole + 1,
        MessageIdRole,
        TitleRole,
        SnippetRole,
        AuthorRole,
        CreatedAtRole,
        SectionRole,  ///< the same for the matches of one chat, which are listed together: heading and date
        WhenRole,     ///< when a chat of a row that is no message was used last
    };
    /// Maximum number of messages that are listed.
    static constexpr int mostMessages = 100;

    explicit ConversationSearch(store::Store& store, QObject* parent = nullptr);

    QString query() const { return m_query; }
    void setQuery(const QString& query);
    int count() const { return static_cast<int>(m_hits.size()); }
    double elapsedMs() const { return m_elapsedMs; }
    int messageCount() const { return count() - m_titleCount; }
    int chatCount() const { return m_chatCount; }
    int titleCount() const { return m_titleCount; }
    bool hasMore() const { return m_more; }
    bool isRecent() const { return m_recent; }
    /// Searches again, for chats may have come and gone.
    Q_INVOKABLE void refresh() { run(); }
    /// "today, 14:06", "yesterday", "last Tuesday", "3 November", "3 November 2024".
    static QString dateText(const QDateTime& when, const QDateTime& now);
    /// Matches of one chat together, the chats in the order of their first match.
    static std::vector<store::SearchHit> grouped(std::vector<store::SearchHit> hits);
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

signals:
    void queryChanged();
    void failed(const QString& title, const QString& body);
    void countChanged();

private:
    void run();
    void findTitles();
    void findMessages();
    QString snippet(const store::SearchHit& hit) const;

    store::Store& m_store;
    QString m_query;
    QTimer m_delay;
    std::vector<store::SearchHit> m_hits;
    QHash<qint64, qint64> m_headingTimes;  ///< of a chat with hits in messages: its first one's
    double m_elapsedMs = 0;
    int m_chatCount = 0, m_titleCount = 0;
    bool m_more = false, m_recent = false;
    std::vector<store::SearchTerm> m_terms;
};

}  // namespace hearth::app
