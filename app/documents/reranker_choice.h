#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QStringList>
#include <memory>
#include <vector>

#include "documents/passage_reranker.h"
#include "store/store.h"

namespace hearth::app {

/// Which reranker orders the best passages anew, and how it is. None does until a person has chosen one, for
/// it takes memory, and time with each question. GUI thread.
class RerankerChoice : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by Application")
    /// What there is to choose from; the first is none.
    Q_PROPERTY(QStringList names READ names NOTIFY changed)
    Q_PROPERTY(int current READ current WRITE setCurrent NOTIFY changed)
    /// How passages are ordered just now, and what that takes; one sentence or two.
    Q_PROPERTY(QString status READ status NOTIFY changed)
    Q_PROPERTY(bool failed READ hasFailed NOTIFY changed)

public:
    struct Model {
        QString path, name;
        qint64 sizeBytes = 0;  ///< of its files
        bool operator==(const Model&) const = default;
    };

    RerankerChoice(store::Store& store, std::shared_ptr<PassageReranker> reranker, QObject* parent = nullptr);

    /// The rerankers that are installed.
    void setModels(std::vector<Model> models);

    QStringList names() const;
    int current() const;
    void setCurrent(int index);
    QString status() const;
    bool hasFailed() const;

signals:
    void changed();

private:
    /// The chosen one if it is installed, else nullptr.
    const Model* installed() const;
    /// All there are to choose from, with a chosen one that is not installed any longer.
    std::vector<Model> offered() const;
    void apply();

    store::Store& m_store;
    const std::shared_ptr<PassageReranker> m_reranker;
    std::vector<Model> m_models;
    QString m_chosen;  ///< its path; empty: none
};

}  // namespace hearth::app
