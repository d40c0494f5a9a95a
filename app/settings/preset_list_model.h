#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QString>
#include <QUrl>
#include <vector>

#include "store/store.h"

namespace hearth::app {

class SamplingSettings;

/// Sampling presets: the built-in ones, then those that a person saved, by name. GUI thread.
class PresetListModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(int count READ count NOTIFY countChanged)

public:
    enum Role { NameRole = Qt::UserRole + 1, BuiltInRole, DescriptionRole };

    PresetListModel(store::Store& store, SamplingSettings& sampling, QObject* parent = nullptr);

    int count() const { return static_cast<int>(m_presets.size()); }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    Q_INVOKABLE void apply(const QString& name);
    /// Values of a preset; empty when there is none of this name.
    QJsonObject valuesOf(const QString& name) const;
    /// Saves the values in use under a name. Returns false for empty names and those of built-in presets.
    Q_INVOKABLE bool save(const QString& name);
    /// Removes a preset. Built-in presets stay.
    Q_INVOKABLE void remove(const QString& name);
    /// True if a person made it, so that it can be removed.
    Q_INVOKABLE bool isOwn(const QString& name) const;
    /// Writes the values in use as a preset that other people can import; the file is written completely or
    /// not at all. Its name is that of the preset in use, or of the file if values were changed since.
    Q_INVOKABLE bool exportTo(const QUrl& file);
    /// Takes in every preset of a file and applies the last. Names that are taken get a number: nothing that
    /// is here is overwritten, and a bad file changes nothing.
    Q_INVOKABLE bool importFile(const QUrl& file);

signals:
    void failed(const QString& title, const QString& body);
    void countChanged();

private:
    struct Entry {
        store::Preset preset;
        bool builtIn = false;
        QString description;
    };
    void reload();
    const Entry* find(const QString& name) const;
    QString freeName(const QString& wanted) const;

    store::Store& m_store;
    SamplingSettings& m_sampling;
    std::vector<Entry> m_presets;
};

}  // namespace hearth::app
