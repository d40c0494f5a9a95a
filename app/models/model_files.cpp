#include "models/model_files.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QRegularExpression>
#include <algorithm>

#include "hub/model_origin.h"

namespace hearth::app {

namespace {

QStringList filesBelow(const QString& folder, const QStringList& names, QDir::Filters filters = QDir::Files) {
    QStringList paths;
    QDirIterator files(folder, names, filters, QDirIterator::Subdirectories);
    while (files.hasNext())
        if (const QString path = files.next();
            !path.mid(folder.size()).contains(QLatin1String("/.downloads/")))
            paths += path;
    paths.sort();
    return paths;
}

}  // namespace

QStringList ggufFilesIn(const QString& folder) {
    return filesBelow(folder, {QStringLiteral("*.gguf")});
}

bool isLaterPart(const QString& path) {
    static const QRegularExpression part(QStringLiteral("-(\\d{5})-of-\\d{5}\\.gguf\\z"));
    const QRegularExpressionMatch match = part.match(path);
    return match.hasMatch() && match.captured(1) != QLatin1String("00001");
}

QStringList publishedFoldersIn(const QString& folder) {
    QStringList found;
    for (const QString& config : filesBelow(folder, {QStringLiteral("config.json")})) {
        const QString place = QFileInfo(config).path();
        if (!QDir(place).entryList({QStringLiteral("*.safetensors")}, QDir::Files).isEmpty()) found += place;
    }
    // The shortest first, so that what lies in another one is seen after it.
    std::sort(found.begin(), found.end(),
              [](const QString& a, const QString& b) { return a.size() < b.size(); });
    QStringList outermost;
    for (const QString& place : found)
        if (std::none_of(outermost.begin(), outermost.end(), [&](const QString& around) {
                return around != folder && place.startsWith(around + u'/');
            }))
            outermost += place;
    outermost.sort();
    return outermost;
}

QStringList filesOfModelsIn(const QString& folder) {
    QStringList files;
    for (const QString& path : ggufFilesIn(folder)) {
        files += path;
        if (const QString origin = ModelOrigin::pathOf(path); QFileInfo::exists(origin)) files += origin;
    }
    for (const QString& place : publishedFoldersIn(folder)) {
        if (place != folder) {
            files += filesBelow(place, {QStringLiteral("*")}, QDir::Files | QDir::Hidden);
            continue;
        }
        // Beside the models of the folder itself lies what is none of theirs.
        const QStringList names = {
            QStringLiteral("*.safetensors"),  QStringLiteral("*.safetensors.index.json"),
            QStringLiteral("*config.json"),   QStringLiteral("tokenizer*"),
            QStringLiteral("vocab.*"),        QStringLiteral("merges.txt"),
            QStringLiteral("*_tokens*.json"), QStringLiteral("chat_template.*")};
        for (const QString& name : QDir(folder).entryList(names, QDir::Files)) files += folder + u'/' + name;
    }
    files.removeDuplicates();
    return files;
}

}  // namespace hearth::app
