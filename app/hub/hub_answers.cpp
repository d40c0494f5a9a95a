#include "hub/hub_answers.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

#include "hub/file_path.h"

namespace hearth::app {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Hub)
};

qint64 count(const QJsonValue& value, double most = 9e15) {
    const double number = value.toDouble(0);
    return number > 0 && number <= most ? static_cast<qint64>(number) : 0;
}

QString line(const QJsonValue& value, int most = 120) {
    return value.toString().simplified().left(most);
}

QString licenceOf(const QJsonObject& model) {
    const QJsonObject card = model.value(QLatin1String("cardData")).toObject();
    const QJsonValue licence = card.value(QLatin1String("license"));
    QString name = line(licence.isArray() ? licence.toArray().first() : licence);
    if (name == QLatin1String("other")) {
        const QString named = line(card.value(QLatin1String("license_name")));
        if (!named.isEmpty()) name = named;
    }
    if (name.isEmpty())
        for (const QJsonValue& tag : model.value(QLatin1String("tags")).toArray())
            if (tag.toString().startsWith(QLatin1String("license:"))) name = line(tag).mid(8);
    return name;
}

HubModel modelOf(const QJsonObject& object) {
    HubModel model;
    const QString id = object.value(QLatin1String("id")).toString();
    model.id = id.isEmpty() ? object.value(QLatin1String("modelId")).toString() : id;
    model.author = model.id.contains(u'/') ? model.id.section(u'/', 0, 0) : QString();
    model.licence = licenceOf(object);
    model.pipeline = line(object.value(QLatin1String("pipeline_tag")));
    model.downloads = count(object.value(QLatin1String("downloads")));
    model.likes = count(object.value(QLatin1String("likes")));
    // `gated` is false, "auto" or "manual".
    const QJsonValue gated = object.value(QLatin1String("gated"));
    model.gated = gated.isString() || gated.toBool();
    const QJsonObject gguf = object.value(QLatin1String("gguf")).toObject();
    model.parameters = static_cast<quint64>(count(gguf.value(QLatin1String("total"))));
    model.contextLength = static_cast<int>(count(gguf.value(QLatin1String("context_length")), 1e9));
    model.architecture = line(gguf.value(QLatin1String("architecture")), 40);
    return model;
}

}  // namespace

std::optional<std::vector<HubModel>> readModelList(const QByteArray& json) {
    const QJsonDocument document = QJsonDocument::fromJson(json);
    if (!document.isArray()) return std::nullopt;
    std::vector<HubModel> models;
    for (const QJsonValue& value : document.array()) {
        HubModel model = modelOf(value.toObject());
        if (isRepositoryId(model.id)) models.push_back(std::move(model));
    }
    return models;
}

std::optional<HubRepository> readModelInfo(const QByteArray& json) {
    const QJsonDocument document = QJsonDocument::fromJson(json);
    if (!document.isObject()) return std::nullopt;
    const QJsonObject object = document.object();
    HubRepository repository;
    repository.model = modelOf(object);
    if (!isRepositoryId(repository.model.id)) return std::nullopt;
    const QString commit = object.value(QLatin1String("sha")).toString();
    if (isCommit(commit)) repository.commit = commit;
    const QJsonValue base =
        object.value(QLatin1String("cardData")).toObject().value(QLatin1String("base_model"));
    repository.baseModel = line(base.isArray() ? base.toArray().first() : base);
    QStringList tags;
    for (const QJsonValue& tag : object.value(QLatin1String("tags")).toArray())
        if (tags.size() < 60) tags += line(tag, 60);
    repository.tags = tags.join(u' ');
    return repository;
}

std::optional<std::vector<HubFile>> readTree(const QByteArray& json) {
    const QJsonDocument document = QJsonDocument::fromJson(json);
    if (!document.isArray()) return std::nullopt;
    std::vector<HubFile> files;
    for (const QJsonValue& value : document.array()) {
        const QJsonObject entry = value.toObject();
        if (entry.value(QLatin1String("type")).toString() != QLatin1String("file")) continue;
        HubFile file;
        file.path = safeFilePath(entry.value(QLatin1String("path")).toString());
        const QJsonObject lfs = entry.value(QLatin1String("lfs")).toObject();
        file.sizeBytes =
            count(lfs.isEmpty() ? entry.value(QLatin1String("size")) : lfs.value(QLatin1String("size")));
        file.sha256 = lfs.value(QLatin1String("oid")).toString().toLatin1();
        if (!isSha256(file.sha256)) file.sha256.clear();
        if (!file.path.isEmpty() && file.sizeBytes > 0) files.push_back(std::move(file));
    }
    return files;
}

QByteArray nextPage(const QByteArray& linkHeader) {
    for (const QByteArray& part : linkHeader.split(',')) {
        const qsizetype open = part.indexOf('<'), close = part.indexOf('>');
        if (open < 0 || close < open) continue;
        const QByteArray rest = part.mid(close + 1);
        if (rest.contains("rel=\"next\"") || rest.contains("rel=next"))
            return part.mid(open + 1, close - open - 1).trimmed();
    }
    return {};
}

QString hubProblem(int status, const QByteArray& errorCode, const QByteArray& retryAfter, const QString& what,
                   bool hasToken) {
    if (errorCode == "GatedRepo" && (status == 401 || status == 403))
        return hasToken ? Text::tr(
                              "%1 is available only after you accept its terms. Open its page, accept them, "
                              "and try again.")
                              .arg(what)
                        : Text::tr(
                              "%1 is available only after you accept its terms. Accept them on its page, put "
                              "your token into HF_TOKEN, and restart Hearth.")
                              .arg(what);
    if (errorCode == "EntryNotFound" || errorCode == "RevisionNotFound")
        return Text::tr("%1 no longer has this file. Search for it again.").arg(what);
    if (status == 401 && hasToken)
        return Text::tr("The hub does not accept your token (HF_TOKEN), or %1 is private. Check the token.")
            .arg(what);
    if (status == 401 || status == 404)
        return Text::tr("The hub does not know %1, or it is private. Check the name.").arg(what);
    if (status == 403) return Text::tr("The hub does not allow access to %1.").arg(what);
    if (status == 429) {
        const int seconds = retryAfter.toInt();
        return seconds > 0 ? Text::tr("The hub wants fewer requests. Try again in %1 s.")
                                 .arg(std::min(seconds, 86400))
                           : Text::tr("The hub wants fewer requests. Try again in a few minutes.");
    }
    if (status >= 500)
        return Text::tr("The hub has an internal error (%1). Try again in a few minutes.").arg(status);
    return Text::tr("The hub answered with %1, which Hearth did not expect. Try again later.").arg(status);
}

}  // namespace hearth::app
