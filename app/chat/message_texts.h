#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>

namespace hearth::app {

class OpenConversation;

/// The texts of the open conversation, for copying and quoting. GUI thread.
class MessageTexts : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ChatController")

public:
    explicit MessageTexts(const OpenConversation& open, QObject* parent = nullptr)
        : QObject(parent), m_open(open) {}

    /// The text as it was typed or generated (Markdown); empty when there is no such message.
    Q_INVOKABLE QString source(qint64 messageId) const;
    /// The same without Markdown's marks and without the reasoning.
    Q_INVOKABLE QString plain(qint64 messageId) const;
    /// See selected_text.h.
    Q_INVOKABLE QString selected(int fromRow, int from, int toRow, int to) const;

private:
    const OpenConversation& m_open;
};

}  // namespace hearth::app
