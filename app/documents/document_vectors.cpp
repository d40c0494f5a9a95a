#include "documents/document_vectors.h"

#include "inference/message_translation.h"
#include "look/spoken_locale.h"

namespace hearth::app {

DocumentVectors::DocumentVectors(store::Store& store, DocumentLibrary& library,
                                 std::shared_ptr<SharedEmbedder> embedder, QObject* parent)
    : QObject(parent),
      m_choice(store, QStringLiteral("documentVectors"), ModelChoice::Unchosen::First),
      m_library(library),
      m_embedder(std::move(embedder)) {
    connect(&m_library, &DocumentLibrary::vectorsChanged, this, [this](const VectorStatus& status) {
        m_status = status;
        emit changed();
    });
    connect(&m_library, &DocumentLibrary::countChanged, this, &DocumentVectors::changed);
    apply();
}

void DocumentVectors::setModels(std::vector<ModelChoice::Model> models) {
    if (!m_choice.setModels(std::move(models))) return;
    apply();
    emit changed();
}

QStringList DocumentVectors::names() const {
    return m_choice.names(tr("None: by words alone"));
}

void DocumentVectors::setCurrent(int index) {
    if (!m_choice.setCurrent(index)) return;
    apply();
    emit changed();
}

void DocumentVectors::use(const QString& path) {
    if (!m_choice.setPath(path)) return;
    apply();
    emit changed();
}

void DocumentVectors::loadAgain() {
    if (!m_embedder || !m_embedder->hasModel()) return;
    m_embedder->setModel(m_embedder->model());
    m_library.makeVectors();
}

void DocumentVectors::apply() {
    if (!m_embedder || m_embedder->model() == m_choice.path()) return;
    m_status = {};
    m_embedder->setModel(m_choice.path());
    m_library.makeVectors();
}

double DocumentVectors::fraction() const {
    const VectorProgress& progress = m_status.progress;
    if (m_status.phase != VectorStatus::Making || progress.total <= 0) return -1;
    return static_cast<double>(progress.done) / static_cast<double>(progress.total);
}

QString DocumentVectors::placeNote() const {
    return m_embedder ? translated(m_embedder->placeReason()) : QString();
}

QString DocumentVectors::status() const {
    if (m_choice.path().isEmpty())
        return m_choice.hasModels() ? tr("Passages are found by their words alone.")
                                    : tr("Passages are found by their words alone: no embedding model is "
                                         "installed. One such as %1 finds them by what they mean, too.")
                                          .arg(QStringLiteral("all-MiniLM-L6-v2"));
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
