#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>
#include <QTimer>

#include "attachments/draft_pictures.h"
#include "store/store.h"

namespace hearth::app {

/// The text and pictures in the composer. They are kept for each conversation, a moment after they
/// changed, so that a crash loses little. GUI thread.
class ComposerDraft : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ChatController")
    Q_PROPERTY(QString text READ text WRITE setText NOTIFY changed)
    Q_PROPERTY(hearth::app::DraftPictures* pictures READ pictures CONSTANT)

public:
    explicit ComposerDraft(store::Store& store, QObject* parent = nullptr);

    const QString& text() const { return m_text; }
    /// Returns true if there is no text, with or without pictures.
    bool isBlank() const { return m_text.trimmed().isEmpty(); }
    /// Returns true if there is neither text nor a picture.
    bool isEmpty() const { return isBlank() && m_pictures.count() == 0; }
    DraftPictures* pictures() { return &m_pictures; }
    const DraftPictures* pictures() const { return &m_pictures; }
    void setText(const QString& text);
    /// Puts a text in front of what stands there.
    void putBefore(const QString& text);
    /// Puts a text as a quotation behind what stands there.
    Q_INVOKABLE void quote(const QString& text);
    /// Keeps what stands there, and reads what stood there in another conversation (0: a new one).
    void open(qint64 conversationId);
    /// The new conversation was written under this id; its draft becomes that one's.
    void adopt(qint64 conversationId);
    /// It was sent.
    void clear();
    /// Writes what is not on disk yet.
    void keep();

signals:
    void changed();
    /// Somebody quoted something, to write about it now.
    void quoted();
    /// The store could not do it, in one sentence.
    void notKept(const QString& sentence);

private:
    store::Store& m_store;
    QTimer m_timer;
    qint64 m_conversationId = 0;
    QString m_text;
    DraftPictures m_pictures;
    bool m_kept = true;
    bool m_picturesKept = true;
};

}  // namespace hearth::app
