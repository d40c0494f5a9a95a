#include "models/vision_download.h"

#include <algorithm>
#include <utility>

#include "hub/model_origin.h"
#include "hub/quantization_files.h"

namespace hearth::app {

VisionDownload::VisionDownload(HubEnvironment hub, Downloads& downloads, QString modelsFolder,
                               QObject* parent)
    : QObject(parent),
      m_client(std::move(hub)),
      m_downloads(downloads),
      m_modelsFolder(std::move(modelsFolder)) {
    connect(&m_downloads, &Downloads::progressed, this, &VisionDownload::changed);
}

void VisionDownload::setModelsFolder(const QString& folder) {
    m_modelsFolder = folder;
    setPath(std::exchange(m_path, {}));
}

void VisionDownload::setPath(const QString& path) {
    if (path == m_path) return;
    m_client.cancel();
    m_path = path;
    m_repository.clear();
    m_downloadId.clear();
    m_problem.clear();
    m_asking = false;
    // A model that was moved elsewhere would not find the downloaded file.
    if (const auto origin = ModelOrigin::read(path);
        origin && path.startsWith(m_modelsFolder + u'/' + origin->repository + u'/'))
        m_repository = origin->repository;
    emit changed();
}

bool VisionDownload::isBusy() const {
    return m_asking || m_downloads.rowOf(m_downloadId) >= 0;
}

QString VisionDownload::text() const {
    if (m_asking) return tr("Asking %1").arg(m_client.environment().endpoint.host());
    if (!m_problem.isEmpty()) return m_problem;
    return m_downloads.value(m_downloadId, Downloads::ProgressTextRole).toString();
}

void VisionDownload::start(const QString& title) {
    if (!isOffered() || isBusy()) return;
    m_asking = true;
    m_problem.clear();
    emit changed();
    m_client.repository(
        m_repository, [this, title](const std::optional<HubRepository>& repository, const QString& problem) {
            m_asking = false;
            m_problem = problem;
            if (repository) arrived(*repository, title);
            emit changed();
        });
}

void VisionDownload::arrived(const HubRepository& repository, const QString& title) {
    const QString name = m_path.mid(m_modelsFolder.size() + m_repository.size() + 2);
    const auto variants = quantizationsOf(repository.files);
    const auto found = std::ranges::find_if(variants, [&](const QuantizationFiles& variant) {
        return variant.sees() && variant.files.front().path == name;
    });
    if (found == variants.end()) {
        m_problem = tr("%1 has no file for this model that reads pictures.").arg(m_repository);
        return;
    }
    const DownloadRequest request{m_repository,   repository.commit,        title,
                                  tr("pictures"), repository.model.licence, {found->vision}};
    m_downloadId = DownloadJournal::nameOf(request);
    m_downloads.start(request);
}

}  // namespace hearth::app
