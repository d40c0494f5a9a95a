#include "store/passage_search.h"

#include <QRegularExpression>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <utility>

#include "store/database.h"
#include "store/document_table.h"
#include "store/passage_rank.h"
#include "store/search_query.h"

namespace hearth::app::store {

namespace {

/// So many words of a question count; a pasted page is not looked for word by word.
constexpr size_t mostTerms = 32;
/// Shorter words are looked for as they are: their beginnings are those of too many others.
constexpr qsizetype shortestBeginning = 4;
/// A word that stands in fewer is looked for by its beginning, too.
constexpr qint64 fewPassages = 20;

/// A name or number counts so many times as much as another word that is as rare: nothing else says the same.
constexpr double weightOfNames = 3;

/// A term of a query in FTS5's language: as a whole, and by its beginning, too, where that is long enough.
struct PassageTerm {
    QString whole, beginning;
    SearchTerm words;     ///< the same, for texts
    bool isName = false;  ///< with digits, or signs within, as paths and versions have
    bool operator==(const PassageTerm&) const = default;
};

/// Words that signs join, as phrases: "/etc/hosts", "4.10.2", "apt-get".
std::vector<PassageTerm> joinedTerms(const QString& query, size_t most) {
    static const QRegularExpression pattern(QStringLiteral("[\\p{L}\\p{N}]+(?:[./_:@#+-][\\p{L}\\p{N}]+)+"));
    static const QRegularExpression signs(QStringLiteral("[./_:@#+-]"));
    std::vector<PassageTerm> all;
    QRegularExpressionMatchIterator found = pattern.globalMatch(query);
    while (found.hasNext() && all.size() < most) {
        const QString words = found.next().captured().replace(signs, QStringLiteral(" "));
        PassageTerm made{u'"' + words + u'"', {}, {words.split(u' '), false}, true};
        if (std::find(all.begin(), all.end(), made) == all.end()) all.push_back(std::move(made));
    }
    return all;
}

std::vector<PassageTerm> passageTerms(const QString& query) {
    std::vector<PassageTerm> all;
    std::vector<SearchTerm> terms = searchTerms(query);
    if (terms.size() > mostTerms) terms.resize(mostTerms);
    for (const SearchTerm& term : terms) {
        PassageTerm made{u'"' + term.words.join(u' ') + u'"', {}, {term.words, false}, false};
        for (const QString& word : term.words)
            made.isName = made.isName || std::ranges::any_of(word, [](QChar c) { return c.isDigit(); });
        // A whole word counts more than the beginning of a longer one: it is found by both.
        if (term.open && term.words.size() == 1 && term.words[0].size() >= shortestBeginning)
            made.beginning = QStringLiteral("(%1 OR %1*)").arg(made.whole);
        if (std::find(all.begin(), all.end(), made) == all.end()) all.push_back(std::move(made));
    }
    const std::vector<PassageTerm> joined = joinedTerms(query, mostTerms - std::min(mostTerms, all.size()));
    all.insert(all.end(), joined.begin(), joined.end());
    return all;
}

QString jsonOf(const std::vector<qint64>& numbers) {
    QStringList texts;
    for (const qint64 number : numbers) texts += QString::number(number);
    return u'[' + texts.join(u',') + u']';
}

}  // namespace

PassageSearch::PassageSearch(Database& database)
    : m_database(database), m_count(DocumentTable(database).passageCount()) {
    Statement ends = m_database.prepare(
        "SELECT coalesce((SELECT min(id) FROM passage), 0), coalesce((SELECT max(id) FROM passage), 0)");
    ends.step();
    m_firstId = ends.integer(0);
    m_lastId = ends.integer(1);
}

qint64 PassageSearch::countOf(const QString& expression) {
    Statement statement = m_database.prepare(
        "SELECT count(*), max(id) FROM (SELECT rowid AS id FROM passage_index WHERE passage_index MATCH ?1 "
        "LIMIT ?2)");
    statement.bind(0, expression).bind(1, qint64{mostCounted}).step();
    const qint64 counted = statement.integer(0);
    if (counted < mostCounted) return counted;
    // They come in the order of their numbers, so that those after are as close together as these, more or
    // less.
    const double part = static_cast<double>(statement.integer(1) - m_firstId + 1) /
                        static_cast<double>(std::max<qint64>(1, m_lastId - m_firstId + 1));
    return std::clamp(static_cast<qint64>(mostCounted / std::max(part, 1e-9)), counted,
                      std::max(counted, m_count));
}

std::vector<PassageHit> PassageSearch::match(const std::vector<Term>& terms, QLatin1String with, int limit,
                                             const std::vector<qint64>& sources) {
    const auto rows = [&] {
        if (sources.empty())
            return m_database.prepare(
                "SELECT id, score FROM (SELECT rowid AS id, passage_rank(passage_index, ?4) AS score "
                "FROM passage_index WHERE passage_index MATCH ?1 LIMIT ?3) ORDER BY score DESC, id LIMIT ?2");
        return m_database.prepare(
            "SELECT id, score FROM (SELECT passage_index.rowid AS id, passage_rank(passage_index, ?4) AS "
            "score "
            "FROM passage_index JOIN passage ON passage.id = passage_index.rowid "
            "JOIN document ON document.id = passage.document_id "
            "WHERE passage_index MATCH ?1 AND document.source_id IN (SELECT value FROM json_each(?5)) "
            "LIMIT ?3) ORDER BY score DESC, id LIMIT ?2");
    };
    QStringList expressions;
    std::vector<double> weights;
    for (const Term& term : terms) {
        expressions += term.expression;
        weights.insert(weights.end(), term.weights.begin(), term.weights.end());
    }
    Statement statement = rows();
    statement.bind(0, expressions.join(with))
        .bind(1, qint64{limit})
        .bind(2, qint64{mostRanked})
        .bindBlob(3, rankWeights(weights));
    if (!sources.empty()) statement.bind(4, jsonOf(sources));
    std::vector<PassageHit> hits;
    while (statement.step()) hits.push_back({statement.integer(0), statement.real(1)});
    return hits;
}

std::vector<PassageHit> PassageSearch::find(const QString& query, int limit,
                                            const std::vector<qint64>& sources) {
    if (limit <= 0) return {};
    const auto weightOf = [this](qint64 passages) {
        return rarityWeight(static_cast<double>(passages), static_cast<double>(m_count));
    };
    std::vector<Term> terms;
    bool all = true;
    for (PassageTerm& term : passageTerms(query)) {
        Term made{
            countOf(term.whole), term.whole, {}, std::move(term.words), term.isName ? weightOfNames : 1};
        made.weights.push_back(weightOf(made.passages));
        // To gather all words that begin so takes long where there are many; most often the word itself will
        // do.
        if (made.passages < fewPassages && !term.beginning.isEmpty()) {
            made.expression = term.beginning;
            made.words.open = true;
            made.passages = countOf(term.beginning);
            made.weights.push_back(weightOf(made.passages));
        }
        all = all && made.passages > 0;
        if (made.passages > 0) terms.push_back(std::move(made));
    }
    if (terms.empty()) return {};
    std::vector<PassageHit> hits = found(terms, all, limit, sources);
    addShares(hits, terms);
    return hits;
}

std::vector<PassageHit> PassageSearch::found(const std::vector<Term>& terms, bool all, int limit,
                                             const std::vector<qint64>& sources) {
    std::vector<PassageHit> hits;
    if (all) hits = match(terms, QLatin1String(" AND "), limit, sources);
    if (std::ssize(hits) >= limit || (all && terms.size() == 1)) return hits;
    // The rarest words say most, and what common ones add would take long to rank.
    std::vector<Term> rarest = terms;
    std::ranges::stable_sort(rarest, {}, &Term::passages);
    qint64 passages = 0;
    const auto tooMany = std::find_if(rarest.begin() + 1, rarest.end(),
                                      [&, first = rarest.front().passages](const Term& term) {
                                          passages += term.passages;
                                          return first + passages > mostRanked;
                                      });
    rarest.erase(tooMany, rarest.end());
    for (const PassageHit& some : match(rarest, QLatin1String(" OR "), limit, sources)) {
        if (std::ssize(hits) >= limit) break;
        const bool known = std::any_of(hits.begin(), hits.end(), [&some](const PassageHit& hit) {
            return hit.passageId == some.passageId;
        });
        if (!known) hits.push_back(some);
    }
    return hits;
}

void PassageSearch::addShares(std::vector<PassageHit>& hits, const std::vector<Term>& terms) {
    // The weights of BM25 (Robertson, Zaragoza, 2009), without how often a word stands there.
    const auto count = static_cast<double>(m_count);
    const auto weightOf = [count](const Term& term) {
        const auto with = std::min(static_cast<double>(term.passages), count);
        return term.factor * std::log(1 + (count - with + 0.5) / (with + 0.5));
    };
    double whole = 0;
    std::vector<SearchTerm> words;
    for (const Term& term : terms) {
        whole += weightOf(term);
        words.push_back(term.words);
    }
    // Reading the texts takes a tenth of asking the index for each word and each passage.
    for (PassageHit& hit : hits) {
        Statement row = m_database.prepare("SELECT text, search_headings FROM passage WHERE id = ?");
        if (!row.bind(0, hit.passageId).step()) continue;
        std::vector<bool> stands(terms.size());
        for (const SearchPlace& place : searchPlaces(row.text(0) + u'\n' + row.text(1), words))
            stands[static_cast<size_t>(place.term)] = true;
        for (size_t term = 0; term < terms.size(); ++term)
            if (stands[term]) hit.share += weightOf(terms[term]) / whole;
    }
}

}  // namespace hearth::app::store
