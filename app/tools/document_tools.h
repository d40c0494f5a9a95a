#pragma once

#include <QList>

#include "documents/document_library.h"
#include "documents/document_search.h"
#include "tools/tool_provider.h"

namespace hearth::app {

/// Lets models search the documents that a person added: passages with the file and the place of each,
/// numbered, so that a reply can cite them. There are no tools as long as there are no documents. GUI thread;
/// library and search outlive it.
class DocumentTools : public ToolProvider {
    Q_OBJECT

public:
    static constexpr int mostPassages = 8;
    static constexpr char providerId[] = "documents";

    DocumentTools(DocumentLibrary& library, DocumentSearch& search, QObject* parent = nullptr);

    QString id() const override { return QLatin1String(providerId); }
    QString title() const override { return tr("Documents"); }
    std::vector<ToolDescription> tools() const override;
    void call(quint64 id, const QString& name, const QJsonObject& arguments) override;
    void cancel(quint64 id) override { m_waiting.removeOne(id); }

    /// Text for the model about the passages found. In English, because models read it.
    static ToolResult resultOf(const std::vector<FoundPassage>& found);

private:
    DocumentLibrary& m_library;
    DocumentSearch& m_search;
    QList<quint64> m_waiting;  ///< calls whose result is on its way
};

}  // namespace hearth::app
