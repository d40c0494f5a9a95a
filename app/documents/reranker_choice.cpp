#include "documents/reranker_choice.h"

#include "documents/passage_finder.h"
#include "inference/message_translation.h"
#include "look/spoken_locale.h"

namespace hearth::app {

RerankerChoice::RerankerChoice(store::Store& store, std::shared_ptr<PassageReranker> reranker,
                               QObject* parent)
    : QObject(parent),
      m_choice(store, QStringLiteral("documentReranker"), ModelChoice::Unchosen::None),
      m_reranker(std::move(reranker)) {
    if (m_reranker) connect(m_reranker.get(), &PassageReranker::changed, this, &RerankerChoice::changed);
}

void RerankerChoice::setModels(std::vector<ModelChoice::Model> models) {
    if (!m_choice.setModels(std::move(models))) return;
    apply();
    emit changed();
}

QStringList RerankerChoice::names() const {
    return m_choice.names(tr("None: as they were found"));
}

void RerankerChoice::setCurrent(int index) {
    if (!m_choice.setCurrent(index)) return;
    apply();
    emit changed();
}

void RerankerChoice::use(const QString& path) {
    if (!m_choice.setPath(path)) return;
    apply();
    emit changed();
}

void RerankerChoice::loadAgain() {
    if (m_reranker && !m_reranker->model().isEmpty()) m_reranker->setModel(m_reranker->model());
}

void RerankerChoice::apply() {
    const ModelChoice::Model* model = m_choice.installed();
    const QString path = model == nullptr ? QString() : model->path;
    if (m_reranker && m_reranker->model() != path) m_reranker->setModel(path);
}

QString RerankerChoice::placeNote() const {
    return m_reranker ? translated(m_reranker->placeReason()) : QString();
}

bool RerankerChoice::hasFailed() const {
    return m_reranker && m_reranker->status().phase == RerankerStatus::Failed;
}

QString RerankerChoice::status() const {
    if (m_choice.path().isEmpty())
        return m_choice.hasModels()
                   ? tr("Passages stay in the order in which they were found.")
                   : tr("Passages stay in the order in which they were found: no reranker is "
                        "installed. One such as %1 reads the best of them with the question.")
                         .arg(QStringLiteral("bge-reranker-base"));
    const ModelChoice::Model* model = m_choice.installed();
    if (model == nullptr || !m_reranker)
        return tr(
            "Passages stay in the order in which they were found: the chosen reranker is not installed "
            "any longer.");
    const QLocale locale = spokenLocale();
    const QString size = locale.formattedDataSize(model->sizeBytes, 1, QLocale::DataSizeSIFormat);
    const RerankerStatus status = m_reranker->status();
    switch (status.phase) {
        case RerankerStatus::None:
            break;
        case RerankerStatus::Loading:
            return tr("Loading the model…");
        case RerankerStatus::Ready:
            if (status.read > 0 && status.read < status.asked)
                return tr("Of the best %1 passages there was time to read %2 with the last question; the "
                          "others stayed after them. The model takes about %3 of memory.")
                    .arg(locale.toString(status.asked), locale.toString(status.read), size);
            return tr("The best %1 passages are read with the question. The model takes about %2 of memory.")
                .arg(locale.toString(mostReranked), size);
        case RerankerStatus::Slow:
            return tr("The last passages stayed in the order in which they were found: the model read none "
                      "of them in %1 s. A smaller one is quicker.")
                .arg(locale.toString(static_cast<qlonglong>(PassageReranker::usualTime.count() / 1000)));
        case RerankerStatus::Failed:
            return tr("Passages stay in the order in which they were found. %1").arg(status.problem);
    }
    return tr("The best %1 passages are read with the question. The model is loaded with the first one and "
              "takes about %2 of memory.")
        .arg(locale.toString(mostReranked), size);
}

}  // namespace hearth::app
