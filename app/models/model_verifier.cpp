#include "models/model_verifier.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <functional>

#include "files/regular_file.h"
#include "hub/model_origin.h"
#include "models/file_manager.h"

namespace hearth::app {

namespace {

constexpr qint64 blockBytes = 4 << 20;

struct FileDigest {
    QByteArray sha256;  ///< 64 hex digits
    QString problem;    ///< why there is none, for people
};

/// Empty after a stop.
FileDigest digestOf(const QString& path, const std::stop_token& stop,
                    const std::function<void(int)>& percent) {
    QFile file(path);
    if (const QString why = openRegularFile(file); !why.isEmpty()) return {{}, why};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const qint64 size = std::max<qint64>(1, file.size());
    int said = -1;
    for (;;) {
        if (stop.stop_requested()) return {};
        const QByteArray block = file.read(blockBytes);
        if (block.isEmpty()) break;
        hash.addData(block);
        if (const int now = static_cast<int>(file.pos() * 100 / size); now != said) percent(said = now);
    }
    if (file.error() != QFile::NoError) return {{}, file.errorString()};
    return {hash.result().toHex(), {}};
}

}  // namespace

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
    const auto origin = ModelOrigin::read(m_path);
    if (m_checking || !m_canVerify || !origin) return;
    say(tr("Checking: %1 %").arg(0), true);
    m_pool.start([this, path = m_path, expected = origin->sha256, stop = m_stop.get_token()] {
        const auto tell = [this, stop](auto&& work) {
            QMetaObject::invokeMethod(
                this,
                [stop, work] {
                    if (!stop.stop_requested()) work();
                },
                Qt::QueuedConnection);
        };
        const FileDigest digest = digestOf(path, stop, [&](int percent) {
            tell([this, percent] { say(tr("Checking: %1 %").arg(percent), true); });
        });
        tell([this, digest, expected] {
            if (!digest.problem.isEmpty())
                say(tr("The file cannot be read (%1).").arg(digest.problem), false, true);
            else if (digest.sha256 != expected)
                say(tr("The file is not the one that was published: its SHA-256 differs. Download it again."),
                    false, true);
            else
                say(tr("Unchanged: the SHA-256 is the published one."), false);
        });
    });
}

}  // namespace hearth::app

#include "moc_model_verifier.cpp"
