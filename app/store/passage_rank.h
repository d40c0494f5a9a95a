#pragma once

#include <QByteArray>
#include <span>

struct sqlite3;

namespace hearth::app::store {

/// Makes `passage_rank(table, weights)` known to a connection, a function for rows that match in an FTS5
/// table: the score of the row, higher is better. It is BM25 (Robertson, Zaragoza, "The Probabilistic
/// Relevance Framework", 2009) with k1 = 1.2 and b = 0.75, as in FTS5's own function, but a word outside the
/// first column counts 0.6 times. FTS5's own function first reads every passage of every word to learn its
/// frequency, which takes long for common words; this one gets the weights. Throws StoreError.
void addPassageRank(sqlite3* handle);

/// Weight of a word that is in `with` of `count` passages: the logarithm of BM25; never 0 or less.
double rarityWeight(double with, double count);

/// The second argument: the weights of the phrases of the expression, in its order.
QByteArray rankWeights(std::span<const double> weights);

}  // namespace hearth::app::store
