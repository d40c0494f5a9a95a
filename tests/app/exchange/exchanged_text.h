#pragma once

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

#include "exchange/exchanged_conversation.h"
#include "store/message_table.h"

/// Helpers shared by the tests of importers and exporters.
namespace hearth::app {

inline QJsonObject object(const QByteArray& json) {
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(json, &problem);
    if (problem.error != QJsonParseError::NoError) qFatal("%s", qPrintable(problem.errorString()));
    return document.object();
}

inline QJsonObject objectInFile(const QString& path) {
    QFile file(path);
    if (!file.open(QFile::ReadOnly)) qFatal("%s is missing", qPrintable(path));
    return object(file.readAll());
}

/// "role: text" along the visible branch.
inline QStringList visible(const ExchangedConversation& chat) {
    QStringList lines;
    for (const store::Message& message : store::activePath(chat.messages, chat.conversation.activeRoot))
        lines += (message.role == store::Role::User        ? QStringLiteral("user: ")
                  : message.role == store::Role::Assistant ? QStringLiteral("assistant: ")
                                                           : QStringLiteral("system: ")) +
                 message.text;
    return lines;
}

}  // namespace hearth::app
