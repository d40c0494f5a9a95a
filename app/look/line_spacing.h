#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QPointer>
#include <QQuickTextDocument>

namespace hearth::app {

/// Gives the lines of a plain TextEdit a fixed distance, which TextEdit itself cannot. Follows the text as it
/// changes, also while it is typed, without a step of its own in the undo history. GUI thread.
class LineSpacing : public QObject {
    Q_OBJECT
    QML_ELEMENT
    /// The `textDocument` of the TextEdit.
    Q_PROPERTY(QQuickTextDocument* document READ document WRITE setDocument NOTIFY changed)
    /// Distance of lines in px, above 0.
    Q_PROPERTY(int line READ line WRITE setLine NOTIFY changed)

public:
    using QObject::QObject;

    QQuickTextDocument* document() const { return m_document; }
    void setDocument(QQuickTextDocument* document);
    int line() const { return m_line; }
    void setLine(int line);

signals:
    void changed();

private:
    void space(int position, int length);

    QPointer<QQuickTextDocument> m_document;
    int m_line = 20;
    bool m_working = false;
};

}  // namespace hearth::app
