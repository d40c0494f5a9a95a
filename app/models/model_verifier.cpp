#include "models/model_verifier.h"

#include <QFileInfo>
#include <functional>

#include "files/file_digest.h"
#include "hub/model_origin.h"
#include "model_files/model_files.h"
#include "models/file_manager.h"

namespace hearth::app {

ModelVerifier::ModelVerifier(QObject* parent) : QObject(parent) {
    m_pool.setMaxThreadCount(1);
}

ModelVerifier::~ModelVerifier() {
    m_stop.request_stop();
    m_pool.clear();
    m_pool.waitForDone();
}

void ModelVerifier::setPath(const QString& path) {
    if (path == m_path) return;
    cancel();
    m_path = path;
    const auto origin = canShow() ? ModelOrigin::read(path) : std::nullopt;
    m_canVerify = origin && !origin->sha256.isEmpty();
    emit pathChanged();
}

bool ModelVerifier::canShow() const {
    return QFileInfo::exists(m_path);
}

void ModelVerifier::say(const QString& text, bool checking, bool failed) {
    m_text = text;
    m_checking = checking;
    m_failed = failed;
    emit changed();
}

void ModelVerifier::cancel() {
    m_stop.request_stop();
    m_stop = {};
    say({}, false);
}

void ModelVerifier::show() {
    if (canShow()) showInFileManager(m_path);
}

void ModelVerifier::verify() {
    const std::vector<PublishedFile> files = publishedFiles(m_path);
    if (m_checking || !m_canVerify || files.empty()) return;
    say(tr("Checking: %1 %").arg(0), true);
    m_pool.start([this, files, stop = m_stop.get_token()] {
        const auto tell = [this, stop](auto&& work) {
            QMetaObject::invokeMethod(
                this,
                [stop, work] {
                    if (!stop.stop_requested()) work();
                },
                Qt::QueuedConnection);
        };
        qint64 all = 1, before = 0;
        for (const PublishedFile& file : files) all += file.sizeBytes;
        for (const PublishedFile& file : files) {
            const FileDigest digest = digestOf(file.path, stop, [&](int percent) {
                const auto done = static_cast<int>((before * 100 + file.sizeBytes * percent) / all);
                tell([this, done] { say(tr("Checking: %1 %").arg(done), true); });
            });
            before += file.sizeBytes;
            const QString problem = problemOf(file, digest);
            if (problem.isEmpty()) continue;
            tell([this, problem] { say(problem, false, true); });
            return;
        }
        tell([this] { say(tr("Unchanged: the SHA-256 is the published one."), false); });
    });
}

std::vector<ModelVerifier::PublishedFile> ModelVerifier::publishedFiles(const QString& path) {
    std::vector<PublishedFile> files;
    for (const QString& file : {path, visionFileBeside(path)}) {
        const auto origin = file.isEmpty() ? std::nullopt : ModelOrigin::read(file);
        if (origin && !origin->sha256.isEmpty())
            files.push_back({file, origin->sha256, QFileInfo(file).size()});
    }
    return files;
}

QString ModelVerifier::problemOf(const PublishedFile& file, const FileDigest& digest) {
    if (!digest.problem.isEmpty()) return tr("The file cannot be read (%1).").arg(digest.problem);
    if (digest.sha256 == file.sha256) return {};
    if (isVisionFile(file.path))
        return tr("The vision encoder, %1, is not the file that was published: its SHA-256 differs. Download "
                  "it again.")
            .arg(QFileInfo(file.path).fileName());
    return tr("The file is not the one that was published: its SHA-256 differs. Download it again.");
}

}  // namespace hearth::app

#include "moc_model_verifier.cpp"
