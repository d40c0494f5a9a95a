#include "hub/model_origin.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include "files/regular_file.h"
#include "files/whole_file.h"
#include "hub/file_path.h"

namespace hearth::app {

QString ModelOrigin::pathOf(const QString& modelPath) {
    return modelPath + QStringLiteral(".origin.json");
}

void ModelOrigin::write(const QString& modelPath) const {
    WholeFile file(pathOf(modelPath));
    if (!file.open(QFile::WriteOnly)) return;
    file.write(QJsonDocument(QJsonObject{{QStringLiteral("repository"), repository},
                                         {QStringLiteral("commit"), commit},
                                         {QStringLiteral("licence"), licence},
                                         {QStringLiteral("sha256"), QString::fromLatin1(sha256)},
                                         {QStringLiteral("sizeBytes"), static_cast<double>(sizeBytes)}})
                   .toJson());
    file.commitWhole();
}

std::optional<ModelOrigin> ModelOrigin::read(const QString& modelPath) {
    QFile file(pathOf(modelPath));
    if (!openRegularFile(file).isEmpty()) return std::nullopt;
    const QJsonObject object = QJsonDocument::fromJson(file.read(1 << 16)).object();
    ModelOrigin origin;
    origin.repository = object.value(QLatin1String("repository")).toString();
    origin.commit = object.value(QLatin1String("commit")).toString();
    origin.licence = object.value(QLatin1String("licence")).toString().left(80);
    origin.sha256 = object.value(QLatin1String("sha256")).toString().toLatin1();
    origin.sizeBytes = static_cast<qint64>(object.value(QLatin1String("sizeBytes")).toDouble());
    if (!isRepositoryId(origin.repository) || !isCommit(origin.commit) || !isSha256(origin.sha256))
        return std::nullopt;
    return origin;
}

}  // namespace hearth::app
