#include "store/passage_search.h"

#include <QStringList>
#include <algorithm>

#include "store/database.h"
#include "store/search_query.h"

namespace hearth::app::store {

namespace {

/// So many words of a question count; a pasted page is not looked for word by word.
constexpr size_t mostTerms = 32;
/// Shorter words are looked for as they are: their beginnings are those of too many others.
constexpr qsizetype shortestBeginning = 4;

/// The FTS5 expressions of the terms of a query, each a quoted string or an alternative of two.
QStringList expressionsOf(const QString& query) {
    QStringList expressions;
    std::vector<SearchTerm> terms = searchTerms(query);
    if (terms.size() > mostTerms) terms.resize(mostTerms);
    for (const SearchTerm& term : terms) {
        const QString phrase = u'"' + term.words.join(u' ') + u'"';
        const bool begins = term.open && term.words.size() == 1 && term.words[0].size() >= shortestBeginning;
        // A whole word counts more than the beginning of a longer one: it is found by both.
        const QString expression = begins ? QStringLiteral("(%1 OR %1*)").arg(phrase) : phrase;
        if (!expressions.contains(expression)) expressions += expression;
    }
    return expressions;
}

QString jsonOf(const std::vector<qint64>& numbers) {
    QStringList texts;
    for (const qint64 number : numbers) texts += QString::number(number);
    return u'[' + texts.join(u',') + u']';
}

}  // namespace

std::vector<PassageHit> PassageSearch::match(const QString& expression, int limit,
                                             const std::vector<qint64>& sources) {
    const auto rows = [&] {
        if (sources.empty())
            return m_database.prepare(
                "SELECT rowid, -rank FROM passage_index WHERE passage_index MATCH ?1 ORDER BY rank LIMIT ?2");
        return m_database.prepare(
            "SELECT passage_index.rowid, -rank FROM passage_index "
            "JOIN passage ON passage.id = passage_index.rowid "
            "JOIN document ON document.id = passage.document_id "
            "WHERE passage_index MATCH ?1 AND document.source_id IN (SELECT value FROM json_each(?3)) "
            "ORDER BY rank LIMIT ?2");
    };
    Statement statement = rows();
    statement.bind(0, expression).bind(1, qint64{limit});
    if (!sources.empty()) statement.bind(2, jsonOf(sources));
    std::vector<PassageHit> hits;
    while (statement.step()) hits.push_back({statement.integer(0), statement.real(1)});
    return hits;
}

std::vector<PassageHit> PassageSearch::find(const QString& query, int limit,
                                            const std::vector<qint64>& sources) {
    const QStringList expressions = expressionsOf(query);
    if (expressions.isEmpty() || limit <= 0) return {};
    std::vector<PassageHit> hits = match(expressions.join(QLatin1String(" AND ")), limit, sources);
    if (std::ssize(hits) >= limit || expressions.size() == 1) return hits;
    for (const PassageHit& some : match(expressions.join(QLatin1String(" OR ")), limit, sources)) {
        if (std::ssize(hits) >= limit) break;
        const bool known = std::any_of(hits.begin(), hits.end(), [&some](const PassageHit& hit) {
            return hit.passageId == some.passageId;
        });
        if (!known) hits.push_back(some);
    }
    return hits;
}

}  // namespace hearth::app::store
