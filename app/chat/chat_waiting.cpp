// ChatController: messages that wait for the end of a reply, and replies that repeat themselves.
#include <QStringList>
#include <algorithm>

#include "chat/chat_controller.h"
#include "settings/sampling_settings.h"
#include "window/toast_queue.h"

namespace hearth::app {

namespace {

/// Breaks circles without spoiling texts that repeat words as all texts do.
constexpr double circlePenalty = 1.15;

}  // namespace

bool ChatController::letWait(const QString& text) {
    if (!m_waiting.add({text, m_attachments.files()})) {
        m_parts.toasts.show(
            tr("%1 messages are already waiting. This one stays in the composer.").arg(MessageQueue::most));
        return false;
    }
    clearComposer();
    return true;
}

void ChatController::sendWaiting() {
    if (reply() != nullptr || m_waiting.count() == 0) return;
    if (!canSend()) {
        returnWaiting();
        return;
    }
    const MessageQueue::Message message = m_waiting.take(0);
    if (sendNow(message.text, message.files, m_draft)) return;
    m_attachments.put(message.files);
    setDraft(m_draft.isEmpty() ? message.text : message.text + QStringLiteral("\n\n") + m_draft);
}

void ChatController::returnWaiting() {
    if (m_waiting.count() == 0) return;
    QStringList texts;
    while (m_waiting.count() > 0) {
        const MessageQueue::Message message = m_waiting.take(0);
        texts += message.text;
        m_attachments.put(message.files);
    }
    if (!m_draft.isEmpty()) texts += m_draft;
    setDraft(texts.join(QStringLiteral("\n\n")));
    emit composerWanted();
}

void ChatController::takeBack(int row) {
    const MessageQueue::Message message = m_waiting.take(row);
    if (message.text.isEmpty()) return;
    m_attachments.put(message.files);
    setDraft(m_draft.trimmed().isEmpty() ? message.text : message.text + QStringLiteral("\n\n") + m_draft);
    emit composerWanted();
}

void ChatController::goOnAfter(const store::Message& finished) {
    if (m_againWithPenalty == finished.id && finished.id != 0) {
        m_againWithPenalty = 0;
        regenerateWithPenalty(finished.id);
    } else if (finished.state == store::MessageState::Complete) {
        sendWaiting();
    } else {
        returnWaiting();
    }
}

bool ChatController::isRepeating() const {
    const ReplyRunner::Reply* running = reply();
    return running != nullptr && running->watch.isRepeating();
}

void ChatController::regenerateWithPenalty(qint64 messageId) {
    if (reply() != nullptr) {
        m_againWithPenalty = reply()->message.id;
        stop();
        return;
    }
    m_penalty = circlePenalty;
    regenerate(messageId);
    m_penalty = 0;
}

QJsonObject ChatController::samplingOfNextReply() const {
    QJsonObject values = m_parts.sampling.values();
    const QString name = QStringLiteral("repeatPenalty");
    if (m_penalty > 0) values.insert(name, std::max(m_penalty, values.value(name).toDouble()));
    return values;
}

}  // namespace hearth::app
