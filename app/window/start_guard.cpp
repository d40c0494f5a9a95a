#include "window/start_guard.h"

#include <QJsonObject>

#include "store/store.h"

namespace hearth::app {

namespace {

// Written at once and not with the other settings, because the crash that it guards against leaves no time.
const QString markName = QStringLiteral("openChat");
const QString chatKey = QStringLiteral("chat"), badEndsKey = QStringLiteral("badEnds");

}  // namespace

StartGuard::StartGuard(store::Store& store, QObject* parent) : QObject(parent), m_store(store) {
}

qint64 StartGuard::chatToOpen(qint64 last) {
    try {
        const QJsonObject mark = m_store.settings().find(markName).toObject();
        // A mark that is still there was not taken away by a good end.
        if (!mark.isEmpty()) {
            m_suspect = mark.value(chatKey).toInteger();
            m_badEnds = mark.value(badEndsKey).toInt() + 1;
        }
        if (last != 0 && m_suspect == last && m_badEnds >= mostBadEnds) {
            const auto conversation = m_store.conversations().find(last);
            if (conversation && conversation->deletedAt == 0) m_heldBackTitle = conversation->title;
            setOpen(0);
            emit changed();
            return 0;
        }
    } catch (const store::StoreError&) {
        // If the mark cannot be read, nothing is held back; opening the chats reports the problem.
    }
    setOpen(last);
    return last;
}

void StartGuard::setOpen(qint64 conversationId) {
    write(conversationId, conversationId != 0 && conversationId == m_suspect ? m_badEnds : 0);
}

void StartGuard::endedWell() {
    try {
        m_store.settings().remove(markName);
    } catch (const store::StoreError&) {
        // This then counts as a bad end; it takes two of these.
    }
}

void StartGuard::openHeldBack() {
    const qint64 chat = m_suspect;
    forget();
    emit openRequested(chat);
}

void StartGuard::forget() {
    m_heldBackTitle.clear();
    emit changed();
}

void StartGuard::write(qint64 conversationId, int badEnds) {
    try {
        m_store.settings().put(markName, QJsonObject{{chatKey, conversationId}, {badEndsKey, badEnds}});
    } catch (const store::StoreError&) {
        // See endedWell().
    }
}

}  // namespace hearth::app
