#include "documents/passage_around.h"

#include <QStringList>

#include "store/document_table.h"

namespace hearth::app {

namespace {

constexpr int passagesOnEachSide = 3;

}  // namespace

PassageAround passageAround(store::Database& database, const PassageSpot& spot) {
    store::DocumentTable table(database);
    const auto source = table.findSource(spot.source);
    if (!source) return {};
    const QString below = spot.path == spot.source ? QString() : spot.path.mid(spot.source.size() + 1);
    const auto document = table.find(*source, below);
    if (!document) return {};
    QStringList before, after;
    for (const store::PassageRecord& passage :
         table.passagesAround(document->id, spot.firstByte, spot.endByte, passagesOnEachSide)) {
        if (passage.firstByte == spot.firstByte) continue;
        (passage.firstByte < spot.firstByte ? before : after) += passage.text.trimmed();
    }
    const QString gap = QStringLiteral("\n\n");
    return {before.join(gap), after.join(gap)};
}

}  // namespace hearth::app
