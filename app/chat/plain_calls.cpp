#include "chat/plain_calls.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <iterator>
#include <utility>

namespace hearth::app {

namespace {

void addParagraph(std::string& text, const std::string& paragraph) {
    if (!text.empty() && !paragraph.empty()) text += "\n\n";
    text += paragraph;
}

/// Moves the pictures of a message after this many bytes were inserted before its content.
void movePictures(ChatMessage& message, size_t bytes) {
    for (MessagePicture& picture : message.pictures) picture.at += bytes;
}

/// Appends the content and the pictures of another message as a paragraph.
void addContent(ChatMessage& message, ChatMessage&& next) {
    const size_t own = next.content.size();
    addParagraph(message.content, next.content);
    movePictures(next, message.content.size() - own);
    std::ranges::move(next.pictures, std::back_inserter(message.pictures));
}

std::string textOfCalls(const std::string& toolCalls) {
    std::string text;
    const QJsonArray calls = QJsonDocument::fromJson(QByteArray::fromStdString(toolCalls)).array();
    for (const QJsonValue& call : calls) {
        const QJsonObject function = call.toObject().value(QLatin1String("function")).toObject();
        const QJsonValue arguments = function.value(QLatin1String("arguments"));
        const QByteArray written = arguments.isObject()
                                       ? QJsonDocument(arguments.toObject()).toJson(QJsonDocument::Compact)
                                       : arguments.toString().toUtf8();
        addParagraph(text, "Call of the tool " +
                               function.value(QLatin1String("name")).toString().toStdString() + ": " +
                               written.toStdString());
    }
    return text;
}

}  // namespace

void tellCallsAsText(std::vector<ChatMessage>& messages) {
    std::vector<ChatMessage> told;
    told.reserve(messages.size());
    bool afterResult = false;
    for (ChatMessage& message : messages) {
        const bool isResult = message.role == "tool";
        if (isResult) {
            const std::string head = "Result of the tool " + message.name + ":\n";
            message.content.insert(0, head);
            movePictures(message, head.size());
            message.role = "user";
            message.toolCallId.clear();
            message.name.clear();
        } else if (!message.toolCalls.empty()) {
            addParagraph(message.content, textOfCalls(std::exchange(message.toolCalls, {})));
            // They say the call in the form of another template.
            message.tokens.clear();
        }
        if (afterResult && message.role == "user")
            addContent(told.back(), std::move(message));
        else
            told.push_back(std::move(message));
        afterResult = isResult;
    }
    messages = std::move(told);
}

}  // namespace hearth::app
