#include "documents/passage_finder.h"

#include <QCoreApplication>
#include <QHash>
#include <algorithm>

#include "store/database.h"
#include "store/document_table.h"

namespace hearth::app {

namespace {

/// Of each list, for what one method has far down may be high in another.
constexpr int deepestRank = 50;

struct PlaceText {
    Q_DECLARE_TR_FUNCTIONS(Documents)
};

}  // namespace

std::vector<FoundPassage> findPassages(store::Database& database, const PassageQuery& query,
                                       const PassageRanker& meaning) {
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
    for (FusedPassage& rank : fusePassages(byWords, byMeaning, query.limit)) {
        const auto passage = table.passage(rank.passageId);
        const auto document = passage ? table.find(passage->documentId) : std::nullopt;
        // Removed by the thread that reads, between two questions.
        if (!document) continue;
        const QString source = paths.value(document->sourceId);
        found.push_back({*passage, source, document->path.isEmpty() ? source : source + u'/' + document->path,
                         std::move(rank)});
    }
    return found;
}

QString passagePlace(const store::PassageRecord& passage) {
    if (passage.page > 0) return PlaceText::tr("page %1").arg(passage.page);
    if (passage.firstLine <= 0) return {};
    return PlaceText::tr("line %1").arg(passage.firstLine);
}

}  // namespace hearth::app
