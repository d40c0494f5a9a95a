#include "window/licences.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "files/regular_file.h"

namespace hearth::app {

namespace {

constexpr qint64 maxLicenceBytes = 1 << 20;

QString licenceFile(const QString& path) {
    QFile file(path);
    return openRegularFile(file).isEmpty() ? QString::fromUtf8(file.read(maxLicenceBytes)) : QString();
}

}  // namespace

std::vector<Licence> readLicences(const QByteArray& json) {
    std::vector<Licence> licences;
    for (const QJsonValue& entry : QJsonDocument::fromJson(json).array()) {
        Licence licence{
            entry[QLatin1String("name")].toString(), entry[QLatin1String("licence")].toString(), {}};
        for (const QJsonValue& package : entry[QLatin1String("packages")].toArray())
            licence.packages += package.toString();
        if (!licence.name.isEmpty()) licences.push_back(std::move(licence));
    }
    return licences;
}

QStringList licenceFolders(const QString& programFolder) {
    return {programFolder + QStringLiteral("/../../share/doc/hearth/licences"),
            QStringLiteral("/usr/share/doc")};
}

QString licenceText(const Licence& licence, const QStringList& folders) {
    if (licence.packages.isEmpty()) {
        QFile own(QStringLiteral(":/hearth/licences/LICENSE"));
        return own.open(QFile::ReadOnly) ? QString::fromUtf8(own.readAll()) : QString();
    }
    for (const QString& folder : folders)
        for (const QString& package : licence.packages)
            if (const QString text = licenceFile(folder + u'/' + package + QStringLiteral("/copyright"));
                !text.isEmpty())
                return text;
    return {};
}

}  // namespace hearth::app
