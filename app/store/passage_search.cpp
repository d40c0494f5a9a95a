#include "store/passage_search.h"

#include <QStringList>
#include <algorithm>
#include <utility>

#include "store/database.h"
#include "store/search_query.h"

namespace hearth::app::store {

namespace {

/// So many words of a question count; a pasted page is not looked for word by word.
constexpr size_t mostTerms = 32;
/// Shorter words are looked for as they are: their beginnings are those of too many others.
constexpr qsizetype shortestBeginning = 4;
/// A word that stands in fewer is looked for by its beginning, too.
constexpr qint64 fewPassages = 20;

/// A term of a query in FTS5's language: as a whole, and by its beginning, too, where that is long enough.
struct PassageTerm {
    QString whole, beginning;
    bool operator==(const PassageTerm&) const = default;
};

std::vector<PassageTerm> passageTerms(const QString& query) {
    std::vector<PassageTerm> all;
    std::vector<SearchTerm> terms = searchTerms(query);
    if (terms.size() > mostTerms) terms.resize(mostTerms);
    for (const SearchTerm& term : terms) {
        PassageTerm made{u'"' + term.words.join(u' ') + u'"', {}};
        // A whole word counts more than the beginning of a longer one: it is found by both.
        if (term.open && term.words.size() == 1 && term.words[0].size() >= shortestBeginning)
            made.beginning = QStringLiteral("(%1 OR %1*)").arg(made.whole);
        if (std::find(all.begin(), all.end(), made) == all.end()) all.push_back(std::move(made));
    }
    return all;
}

QString joined(const std::vector<std::pair<qint64, QString>>& terms, QLatin1String with) {
    QStringList expressions;
    for (const auto& [passages, expression] : terms) expressions += expression;
    return expressions.join(with);
}

QString jsonOf(const std::vector<qint64>& numbers) {
    QStringList texts;
    for (const qint64 number : numbers) texts += QString::number(number);
    return u'[' + texts.join(u',') + u']';
}

}  // namespace

qint64 PassageSearch::countOf(const QString& expression) {
    Statement statement = m_database.prepare(
        "SELECT count(*) FROM (SELECT 1 FROM passage_index WHERE passage_index MATCH ?1 LIMIT ?2)");
    statement.bind(0, expression).bind(1, qint64{mostRanked}).step();
    return statement.integer(0);
}

std::vector<PassageHit> PassageSearch::match(const QString& expression, int limit,
                                             const std::vector<qint64>& sources) {
    const auto rows = [&] {
        if (sources.empty())
            return m_database.prepare(
                "SELECT id, -score FROM (SELECT rowid AS id, rank AS score FROM passage_index "
                "WHERE passage_index MATCH ?1 LIMIT ?3) ORDER BY score, id LIMIT ?2");
        return m_database.prepare(
            "SELECT id, -score FROM (SELECT passage_index.rowid AS id, rank AS score FROM passage_index "
            "JOIN passage ON passage.id = passage_index.rowid "
            "JOIN document ON document.id = passage.document_id "
            "WHERE passage_index MATCH ?1 AND document.source_id IN (SELECT value FROM json_each(?4)) "
            "LIMIT ?3) ORDER BY score, id LIMIT ?2");
    };
    Statement statement = rows();
    statement.bind(0, expression).bind(1, qint64{limit}).bind(2, qint64{mostRanked});
    if (!sources.empty()) statement.bind(3, jsonOf(sources));
    std::vector<PassageHit> hits;
    while (statement.step()) hits.push_back({statement.integer(0), statement.real(1)});
    return hits;
}

std::vector<PassageHit> PassageSearch::find(const QString& query, int limit,
                                            const std::vector<qint64>& sources) {
    if (limit <= 0) return {};
    std::vector<std::pair<qint64, QString>> terms;
    bool all = true;
    for (const PassageTerm& term : passageTerms(query)) {
        QString expression = term.whole;
        qint64 passages = countOf(expression);
        // To gather all words that begin so takes long where there are many; most often the word itself will
        // do.
        if (passages < fewPassages && !term.beginning.isEmpty()) {
            expression = term.beginning;
            passages = countOf(expression);
        }
        all = all && passages > 0;
        if (passages > 0) terms.emplace_back(passages, expression);
    }
    if (terms.empty()) return {};
    std::vector<PassageHit> hits;
    if (all) hits = match(joined(terms, QLatin1String(" AND ")), limit, sources);
    if (std::ssize(hits) >= limit || (all && terms.size() == 1)) return hits;
    // The rarest words say most, and what common ones add would take long to rank.
    std::stable_sort(terms.begin(), terms.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    qint64 passages = 0;
    const auto tooMany =
        std::find_if(terms.begin() + 1, terms.end(), [&, first = terms.front().first](const auto& term) {
            passages += term.first;
            return first + passages > mostRanked;
        });
    terms.erase(tooMany, terms.end());
    for (const PassageHit& some : match(joined(terms, QLatin1String(" OR ")), limit, sources)) {
        if (std::ssize(hits) >= limit) break;
        const bool known = std::any_of(hits.begin(), hits.end(), [&some](const PassageHit& hit) {
            return hit.passageId == some.passageId;
        });
        if (!known) hits.push_back(some);
    }
    return hits;
}

}  // namespace hearth::app::store
