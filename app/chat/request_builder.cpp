#include "chat/request_builder.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "attachments/attachment_reader.h"
#include "chat/recipe_keys.h"
#include "chat/recipe_shifts.h"
#include "citations/passages_in_prompt.h"

namespace hearth::app {

namespace {

/// In English whatever the window speaks: models follow it best.
const char* const beforeSummary = "Summary of the earlier part of this conversation:";

QString withSummary(const QString& systemPrompt, const QString& summary) {
    if (summary.trimmed().isEmpty()) return systemPrompt;
    const QString text = QString::fromLatin1(beforeSummary) + u'\n' + summary.trimmed();
    return systemPrompt.trimmed().isEmpty() ? text : systemPrompt + QStringLiteral("\n\n") + text;
}

/// Counts the bytes of UTF-8 before a place in a text. A place inside a surrogate pair counts as after it.
size_t bytesBefore(const QString& text, qsizetype at) {
    at = std::clamp(at, qsizetype{0}, text.size());
    if (at > 0 && at < text.size() && text[at].isLowSurrogate() && text[at - 1].isHighSurrogate()) ++at;
    return static_cast<size_t>(QStringView(text).left(at).toUtf8().size());
}

/// Calls as templates take them. Arguments that are no object stay a text.
std::string callsForTemplate(const std::vector<store::ToolCall>& calls) {
    QJsonArray list;
    for (const store::ToolCall& call : calls) {
        const QJsonDocument arguments = QJsonDocument::fromJson(call.arguments.toUtf8());
        list.append(QJsonObject{
            {QStringLiteral("id"), call.id},
            {QStringLiteral("type"), QStringLiteral("function")},
            {QStringLiteral("function"),
             QJsonObject{{QStringLiteral("name"), call.name},
                         {QStringLiteral("arguments"), arguments.isObject() ? QJsonValue(arguments.object())
                                                                            : QJsonValue(call.arguments)}}}});
    }
    return QJsonDocument(list).toJson(QJsonDocument::Compact).toStdString();
}

}  // namespace

QString RequestBuilder::callId(qint64 messageId, int call) {
    return QStringLiteral("c%1%2")
        .arg(messageId % 1000000, 6, 10, QChar(u'0'))
        .arg(call % 100, 2, 10, QChar(u'0'));
}

GenerationRequest RequestBuilder::build(const QString& systemPrompt, const std::vector<store::Message>& path,
                                        const QStringList& models, const SamplingParams& sampling,
                                        const LeftOut& leftOut) {
    m_lacksPicture = false;
    GenerationRequest request;
    request.sampling = sampling;
    request.cuts = leftOut.cuts;
    request.messages.reserve(path.size() + 1);
    const QString system = withSummary(systemPrompt, leftOut.summary);
    if (!system.trimmed().isEmpty())
        request.messages.push_back(
            {.role = "system", .content = system.toStdString(), .reasoning = {}, .tokens = {}});
    const std::vector<size_t> starts = turnStarts(path);
    const auto turns = static_cast<size_t>(leftOut.turns);
    const size_t first = starts.empty() ? 0 : starts.front();
    const size_t next = turns < starts.size() ? starts[turns] : first;
    for (size_t at = 0; at < path.size(); ++at)
        if (at < first || at >= next) add(request, path[at], models);
    return request;
}

void RequestBuilder::add(GenerationRequest& request, const store::Message& message,
                         const QStringList& models) {
    ChatMessage chat;
    chat.content = message.text.toStdString();
    const size_t textBytes = chat.content.size();
    switch (message.role) {
        case store::Role::System:
            chat.role = "system";
            break;
        case store::Role::User:
            chat.role = "user";
            if (message.id != 0) chat.content.insert(0, attachedTo(message.id).toStdString());
            chat.pictures = picturesOf(message, chat.content.size() - textBytes);
            break;
        case store::Role::Assistant:
            // A reply that never got a word says nothing to the model.
            if (message.text.isEmpty() && message.calls.empty()) return;
            chat.role = "assistant";
            if (!message.calls.empty()) chat.toolCalls = callsForTemplate(message.calls);
            if (models.contains(message.model) && (message.state == store::MessageState::Complete ||
                                                   message.state == store::MessageState::Stopped))
                chat.tokens = replyOf(message.id).tokens;
            break;
        case store::Role::Tool:
            chat.role = "tool";
            if (message.state == store::MessageState::Interrupted ||
                (message.state == store::MessageState::Stopped && message.text.isEmpty()))
                chat.content = "The call was interrupted; there is no result.";
            if (!message.calls.empty()) {
                chat.toolCallId = message.calls.front().id.toStdString();
                chat.name = message.calls.front().name.toStdString();
            }
            break;
    }
    request.messages.push_back(std::move(chat));
}

std::vector<MessagePicture> RequestBuilder::picturesOf(const store::Message& message, size_t before) {
    std::vector<MessagePicture> pictures;
    for (const store::MessagePicture& picture : message.pictures) {
        auto file = picture.file != nullptr ? picture.file : m_store.pictures().find(picture.hash);
        if (file != nullptr)
            pictures.push_back(
                {before + bytesBefore(message.text, picture.at), std::move(file), picture.detail});
        else
            m_lacksPicture = true;
    }
    return pictures;
}

bool RequestBuilder::cutsHold(const Reply& reply, const LeftOut& leftOut, const Target& target) {
    if (reply.cuts.empty() || reply.systemPrompt != target.systemPrompt) return false;
    // In a longer context the chat may fit again, and in a much shorter one the beginning takes its place.
    if (target.contextLength > reply.contextLength ||
        reply.cuts.back().keep > static_cast<uint32_t>(std::max(0, target.contextLength)) / 2)
        return false;
    return reply.summary == leftOut.summary && reply.summarisedTurns == leftOut.summarisedTurns &&
           std::max(reply.leftOutTurns, reply.summarisedTurns) == leftOut.turns;
}

LeftOut RequestBuilder::leftOut(const std::vector<store::Message>& path, const Target& target) {
    int cutTurns = 0, cutTokens = 0;
    std::optional<qint64> last, lastOfModel;
    for (size_t at = path.size(); at-- > 0 && !(last && lastOfModel);) {
        if (path[at].role != store::Role::Assistant || !replyOf(path[at].id).hasRecipe) continue;
        if (!last) last = path[at].id;
        if (!lastOfModel && path[at].model == target.model) lastOfModel = path[at].id;
        if (!target.slides) break;
    }
    if (last) {
        const Reply& reply = replyOf(*last);
        // In a longer context the chat may fit again.
        if (target.contextLength <= reply.contextLength) {
            cutTurns = reply.leftOutTurns;
            cutTokens = reply.leftOutTokens;
        }
    }
    const qint64 conversationId = path.empty() ? 0 : path.back().conversationId;
    LeftOut leftOut = leftOutOf(path,
                                conversationId == 0 ? std::vector<store::Summary>()
                                                    : m_store.summaries().ofConversation(conversationId),
                                cutTurns);
    if (leftOut.messages > 0) leftOut.tokens = cutTokens;
    if (!target.slides || !lastOfModel) return leftOut;
    const Reply& reply = replyOf(*lastOfModel);
    return cutsHold(reply, leftOut, target) ? withCuts(std::move(leftOut), path, reply.cuts, reply.slidTurns)
                                            : leftOut;
}

const QString& RequestBuilder::attachedTo(qint64 messageId) {
    auto found = m_attached.find(messageId);
    if (found == m_attached.end()) {
        QString text, passages;
        for (const store::Attachment& file : m_store.attachments().ofMessage(messageId))
            if (file.passage.isEmpty())
                text += attachmentInPrompt(file.name, file.text);
            else
                passages += passageInPrompt(CitedPassage::of(file.passage), file.text);
        if (!passages.isEmpty()) text += abovePassages() + passages;
        found = m_attached.insert(messageId, text);
    }
    return found.value();
}

const RequestBuilder::Reply& RequestBuilder::replyOf(qint64 messageId) {
    auto found = m_replies.find(messageId);
    if (found == m_replies.end()) {
        Reply reply;
        if (const auto generation = m_store.generations().find(messageId)) {
            // After a stop string the ids say more than the text.
            if (generation->finishReason != FinishReason::StopString) reply.tokens = generation->tokens;
            reply.hasRecipe = !generation->recipe.isEmpty();
            reply.leftOutTurns = generation->recipe.value(QLatin1String(recipe::leftOutTurns)).toInt();
            reply.leftOutTokens =
                std::max(0, generation->recipe.value(QLatin1String(recipe::leftOutTokens)).toInt());
            reply.contextLength = generation->recipe.value(QLatin1String(recipe::contextLength)).toInt();
            reply.summarisedTurns = generation->recipe.value(QLatin1String(recipe::summarisedTurns)).toInt();
            reply.summary = generation->recipe.value(QLatin1String(recipe::summary)).toString();
            reply.systemPrompt = generation->recipe.value(QLatin1String(recipe::systemPrompt)).toString();
            reply.slidTurns = generation->recipe.value(QLatin1String(recipe::slidTurns)).toInt();
            reply.cuts = shiftsFromJson(generation->recipe.value(QLatin1String(recipe::cuts)).toArray());
        }
        found = m_replies.insert(messageId, reply);
    }
    return found.value();
}

}  // namespace hearth::app
