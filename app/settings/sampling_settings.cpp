#include "settings/sampling_settings.h"

#include <QJsonArray>
#include <QRandomGenerator>
#include <algorithm>
#include <cmath>
#include <limits>

#include "settings/sampling_parameters.h"

namespace hearth::app {

namespace {

const QString presetKey = QStringLiteral("preset");
const QString presetValuesKey = QStringLiteral("presetValues");
const QString seedKey = QStringLiteral("seed");
const QString stopKey = QStringLiteral("stop");

}  // namespace

SamplingSettings::SamplingSettings(store::Store& store, QObject* parent) : QObject(parent), m_store(store) {
    connect(this, &SamplingSettings::valuesChanged, defaults, &SamplingDefaults::changed);
    connect(this, &SamplingSettings::valuesChanged, choices, &ReplyChoices::changed);
    connect(defaults, &SamplingDefaults::forgotten, this, &SamplingSettings::valuesChanged);
    connect(choices, &ReplyChoices::chosen, this, [this] {
        save();
        emit valuesChanged();
    });
}

QString SamplingSettings::seed() const {
    return effective(seedKey).toString();
}

QStringList SamplingSettings::stop() const {
    QStringList texts;
    const QJsonArray array = effective(stopKey).toArray();
    for (const QJsonValue& text : array) texts += text.toString();
    return texts;
}

QString SamplingSettings::presetName() const {
    const QString chosen = m_own.value(presetKey).toString();
    if (!chosen.isEmpty()) return chosen;
    // Without a choice the app's defaults apply, which are those of the preset "Balanced", unless a person
    // chose others.
    if (m_defaults.hasOfModel()) return tr("Model default");
    return m_defaults.hasOfAll() ? tr("My default") : tr("Balanced");
}

double SamplingSettings::value(const QString& name) const {
    return effective(name).toDouble(std::numeric_limits<double>::quiet_NaN());
}

void SamplingSettings::setValue(const QString& name, double value) {
    const SamplingParameter* parameter = findSamplingParameter(name);
    if (parameter == nullptr || !std::isfinite(value)) return;
    const double top = parameter->decimals == 0 ? double{1 << 20} : parameter->to;
    value = std::clamp(value, parameter->from, top);
    // Sliders give 0.30000000000000004; the file and the field want 0.3.
    change(name, QString::number(value, 'f', parameter->decimals).toDouble());
}

void SamplingSettings::setSeed(const QString& seed) {
    bool isNumber = false;
    const quint64 number = seed.trimmed().toULongLong(&isNumber);
    change(seedKey, isNumber ? QString::number(number) : QString());
}

void SamplingSettings::setStop(const QStringList& stop) {
    QJsonArray array;
    for (const QString& text : stop)
        if (!text.isEmpty() && array.size() < 16) array.append(text);
    change(stopKey, array);
}

QJsonValue SamplingSettings::effective(const QString& name) const {
    if (m_own.contains(name)) return m_own.value(name);
    return reference(name, m_own);
}

QJsonValue SamplingSettings::reference(const QString& name, const QJsonObject& own) const {
    const QJsonObject preset = own.value(presetValuesKey).toObject();
    if (preset.contains(name)) return preset.value(name);
    return m_defaults.value(name);
}

void SamplingSettings::change(const QString& name, const QJsonValue& value) {
    if (effective(name) == value) return;
    if (value == reference(name, m_own))
        m_own.remove(name);
    else
        m_own.insert(name, value);
    save();
    emit valuesChanged();
}

bool SamplingSettings::isChanged(const QString& name) const {
    return m_own.contains(name) && m_own.value(name) != reference(name, m_own);
}

bool SamplingSettings::isChangedAny() const {
    const QStringList names = SamplingDefaults::names();
    return std::any_of(names.begin(), names.end(), [this](const QString& name) { return isChanged(name); });
}

void SamplingSettings::reset(const QString& name) {
    if (!m_own.contains(name)) return;
    m_own.remove(name);
    save();
    emit valuesChanged();
}

void SamplingSettings::resetAll() {
    const QStringList names = SamplingDefaults::names();
    for (const QString& name : names) m_own.remove(name);
    save();
    emit valuesChanged();
}

void SamplingSettings::rollSeed() {
    setSeed(QString::number(QRandomGenerator::global()->generate()));
}

QJsonObject SamplingSettings::replyValues() const {
    return replyValuesOf(m_own);
}

QJsonObject SamplingSettings::replyValuesOf(const QJsonObject& own) const {
    QJsonObject all = valuesOf(own);
    const QJsonObject switches = ReplyChoices::among(own);
    for (auto it = switches.begin(); it != switches.end(); ++it) all.insert(it.key(), it.value());
    return all;
}

void SamplingSettings::saveAsModelDefault() {
    if (!m_defaults.keepOfModel(values())) return;
    m_own = ReplyChoices::among(m_own);
    save();
    emit valuesChanged();
}

void SamplingSettings::saveAsDefault() {
    const QJsonObject now = values();
    m_defaults.keepOfAll(now);
    // If the model has values of its own, this conversation keeps the difference.
    m_own = ReplyChoices::among(m_own);
    for (auto it = now.begin(); it != now.end(); ++it)
        if (it.value() != reference(it.key(), m_own)) m_own.insert(it.key(), it.value());
    save();
    emit valuesChanged();
}

void SamplingSettings::openConversation(qint64 conversationId) {
    m_conversationId = conversationId;
    m_own = {};
    if (conversationId != 0) {
        if (const auto conversation = m_store.conversations().find(conversationId))
            m_own = conversation->sampling;
    }
    emit valuesChanged();
}

void SamplingSettings::adopt(qint64 conversationId) {
    m_conversationId = conversationId;
    save();
}

void SamplingSettings::setModel(const QString& modelName) {
    if (m_defaults.setModel(modelName)) emit valuesChanged();
}

void SamplingSettings::applyPreset(const QString& name, const QJsonObject& values) {
    // These are not a matter of taste and stay as they are.
    QJsonObject kept = ReplyChoices::among(m_own);
    if (m_own.contains(seedKey)) kept.insert(seedKey, m_own.value(seedKey));
    kept.insert(presetKey, name);
    kept.insert(presetValuesKey, values);
    m_own = kept;
    save();
    emit valuesChanged();
}

SamplingParams SamplingSettings::params() const {
    return samplingFromJson(values());
}

QJsonObject SamplingSettings::valuesOf(const QJsonObject& own) const {
    QJsonObject values;
    const QStringList names = SamplingDefaults::names();
    for (const QString& name : names)
        values.insert(name, own.contains(name) ? own.value(name) : reference(name, own));
    return values;
}

void SamplingSettings::save() {
    if (m_conversationId == 0) return;
    try {
        m_store.conversations().setSampling(m_conversationId, m_own);
    } catch (const store::StoreError&) {
        // Kept for this run; the next message that cannot be kept reports the problem.
    }
}

}  // namespace hearth::app
