#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>
#include <QTimer>

#include "store/store.h"

namespace hearth::app {

/// What stands in the composer. It is kept for each conversation, a moment after it changed, so that a crash
/// loses little. GUI thread.
class ComposerDraft : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ChatController")
    Q_PROPERTY(QString text READ text WRITE setText NOTIFY changed)

public:
    explicit ComposerDraft(store::Store& store, QObject* parent = nullptr);

    const QString& text() const { return m_text; }
    bool isBlank() const { return m_text.trimmed().isEmpty(); }
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
    bool m_kept = true;
};

}  // namespace hearth::app
