#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QPointer>
#include <QQuickTextDocument>
#include <QSyntaxHighlighter>
#include <QTextCharFormat>

namespace hearth::app {

/// Format of emoji: the colour font alone, because a sequence falls apart when another font is used for a
/// part of it. Empty if there is no such font.
QTextCharFormat emojiFormat();

/// Shows the emoji sequences of a TextEdit in the colour font. Its text, what is copied from it and the undo
/// history are unchanged. Not for documents that have another highlighter. GUI thread.
class EmojiStyle : public QObject {
    Q_OBJECT
    QML_ELEMENT
    /// The `textDocument` of the TextEdit.
    Q_PROPERTY(QQuickTextDocument* document READ document WRITE setDocument NOTIFY changed)

public:
    using QObject::QObject;
    ~EmojiStyle() override;

    QQuickTextDocument* document() const { return m_document; }
    void setDocument(QQuickTextDocument* document);

signals:
    void changed();

private:
    QPointer<QQuickTextDocument> m_document;
    QPointer<QSyntaxHighlighter> m_painter;  ///< owned by the text document, which may go first
};

}  // namespace hearth::app
