#include "documents/document_search.h"

#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>

#include "store/database.h"
#include "store/records.h"
#include "store/search_query.h"

namespace hearth::app {

namespace {

constexpr int searchDelayMs = 80;
constexpr qsizetype snippetLength = 240;

/// A snippet with its marks as bold letters; characters that turn the direction of others are shown as such.
QString boldSnippet(QString snippet) {
    for (QChar& c : snippet)
        if ((c.unicode() >= 0x202a && c.unicode() <= 0x202e) ||
            (c.unicode() >= 0x2066 && c.unicode() <= 0x2069))
            c = QChar::ReplacementCharacter;
    snippet = snippet.toHtmlEscaped();
    snippet.replace(QChar(store::matchStart), QLatin1String("<b>"));
    return snippet.replace(QChar(store::matchEnd), QLatin1String("</b>"));
}

}  // namespace

/// Used only by tasks in the pool, which has one thread.
struct DocumentSearch::Connection {
    QString file;
    MeaningSearch meaning;
    const std::shared_ptr<PassageReranker> reranker;
    std::unique_ptr<store::Database> database;

    /// Result of `ask` on the file; an empty one if there is no file.
    template <typename Ask>
    auto asked(const Ask& ask) -> decltype(ask(*database)) {
        try {
            if (!database) {
                if (!QFile::exists(file)) return {};
                database = store::Database::openAgain(file.toStdString());
            }
            return ask(*database);
        } catch (const store::StoreError&) {
            // The thread that writes the file makes it again, or reports what is wrong with it.
            close();
        } catch (const std::bad_alloc&) {
            // The question is answered without documents.
            close();
        }
        return {};
    }
    void close() {
        meaning.forget();
        database.reset();
    }
};

DocumentSearch::DocumentSearch(QString file, std::shared_ptr<SharedEmbedder> embedder,
                               std::shared_ptr<PassageReranker> reranker, QObject* parent)
    : QAbstractListModel(parent),
      m_connection(
          new Connection{std::move(file), MeaningSearch(std::move(embedder)), std::move(reranker), nullptr}) {
    m_pool.setMaxThreadCount(1);
    m_delay.setSingleShot(true);
    m_delay.setInterval(searchDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &DocumentSearch::run);
}

DocumentSearch::~DocumentSearch() {
    // The results are no longer needed.
    m_pool.clear();
    if (m_connection->reranker) m_connection->reranker->giveUp();
}

void DocumentSearch::find(const PassageQuery& query, std::function<void(std::vector<FoundPassage>)> done) {
    m_pool.start([this, query, done = std::move(done)] {
        std::vector<FoundPassage> found = this->found(query);
        // The pool is waited for before this object goes.
        QMetaObject::invokeMethod(
            this, [done, found = std::move(found)] { done(found); }, Qt::QueuedConnection);
    });
}

std::vector<FoundPassage> DocumentSearch::found(const PassageQuery& query) {
    MeaningSearch& meaning = m_connection->meaning;
    PassageScorer scorer;
    if (m_connection->reranker && !m_connection->reranker->model().isEmpty())
        scorer = [reranker = m_connection->reranker](const QString& question,
                                                     const std::vector<std::string>& passages) {
            return reranker->scores(question, passages);
        };
    std::vector<FoundPassage> all = m_connection->asked([&](store::Database& database) {
        return findPassages(
            database, query,
            [&meaning](store::Database& file, const QString& question, const std::vector<qint64>& sources,
                       int limit) { return meaning.find(file, question, limit, sources); },
            scorer);
    });
    if (std::vector<qint64> damaged = meaning.takeDamaged(); !damaged.empty())
        QMetaObject::invokeMethod(
            this, [this, damaged] { emit vectorsDamaged(damaged); }, Qt::QueuedConnection);
    return all;
}

void DocumentSearch::around(const PassageSpot& spot, std::function<void(const PassageAround&)> done) {
    m_pool.start([this, spot, done = std::move(done)] {
        PassageAround around =
            m_connection->asked([&](store::Database& database) { return passageAround(database, spot); });
        QMetaObject::invokeMethod(
            this, [done, around = std::move(around)] { done(around); }, Qt::QueuedConnection);
    });
}

void DocumentSearch::list(const QString& words, std::function<void(std::vector<ListedDocument>)> done) {
    m_pool.start([this, words, done = std::move(done)] {
        std::vector<ListedDocument> listed = m_connection->asked(
            [&](store::Database& database) { return listDocuments(database, words, mostListed); });
        QMetaObject::invokeMethod(
            this, [done, listed = std::move(listed)] { done(listed); }, Qt::QueuedConnection);
    });
}

void DocumentSearch::readWhole(const QStringList& paths, qint64 mostBytes,
                               std::function<void(std::vector<WholeDocument>)> done) {
    m_pool.start([this, paths, mostBytes, done = std::move(done)] {
        std::vector<WholeDocument> texts = m_connection->asked(
            [&](store::Database& database) { return readWholeDocuments(database, paths, mostBytes); });
        QMetaObject::invokeMethod(
            this, [done, texts = std::move(texts)] { done(texts); }, Qt::QueuedConnection);
    });
}

void DocumentSearch::openAgain() {
    m_pool.start([this] { m_connection->close(); });
}

void DocumentSearch::setQuery(const QString& query) {
    if (m_query == query) return;
    m_query = query;
    m_searching = true;
    // The present search is no longer wanted.
    ++m_number;
    emit queryChanged();
    emit countChanged();
    m_delay.start();
}

void DocumentSearch::run() {
    m_pool.start([this, query = m_query, number = m_number.load()] {
        if (number != m_number) return;
        QElapsedTimer time;
        time.start();
        std::vector<FoundPassage> found = this->found({query, {}, mostRows});
        const double elapsedMs = static_cast<double>(time.nsecsElapsed()) / 1e6;
        QMetaObject::invokeMethod(
            this,
            [this, query, number, elapsedMs, found = std::move(found)]() mutable {
                if (number == m_number) take(query, std::move(found), elapsedMs);
            },
            Qt::QueuedConnection);
    });
}

void DocumentSearch::take(const QString& query, std::vector<FoundPassage> found, double elapsedMs) {
    beginResetModel();
    m_rows = std::move(found);
    m_rowsQuery = query;
    endResetModel();
    m_searching = false;
    m_elapsedMs = elapsedMs;
    emit countChanged();
}

int DocumentSearch::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> DocumentSearch::roleNames() const {
    return {{NameRole, "name"},         {PathRole, "path"},       {PlaceRole, "place"},
            {HeadingsRole, "headings"}, {SnippetRole, "snippet"}, {ScoreRole, "score"}};
}

QVariant DocumentSearch::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const FoundPassage& found = m_rows[static_cast<size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
        case NameRole:
            return QFileInfo(found.path).fileName();
        case PathRole:
            return found.path;
        case PlaceRole:
            return passagePlace(found.passage);
        case HeadingsRole:
            return found.passage.headings;
        case SnippetRole: {
            const QString snippet =
                store::searchSnippet(found.passage.text, store::searchTerms(m_rowsQuery), snippetLength);
            return boldSnippet(snippet.isEmpty() ? found.passage.text.left(snippetLength).simplified()
                                                 : snippet);
        }
        case ScoreRole:
            return found.rank.scores.empty() ? 0 : found.rank.scores[0];
        default:
            return {};
    }
}

}  // namespace hearth::app
