#pragma once

#include <QtQml/qqmlregistration.h>
#include <QColor>
#include <QObject>
#include <QPointer>
#include <QQuickTextDocument>
#include <QString>
#include <QSyntaxHighlighter>

namespace hearth::app {

/// Colours the code in a TextEdit: words of the language, strings, numbers, calls, comments. Languages that
/// it does not know stay plain. Works line by line, so that text added at the end costs one line. GUI thread.
class CodeHighlighter : public QObject {
    Q_OBJECT
    QML_ELEMENT
    /// The `textDocument` of the TextEdit, which must outlive this object.
    Q_PROPERTY(QQuickTextDocument* document READ document WRITE setDocument NOTIFY changed)
    /// As written behind the fence: "bash", "c++", "Python". Case does not matter.
    Q_PROPERTY(QString language READ language WRITE setLanguage NOTIFY changed)
    Q_PROPERTY(QColor keyword MEMBER m_keyword NOTIFY coloursChanged)
    Q_PROPERTY(QColor string MEMBER m_string NOTIFY coloursChanged)
    Q_PROPERTY(QColor number MEMBER m_number NOTIFY coloursChanged)
    Q_PROPERTY(QColor call MEMBER m_call NOTIFY coloursChanged)
    Q_PROPERTY(QColor comment MEMBER m_comment NOTIFY coloursChanged)

public:
    explicit CodeHighlighter(QObject* parent = nullptr);
    ~CodeHighlighter() override;

    QQuickTextDocument* document() const { return m_document; }
    void setDocument(QQuickTextDocument* document);
    QString language() const { return m_language; }
    void setLanguage(const QString& language);

    QColor keyword() const { return m_keyword; }
    QColor string() const { return m_string; }
    QColor number() const { return m_number; }
    QColor call() const { return m_call; }
    QColor comment() const { return m_comment; }

signals:
    void changed();
    void coloursChanged();

private:
    class Painter;

    QPointer<QQuickTextDocument> m_document;
    QString m_language;
    QColor m_keyword, m_string, m_number, m_call, m_comment;
    QPointer<QSyntaxHighlighter> m_painter;  ///< owned by the text document, which may go first
};

}  // namespace hearth::app
