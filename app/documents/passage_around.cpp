#include "documents/passage_around.h"

#include <algorithm>
#include <vector>

#include "store/document_table.h"

namespace hearth::app {

namespace {

constexpr std::ptrdiff_t passagesAround = 3;

QString joined(std::vector<store::PassageRecord>::const_iterator first,
               std::vector<store::PassageRecord>::const_iterator last) {
    QStringList texts;
    for (; first != last; ++first) texts += first->text.trimmed();
    return texts.join(QStringLiteral("\n\n"));
}

}  // namespace

PassageAround passageAround(store::Database& database, const PassageSpot& spot) {
    store::DocumentTable table(database);
    for (const store::DocumentSource& source : table.sources()) {
        if (source.path != spot.source) continue;
        const QString below = spot.path == source.path ? QString() : spot.path.mid(source.path.size() + 1);
        const auto document = table.find(source.id, below);
        if (!document) return {};
        const std::vector<store::PassageRecord> all = table.passagesOf(document->id);
        const auto at = std::ranges::find_if(all, [&](const store::PassageRecord& passage) {
            return passage.firstByte == spot.firstByte && passage.endByte == spot.endByte;
        });
        if (at == all.end()) return {};
        return {joined(at - std::min(passagesAround, at - all.begin()), at),
                joined(at + 1, at + 1 + std::min(passagesAround, all.end() - at - 1))};
    }
    return {};
}

}  // namespace hearth::app
