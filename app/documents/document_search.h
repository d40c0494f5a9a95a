#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QThreadPool>
#include <QTimer>
#include <atomic>
#include <functional>
#include <memory>

#include "documents/meaning_search.h"
#include "documents/passage_around.h"
#include "documents/passage_finder.h"
#include "documents/passage_reranker.h"
#include "documents/whole_document.h"

namespace hearth::app {

namespace store {
class Database;
}

/// Searches the documents on a thread of its own. As a list it shows the results for a person's query. GUI
/// thread.
class DocumentSearch : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(QString query READ query WRITE setQuery NOTIFY queryChanged)
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    Q_PROPERTY(bool searching READ isSearching NOTIFY countChanged)
    /// Duration of the last search, without the time that it waited for others.
    Q_PROPERTY(double elapsedMs READ elapsedMs NOTIFY countChanged)

public:
    enum Role {
        NameRole = Qt::UserRole + 1,  ///< of the file
        PathRole,
        PlaceRole,  ///< "page 3", "line 12"
        HeadingsRole,
        SnippetRole,  ///< rich text, the words that were looked for in bold
        ScoreRole,    ///< BM25; 0: not found by words
    };
    static constexpr int mostRows = 20;

    /// `file`: of the documents; it need not be there. `embedder`: of their passages; none, or one without a
    /// model: they are found by their words alone. `reranker`: orders the best of them; the same goes for it.
    explicit DocumentSearch(QString file, std::shared_ptr<SharedEmbedder> embedder = {},
                            std::shared_ptr<PassageReranker> reranker = {}, QObject* parent = nullptr);
    ~DocumentSearch() override;

    /// Finds passages. `done` is called on this thread, unless this object has been destroyed. A file that
    /// does not exist or cannot be read yields no passages.
    void find(const PassageQuery& query, std::function<void(std::vector<FoundPassage>)> done);
    /// Passes the text around a passage to `done` in the same way.
    void around(const PassageSpot& spot, std::function<void(const PassageAround&)> done);
    /// Lists documents whose path contains words, and the texts of some, in the same way.
    void list(const QString& words, std::function<void(std::vector<ListedDocument>)> done);
    void readWhole(const QStringList& paths, qint64 mostBytes,
                   std::function<void(std::vector<WholeDocument>)> done);
    static constexpr int mostListed = 200;
    /// Reopens the file after it was made again.
    void openAgain();

    QString query() const { return m_query; }
    void setQuery(const QString& query);
    int count() const { return static_cast<int>(m_rows.size()); }
    bool isSearching() const { return m_searching; }
    double elapsedMs() const { return m_elapsedMs; }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

signals:
    void queryChanged();
    void countChanged();
    /// Vectors of these passages have to be made again.
    void vectorsDamaged(const std::vector<qint64>& passages);

private:
    struct Connection;
    void run();
    std::vector<FoundPassage> found(const PassageQuery& query);
    void take(const QString& query, std::vector<FoundPassage> found, double elapsedMs);

    QString m_query;
    QTimer m_delay;
    std::vector<FoundPassage> m_rows;
    QString m_rowsQuery;  ///< the query that they were found with
    bool m_searching = false;
    double m_elapsedMs = 0;
    std::atomic<int> m_number = 0;  ///< of the search that counts
    std::unique_ptr<Connection> m_connection;
    QThreadPool m_pool;  ///< last: its tasks are waited for first
};

}  // namespace hearth::app
