#pragma once

#include <QString>
#include <vector>

namespace hearth::app::store {

class Database;

/// A passage that was found, and how well it fits: higher is better (BM25).
struct PassageHit {
    qint64 passageId = 0;
    double score = 0;
    bool operator==(const PassageHit&) const = default;
};

/// Passages by their words (FTS5, BM25). What a person typed is never syntax; see searchTerms(). One thread.
class PassageSearch {
public:
    explicit PassageSearch(Database& database) : m_database(database) {}

    /// The passages that fit a query best, best first: those with all of its words, then, when these are
    /// fewer than `limit`, those with some. `sources`: only passages of these; empty: of all.
    std::vector<PassageHit> find(const QString& query, int limit, const std::vector<qint64>& sources = {});

private:
    std::vector<PassageHit> match(const QString& expression, int limit, const std::vector<qint64>& sources);

    Database& m_database;
};

}  // namespace hearth::app::store
