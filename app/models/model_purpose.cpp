#include "models/model_purpose.h"

#include <QCoreApplication>

namespace hearth::app {

namespace {

struct PurposeWords {
    Q_DECLARE_TR_FUNCTIONS(ModelPurpose)
};

}  // namespace

QString wordOf(ModelPurpose purpose) {
    switch (purpose) {
        case ModelPurpose::Chat:
            break;
        case ModelPurpose::Embedding:
            return QStringLiteral("embedding");
        case ModelPurpose::Reranking:
            return QStringLiteral("reranking");
    }
    return QStringLiteral("chat");
}

ModelPurpose purposeOf(const QString& word) {
    for (const ModelPurpose purpose : {ModelPurpose::Embedding, ModelPurpose::Reranking})
        if (word == wordOf(purpose)) return purpose;
    return ModelPurpose::Chat;
}

QString purposeText(ModelPurpose purpose) {
    switch (purpose) {
        case ModelPurpose::Chat:
            break;
        case ModelPurpose::Embedding:
            return PurposeWords::tr("Finds documents by meaning");
        case ModelPurpose::Reranking:
            return PurposeWords::tr("Orders passages");
    }
    return {};
}

}  // namespace hearth::app
