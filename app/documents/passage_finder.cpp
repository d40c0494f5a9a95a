#include "documents/passage_finder.h"

#include <QCoreApplication>
#include <QHash>
#include <algorithm>
#include <numeric>

#include "documents/shared_embedder.h"
#include "store/database.h"
#include "store/document_table.h"

namespace hearth::app {

namespace {

/// Of each list, for what one method has far down may be high in another.
constexpr int deepestRank = 50;

/// The best passages in the order of a scorer, as far as it goes. Equal ones keep theirs.
void orderBy(const PassageScorer& scorer, const QString& query, std::vector<FoundPassage>& found) {
    const size_t count = std::min(found.size(), static_cast<size_t>(mostReranked));
    std::vector<std::string> texts;
    for (size_t i = 0; i < count; ++i) {
        store::PassageForVector text;
        text.headings = found[i].passage.headings;
        text.text = found[i].passage.text;
        texts.push_back(passageText(text));
    }
    const std::vector<double> scores = scorer(query, texts);
    if (scores.size() > count) return;
    std::vector<size_t> order(scores.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_sort(order, std::greater<>(), [&scores](size_t i) { return scores[i]; });
    std::vector<FoundPassage> ordered;
    for (const size_t i : order) {
        ordered.push_back(std::move(found[i]));
        FusedPassage& rank = ordered.back().rank;
        rank.scores.push_back(scores[i]);
        rank.ranks.push_back(static_cast<int>(ordered.size()));
    }
    std::ranges::move(ordered, found.begin());
}

struct PlaceText {
    Q_DECLARE_TR_FUNCTIONS(Documents)
};

}  // namespace

std::vector<FoundPassage> findPassages(store::Database& database, const PassageQuery& query,
                                       const PassageRanker& meaning, const PassageScorer& scorer) {
    store::DocumentTable table(database);
    QHash<qint64, QString> paths;
    std::vector<qint64> chosen;
    for (const store::DocumentSource& source : table.sources()) {
        paths.insert(source.id, source.path);
        if (query.sources.contains(source.path)) chosen.push_back(source.id);
    }
    if (!query.sources.isEmpty() && chosen.empty()) return {};
    const int depth = std::max(query.limit, deepestRank);
    const std::vector<store::PassageHit> byWords =
        store::PassageSearch(database).find(query.text, depth, chosen);
    std::vector<store::PassageHit> byMeaning;
    if (meaning) byMeaning = meaning(database, query.text, chosen, depth);
    std::vector<FoundPassage> found;
    const int wanted = scorer ? std::max(query.limit, mostReranked) : query.limit;
    for (FusedPassage& rank : fusePassages(byWords, byMeaning, wanted)) {
        const auto passage = table.passage(rank.passageId);
        const auto document = passage ? table.find(passage->documentId) : std::nullopt;
        // Removed by the thread that reads, between two questions.
        if (!document) continue;
        const QString source = paths.value(document->sourceId);
        found.push_back({*passage, source, document->path.isEmpty() ? source : source + u'/' + document->path,
                         std::move(rank)});
    }
    if (scorer && query.limit > 0) orderBy(scorer, query.text, found);
    if (std::ssize(found) > query.limit) found.erase(found.begin() + std::max(0, query.limit), found.end());
    return found;
}

QString passagePlace(const store::PassageRecord& passage) {
    if (passage.page > 0) return PlaceText::tr("page %1").arg(passage.page);
    if (passage.firstLine <= 0) return {};
    return PlaceText::tr("line %1").arg(passage.firstLine);
}

}  // namespace hearth::app
