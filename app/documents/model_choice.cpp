#include "documents/model_choice.h"

#include <QFileInfo>
#include <QJsonObject>
#include <algorithm>
#include <utility>

namespace hearth::app {

namespace {

constexpr QLatin1String modelKey("model");

}  // namespace

ModelChoice::ModelChoice(store::Store& store, QString setting, Unchosen unchosen)
    : m_store(store), m_setting(std::move(setting)), m_unchosen(unchosen) {
    try {
        const QJsonValue model = m_store.settings().find(m_setting, {}).toObject().value(modelKey);
        if (model.isString()) m_chosen = model.toString();
    } catch (const store::StoreError&) {
        // As if nothing had been chosen.
    }
}

bool ModelChoice::setModels(std::vector<Model> models) {
    if (models == m_models) return false;
    m_models = std::move(models);
    return true;
}

QString ModelChoice::path() const {
    if (m_chosen) return *m_chosen;
    return m_unchosen == Unchosen::None || m_models.empty() ? QString() : m_models.front().path;
}

const ModelChoice::Model* ModelChoice::installed() const {
    const auto found = std::ranges::find(m_models, path(), &Model::path);
    return found == m_models.end() ? nullptr : &*found;
}

std::vector<ModelChoice::Model> ModelChoice::offered() const {
    std::vector<Model> all = m_models;
    const QString chosen = path();
    if (!chosen.isEmpty() && installed() == nullptr) all.push_back({chosen, QFileInfo(chosen).fileName()});
    return all;
}

QStringList ModelChoice::names(const QString& none) const {
    QStringList all{none};
    for (const Model& model : offered()) all += model.name;
    return all;
}

int ModelChoice::current() const {
    const std::vector<Model> all = offered();
    const auto found = std::ranges::find(all, path(), &Model::path);
    return found == all.end() ? 0 : static_cast<int>(found - all.begin()) + 1;
}

bool ModelChoice::setCurrent(int index) {
    const std::vector<Model> all = offered();
    if (index < 0 || index > std::ssize(all) || index == current()) return false;
    m_chosen = index == 0 ? QString() : all[static_cast<size_t>(index - 1)].path;
    try {
        m_store.settings().put(m_setting, QJsonObject{{modelKey, *m_chosen}});
    } catch (const store::StoreError&) {
        // It counts until the end.
    }
    return true;
}

bool ModelChoice::setPath(const QString& path) {
    const std::vector<Model> all = offered();
    const auto found = std::ranges::find(all, path, &Model::path);
    return found != all.end() && setCurrent(static_cast<int>(found - all.begin()) + 1);
}

}  // namespace hearth::app
