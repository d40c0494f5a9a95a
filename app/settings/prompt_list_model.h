#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QString>
#include <vector>

#include "store/store.h"

namespace hearth::app {

/// The system prompts that a person keeps to use again. GUI thread.
class PromptListModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(int count READ count NOTIFY countChanged)

public:
    enum Role { NameRole = Qt::UserRole + 1, TextRole };

    explicit PromptListModel(store::Store& store, QObject* parent = nullptr);

    int count() const { return static_cast<int>(m_prompts.size()); }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Keeps a prompt, in place of the one of this name. False when the name or the text is empty or it could
    /// not be kept.
    Q_INVOKABLE bool save(const QString& name, const QString& text);
    Q_INVOKABLE void remove(const QString& name);
    /// The text of a kept prompt; empty when there is none of this name.
    Q_INVOKABLE QString textOf(const QString& name) const;
    /// The name under which a text is kept; empty when it is not.
    Q_INVOKABLE QString nameOf(const QString& text) const;

signals:
    void countChanged();
    void failed(const QString& title, const QString& body);

private:
    void reload();

    store::Store& m_store;
    std::vector<store::Prompt> m_prompts;
};

}  // namespace hearth::app
