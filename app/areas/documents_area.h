#pragma once

#include <QString>
#include <memory>

#include "areas/area.h"
#include "documents/document_library.h"
#include "documents/document_search.h"
#include "documents/document_vectors.h"
#include "documents/embedding_device.h"
#include "documents/question_vectors.h"
#include "documents/reranker_choice.h"

namespace hearth::app {

class AppSettings;
class ModelsArea;

/// Documents that chats may quote: the list of them, the models that find and order their passages, and the
/// search.
class DocumentsArea : public QObject {
    Q_OBJECT
    QML_NAMED_ELEMENT(Documents)
    QML_SINGLETON

public:
    /// `file`: that keeps the passages; empty: none does. All other arguments outlive it.
    DocumentsArea(store::Store& store, const AppSettings& settings, ModelsArea& models, const QString& file);
    static DocumentsArea* create(QQmlEngine* engine, QJSEngine*) { return givenArea<DocumentsArea>(engine); }

    EmbeddingDevice device;
    const std::shared_ptr<SharedEmbedder> embedder;
    const std::shared_ptr<PassageReranker> passageReranker;
    QuestionVectors questionVectors;
    HEARTH_PART(DocumentLibrary, library);
    HEARTH_PART(DocumentVectors, vectors);
    HEARTH_PART(RerankerChoice, reranker);
    HEARTH_PART(DocumentSearch, search);
};

}  // namespace hearth::app
