#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QStringList>
#include <memory>
#include <vector>

#include "documents/model_choice.h"
#include "documents/passage_reranker.h"

namespace hearth::app {

/// Choice of the reranker that reorders the best passages, and its state. There is none until a person has
/// chosen one, because it takes memory, and time with each question. GUI thread.
class RerankerChoice : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    /// Models to choose from; the first entry is none.
    Q_PROPERTY(QStringList names READ names NOTIFY changed)
    Q_PROPERTY(int current READ current WRITE setCurrent NOTIFY changed)
    /// Path of the chosen model; empty: none.
    Q_PROPERTY(QString path READ path NOTIFY changed)
    /// The present order of passages and its cost; one sentence or two.
    Q_PROPERTY(QString status READ status NOTIFY changed)
    Q_PROPERTY(bool failed READ hasFailed NOTIFY changed)
    /// As DocumentVectors::placeNote.
    Q_PROPERTY(QString placeNote READ placeNote NOTIFY changed)

public:
    RerankerChoice(store::Store& store, std::shared_ptr<PassageReranker> reranker, QObject* parent = nullptr);

    /// The rerankers that are installed.
    void setModels(std::vector<ModelChoice::Model> models);

    QStringList names() const;
    int current() const { return m_choice.current(); }
    void setCurrent(int index);
    QString path() const { return m_choice.path(); }
    /// Chooses an installed one by its path; another one is left alone.
    Q_INVOKABLE void use(const QString& path);
    /// The model is loaded again when it is next needed: it may run elsewhere now.
    void loadAgain();
    QString status() const;
    QString placeNote() const;
    bool hasFailed() const;

signals:
    void changed();

private:
    void apply();

    ModelChoice m_choice;
    const std::shared_ptr<PassageReranker> m_reranker;
};

}  // namespace hearth::app
