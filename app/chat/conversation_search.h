#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QDateTime>
#include <QString>
#include <QTimer>
#include <vector>

#include "store/store.h"

namespace hearth::app {

/// Full-text search over all conversations, newest match first. GUI thread.
class ConversationSearch : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by Application")
    Q_PROPERTY(QString query READ query WRITE setQuery NOTIFY queryChanged)
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    /// How many chats the matches are in.
    Q_PROPERTY(int chatCount READ chatCount NOTIFY countChanged)
    /// How long the last search took.
    Q_PROPERTY(double elapsedMs READ elapsedMs NOTIFY countChanged)

public:
    enum Role {
        ConversationIdRole = Qt::UserRole + 1,
        MessageIdRole,
        TitleRole,
        SnippetRole,
        AuthorRole,
        CreatedAtRole,
        SectionRole,  ///< the same for the matches of one chat, which stand together: heading and date
    };

    explicit ConversationSearch(store::Store& store, QObject* parent = nullptr);

    QString query() const { return m_query; }
    void setQuery(const QString& query);
    int count() const { return static_cast<int>(m_hits.size()); }
    double elapsedMs() const { return m_elapsedMs; }
    int chatCount() const { return m_chatCount; }
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

    store::Store& m_store;
    QString m_query;
    QTimer m_delay;
    std::vector<store::SearchHit> m_hits;
    double m_elapsedMs = 0;
    int m_chatCount = 0;
};

}  // namespace hearth::app
