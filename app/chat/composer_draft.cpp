#include "chat/composer_draft.h"

#include <utility>

namespace hearth::app {

namespace {
constexpr int keepDraftMs = 400;
}

ComposerDraft::ComposerDraft(store::Store& store, QObject* parent)
    : QObject(parent), m_store(store), m_pictures(store) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(keepDraftMs);
    connect(&m_timer, &QTimer::timeout, this, &ComposerDraft::keep);
    connect(&m_pictures, &DraftPictures::changed, this, [this] {
        m_picturesKept = false;
        m_timer.start();
        emit changed();
    });
}

void ComposerDraft::setText(const QString& text) {
    if (m_text == text) return;
    m_text = text;
    m_kept = false;
    m_timer.start();
    emit changed();
}

void ComposerDraft::putBefore(const QString& text) {
    setText(isBlank() ? text : text + QStringLiteral("\n\n") + m_text);
}

void ComposerDraft::quote(const QString& text) {
    QString quotation;
    const QStringList lines = text.trimmed().split(u'\n');
    for (const QString& line : lines) quotation += QStringLiteral("> ") + line + u'\n';
    quotation += u'\n';
    setText(isBlank() ? quotation : m_text.trimmed() + QStringLiteral("\n\n") + quotation);
    emit quoted();
}

void ComposerDraft::open(qint64 conversationId) {
    keep();
    m_conversationId = conversationId;
    QString text;
    std::vector<store::NamedPicture> pictures;
    try {
        text = m_store.drafts().find(conversationId);
        pictures = m_store.drafts().pictures(conversationId);
    } catch (const store::StoreError& error) {
        emit notKept(error.message());
    }
    m_pictures.clear();
    m_pictures.put(pictures);
    // These are the ones that the store has.
    m_picturesKept = true;
    if (text == m_text) return;
    m_text = text;
    emit changed();
}

void ComposerDraft::adopt(qint64 conversationId) {
    try {
        // The next new conversation does not begin with it.
        if (conversationId != m_conversationId) {
            m_store.drafts().put(m_conversationId, {});
            m_store.drafts().movePictures(m_conversationId, conversationId);
        }
    } catch (const store::StoreError& error) {
        m_picturesKept = false;
        emit notKept(error.message());
    }
    m_conversationId = conversationId;
    m_kept = false;
    m_timer.start();
}

void ComposerDraft::clear() {
    m_text.clear();
    m_pictures.clear();
    m_kept = false;
    keep();
    emit changed();
}

void ComposerDraft::keep() {
    m_timer.stop();
    try {
        if (!std::exchange(m_kept, true)) m_store.drafts().put(m_conversationId, m_text);
        if (!std::exchange(m_picturesKept, true))
            m_store.drafts().setPictures(m_conversationId, m_pictures.pictures());
    } catch (const store::StoreError& error) {
        emit notKept(error.message());
    }
}

}  // namespace hearth::app
