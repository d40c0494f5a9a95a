#include "chat/message_versions.h"

#include <QDateTime>
#include <algorithm>
#include <utility>

#include "attachments/shortened_files.h"
#include "chat/composer_draft.h"
#include "chat/conversation_list_model.h"
#include "chat/message_pictures.h"
#include "chat/token_candidates.h"
#include "chat/told_tokens.h"
#include "inference/engine_status.h"
#include "notices/toast_queue.h"

namespace hearth::app {

namespace {
/// Breaks circles without spoiling texts that repeat words as all texts do.
constexpr double circlePenalty = 1.15;
}  // namespace

MessageVersions::MessageVersions(const Parts& parts, QObject* parent)
    : QObject(parent),
      m_parts(parts),
      m_chat(parts.chat),
      m_branch(parts.inference),
      m_pictures(parts.store) {
    connect(&m_pictures, &DraftPictures::changed, this, &MessageVersions::editedChatChanged);
    connect(&m_branch, &TokenBranch::refused, this,
            [this](const QString& sentence) { m_parts.toasts.show(sentence); });
    connect(&m_branch, &TokenBranch::begun, this,
            [this](const store::Message& old, const store::Message& branch, const store::Generation& before) {
                if (m_chat.tree().find(old.id) != nullptr && !m_chat.isBusy())
                    m_chat.begin(branch, m_chat.manner(before), old.id);
            });
}

void MessageVersions::regenerate(qint64 messageId) {
    if (m_chat.tree().find(messageId) == nullptr || m_chat.isBusy() || !m_chat.isReadyToReply()) return;
    ReplyStarter::Manner manner = m_chat.manner();
    manner.makesNew = true;
    regenerateWith(messageId, manner);
}

void MessageVersions::regenerateWith(qint64 messageId, const ReplyStarter::Manner& manner) {
    const store::Message& old = *m_chat.tree().find(messageId);
    // For a person's message: another reply to it.
    const bool isReply = old.role == store::Role::Assistant;
    const store::Message* shown = isReply ? &old : m_chat.tree().answerTo(messageId);
    const qint64 shownFrom = shown == nullptr ? 0 : shown->id;
    m_chat.begin(m_chat.newReply(isReply ? old.parentId : old.id, manner.modelPath), manner, shownFrom);
}

void MessageVersions::regenerateBy(qint64 messageId, const QString& modelPath) {
    if (m_chat.tree().find(messageId) == nullptr || m_chat.isBusy() || !m_parts.engine.canAnswer(modelPath))
        return;
    ReplyStarter::Manner manner = m_chat.manner();
    manner.makesNew = true;
    manner.modelPath = modelPath;
    regenerateWith(messageId, manner);
}

void MessageVersions::regenerateWithPenalty(qint64 messageId) {
    if (const ReplyRunner::Reply* running = m_chat.reply()) {
        m_againWithPenalty = running->message.id;
        m_parts.runner.stop(m_chat.id());
        return;
    }
    if (m_chat.tree().find(messageId) == nullptr || !m_chat.isReadyToReply()) return;
    ReplyStarter::Manner manner = m_chat.manner();
    const QString penalty = QStringLiteral("repeatPenalty");
    manner.sampling.insert(penalty, std::max(circlePenalty, manner.sampling.value(penalty).toDouble()));
    regenerateWith(messageId, manner);
}

bool MessageVersions::resumeAfter(const store::Message& finished) {
    if (finished.id == 0 || m_againWithPenalty != finished.id) return false;
    m_againWithPenalty = 0;
    regenerateWithPenalty(finished.id);
    return true;
}

void MessageVersions::retry() {
    if (m_chat.tree().last() != nullptr) regenerate(m_chat.tree().last()->id);
}

void MessageVersions::startEdit(qint64 messageId) {
    endEdit();
    const store::Message* message = m_chat.tree().find(messageId);
    if (message == nullptr || message->role != store::Role::User) return;
    if (!m_chat.change([&] { m_pictures.put(m_parts.store.pictures().filesOf(*message)); })) return;
    m_edited = messageId;
    emit editedChatChanged();
}

void MessageVersions::endEdit() {
    m_pictures.clear();
    if (std::exchange(m_edited, 0) != 0) emit editedChatChanged();
}

std::vector<store::Message> MessageVersions::editedChat() const {
    std::vector<store::Message> path;
    if (m_edited != 0) path = m_chat.tree().pathTo(m_edited);
    if (path.empty()) return path;
    store::Message& edited = path.back();
    edited.pictures = picturesOfVersion(edited, edited.text, m_pictures.pictures());
    return path;
}

void MessageVersions::edit(qint64 messageId, const QString& newText) {
    const store::Message* old = m_chat.tree().find(messageId);
    if (old == nullptr || m_chat.isBusy()) return;
    if (m_edited != 0 && m_edited == messageId)
        edit(messageId, newText, m_pictures.pictures());
    else if (old->role != store::Role::Assistant)
        editQuestion(*old, newText, picturesOfVersion(*old, newText));
    else if (!newText.trimmed().isEmpty() && newText != old->text)
        editReply(*old, newText);
}

void MessageVersions::edit(qint64 messageId, const QString& newText,
                           const std::vector<store::NamedPicture>& pictures) {
    const store::Message* old = m_chat.tree().find(messageId);
    if (old != nullptr && old->role != store::Role::Assistant && !m_chat.isBusy())
        editQuestion(*old, newText, picturesOfVersion(*old, newText, pictures));
}

void MessageVersions::editQuestion(const store::Message& old, const QString& newText,
                                   const std::vector<store::MessagePicture>& pictures) {
    const bool isEmpty = newText.trimmed().isEmpty() && pictures.empty();
    if (isEmpty || (newText == old.text && pictures == old.pictures)) return;
    if (auto files = filesOf(old.id); files && m_chat.isReadyToReply())
        replaceQuestion(old, newText, pictures, *files);
}

void MessageVersions::shortenFilesOf(qint64 messageId, int tokens, int together) {
    const store::Message* old = m_chat.tree().find(messageId);
    if (old == nullptr || old->role != store::Role::User || m_chat.isBusy() || !m_chat.isReadyToReply())
        return;
    if (auto files = filesOf(messageId)) {
        shareTokens(*files, together);
        shortenFiles(*files, tokens);
        replaceQuestion(*old, old->text, old->pictures, *files);
    }
}

std::optional<std::vector<store::Attachment>> MessageVersions::filesOf(qint64 messageId) {
    std::vector<store::Attachment> files;
    if (!m_chat.change([&] { files = m_parts.store.attachments().ofMessage(messageId); })) return {};
    return files;
}

void MessageVersions::editReply(const store::Message& old, const QString& newText) {
    const qint64 oldId = old.id;
    store::Message message = m_chat.newMessage(old.role, old.parentId, newText);
    if (!m_chat.change([&] { m_parts.store.addMessage(message); })) return;
    m_chat.conversation().insert(message);
    m_chat.showFrom(oldId);
}

void MessageVersions::replaceQuestion(const store::Message& old, const QString& newText,
                                      const std::vector<store::MessagePicture>& pictures,
                                      const std::vector<store::Attachment>& files) {
    const qint64 oldId = old.id;
    OpenConversation& open = m_chat.conversation();
    store::Conversation record = open.record();
    store::Message message = m_chat.newMessage(old.role, old.parentId, newText);
    message.pictures = pictures;
    store::Message answer = m_chat.newReply(0);
    // The text in the composer is unrelated to the edit and stays.
    m_parts.draft.keep();
    if (!m_chat.change([&] {
            m_parts.store.addTurn(record, message, answer, files);
            m_parts.store.drafts().put(record.id, m_parts.draft.text());
            open.readFiles();
        }))
        return;
    open.setRecord(record);
    open.insert(message);
    open.insert(answer);
    m_chat.start(answer, m_chat.manner());
    m_chat.showFrom(oldId);
    m_parts.conversations.refresh(record.id);
}

void MessageVersions::continueReply(qint64 messageId) {
    const store::Message* old = m_chat.tree().find(messageId);
    if (old == nullptr || old->role != store::Role::Assistant || m_chat.isBusy() ||
        !m_chat.tree().endsWith(messageId) || !m_chat.isReadyToReply())
        return;
    store::Message message = *old;
    message.state = store::MessageState::Streaming;
    message.error.clear();
    store::Generation before;
    if (!m_chat.change([&] {
            before = m_parts.store.generations().find(messageId).value_or(store::Generation());
            if (before.finishReason == FinishReason::EndOfText && !before.tokens.empty()) {
                before.tokens.pop_back();
                if (!before.probabilities.empty()) before.probabilities.pop_back();
                before.candidates = firstCandidates(before.candidates, before.tokens.size());
            }
            before.toldTokens = withoutEnd(before.toldTokens, message.text);
            m_parts.store.resumeReply(message);
        }))
        return;
    m_parts.starter.forget();
    m_chat.conversation().update(message);
    m_chat.start(message, m_chat.manner(before));
    m_chat.showFrom(messageId);
}

void MessageVersions::select(qint64 messageId, int delta) {
    const store::Message* chosen = m_chat.tree().version(messageId, delta);
    if (chosen == nullptr || m_chat.isBusy()) return;
    if (!m_chat.change([&] { m_parts.store.selectBranch(*chosen); })) return;
    m_chat.conversation().select(chosen->id);
    m_chat.showFrom(messageId);
}

void MessageVersions::branchAt(qint64 messageId, int position, int tokenId) {
    const store::Message* old = m_chat.tree().find(messageId);
    if (old == nullptr || old->role != store::Role::Assistant || m_chat.isBusy()) return;
    const auto part = m_parts.engine.model().partCalled(old->model);
    if (!m_chat.canReply() || !part) {
        m_parts.toasts.show(
            tr("Load %1 to continue from here: other models use different tokens.").arg(old->model));
        return;
    }
    store::Generation made;
    if (m_chat.change(
            [&] { made = m_parts.store.generations().find(messageId).value_or(store::Generation()); }))
        m_branch.begin(*old, std::move(made), position, tokenId, *part);
}

void MessageVersions::remove(qint64 messageId) {
    if (m_chat.tree().find(messageId) == nullptr || m_chat.isBusy()) return;
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    if (!m_chat.change([&] { m_parts.store.messages().moveToTrash(messageId, now); })) return;
    m_chat.conversation().erase(messageId);
    m_chat.showFrom(messageId);
    m_parts.toasts.show(tr("Message deleted, with what followed it"), tr("Undo"),
                        [this, messageId, now, id = m_chat.id()] { restore(messageId, now, id); });
}

void MessageVersions::restore(qint64 messageId, qint64 removedAt, qint64 conversationId) {
    if (!m_chat.change([&] { m_parts.store.messages().restore(messageId, removedAt); })) return;
    if (m_chat.id() != conversationId) return;
    m_chat.change([this] { m_chat.conversation().read(); });
    m_chat.showAll();
}

}  // namespace hearth::app
