#include "tools/document_tools.h"

#include <QFileInfo>
#include <QPointer>
#include <QTimer>
#include <algorithm>
#include <utility>

#include "files/one_line_name.h"

namespace hearth::app {

DocumentTools::DocumentTools(DocumentLibrary& library, DocumentSearch& search, QObject* parent)
    : ToolProvider(parent), m_library(library), m_search(search) {
    connect(&m_library, &DocumentLibrary::countChanged, this, [this, before = library.count() > 0]() mutable {
        const bool now = m_library.count() > 0;
        if (now == std::exchange(before, now)) return;
        emit toolsChanged();
    });
}

std::vector<ToolDescription> DocumentTools::tools() const {
    if (m_library.count() == 0) return {};
    return {
        {QStringLiteral("search_documents"),
         QStringLiteral("Finds passages in the person's own documents by their words. Use it when the answer "
                        "may stand there, and say which file and place you use."),
         R"({"type":"object","properties":{"query":{"type":"string","description":"the words to look for, in the language of the documents"},"passages":{"type":"integer","minimum":1,"maximum":8,"description":"how many; 4 if left out"}},"required":["query"],"additionalProperties":false})",
         QStringLiteral("Hearth")}};
}

void DocumentTools::call(quint64 id, const QString& name, const QJsonObject& arguments) {
    m_waiting += id;
    const QString query = arguments.value(QLatin1String("query")).toString();
    if (name != QLatin1String("search_documents") || query.trimmed().isEmpty()) {
        QTimer::singleShot(0, this, [this, id] {
            if (m_waiting.removeOne(id)) emit finished(id, {QStringLiteral("A query is missing."), true});
        });
        return;
    }
    const int limit = std::clamp(arguments.value(QLatin1String("passages")).toInt(4), 1, mostPassages);
    m_search.find({query, {}, limit}, [self = QPointer(this), id](const std::vector<FoundPassage>& found) {
        if (self != nullptr && self->m_waiting.removeOne(id)) emit self->finished(id, resultOf(found));
    });
}

ToolResult DocumentTools::resultOf(const std::vector<FoundPassage>& found) {
    if (found.empty())
        return {QStringLiteral("No passage has these words. Try other ones, or fewer."), false};
    QString text;
    for (const FoundPassage& one : found) {
        const store::PassageRecord& passage = one.passage;
        if (!text.isEmpty()) text += QLatin1String("\n\n");
        // Without numbers: those are the citations of a chat.
        text += oneLineName(QFileInfo(one.path).fileName());
        if (passage.page > 0)
            text += QStringLiteral(", page %1").arg(passage.page);
        else if (passage.firstLine > 0)
            text += QStringLiteral(", lines %1 to %2").arg(passage.firstLine).arg(passage.lastLine);
        if (!passage.headings.isEmpty()) text += QLatin1String(", ") + passage.headings;
        text += QLatin1String(":\n") + passage.text;
    }
    return {text, false};
}

}  // namespace hearth::app

#include "moc_document_tools.cpp"
