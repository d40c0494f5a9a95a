#include "chat/comparison_plan.h"

#include <QRandomGenerator>
#include <algorithm>
#include <cmath>
#include <set>

#include "chat/chat_models.h"
#include "look/spoken_locale.h"
#include "settings/preset_list_model.h"
#include "settings/sampling_settings.h"

namespace hearth::app {

namespace {

const QString planSeedKey = QStringLiteral("seed");
const QString planTemperatureKey = QStringLiteral("temperature");

}  // namespace

ComparisonPlan::ComparisonPlan(const SamplingSettings& sampling, const PresetListModel& presets,
                               const ChatModels& models, QObject* parent)
    : QAbstractListModel(parent), m_sampling(sampling), m_presets(presets), m_models(models) {
    connect(&m_sampling, &SamplingSettings::valuesChanged, this, &ComparisonPlan::changed);
    connect(&m_models, &ChatModels::changed, this, [this] {
        emit dataChanged(index(0), index(m_count - 1), {ModelRowRole});
        emit changed();
    });
}

void ComparisonPlan::setChatModel(const QString& path) {
    if (path == m_chatModel) return;
    m_chatModel = path;
    emit dataChanged(index(0), index(m_count - 1), {ModelRowRole});
    emit changed();
}

int ComparisonPlan::modelRowOf(int row) const {
    if (const int chosen = m_models.rowOf(m_rows[static_cast<size_t>(row)].modelPath); chosen >= 0)
        return chosen;
    return m_models.count() == 0 ? -1 : (std::max(0, m_models.rowOf(m_chatModel)) + row) % m_models.count();
}

void ComparisonPlan::setCount(int count) {
    count = std::clamp(count, fewest, most);
    if (count == m_count) return;
    beginResetModel();
    m_count = count;
    endResetModel();
    emit changed();
}

void ComparisonPlan::setDifference(Difference difference) {
    if (difference == m_difference) return;
    m_difference = difference;
    emit changed();
}

QString ComparisonPlan::note() const {
    if (m_difference == Seeds && m_sampling.temperature() == 0)
        return tr("At temperature 0 every seed gives the same answer.");
    std::set<int> different;
    for (int row = 0; row < m_count; ++row) {
        const Row& one = m_rows[static_cast<size_t>(row)];
        different.insert(m_difference == Presets  ? one.preset
                         : m_difference == Models ? modelRowOf(row)
                                                  : qRound(one.temperature * 100));
    }
    if (m_difference != Seeds && static_cast<int>(different.size()) < m_count)
        return tr("Two answers are made the same way, so they will be the same.");
    return {};
}

int ComparisonPlan::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_count;
}

QHash<int, QByteArray> ComparisonPlan::roleNames() const {
    return {{TemperatureRole, "temperature"}, {PresetRole, "preset"}, {ModelRowRole, "modelRow"}};
}

QVariant ComparisonPlan::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = m_rows[static_cast<size_t>(index.row())];
    if (role == TemperatureRole) return row.temperature;
    if (role == ModelRowRole) return modelRowOf(index.row());
    return role == PresetRole ? row.preset : QVariant();
}

void ComparisonPlan::setTemperature(int row, double temperature) {
    if (row < 0 || row >= m_count || !std::isfinite(temperature)) return;
    m_rows[static_cast<size_t>(row)].temperature = std::clamp(temperature, 0.0, 2.0);
    emit dataChanged(index(row), index(row), {TemperatureRole});
    emit changed();
}

void ComparisonPlan::setPreset(int row, int preset) {
    if (row < 0 || row >= m_count) return;
    m_rows[static_cast<size_t>(row)].preset = preset;
    emit dataChanged(index(row), index(row), {PresetRole});
    emit changed();
}

void ComparisonPlan::setModel(int row, int model) {
    if (row < 0 || row >= m_count || model < 0 || model >= m_models.count()) return;
    m_rows[static_cast<size_t>(row)].modelPath = m_models.at(model).path;
    emit dataChanged(index(row), index(row), {ModelRowRole});
    emit changed();
}

std::vector<ComparisonPlan::Answer> ComparisonPlan::answers() const {
    const QJsonObject values = m_sampling.replyValues();
    const QString chosen = values.value(planSeedKey).toString();
    const quint64 first = chosen.isEmpty() ? QRandomGenerator::global()->generate() : chosen.toULongLong();
    std::vector<Answer> answers;
    for (int row = 0; row < m_count; ++row) {
        const Row& one = m_rows[static_cast<size_t>(row)];
        Answer answer{{}, values, {}};
        quint64 seed = first;
        switch (m_difference) {
            case Seeds:
                seed += static_cast<quint64>(row);
                answer.label = tr("Seed %1").arg(seed);
                break;
            case Temperatures:
                answer.label = tr("Temperature %1").arg(spokenLocale().toString(one.temperature, 'f', 2));
                answer.sampling.insert(planTemperatureKey, one.temperature);
                break;
            case Presets: {
                const QModelIndex preset =
                    m_presets.index(std::clamp(one.preset, 0, std::max(0, m_presets.count() - 1)));
                answer.label = preset.data(PresetListModel::NameRole).toString();
                const QJsonObject of = m_presets.valuesOf(answer.label);
                for (auto value = of.begin(); value != of.end(); ++value)
                    answer.sampling.insert(value.key(), value.value());
                break;
            }
            case Models:
                if (const int model = modelRowOf(row); model >= 0) {
                    answer.label = m_models.at(model).name;
                    answer.modelPath = m_models.at(model).path;
                }
                break;
        }
        answer.sampling.insert(planSeedKey, QString::number(seed));
        answers.push_back(std::move(answer));
    }
    return answers;
}

}  // namespace hearth::app
