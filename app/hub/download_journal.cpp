#include "hub/download_journal.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

#include "files/regular_file.h"
#include "files/whole_file.h"
#include "hearth/error.h"
#include "hub/file_path.h"

namespace hearth::app {

namespace {
constexpr qint64 maximumJournalBytes = 1 << 20;
constexpr double maximumFileBytes = 1e14;
}  // namespace

QString DownloadJournal::nameOf(const DownloadRequest& request) {
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(request.repository.toUtf8());
    for (const HubFile& file : request.files) {
        hash.addData(file.path.toUtf8());
        hash.addData(file.sha256);
    }
    return QString::fromLatin1(hash.result().toHex().left(16));
}

QString DownloadJournal::pathOf(const QString& folder, const QString& name) {
    return folder + QLatin1Char('/') + name + QStringLiteral(".json");
}

QString DownloadJournal::partPathOf(const QString& folder, const QString& name, size_t index) {
    return folder + QLatin1Char('/') + name + QLatin1Char('-') + QString::number(index) +
           QStringLiteral(".part");
}

QString DownloadJournal::wishPathOf(const QString& folder, const QString& name) {
    return folder + QLatin1Char('/') + name + QStringLiteral(".paused");
}

void DownloadJournal::keepWish(const QString& folder, const QString& name, bool paused) {
    QFile file(wishPathOf(folder, name));
    if (paused)
        (void)file.open(QFile::WriteOnly | QFile::NewOnly);
    else
        file.remove();
}

void DownloadJournal::write(const QString& folder) const {
    QJsonArray files;
    for (const HubFile& file : request.files)
        files.append(QJsonObject{{QStringLiteral("path"), file.path},
                                 {QStringLiteral("sizeBytes"), static_cast<double>(file.sizeBytes)},
                                 {QStringLiteral("sha256"), QString::fromLatin1(file.sha256)}});
    const QJsonObject object{{QStringLiteral("repository"), request.repository},
                             {QStringLiteral("commit"), request.commit},
                             {QStringLiteral("title"), request.title},
                             {QStringLiteral("quantization"), request.quantization},
                             {QStringLiteral("licence"), request.licence},
                             {QStringLiteral("files"), files},
                             {QStringLiteral("syncedBytes"), static_cast<double>(syncedBytes)},
                             {QStringLiteral("bootId"), bootId}};
    WholeFile file(pathOf(folder, nameOf(request)));
    const QByteArray json = QJsonDocument(object).toJson();
    if (!file.open(QFile::WriteOnly) || file.write(json) != json.size() || !file.commitWhole())
        throw Error(ErrorCode::Io,
                    QCoreApplication::translate("Hub", "Nothing can be written to %1 (%2). Check the folder.")
                        .arg(folder, file.errorString())
                        .toStdString());
}

std::optional<DownloadJournal> DownloadJournal::read(const QString& path) {
    QFile file(path);
    if (!openRegularFile(file).isEmpty()) return std::nullopt;
    const QJsonObject object = QJsonDocument::fromJson(file.read(maximumJournalBytes)).object();
    const auto text = [&](const char* name) {
        return object.value(QLatin1String(name)).toString().simplified().left(200);
    };
    DownloadJournal journal;
    journal.request = {text("repository"),   text("commit"),  text("title"),
                       text("quantization"), text("licence"), {}};
    journal.syncedBytes = static_cast<qint64>(
        std::clamp(object.value(QLatin1String("syncedBytes")).toDouble(), 0.0, maximumFileBytes));
    journal.bootId = text("bootId");
    for (const QJsonValue& value : object.value(QLatin1String("files")).toArray()) {
        const QJsonObject entry = value.toObject();
        const double size = entry.value(QLatin1String("sizeBytes")).toDouble();
        const HubFile one{safeFilePath(entry.value(QLatin1String("path")).toString()),
                          size >= 1 && size <= maximumFileBytes ? static_cast<qint64>(size) : 0,
                          entry.value(QLatin1String("sha256")).toString().toLatin1()};
        if (one.path.isEmpty() || one.sizeBytes == 0 || !isSha256(one.sha256)) return std::nullopt;
        journal.request.files.push_back(one);
    }
    if (journal.request.files.empty() || !isRepositoryId(journal.request.repository) ||
        !isCommit(journal.request.commit))
        return std::nullopt;
    const QFileInfo place(path);
    journal.paused = QFileInfo::exists(wishPathOf(place.path(), place.completeBaseName()));
    return journal;
}

std::vector<DownloadJournal> DownloadJournal::readAll(const QString& folder) {
    std::vector<DownloadJournal> journals;
    const QDir files(folder);
    for (const QString& name : files.entryList({QStringLiteral("*.json")}, QDir::Files | QDir::NoSymLinks,
                                               QDir::Time | QDir::Reversed))
        if (auto journal = read(files.filePath(name));
            journal && nameOf(journal->request) + QStringLiteral(".json") == name)
            journals.push_back(std::move(*journal));
    return journals;
}

void DownloadJournal::remove(const QString& folder, const DownloadRequest& request) {
    const QString name = nameOf(request);
    QFile::remove(pathOf(folder, name));
    QFile::remove(wishPathOf(folder, name));
    for (size_t i = 0; i < request.files.size(); ++i) QFile::remove(partPathOf(folder, name, i));
}

qint64 DownloadJournal::trustedBytes(size_t index, qint64 sizeBytes) const {
    if (bootId == currentBootId()) return sizeBytes;
    qint64 synced = syncedBytes;
    for (size_t i = 0; i < index; ++i) synced -= request.files[i].sizeBytes;
    return std::clamp<qint64>(synced, 0, sizeBytes);
}

QString DownloadJournal::currentBootId() {
    QFile file(QStringLiteral("/proc/sys/kernel/random/boot_id"));
    return file.open(QFile::ReadOnly) ? QString::fromLatin1(file.read(64)).trimmed() : QString();
}

}  // namespace hearth::app
