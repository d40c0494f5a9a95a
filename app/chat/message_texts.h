#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>
#include <QVariantMap>

namespace hearth::app {

class OpenChat;
namespace store {
class Store;
}

/// The texts of the open conversation, for copying, quoting and reading again. GUI thread.
class MessageTexts : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ChatController")

public:
    MessageTexts(OpenChat& chat, store::Store& store, QObject* parent = nullptr)
        : QObject(parent), m_chat(chat), m_store(store) {}

    /// The text as it was typed or generated (Markdown); empty when there is no such message.
    Q_INVOKABLE QString source(qint64 messageId) const;
    /// The same without Markdown's marks and without the reasoning.
    Q_INVOKABLE QString plain(qint64 messageId) const;
    /// See selected_text.h.
    Q_INVOKABLE QString selected(int fromRow, int from, int toRow, int to) const;
    /// The content of a chip above a message of a person, from the first: a file that was sent with it, with
    /// its "name" and "text", or the passages of documents, with the number of the first as "passage". Empty
    /// when there is no such chip.
    Q_INVOKABLE QVariantMap sent(qint64 messageId, int chip) const;

private:
    OpenChat& m_chat;
    store::Store& m_store;
};

}  // namespace hearth::app
