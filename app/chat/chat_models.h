#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QString>
#include <vector>

namespace hearth::app {

/// The models that can answer in a chat, one row each: installed ones and those of servers. GUI thread.
class ChatModels : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ChatController")
    Q_PROPERTY(int count READ count NOTIFY changed)

public:
    enum Role { PathRole = Qt::UserRole + 1, NameRole };
    struct Choice {
        QString path, name;
        bool operator==(const Choice&) const = default;
    };
    using QAbstractListModel::QAbstractListModel;

    void set(std::vector<Choice> choices);
    int count() const { return static_cast<int>(m_choices.size()); }
    /// -1: there is none with this path.
    int rowOf(const QString& path) const;
    const Choice& at(int row) const { return m_choices.at(static_cast<size_t>(row)); }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

signals:
    void changed();

private:
    std::vector<Choice> m_choices;
};

}  // namespace hearth::app
