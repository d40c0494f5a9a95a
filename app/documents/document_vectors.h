#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QStringList>
#include <memory>
#include <vector>

#include "documents/document_library.h"
#include "documents/model_choice.h"
#include "documents/shared_embedder.h"

namespace hearth::app {

/// Choice of the embedding model that finds passages by their meaning, and the progress of their vectors.
/// Until a person has chosen, it is the first installed one. GUI thread.
class DocumentVectors : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    /// Models to choose from; the first entry is none.
    Q_PROPERTY(QStringList names READ names NOTIFY changed)
    Q_PROPERTY(int current READ current WRITE setCurrent NOTIFY changed)
    /// Path of the chosen model; empty: none.
    Q_PROPERTY(QString path READ path NOTIFY changed)
    /// The present method of finding passages, one sentence or two.
    Q_PROPERTY(QString status READ status NOTIFY changed)
    /// Progress of the vectors that are being made, 0 to 1; -1: none are.
    Q_PROPERTY(double fraction READ fraction NOTIFY changed)
    Q_PROPERTY(bool failed READ hasFailed NOTIFY changed)
    /// Reason why the model runs in this process although it should not; empty: it does not, or is not
    /// loaded.
    Q_PROPERTY(QString placeNote READ placeNote NOTIFY changed)

public:
    DocumentVectors(store::Store& store, DocumentLibrary& library, std::shared_ptr<SharedEmbedder> embedder,
                    QObject* parent = nullptr);

    /// The embedding models that are installed.
    void setModels(std::vector<ModelChoice::Model> models);

    QStringList names() const;
    int current() const { return m_choice.current(); }
    void setCurrent(int index);
    QString path() const { return m_choice.path(); }
    /// Chooses an installed one by its path; another one is left alone.
    Q_INVOKABLE void use(const QString& path);
    /// Loads the model again when it is next needed, because it may run on another device now; the work
    /// continues from where it was.
    void loadAgain();
    QString status() const;
    double fraction() const;
    QString placeNote() const;
    bool hasFailed() const { return m_status.phase == VectorStatus::Failed; }

signals:
    void changed();

private:
    void apply();

    ModelChoice m_choice;
    DocumentLibrary& m_library;
    const std::shared_ptr<SharedEmbedder> m_embedder;
    VectorStatus m_status;
};

}  // namespace hearth::app
