#include "chat/message_view.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "attachments/draft_attachments.h"
#include "chat/call_view.h"
#include "chat/figures_text.h"
#include "chat/reply_figures.h"
#include "chat/reply_metrics.h"
#include "chat/shown_pictures.h"
#include "citations/cited_passage.h"
#include "look/spoken_locale.h"

namespace hearth::app {

namespace {

struct MessageViewText {
    Q_DECLARE_TR_FUNCTIONS(MessageView)
};

QString authorOf(const store::Message& message) {
    switch (message.role) {
        case store::Role::User:
            return QStringLiteral("user");
        case store::Role::Assistant:
            return QStringLiteral("assistant");
        case store::Role::Tool:
            return QStringLiteral("tool");
        default:
            return QStringLiteral("system");
    }
}

}  // namespace

void MessageView::readFiles(qint64 conversationId) {
    m_files.clear();
    m_citations = 0;
    m_sources = {};
    if (conversationId == 0) return;
    for (const auto& [id, files] : m_store.attachments().ofConversation(conversationId)) {
        if (std::ranges::any_of(files, [](const auto& file) { return !file.passage.isEmpty(); }))
            readPassages(id);
        m_files.insert(id, sentText(files));
    }
}

QString MessageView::sentText(const std::vector<store::Attachment>& files) {
    QStringList lines;
    int passages = 0;
    for (const store::Attachment& file : files)
        if (file.passage.isEmpty())
            lines += MessageViewText::tr("%1, %2").arg(file.name, DraftAttachments::figuresText(file));
        else
            ++passages;
    if (passages > 0) lines += MessageViewText::tr("Passages of documents: %1").arg(passages);
    return lines.join(u'\n');
}

QVariantList MessageView::writtenCalls(const ReplyRunner::Reply& reply) {
    QVariantList shown;
    for (const ReplyCall& call : reply.written)
        if (!call.name.isEmpty()) shown.append(writtenCallForPeople(call));
    // Marks of reasoning and halves of characters are withheld for a moment, too.
    constexpr int fewTokens = 8;
    if (reply.withheldTokens >= fewTokens) shown.append(withheldForPeople(reply.withheldTokens));
    return shown;
}

void MessageView::readPassages(qint64 messageId) {
    for (const store::Attachment& file : m_store.attachments().ofMessage(messageId)) {
        m_sources.add(file.text);
        if (!file.passage.isEmpty())
            m_citations = std::max(m_citations, CitedPassage::of(file.passage).number);
    }
}

ReplyNotice MessageView::noticeFor(const store::Message& message, const ConversationTree& tree) const {
    // Of the last reply only: of others nothing can be done about it any more.
    ReplyNotice notice = noticeOf(message, tree.endsWith(message.id) ? endOf(message) : ReplyEnd());
    if (!notice.text.isEmpty() || m_sources.isEmpty() || message.role != store::Role::Assistant)
        return notice;
    QStringList unfound = unfoundQuotations(answerOf(message.text), m_sources);
    if (unfound.isEmpty()) return notice;
    // The person, and tools, may be quoted as well.
    QuotableText said;
    for (const store::Message& before : tree.pathTo(message.id))
        if (before.role != store::Role::Assistant) said.add(before.text);
    unfound.removeIf([&](const QString& quotation) { return said.has(quotation); });
    if (unfound.isEmpty()) return notice;
    constexpr qsizetype shownLength = 80;
    QStringList shown;
    for (const QString& quotation : unfound)
        shown += spokenLocale().quoteString(
            quotation.size() > shownLength ? quotation.left(shownLength) + QChar(0x2026) : quotation);
    notice.text =
        MessageViewText::tr("Not in the documents word for word: %1").arg(shown.join(QStringLiteral(", ")));
    return notice;
}

MessageBlockModel::Message MessageView::shown(const store::Message& message,
                                              const ConversationTree& tree) const {
    MessageBlockModel::Message row;
    row.id = message.id;
    row.author = authorOf(message);
    row.text = message.text;
    if (message.role == store::Role::Tool) {
        row.call = callOf(message, tree);
        return row;
    }
    row.figures = shownFigures(message.figures);
    row.model = changedModel(message, tree);
    row.attachments = m_files.value(message.id);
    row.pictures = shownPictures(message.pictures);
    if (message.thoughtMs > 0) row.thoughtText = thoughtText(static_cast<double>(message.thoughtMs) / 1000);
    const ReplyRunner::Reply* running = m_runner.find(message.id);
    row.streaming = running != nullptr;
    if (row.streaming) {
        row.text = running->message.text;
        row.written = writtenCalls(*running);
    }
    row.stopped = !row.streaming && message.role == store::Role::Assistant &&
                  message.state != store::MessageState::Complete;
    if (message.role == store::Role::Assistant) row.citations = m_citations;
    if (!row.streaming) row.notice = noticeFor(message, tree);
    if (!message.error.isEmpty() && !row.streaming) {
        row.errorTitle = MessageViewText::tr("The reply stopped");
        row.errorBody = message.error;
        row.errorAction = MessageViewText::tr("Try again");
    }
    const std::vector<qint64> versions = tree.childrenOf(message.parentId);
    const auto at = std::ranges::find(versions, message.id);
    if (at != versions.end()) {
        row.siblingCount = static_cast<int>(versions.size());
        row.siblingIndex = static_cast<int>(at - versions.begin());
    }
    return row;
}

QString MessageView::changedModel(const store::Message& reply, const ConversationTree& tree) {
    if (reply.role != store::Role::Assistant || reply.model.isEmpty()) return {};
    for (const store::Message* at = tree.find(reply.parentId); at != nullptr; at = tree.find(at->parentId))
        if (at->role == store::Role::Assistant && !at->model.isEmpty())
            return at->model == reply.model ? QString() : reply.model;
    return {};
}

QVariantMap MessageView::callOf(const store::Message& message, const ConversationTree& tree) const {
    const CallRunner::Call* underWay = m_calls == nullptr ? nullptr : m_calls->find(message.id);
    const bool busy = m_calls != nullptr && m_calls->isBusy(message.conversationId);
    return callForPeople(message, underWay, !busy && tree.endsWith(message.id));
}

MessageBlockModel::Message MessageView::shown(const store::Summary& summary, int messages) {
    MessageBlockModel::Message row;
    row.id = -summary.id;
    row.author = QStringLiteral("summary");
    row.text = summary.text;
    const QString counted =
        messages == 1 ? MessageViewText::tr("1 message") : MessageViewText::tr("%1 messages").arg(messages);
    row.figures = messages == 0    ? MessageViewText::tr("of another chat")
                  : summary.edited ? MessageViewText::tr("%1, edited by you").arg(counted)
                                   : counted;
    return row;
}

ReplyEnd MessageView::endOf(const store::Message& message) const {
    if (message.role != store::Role::Assistant) return {};
    try {
        const auto generation = m_store.generations().find(message.id);
        if (!generation) return {};
        return {generation->finishReason, metricsFromJson(generation->metrics).keptReply,
                EarlierAnswer::markOf(generation->metrics)};
    } catch (const store::StoreError&) {
        return {};  // the reply is shown without
    }
}

}  // namespace hearth::app
