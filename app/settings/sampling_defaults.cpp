#include "settings/sampling_defaults.h"

#include "settings/sampling_parameters.h"

namespace hearth::app {

namespace {

/// No model has an empty name.
const QString ofAllSetting = QStringLiteral("sampling/");

QString ofModelSetting(const QString& model) {
    return QStringLiteral("sampling/") + model;
}

const QJsonObject& standardValues() {
    static const QJsonObject values = samplingToJson(SamplingParams{});
    return values;
}

}  // namespace

SamplingDefaults::SamplingDefaults(store::Store& store)
    : m_store(store), m_ofAll(store.settings().find(ofAllSetting).toObject()) {
}

QStringList SamplingDefaults::names() {
    return standardValues().keys();
}

QJsonValue SamplingDefaults::value(const QString& name) const {
    if (m_ofModel.contains(name)) return m_ofModel.value(name);
    if (m_ofAll.contains(name)) return m_ofAll.value(name);
    return standardValues().value(name);
}

bool SamplingDefaults::setModel(const QString& modelName) {
    if (m_model == modelName) return false;
    m_model = modelName;
    m_ofModel =
        modelName.isEmpty() ? QJsonObject() : m_store.settings().find(ofModelSetting(modelName)).toObject();
    return true;
}

bool SamplingDefaults::keepOfModel(const QJsonObject& values) {
    if (m_model.isEmpty()) return false;
    m_ofModel = values;
    keep(ofModelSetting(m_model), values);
    return true;
}

void SamplingDefaults::keepOfAll(const QJsonObject& values) {
    m_ofAll = values;
    keep(ofAllSetting, values);
}

void SamplingDefaults::forgetOfModel() {
    m_ofModel = {};
    keep(ofModelSetting(m_model), {});
    emit forgotten();
}

void SamplingDefaults::forgetOfAll() {
    m_ofAll = {};
    keep(ofAllSetting, {});
    emit forgotten();
}

void SamplingDefaults::keep(const QString& setting, const QJsonObject& values) {
    try {
        if (values.isEmpty())
            m_store.settings().remove(setting);
        else
            m_store.settings().put(setting, values);
    } catch (const store::StoreError&) {
        // Kept for this run; the next message that cannot be kept reports the problem.
    }
}

}  // namespace hearth::app
