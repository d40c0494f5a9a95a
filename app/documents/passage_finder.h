#pragma once

#include <QString>
#include <QStringList>
#include <functional>
#include <string>
#include <vector>

#include "documents/passage_fusion.h"
#include "store/document_records.h"

namespace hearth::app {

namespace store {
class Database;
}

/// A passage that was found, with all that is shown of it.
struct FoundPassage {
    store::PassageRecord passage;
    QString source;  ///< the folder or file that was added
    QString path;    ///< of the file
    FusedPassage rank;
};

/// Finds passages by their meaning, best first. Called on the thread that searches.
using PassageRanker = std::function<std::vector<store::PassageHit>(
    store::Database& database, const QString& query, const std::vector<qint64>& sources, int limit)>;

/// Scores of some passages for a query, the first ones in their order; higher is better. Passages without a
/// score stay after the others in their old order. Called on the thread that searches.
using PassageScorer =
    std::function<std::vector<double>(const QString& query, const std::vector<std::string>& passages)>;

/// Maximum number of passages given to a PassageScorer. Passages further down seldom answer, and each of them
/// costs as much time as the first.
inline constexpr int mostReranked = 24;

/// A search.
struct PassageQuery {
    QString text;
    QStringList sources;  ///< paths of the sources that count; empty: all
    int limit = 10;
};

/// The passages that fit a query best, by their words, and by their meaning if a ranker is given. With a
/// scorer the best mostReranked come first, in the order of its scores, which are the third ones of their
/// ranks; the others follow. Throws StoreError.
std::vector<FoundPassage> findPassages(store::Database& database, const PassageQuery& query,
                                       const PassageRanker& meaning = {}, const PassageScorer& scorer = {});

/// "page 3", "line 12"; of a file without either: empty.
QString passagePlace(const store::PassageRecord& passage);

}  // namespace hearth::app
