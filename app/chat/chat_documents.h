#pragma once

#include <QJsonObject>
#include <QStringList>

namespace hearth::app {

/// Documents of a chat, see store::Conversation::documents. A plain value.
struct ChatDocuments {
    bool on = false;      ///< questions bring passages of the documents along
    QStringList without;  ///< sources that are off in this chat, by their paths
    QStringList whole{};  ///< documents that go along as a whole, by their paths

    static ChatDocuments of(const QJsonObject& json);
    QJsonObject toJson() const;
    bool operator==(const ChatDocuments&) const = default;
};

}  // namespace hearth::app
