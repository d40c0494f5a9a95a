#include "settings/preset_file.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "settings/sampling_parameters.h"

namespace hearth::app {

namespace {

constexpr int version = 1;
constexpr int longestName = 60;
constexpr qsizetype mostPresets = 1000;
const QString format = QStringLiteral("hearth-presets");

struct PresetText {
    Q_DECLARE_TR_FUNCTIONS(Presets)
};

/// A seed belongs to one reply, not to a way of writing.
QJsonObject shared(const QJsonObject& values) {
    QJsonObject clean = samplingToJson(samplingFromJson(values));
    clean.remove(QStringLiteral("seed"));
    return clean;
}

PresetFile bad(const QString& problem) {
    return {{}, problem};
}

}  // namespace

QByteArray writePresetFile(const std::vector<store::Preset>& presets) {
    QJsonArray rows;
    for (const store::Preset& preset : presets)
        rows.append(QJsonObject{{QStringLiteral("name"), preset.name},
                                {QStringLiteral("values"), shared(preset.values)}});
    return QJsonDocument(QJsonObject{{QStringLiteral("format"), format},
                                     {QStringLiteral("version"), version},
                                     {QStringLiteral("presets"), rows}})
        .toJson();
}

PresetFile readPresetFile(const QByteArray& bytes) {
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(bytes, &error);
    if (error.error != QJsonParseError::NoError)
        return bad(
            PresetText::tr("It is damaged at byte %1 (%2).").arg(error.offset).arg(error.errorString()));
    const QJsonObject root = document.object();
    if (root.value(QLatin1String("format")) != format)
        return bad(PresetText::tr("It contains no Hearth presets. Choose a file that Hearth saved."));
    if (const int is = root.value(QLatin1String("version")).toInt(); is != version)
        return bad(PresetText::tr(
                       "It was saved by a newer Hearth (version %1 of the file). Update Hearth to read it.")
                       .arg(is));
    PresetFile file;
    for (const QJsonValue& value : root.value(QLatin1String("presets")).toArray()) {
        const QJsonObject row = value.toObject();
        const QString name = row.value(QLatin1String("name")).toString().simplified().left(longestName);
        const QJsonValue values = row.value(QLatin1String("values"));
        if (name.isEmpty() || !values.isObject())
            return bad(
                PresetText::tr("Preset %1 in it has no name or no values.").arg(file.presets.size() + 1));
        if (static_cast<qsizetype>(file.presets.size()) == mostPresets) break;
        file.presets.push_back({name, shared(values.toObject())});
    }
    if (file.presets.empty()) return bad(PresetText::tr("It contains no preset."));
    return file;
}

}  // namespace hearth::app
