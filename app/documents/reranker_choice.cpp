#include "documents/reranker_choice.h"

#include <QFileInfo>
#include <QJsonObject>
#include <algorithm>

#include "documents/passage_finder.h"
#include "look/spoken_locale.h"

namespace hearth::app {

namespace {

const QString rerankerSetting = QStringLiteral("documentReranker");

}  // namespace

RerankerChoice::RerankerChoice(store::Store& store, std::shared_ptr<PassageReranker> reranker,
                               QObject* parent)
    : QObject(parent), m_store(store), m_reranker(std::move(reranker)) {
    if (m_reranker) connect(m_reranker.get(), &PassageReranker::changed, this, &RerankerChoice::changed);
    try {
        m_chosen =
            m_store.settings().find(rerankerSetting, {}).toObject().value(QLatin1String("model")).toString();
    } catch (const store::StoreError&) {
        // As if nothing had been chosen; what cannot be read is said elsewhere.
    }
}

void RerankerChoice::setModels(std::vector<Model> models) {
    if (models == m_models) return;
    m_models = std::move(models);
    apply();
    emit changed();
}

const RerankerChoice::Model* RerankerChoice::installed() const {
    const auto found = std::ranges::find(m_models, m_chosen, &Model::path);
    return found == m_models.end() ? nullptr : &*found;
}

std::vector<RerankerChoice::Model> RerankerChoice::offered() const {
    std::vector<Model> all = m_models;
    if (!m_chosen.isEmpty() && installed() == nullptr)
        all.push_back({m_chosen, QFileInfo(m_chosen).fileName(), 0});
    return all;
}

QStringList RerankerChoice::names() const {
    QStringList all{tr("None: as they were found")};
    for (const Model& model : offered()) all += model.name;
    return all;
}

int RerankerChoice::current() const {
    const std::vector<Model> all = offered();
    const auto found = std::ranges::find(all, m_chosen, &Model::path);
    return found == all.end() ? 0 : static_cast<int>(found - all.begin()) + 1;
}

void RerankerChoice::setCurrent(int index) {
    const std::vector<Model> all = offered();
    if (index < 0 || index > std::ssize(all) || index == current()) return;
    m_chosen = index == 0 ? QString() : all[static_cast<size_t>(index - 1)].path;
    try {
        m_store.settings().put(rerankerSetting, QJsonObject{{QStringLiteral("model"), m_chosen}});
    } catch (const store::StoreError&) {
        // It counts until the end; that the chats cannot be written is said elsewhere.
    }
    apply();
    emit changed();
}

void RerankerChoice::apply() {
    const Model* model = installed();
    const QString path = model == nullptr ? QString() : model->path;
    if (m_reranker && m_reranker->model() != path) m_reranker->setModel(path);
}

bool RerankerChoice::hasFailed() const {
    return m_reranker && m_reranker->status().phase == RerankerStatus::Failed;
}

QString RerankerChoice::status() const {
    if (m_chosen.isEmpty())
        return m_models.empty() ? tr("Passages stay in the order in which they were found: no reranker is "
                                     "installed. One such as %1 reads the best of them with the question.")
                                      .arg(QStringLiteral("bge-reranker-base"))
                                : tr("Passages stay in the order in which they were found.");
    const Model* model = installed();
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
            return tr("The best %1 passages are read with the question. The model takes about %2 of memory.")
                .arg(locale.toString(mostReranked), size);
        case RerankerStatus::Slow:
            return tr("The last passages stayed in the order in which they were found: the model did not "
                      "read "
                      "%1 of them in %2 s. A smaller one is quicker.")
                .arg(locale.toString(mostReranked),
                     locale.toString(static_cast<qlonglong>(PassageReranker::usualTime.count() / 1000)));
        case RerankerStatus::Failed:
            return tr("Passages stay in the order in which they were found. %1").arg(status.problem);
    }
    return tr("The best %1 passages are read with the question. The model is loaded with the first one and "
              "takes about %2 of memory.")
        .arg(locale.toString(mostReranked), size);
}

}  // namespace hearth::app
