#pragma once

#include <QString>
#include <vector>

#include "store/search_query.h"

namespace hearth::app::store {

class Database;

/// A passage that was found, and how well it fits: higher is better (BM25).
struct PassageHit {
    qint64 passageId = 0;
    double score = 0;
    /// By words: how much of the question's words that stand in any passage stands in this one, 0 to 1; a
    /// word weighs the more the fewer passages have it, and names and numbers weigh more than other words.
    double share = 0;
    bool operator==(const PassageHit&) const = default;
};

/// Passages by their words (FTS5, BM25). What a person typed is never syntax; see searchTerms(). One thread.
class PassageSearch {
public:
    /// Throws StoreError, as find() does.
    explicit PassageSearch(Database& database);

    static constexpr int mostRanked = 8'000, mostCounted = 1'000;

    /// The passages that fit a query best, best first: those with all of its words, then, when these are
    /// fewer than `limit`, those with some. A word is looked for by its beginning only where
    /// few passages have it as it is. Words that signs join, as in paths and versions, are also looked for
    /// together. Of words that stand in very many passages together only the rarest count for the latter. At
    /// most mostRanked passages are ranked: when more have all words, those that were read first. How many
    /// passages have a word is estimated from the first of them where it is more than mostCounted. `sources`:
    /// only passages of these; empty: of all.
    std::vector<PassageHit> find(const QString& query, int limit, const std::vector<qint64>& sources = {});

private:
    /// Passages that fit an expression.
    qint64 countOf(const QString& expression);
    struct Term {
        qint64 passages = 0;  ///< that have it
        QString expression;
        std::vector<double> weights;  ///< of the phrases of the expression, for passage_rank
        SearchTerm words;             ///< the same, for texts
        double factor = 1;            ///< of its weight in shares
    };
    std::vector<PassageHit> found(const std::vector<Term>& terms, bool all, int limit,
                                  const std::vector<qint64>& sources);
    void addShares(std::vector<PassageHit>& hits, const std::vector<Term>& terms);
    std::vector<PassageHit> match(const std::vector<Term>& terms, QLatin1String with, int limit,
                                  const std::vector<qint64>& sources);

    Database& m_database;
    qint64 m_firstId = 0, m_lastId = 0;  ///< of passages
    qint64 m_count = 0;                  ///< of passages
};

}  // namespace hearth::app::store
