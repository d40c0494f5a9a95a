#include "chat/message_sender.h"

#include <utility>

#include "attachments/draft_attachments.h"
#include "chat/chat_figures.h"
#include "chat/composer_draft.h"
#include "chat/conversation_list_model.h"
#include "chat/conversation_title.h"
#include "chat/earlier_answers.h"
#include "chat/full_context.h"
#include "chat/left_out.h"
#include "chat/message_pictures.h"
#include "chat/question_passages.h"
#include "chat/reply_figures.h"
#include "inference/engine_status.h"
#include "notices/toast_queue.h"
#include "settings/sampling_settings.h"

namespace hearth::app {

MessageSender::MessageSender(const Parts& parts, QObject* parent)
    : QObject(parent), m_parts(parts), m_chat(parts.chat) {
    connect(&m_parts.waiting, &MessageQueue::takenBack, this, &MessageSender::returnToComposer);
}

bool MessageSender::send(const QString& text) {
    // A file that is still being read would be left out.
    const bool isText = m_parts.attachments.count() == 0 && m_parts.draft.pictures()->count() == 0;
    if ((isText && text.trimmed().isEmpty()) || m_parts.attachments.isBusy()) return false;
    const bool compares = m_parts.earlier.compares() && m_chat.tree().path().empty() && isText;
    const bool looksUp = compares || m_parts.passages.isOn(m_chat.conversation().record());
    if (m_chat.isBusy()) return letWait(text);
    if (!m_chat.isReadyToReply()) return false;
    // Unless the estimate is of an older text, it is known not to fit.
    if (m_parts.fullContext.blocks() && !m_chat.hasNextWhenFull() && !m_parts.figures.isOutdated())
        return false;
    if (looksUp) {
        if (!writeChat(text) || !letWait(text)) return false;
        // Messages sent earlier go first.
        if (!m_parts.passages.isLooking(m_chat.id()) && !m_parts.earlier.isLooking(m_chat.id()))
            sendWaiting();
        return true;
    }
    const std::optional<Turn> turn = writeTurn(drafted(text), {});
    if (!turn) return false;
    begin(*turn);
    m_parts.attachments.clear();
    m_parts.draft.clear();
    return true;
}

bool MessageSender::writeChat(const QString& text) {
    store::Conversation record = m_chat.conversation().record();
    if (record.id != 0) return true;
    record.title = titleFromMessage(text);
    if (!m_chat.change([&] { m_parts.store.conversations().insert(record); })) return false;
    m_chat.conversation().setRecord(record);
    emit chatWritten(record.id);
    return true;
}

std::optional<MessageSender::Turn> MessageSender::writeDraft(const std::vector<store::Attachment>& passages) {
    if (m_parts.attachments.isBusy() || m_parts.fullContext.blocks()) return std::nullopt;
    MessageQueue::Message content = drafted(m_parts.draft.text());
    content.files.insert(content.files.end(), passages.begin(), passages.end());
    std::optional<Turn> turn = writeTurn(content, {});
    if (!turn) return std::nullopt;
    m_parts.attachments.clear();
    m_parts.draft.clear();
    return turn;
}

bool MessageSender::findForDraft(const std::function<void(const std::vector<store::Attachment>&)>& done) {
    if (m_parts.attachments.isBusy() || m_parts.fullContext.blocks()) return false;
    const QString text = m_parts.draft.text();
    if (!m_parts.passages.isOn(m_chat.conversation().record()) || !writeChat(text)) return false;
    const store::Conversation& record = m_chat.conversation().record();
    // It was asked for already.
    if (m_parts.passages.isLooking(record.id)) return true;
    const auto take = [this, id = record.id, text, done](const std::vector<store::Attachment>& passages) {
        // Messages sent in the meantime were waiting for this.
        if (m_parts.waiting.first(id))
            resume(id);
        else if (id == m_chat.id() && m_parts.draft.text() == text)
            done(passages);
    };
    const std::vector<store::Message> path = m_chat.tree().path();
    return m_chat.change(
        [&] { m_parts.passages.look(record, path, firstInPrompt(record, path), text, take); });
}

MessageQueue::Message MessageSender::drafted(const QString& text) const {
    return {.text = text,
            .files = m_parts.attachments.files(),
            .pictures = picturesBefore(m_parts.draft.pictures()->pictures())};
}

store::Message MessageSender::messageOf(const MessageQueue::Message& content, qint64 parentId) const {
    store::Message message = m_chat.newMessage(store::Role::User, parentId, content.text);
    message.pictures = content.pictures;
    return message;
}

std::optional<MessageSender::Turn> MessageSender::writeTurn(const MessageQueue::Message& content,
                                                            const QString& draftAfter) {
    OpenConversation& open = m_chat.conversation();
    store::Conversation record = open.record();
    const bool isNew = record.id == 0;
    if (isNew && record.modelPath.isEmpty()) record.modelPath = m_parts.engine.modelPath();
    if (isNew)
        record.title = titleFromMessage(!content.text.trimmed().isEmpty() ? content.text
                                        : !content.files.empty()          ? content.files[0].text
                                        : !content.pictures.empty()       ? content.pictures[0].name
                                                                          : QString());
    const store::Message* last = m_chat.tree().last();
    Turn turn{messageOf(content, last == nullptr ? 0 : last->id), m_chat.newReply(0)};
    if (!m_chat.change([&] {
            m_parts.store.addTurn(record, turn.message, turn.answer, content.files);
            if (!draftAfter.isEmpty()) m_parts.store.drafts().put(record.id, draftAfter);
        }))
        return std::nullopt;
    open.setRecord(record);
    open.insert(turn.message);
    open.insert(turn.answer);
    if (!content.files.empty()) m_chat.change([&] { open.readFiles(); });
    if (isNew) emit chatWritten(record.id);
    return turn;
}

MessageSender::Turn MessageSender::writeWaiting(store::Conversation& conversation, qint64 parentId,
                                                const MessageQueue::Message& content) {
    Turn turn{messageOf(content, parentId), m_chat.newReply(0)};
    const QString draft = m_parts.store.drafts().find(conversation.id);
    m_parts.store.addTurn(conversation, turn.message, turn.answer, content.files);
    if (!draft.isEmpty()) m_parts.store.drafts().put(conversation.id, draft);
    return turn;
}

void MessageSender::begin(const Turn& turn) {
    m_chat.start(turn.answer, m_chat.manner());
    m_chat.conversation().append(turn.message);
    m_chat.conversation().append(turn.answer);
    m_parts.conversations.refresh(m_chat.id());
    emit sent();
}

bool MessageSender::letWait(const QString& text) {
    if (!m_parts.waiting.add(drafted(text))) {
        m_parts.toasts.show(
            tr("%1 messages are already waiting. This one stays in the composer.").arg(MessageQueue::most));
        return false;
    }
    m_parts.attachments.clear();
    m_parts.draft.clear();
    return true;
}

void MessageSender::sendWaiting() {
    if (m_chat.isBusy() || m_parts.waiting.count() == 0) return;
    if (!m_chat.canReply()) {
        returnWaiting();
        return;
    }
    const store::Conversation& record = m_chat.conversation().record();
    if (compare(record, m_chat.tree().path()) || findPassages(record, m_chat.tree().path())) return;
    const std::optional<MessageQueue::Message> first = m_parts.waiting.first(record.id);
    const std::optional<Turn> turn = first ? writeTurn(*first, m_parts.draft.text()) : std::nullopt;
    // It leaves the queue when it is written: otherwise its pictures would be erased and stored again.
    const MessageQueue::Message message = m_parts.waiting.take(0);
    turn ? begin(*turn) : returnToComposer(message);
}

void MessageSender::returnWaiting() {
    if (m_parts.waiting.count() == 0) return;
    MessageQueue::Message all;
    QStringList texts;
    while (m_parts.waiting.count() > 0) {
        const MessageQueue::Message message = m_parts.waiting.take(0);
        texts += message.text;
        all.files.insert(all.files.end(), message.files.begin(), message.files.end());
        all.pictures.insert(all.pictures.end(), message.pictures.begin(), message.pictures.end());
    }
    all.text = texts.join(QStringLiteral("\n\n"));
    returnToComposer(all);
}

void MessageSender::returnToComposer(const MessageQueue::Message& message) {
    // Another text may find other passages.
    std::vector<store::Attachment> files = message.files;
    std::erase_if(files, [](const store::Attachment& file) { return !file.passage.isEmpty(); });
    m_parts.attachments.put(files);
    for (const store::MessagePicture& picture : message.pictures)
        m_parts.draft.pictures()->add({picture.file, picture.name, picture.detail});
    m_parts.draft.putBefore(message.text);
    emit composerWanted();
}

size_t MessageSender::firstInPrompt(const store::Conversation& conversation,
                                    const std::vector<store::Message>& path) {
    const LeftOut leftOut =
        m_parts.starter.leftOut(m_parts.starter.modelOf(conversation), conversation.systemPrompt, path);
    const auto turns = static_cast<size_t>(leftOut.turns + leftOut.slidTurns);
    const std::vector<size_t> starts = turnStarts(path);
    return turns < starts.size() ? starts[turns] : 0;
}

void MessageSender::resume(qint64 conversationId) {
    conversationId == m_chat.id() ? sendWaiting() : sendWaitingIn(conversationId);
}

bool MessageSender::compare(const store::Conversation& conversation,
                            const std::vector<store::Message>& path) {
    const qint64 id = conversation.id;
    const std::optional<MessageQueue::Message> first = m_parts.waiting.first(id);
    if (!first || first->compared || !first->files.empty() || !first->pictures.empty() || !path.empty() ||
        !m_parts.earlier.compares())
        return false;
    const auto take = [this, id, text = first->text](const std::optional<EarlierAnswer>& earlier) {
        const auto now = m_parts.waiting.first(id);
        if (!now) return;
        // The message may have been withdrawn in the meantime, so the queue may now start with another one.
        if (now->text == text) m_parts.waiting.setCompared(id);
        if (now->text == text && earlier)
            answer(id, *earlier);
        else
            resume(id);
    };
    return m_chat.change([&] { m_parts.earlier.look(conversation, first->text, take); });
}

void MessageSender::answer(qint64 conversationId, const EarlierAnswer& earlier) {
    const std::optional<MessageQueue::Message> waiting = m_parts.waiting.first(conversationId);
    const bool given = waiting && m_chat.change([&] {
        std::optional<store::Conversation> record = m_parts.store.conversations().find(conversationId);
        if (!record) return;
        auto [question, reply] = writeWaiting(*record, 0, {.text = waiting->text, .files = earlier.passages});
        reply.text = earlier.text;
        reply.state = store::MessageState::Complete;
        reply.figures = ReplyFigures{.distance = earlier.distance}.kept();
        m_parts.store.finishReply(reply, earlier.generation);
        m_parts.waiting.removeFirst(conversationId);
        m_parts.earlier.count(earlier);
        if (conversationId != m_chat.id()) return;
        m_chat.conversation().setRecord(*record);
        m_chat.conversation().insert(question);
        m_chat.conversation().insert(reply);
        m_chat.conversation().readFiles();
        m_chat.conversation().append(question);
        m_chat.conversation().append(reply);
    });
    if (!given) return;
    m_parts.conversations.refresh(conversationId);
    if (conversationId == m_chat.id()) emit sent();
    resume(conversationId);
}

bool MessageSender::findPassages(const store::Conversation& conversation,
                                 const std::vector<store::Message>& path) {
    const qint64 id = conversation.id;
    const std::optional<MessageQueue::Message> first = m_parts.waiting.first(id);
    if (!first || first->lookedUp || !m_parts.passages.isOn(conversation)) return false;
    const auto take = [this, id, text = first->text](const std::vector<store::Attachment>& passages) {
        const auto now = m_parts.waiting.first(id);
        if (!now) return;
        // The message may have been withdrawn in the meantime, so the queue may now start with another one.
        if (now->text == text) m_parts.waiting.addPassages(id, passages);
        resume(id);
    };
    return m_chat.change([&] {
        m_parts.passages.look(conversation, path, firstInPrompt(conversation, path), first->text, take);
    });
}

void MessageSender::sendWaitingIn(qint64 conversationId) {
    const std::optional<MessageQueue::Message> waiting = m_parts.waiting.first(conversationId);
    if (!waiting || m_parts.runner.ofConversation(conversationId) != nullptr) return;
    m_chat.change([&] {
        std::optional<store::Conversation> record = m_parts.store.conversations().find(conversationId);
        if (!record || !m_parts.engine.canAnswer(record->modelPath)) return;
        const ConversationTree tree(m_parts.store.messages().ofConversation(conversationId),
                                    record->activeRoot);
        std::vector<store::Message> path = tree.path();
        if (compare(*record, path) || findPassages(*record, path)) return;
        const Turn turn = writeWaiting(*record, path.empty() ? 0 : path.back().id, *waiting);
        m_parts.waiting.removeFirst(conversationId);
        path.push_back(turn.message);
        path.push_back(turn.answer);
        m_parts.starter.start(*record, std::move(path), {m_parts.sampling.replyValuesOf(record->sampling)});
    });
    m_parts.conversations.refresh(conversationId);
}

}  // namespace hearth::app

#include "moc_message_sender.cpp"
