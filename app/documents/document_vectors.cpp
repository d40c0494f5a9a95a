#include "documents/document_vectors.h"

#include <QFileInfo>
#include <QJsonObject>
#include <algorithm>

#include "look/spoken_locale.h"

namespace hearth::app {

namespace {

const QString vectorSetting = QStringLiteral("documentVectors");

}  // namespace

DocumentVectors::DocumentVectors(store::Store& store, DocumentLibrary& library,
                                 std::shared_ptr<SharedEmbedder> embedder, QObject* parent)
    : QObject(parent), m_store(store), m_library(library), m_embedder(std::move(embedder)) {
    connect(&m_library, &DocumentLibrary::vectorsChanged, this, [this](const VectorStatus& status) {
        m_status = status;
        emit changed();
    });
    connect(&m_library, &DocumentLibrary::countChanged, this, &DocumentVectors::changed);
    try {
        const QJsonValue model =
            m_store.settings().find(vectorSetting, {}).toObject().value(QLatin1String("model"));
        if (model.isString()) m_chosen = model.toString();
    } catch (const store::StoreError&) {
        // As if nothing had been chosen; what cannot be read is said elsewhere.
    }
    apply();
}

void DocumentVectors::setModels(std::vector<Model> models) {
    if (models == m_models) return;
    m_models = std::move(models);
    apply();
    emit changed();
}

QString DocumentVectors::path() const {
    if (m_chosen) return *m_chosen;
    return m_models.empty() ? QString() : m_models.front().path;
}

std::vector<DocumentVectors::Model> DocumentVectors::offered() const {
    std::vector<Model> all = m_models;
    const QString chosen = path();
    if (!chosen.isEmpty() && std::ranges::find(all, chosen, &Model::path) == all.end())
        all.push_back({chosen, QFileInfo(chosen).fileName()});
    return all;
}

QStringList DocumentVectors::names() const {
    QStringList all{tr("None: by words alone")};
    for (const Model& model : offered()) all += model.name;
    return all;
}

int DocumentVectors::current() const {
    const std::vector<Model> all = offered();
    const auto found = std::ranges::find(all, path(), &Model::path);
    return found == all.end() ? 0 : static_cast<int>(found - all.begin()) + 1;
}

void DocumentVectors::setCurrent(int index) {
    const std::vector<Model> all = offered();
    if (index < 0 || index > std::ssize(all) || index == current()) return;
    m_chosen = index == 0 ? QString() : all[static_cast<size_t>(index - 1)].path;
    try {
        m_store.settings().put(vectorSetting, QJsonObject{{QStringLiteral("model"), *m_chosen}});
    } catch (const store::StoreError&) {
        // It counts until the end; that the chats cannot be written is said elsewhere.
    }
    apply();
    emit changed();
}

void DocumentVectors::apply() {
    if (!m_embedder || m_embedder->model() == path()) return;
    m_status = {};
    m_embedder->setModel(path());
    m_library.makeVectors();
}

double DocumentVectors::fraction() const {
    const VectorProgress& progress = m_status.progress;
    if (m_status.phase != VectorStatus::Making || progress.total <= 0) return -1;
    return static_cast<double>(progress.done) / static_cast<double>(progress.total);
}

QString DocumentVectors::status() const {
    if (path().isEmpty())
        return m_models.empty() ? tr("Passages are found by their words alone: no embedding model is "
                                     "installed. One such as %1 finds them by what they mean, too.")
                                      .arg(QStringLiteral("all-MiniLM-L6-v2"))
                                : tr("Passages are found by their words alone.");
    const QLocale locale = spokenLocale();
    const VectorProgress& progress = m_status.progress;
    switch (m_status.phase) {
        case VectorStatus::None:
            break;
        case VectorStatus::Loading:
            return tr("Loading the model…");
        case VectorStatus::Waiting:
            return tr("Waiting. Passages that are found by what they mean, too: %1 of %2")
                .arg(locale.toString(progress.done), locale.toString(progress.total));
        case VectorStatus::Done:
            return tr("All passages are found by their words and by what they mean: %1")
                .arg(locale.toString(progress.total));
        case VectorStatus::Failed:
            return tr("Passages are found by their words alone. %1").arg(m_status.problem);
        case VectorStatus::Making: {
            const QString done = tr("Reading what passages mean: %1 of %2 · %3 a second")
                                     .arg(locale.toString(progress.done), locale.toString(progress.total),
                                          locale.toString(progress.perS, 'f', 1));
            if (progress.perS <= 0) return done;
            const int left =
                static_cast<int>(static_cast<double>(progress.total - progress.done) / progress.perS);
            return left < 90 ? tr("%1 · about %2 s left").arg(done).arg(left)
                             : tr("%1 · about %2 min left").arg(done).arg((left + 30) / 60);
        }
    }
    return tr("Passages are found by what they mean, too, once there are documents.");
}

}  // namespace hearth::app
