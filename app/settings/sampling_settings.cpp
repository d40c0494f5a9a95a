#include "settings/sampling_settings.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QRandomGenerator>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "settings/sampling_parameters.h"

namespace hearth::app {

namespace {

const QString presetKey = QStringLiteral("preset");
const QString presetValuesKey = QStringLiteral("presetValues");
const QString seedKey = QStringLiteral("seed");
/// No model has an empty name.
const QString allSetting = QStringLiteral("sampling/");
const QString stopKey = QStringLiteral("stop");
const QString reuseKey = QStringLiteral("reuseReplies");
const QString thinkingKey = QStringLiteral("thinking");
const QString effortKey = QStringLiteral("effort");

const QJsonObject& standardValues() {
    static const QJsonObject values = samplingToJson(SamplingParams{});
    return values;
}

QString modelSetting(const QString& model) {
    return QStringLiteral("sampling/") + model;
}

}  // namespace

SamplingSettings::SamplingSettings(store::Store& store, QObject* parent) : QObject(parent), m_store(store) {
    m_ofAll = m_store.settings().find(allSetting).toObject();
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
    if (!m_ofModel.isEmpty()) return tr("Model default");
    return m_ofAll.isEmpty() ? tr("Balanced") : tr("My default");
}

double SamplingSettings::number(const QString& name) const {
    return effective(name).toDouble(std::numeric_limits<double>::quiet_NaN());
}

void SamplingSettings::setNumber(const QString& name, double value) {
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

bool SamplingSettings::reuseReplies() const {
    return reusesReplies(m_own);
}

void SamplingSettings::setReuseReplies(bool reuse) {
    if (reuse == reuseReplies()) return;
    change(reuseKey, reuse ? QJsonValue(QJsonValue::Undefined) : QJsonValue(false));
}

QString SamplingSettings::thinking() const {
    return thinkingOf(m_own);
}

QString SamplingSettings::effort() const {
    return effortOf(m_own);
}

void SamplingSettings::setThinking(const QString& thinking) {
    setWord(thinkingKey, thinkingOf({{thinkingKey, thinking}}));
}

void SamplingSettings::setEffort(const QString& effort) {
    setWord(effortKey, effortOf({{effortKey, effort}}));
}

void SamplingSettings::setWord(const QString& name, const QString& word) {
    if (word == m_own.value(name).toString()) return;
    change(name, word.isEmpty() ? QJsonValue(QJsonValue::Undefined) : QJsonValue(word));
}

QJsonValue SamplingSettings::effective(const QString& name) const {
    if (m_own.contains(name)) return m_own.value(name);
    return reference(name, m_own);
}

QJsonValue SamplingSettings::reference(const QString& name, const QJsonObject& own) const {
    const QJsonObject preset = own.value(presetValuesKey).toObject();
    if (preset.contains(name)) return preset.value(name);
    if (m_ofModel.contains(name)) return m_ofModel.value(name);
    if (m_ofAll.contains(name)) return m_ofAll.value(name);
    return standardValues().value(name);
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
    const QStringList names = standardValues().keys();
    return std::any_of(names.begin(), names.end(), [this](const QString& name) { return isChanged(name); });
}

void SamplingSettings::reset(const QString& name) {
    if (!m_own.contains(name)) return;
    m_own.remove(name);
    save();
    emit valuesChanged();
}

void SamplingSettings::resetAll() {
    const QStringList names = standardValues().keys();
    for (const QString& name : names) m_own.remove(name);
    save();
    emit valuesChanged();
}

double SamplingSettings::from(const QString& name) const {
    const SamplingParameter* parameter = findSamplingParameter(name);
    return parameter ? parameter->from : 0;
}

double SamplingSettings::to(const QString& name) const {
    const SamplingParameter* parameter = findSamplingParameter(name);
    return parameter ? parameter->to : 0;
}

double SamplingSettings::stepSize(const QString& name) const {
    const SamplingParameter* parameter = findSamplingParameter(name);
    return parameter ? parameter->stepSize : 0;
}

double SamplingSettings::neutral(const QString& name) const {
    const SamplingParameter* parameter = findSamplingParameter(name);
    return parameter ? parameter->neutral : std::numeric_limits<double>::quiet_NaN();
}

int SamplingSettings::decimals(const QString& name) const {
    const SamplingParameter* parameter = findSamplingParameter(name);
    return parameter ? parameter->decimals : 0;
}

QString SamplingSettings::describe(const QString& name) const {
    if (name == seedKey)
        return tr("The same seed and settings give the same text again. Empty: a new one for every reply.");
    if (name == stopKey) return tr("The reply ends before the first of these texts.");
    const SamplingParameter* parameter = findSamplingParameter(name);
    return parameter ? QCoreApplication::translate("Sampling", parameter->description) : QString();
}

void SamplingSettings::rollSeed() {
    setSeed(QString::number(QRandomGenerator::global()->generate()));
}

QJsonObject SamplingSettings::replyValues() const {
    return replyValuesOf(m_own);
}

QJsonObject SamplingSettings::replyValuesOf(const QJsonObject& own) const {
    QJsonObject all = valuesOf(own);
    const QJsonObject switches = switchesOf(own);
    for (auto it = switches.begin(); it != switches.end(); ++it) all.insert(it.key(), it.value());
    return all;
}

QJsonObject SamplingSettings::switchesOf(const QJsonObject& own) {
    QJsonObject switches;
    for (const QString& name : {reuseKey, thinkingKey, effortKey})
        if (own.contains(name)) switches.insert(name, own.value(name));
    return switches;
}

void SamplingSettings::saveAsModelDefault() {
    if (m_model.isEmpty()) return;
    m_ofModel = values();
    keepDefault(modelSetting(m_model), m_ofModel);
    m_own = switchesOf(m_own);
    save();
    emit valuesChanged();
}

void SamplingSettings::saveAsDefault() {
    const QJsonObject now = values();
    m_ofAll = now;
    keepDefault(allSetting, m_ofAll);
    // If the model has values of its own, this conversation keeps the difference.
    m_own = switchesOf(m_own);
    for (auto it = now.begin(); it != now.end(); ++it)
        if (it.value() != reference(it.key(), m_own)) m_own.insert(it.key(), it.value());
    save();
    emit valuesChanged();
}

void SamplingSettings::forgetModelDefault() {
    m_ofModel = {};
    keepDefault(modelSetting(m_model), {});
    emit valuesChanged();
}

void SamplingSettings::forgetDefault() {
    m_ofAll = {};
    keepDefault(allSetting, {});
    emit valuesChanged();
}

void SamplingSettings::keepDefault(const QString& setting, const QJsonObject& values) {
    try {
        if (values.isEmpty())
            m_store.settings().remove(setting);
        else
            m_store.settings().put(setting, values);
    } catch (const store::StoreError&) {
        // Kept for this run; the next message that cannot be kept reports the problem.
    }
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
    if (m_model == modelName) return;
    m_model = modelName;
    m_ofModel =
        modelName.isEmpty() ? QJsonObject() : m_store.settings().find(modelSetting(modelName)).toObject();
    emit valuesChanged();
}

void SamplingSettings::applyPreset(const QString& name, const QJsonObject& values) {
    const QJsonObject before = std::exchange(m_own, {{presetKey, name}, {presetValuesKey, values}});
    // These are not a matter of taste and stay as they are.
    for (const QString& key : {seedKey, reuseKey, thinkingKey, effortKey})
        if (before.contains(key)) m_own.insert(key, before.value(key));
    save();
    emit valuesChanged();
}

SamplingParams SamplingSettings::params() const {
    return samplingFromJson(values());
}

QJsonObject SamplingSettings::valuesOf(const QJsonObject& own) const {
    QJsonObject values;
    const QStringList names = standardValues().keys();
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
