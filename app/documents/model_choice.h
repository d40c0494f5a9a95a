#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "store/store.h"

namespace hearth::app {

/// A person's choice of one of the installed models for a purpose, or of none; kept in the store. A chosen
/// model that is no longer installed stays chosen, and is offered. GUI thread.
class ModelChoice {
public:
    struct Model {
        QString path, name;
        qint64 sizeBytes = 0;  ///< of its files
        bool operator==(const Model&) const = default;
    };
    /// Choice in effect until a person has chosen.
    enum class Unchosen { None, First };

    /// `setting`: name of the setting that keeps the choice. A choice that cannot be read or written is in
    /// effect until the program ends; other parts report what is wrong with the store.
    ModelChoice(store::Store& store, QString setting, Unchosen unchosen);

    /// The models that are installed; false: they are the same as before.
    bool setModels(std::vector<Model> models);
    bool hasModels() const { return !m_models.empty(); }

    /// Path of the model in effect, whether it is installed or not; empty: none.
    QString path() const;
    /// The model in effect if it is installed, otherwise nullptr; valid until models are set.
    const Model* installed() const;

    /// The names of all choices. The first, `none`, means no model.
    QStringList names(const QString& none) const;
    /// Index of the model in effect among the names.
    int current() const;
    /// Chooses by the place among the names; false: there is no such place, or it is the same as before.
    bool setCurrent(int index);
    /// Chooses by path; false: it is not among the choices, or unchanged.
    bool setPath(const QString& path);

private:
    std::vector<Model> offered() const;

    store::Store& m_store;
    const QString m_setting;
    const Unchosen m_unchosen;
    std::vector<Model> m_models;
    std::optional<QString> m_chosen;  ///< its path; empty: none
};

}  // namespace hearth::app
