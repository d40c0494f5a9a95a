#include "settings/preset_list_model.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <algorithm>

#include "files/regular_file.h"
#include "files/whole_file.h"
#include "settings/preset_file.h"
#include "settings/sampling_settings.h"

namespace hearth::app {

namespace {

/// A file of presets is a few KB.
constexpr qint64 maximumBytes = 4 << 20;

QString localPath(const QUrl& url) {
    return url.isLocalFile() ? url.toLocalFile() : url.toString();
}

}  // namespace

PresetListModel::PresetListModel(store::Store& store, SamplingSettings& sampling, QObject* parent)
    : QAbstractListModel(parent), m_store(store), m_sampling(sampling) {
    reload();
}

int PresetListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QVariant PresetListModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Entry& entry = m_presets[static_cast<size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
        case NameRole:
            return entry.preset.name;
        case BuiltInRole:
            return entry.builtIn;
        case DescriptionRole:
            return entry.description;
        default:
            return {};
    }
}

QHash<int, QByteArray> PresetListModel::roleNames() const {
    return {{NameRole, "name"}, {BuiltInRole, "builtIn"}, {DescriptionRole, "description"}};
}

void PresetListModel::apply(const QString& name) {
    if (const Entry* found = find(name); found != nullptr) m_sampling.applyPreset(name, found->preset.values);
}

QJsonObject PresetListModel::valuesOf(const QString& name) const {
    const Entry* found = find(name);
    return found == nullptr ? QJsonObject() : found->preset.values;
}

bool PresetListModel::save(const QString& name) {
    const QString trimmed = name.trimmed().left(60);
    const bool taken = std::any_of(m_presets.begin(), m_presets.end(), [&](const Entry& entry) {
        return entry.builtIn && entry.preset.name.compare(trimmed, Qt::CaseInsensitive) == 0;
    });
    if (trimmed.isEmpty() || taken) return false;
    QJsonObject values = m_sampling.values();
    values.remove(QStringLiteral("seed"));
    try {
        m_store.presets().put({trimmed, values});
    } catch (const store::StoreError&) {
        return false;
    }
    reload();
    m_sampling.applyPreset(trimmed, values);
    return true;
}

void PresetListModel::remove(const QString& name) {
    try {
        m_store.presets().remove(name);
    } catch (const store::StoreError&) {
        return;
    }
    reload();
}

const PresetListModel::Entry* PresetListModel::find(const QString& name) const {
    const auto found = std::find_if(m_presets.begin(), m_presets.end(), [&](const Entry& entry) {
        return entry.preset.name.compare(name, Qt::CaseInsensitive) == 0;
    });
    return found == m_presets.end() ? nullptr : &*found;
}

bool PresetListModel::isOwn(const QString& name) const {
    const Entry* found = find(name);
    return found != nullptr && !found->builtIn;
}

bool PresetListModel::exportTo(const QUrl& file) {
    const QString path = localPath(file);
    const bool asIs = !m_sampling.presetName().isEmpty() && !m_sampling.isChangedAny();
    const QString name = asIs ? m_sampling.presetName() : QFileInfo(path).completeBaseName();
    WholeFile out(path);
    if (out.open(QFile::WriteOnly) && out.write(writePresetFile({{name, m_sampling.values()}})) > 0 &&
        out.commitWhole())
        return true;
    emit failed(tr("The preset was not saved"),
                tr("%1 could not be written (%2). Choose another folder.").arg(path, out.errorString()));
    return false;
}

QString PresetListModel::freeName(const QString& wanted) const {
    QString name = wanted;
    for (int number = 2; find(name) != nullptr; ++number)
        name = wanted + QLatin1Char(' ') + QString::number(number);
    return name;
}

bool PresetListModel::importFile(const QUrl& file) {
    const auto refuse = [this](const QString& why) {
        emit failed(tr("The presets were not imported"), why);
        return false;
    };
    const QString path = localPath(file);
    QFile in(path);
    if (const QString why = openRegularFile(in); !why.isEmpty())
        return refuse(tr("%1 could not be read (%2). Choose another file.").arg(path, why));
    const PresetFile read = readPresetFile(in.read(maximumBytes));
    if (!read.problem.isEmpty()) return refuse(read.problem);
    QString last;
    for (const store::Preset& preset : read.presets) {
        const Entry* known = find(preset.name);
        last = known != nullptr && known->preset.values == preset.values ? known->preset.name
                                                                         : freeName(preset.name);
        if (known != nullptr && last == known->preset.name) continue;
        try {
            m_store.presets().put({last, preset.values});
        } catch (const store::StoreError& error) {
            return refuse(error.message());
        }
        reload();
    }
    apply(last);
    return true;
}

void PresetListModel::reload() {
    const auto builtIn = [](const QString& name, double temperature, int topK, double topP, double minP,
                            double repeatPenalty, const QString& description) {
        return Entry{{name, QJsonObject{{QStringLiteral("temperature"), temperature},
                                        {QStringLiteral("topK"), topK},
                                        {QStringLiteral("topP"), topP},
                                        {QStringLiteral("minP"), minP},
                                        {QStringLiteral("repeatPenalty"), repeatPenalty},
                                        {QStringLiteral("presencePenalty"), 0.0},
                                        {QStringLiteral("frequencyPenalty"), 0.0},
                                        {QStringLiteral("penaltyLastN"), 64},
                                        {QStringLiteral("maxTokens"), -1},
                                        {QStringLiteral("stop"), QJsonArray()}}},
                     true,
                     description};
    };
    beginResetModel();
    m_presets = {
        builtIn(tr("Balanced"), 0.8, 40, 0.95, 0.05, 1.0, tr("For most chats")),
        builtIn(tr("Precise"), 0.3, 20, 0.9, 0.1, 1.0, tr("Facts, code, summaries")),
        builtIn(tr("Creative"), 1.1, 0, 1.0, 0.05, 1.05, tr("Stories and ideas")),
        builtIn(tr("Greedy"), 0.0, 0, 1.0, 0.0, 1.0,
                tr("Always the most likely token; the same text every time")),
    };
    for (store::Preset& preset : m_store.presets().list())
        m_presets.push_back({std::move(preset), false, {}});
    endResetModel();
    emit countChanged();
}

}  // namespace hearth::app
