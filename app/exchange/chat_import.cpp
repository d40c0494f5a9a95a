#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>

#include "exchange/chat_importers.h"
#include "exchange/hearth_json.h"
#include "files/regular_file.h"

namespace hearth::app {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Exchange)
};

ExchangedConversation fromObject(const QJsonObject& object) {
    if (object.value(QStringLiteral("format")).toString() == QLatin1String("hearth-conversation"))
        return fromHearthJson(object);
    if (object.contains(QStringLiteral("mapping"))) return fromChatGpt(object);
    if (object.contains(QStringLiteral("chat")) || object.contains(QStringLiteral("history")))
        return fromOpenWebUi(object);
    const QJsonArray messages = object.value(QStringLiteral("messages")).toArray();
    if (!messages.isEmpty() && messages.first().toObject().contains(QStringLiteral("versions")))
        return fromLmStudio(object);
    throw ImportError(
        Text::tr("This file contains no chats that Hearth can read. It reads its own, and those from "
                 "GPT4All, LM Studio, ChatGPT and Open WebUI."));
}

}  // namespace

std::vector<ExchangedConversation> importChatFile(const QString& path, const std::stop_token& stop) {
    QFile file(path);
    if (const QString why = openRegularFile(file); !why.isEmpty())
        throw ImportError(Text::tr("It could not be read (%1).").arg(why));
    if (file.size() > maxImportBytes)
        throw ImportError(
            Text::tr("It has %1 MB; files up to %2 MB can be imported. Export the chats in parts.")
                .arg(file.size() >> 20)
                .arg(maxImportBytes >> 20));
    return importChats(file.read(maxImportBytes), stop);
}

std::vector<ExchangedConversation> importChats(const QByteArray& file, const std::stop_token& stop) {
    if (file.startsWith("\xF5\xD5\x53\xCC")) {
        std::vector<ExchangedConversation> one{fromGpt4All(file)};
        if (one.front().messages.empty()) throw ImportError(Text::tr("This file contains no messages."));
        return one;
    }
    if (file.startsWith("PK\x03\x04"))
        throw ImportError(Text::tr("This is a ZIP archive. Unpack it and choose conversations.json."));
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(file, &problem);
    if (problem.error != QJsonParseError::NoError)
        throw ImportError(Text::tr("This file cannot be read as a chat (%1 at byte %2).")
                              .arg(problem.errorString())
                              .arg(problem.offset));
    std::vector<ExchangedConversation> conversations;
    if (document.isObject()) {
        conversations.push_back(fromObject(document.object()));
    } else {
        for (const QJsonValue& value : document.array()) {
            if (stop.stop_requested()) return {};
            conversations.push_back(fromObject(value.toObject()));
        }
    }
    std::erase_if(conversations, [](const ExchangedConversation& chat) { return chat.messages.empty(); });
    if (conversations.empty()) throw ImportError(Text::tr("This file contains no messages."));
    return conversations;
}

}  // namespace hearth::app
