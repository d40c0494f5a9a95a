#include "model_files/model_files.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QMap>
#include <QRegularExpression>
#include <algorithm>
#include <limits>

#include "hearth/vision_file.h"
#include "hub/model_origin.h"

namespace hearth::app {

namespace {

QStringList filesBelow(const QString& folder, const QStringList& names, QDir::Filters filters = QDir::Files,
                       int most = std::numeric_limits<int>::max()) {
    QStringList paths;
    QDirIterator files(folder, names, filters, QDirIterator::Subdirectories);
    for (int count = 0; files.hasNext() && count < most; ++count)
        if (const QString path = files.next();
            !path.mid(folder.size()).contains(QLatin1String("/.downloads/")))
            paths += path;
    paths.sort();
    return paths;
}

/// Files by which the folder of a published model is known.
QStringList telling() {
    return {QStringLiteral("config.json"), QStringLiteral("*.safetensors"),
            QStringLiteral("*.safetensors.index.json"), QStringLiteral("tokenizer.json"),
            QStringLiteral("tokenizer_config.json")};
}

/// Names of the published files of a model; all other files in its folder belong to a person.
QStringList published() {
    return {QStringLiteral("*.safetensors"),  QStringLiteral("*.safetensors.index.json"),
            QStringLiteral("*config.json"),   QStringLiteral("tokenizer*"),
            QStringLiteral("vocab.*"),        QStringLiteral("merges.txt"),
            QStringLiteral("*_tokens*.json"), QStringLiteral("chat_template.*"),
            QStringLiteral("README.md"),      QStringLiteral("LICENSE*"),
            QStringLiteral("USE_POLICY.md"),  QStringLiteral(".gitattributes")};
}

/// With these of them in it. Weights without a config.json are those of a model if they are called so; a
/// config.json alone may be any program's.
bool isPublished(const QStringList& names) {
    const auto any = [&](auto is) { return std::any_of(names.cbegin(), names.cend(), is); };
    if (any([](const QString& name) { return name == QLatin1String("config.json"); }))
        return names.size() > 1;
    return any([](const QString& name) {
        return name.startsWith(QLatin1String("model")) && name.contains(QLatin1String(".safetensors"));
    });
}

/// The folders of published models that contain some of these files, found by telling(). Uses names only,
/// because this runs whenever the list is looked at.
QStringList publishedAmong(const QStringList& files) {
    QMap<QString, QStringList> names;
    for (const QString& path : files) {
        const qsizetype slash = path.lastIndexOf(u'/');
        names[path.left(slash)] += path.mid(slash + 1);
    }
    QStringList found;
    for (auto place = names.cbegin(); place != names.cend(); ++place)
        if (isPublished(place.value())) found += place.key();
    return found;
}

bool isGguf(const QString& path) {
    return path.endsWith(QLatin1String(".gguf"), Qt::CaseInsensitive) ||
           path.endsWith(QLatin1String(".gguf.origin.json"), Qt::CaseInsensitive);
}

QStringList visionFilesBeside(const QString& model) {
    QStringList files;
    for (const auto& file : visionFilesOf(model.toStdString()))
        files += QString::fromStdString(file.string());
    return files;
}

/// The vision files of a model that no other model uses.
QStringList ownVisionFiles(const QString& model) {
    QStringList files = visionFilesBeside(model);
    if (files.isEmpty()) return {};
    for (const QString& other : modelsIn(QFileInfo(files.front()).path()))
        if (other != model)
            for (const QString& used : visionFilesBeside(other)) files.removeAll(used);
    return files;
}

}  // namespace

QStringList ggufFilesIn(const QString& folder, int most) {
    return filesBelow(folder, {QStringLiteral("*.gguf")}, QDir::Files, most);
}

bool isLaterPart(const QString& path) {
    static const QRegularExpression part(QStringLiteral("-(\\d{5})-of-\\d{5}\\.gguf\\z"),
                                         QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = part.match(path);
    return match.hasMatch() && match.captured(1) != QLatin1String("00001");
}

bool isVisionFile(const QString& path) {
    return isVisionFileName(path.toStdString());
}

QString visionFileBeside(const QString& model) {
    return visionFilesBeside(model).value(0);
}

QStringList publishedFoldersIn(const QString& folder) {
    return publishedAmong(filesBelow(folder, telling()));
}

bool isPublishedFolder(const QString& path) {
    return !path.isEmpty() && isPublished(QDir(path).entryList(telling(), QDir::Files));
}

QStringList modelsIn(const QString& folder) {
    QStringList files, others;
    for (const QString& path : filesBelow(folder, telling() << QStringLiteral("*.gguf"))) {
        if (!isGguf(path))
            others += path;
        else if (!isLaterPart(path) && !isVisionFile(path))
            files += path;
    }
    return files + publishedAmong(others);
}

bool hasWeights(const QString& folder) {
    return QFileInfo::exists(folder + QStringLiteral("/config.json")) &&
           !QDir(folder).entryList({QStringLiteral("*.safetensors")}, QDir::Files).isEmpty();
}

QString modelPathOf(const QString& path) {
    const QFileInfo file(QDir::cleanPath(QFileInfo(path).absoluteFilePath()));
    const QString name = file.fileName();
    const bool part = name == QLatin1String("config.json") || name.endsWith(QLatin1String(".safetensors")) ||
                      name.endsWith(QLatin1String(".safetensors.index.json"));
    return part && !file.isDir() ? file.path() : file.filePath();
}

QStringList filesOfModel(const QString& path) {
    QStringList files;
    if (!QFileInfo(path).isDir()) {
        files += path;
        static const QRegularExpression firstPart(QStringLiteral("^(.+)-00001-of-(\\d{5})\\.gguf\\z"));
        if (const auto split = firstPart.match(path); split.hasMatch())
            for (int part = 2; part <= split.captured(2).toInt() && part < 1000; ++part)
                files += QStringLiteral("%1-%2-of-%3.gguf")
                             .arg(split.captured(1))
                             .arg(part, 5, 10, QLatin1Char('0'))
                             .arg(split.captured(2));
        for (const QString& vision : ownVisionFiles(path)) files += {vision, ModelOrigin::pathOf(vision)};
        files += ModelOrigin::pathOf(path);
    } else {
        for (const QString& name : QDir(path).entryList(published(), QDir::Files | QDir::Hidden))
            files += path + u'/' + name;
        // A link there would lead out of the folder, possibly to the cache of all models.
        const QString notes = path + QStringLiteral("/.cache/huggingface");
        if (!QFileInfo(path + QStringLiteral("/.cache")).isSymLink() && !QFileInfo(notes).isSymLink())
            files += filesBelow(notes, {QStringLiteral("*")}, QDir::Files | QDir::Hidden);
    }
    files.removeIf([](const QString& file) { return !QFileInfo::exists(file); });
    return files;
}

QStringList filesOfModelsIn(const QString& folder) {
    QStringList files;
    for (const QString& path : ggufFilesIn(folder)) {
        files += path;
        if (const QString origin = ModelOrigin::pathOf(path); QFileInfo::exists(origin)) files += origin;
    }
    for (const QString& place : publishedFoldersIn(folder)) {
        if (place == folder) {
            files += filesOfModel(place);
            continue;
        }
        // The other files in a model's own folder move with it.
        for (const QString& file : filesBelow(place, {QStringLiteral("*")}, QDir::Files | QDir::Hidden))
            if (!isGguf(file)) files += file;
    }
    files.removeDuplicates();
    return files;
}

}  // namespace hearth::app
