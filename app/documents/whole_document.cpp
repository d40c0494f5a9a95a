#include "documents/whole_document.h"

#include "store/document_table.h"

namespace hearth::app {

namespace {

QString absolutePath(const QString& source, const QString& below) {
    return below.isEmpty() ? source : source + u'/' + below;
}

/// Text between two passages: a space in a long line that was cut, a line break, or an empty line.
QString gapBetween(const store::PassageRecord& before, const store::PassageRecord& after) {
    if (before.lastLine <= 0) return QStringLiteral("\n\n");
    if (after.firstLine <= before.lastLine) return QStringLiteral(" ");
    return QString(after.firstLine == before.lastLine + 1 ? 1 : 2, u'\n');
}

QString joinedText(const std::vector<store::PassageRecord>& passages) {
    QString text;
    const store::PassageRecord* before = nullptr;
    for (const store::PassageRecord& passage : passages) {
        const bool newPage = passage.page > 0 && (before == nullptr || before->page != passage.page);
        if (before != nullptr) text += newPage ? QStringLiteral("\n\n") : gapBetween(*before, passage);
        if (newPage) text += QStringLiteral("(page %1)\n").arg(passage.page);
        text += passage.text;
        before = &passage;
    }
    return text;
}

WholeDocument readWhole(store::DocumentTable& table, const std::vector<store::DocumentSource>& sources,
                        const QString& path, qint64 mostBytes) {
    for (const store::DocumentSource& source : sources) {
        if (path != source.path && !path.startsWith(source.path + u'/')) continue;
        const auto document = table.find(source.id, path.mid(source.path.size() + 1));
        if (!document || document->passages == 0) continue;
        WholeDocument whole{source.path, path, {}, 0};
        const std::vector<store::PassageRecord> passages = table.passages(document->id);
        if (!passages.empty()) whole.endByte = passages.back().endByte;
        if (whole.endByte <= mostBytes) whole.text = joinedText(passages);
        return whole;
    }
    return {{}, path, {}, 0};
}

}  // namespace

std::vector<ListedDocument> listDocuments(store::Database& database, const QString& words, int limit) {
    std::vector<ListedDocument> all;
    for (const store::DocumentLength& one : store::DocumentTable(database).lengths(words.trimmed(), limit))
        all.push_back({absolutePath(one.source, one.path), one.textBytes});
    return all;
}

std::vector<WholeDocument> readWholeDocuments(store::Database& database, const QStringList& paths,
                                              qint64 mostBytes) {
    store::DocumentTable table(database);
    const std::vector<store::DocumentSource> sources = table.sources();
    std::vector<WholeDocument> all;
    for (const QString& path : paths) all.push_back(readWhole(table, sources, path, mostBytes));
    return all;
}

}  // namespace hearth::app
