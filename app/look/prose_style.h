/// Styles of rich text in the chat. The blocks contain meaning only (b, i, code, a); the window adds the
/// appearance.
#pragma once

#include <QtQml/qqmlregistration.h>
#include <QColor>
#include <QObject>
#include <QString>

namespace hearth::app {

/// Turns the block model's rich text into HTML for a TextEdit: line height, semibold instead of bold, code on
/// a ground of its own, links in the accent colour. Adds the appearance only: it neither parses nor escapes,
/// so the text must be made by Hearth itself. GUI thread.
class ProseStyle : public QObject {
    Q_OBJECT
    QML_ELEMENT
    /// The source text, and the resulting HTML; `html` follows every other property, so it follows the theme.
    Q_PROPERTY(QString richText MEMBER m_richText NOTIFY changed)
    Q_PROPERTY(QString html READ html NOTIFY changed)
    /// True if `richText` may contain emoji. Most texts contain none, and looking for them lays a text out
    /// twice.
    Q_PROPERTY(bool emoji READ mayHoldEmoji NOTIFY changed)
    Q_PROPERTY(QColor link MEMBER m_link NOTIFY changed)
    Q_PROPERTY(QColor codeGround MEMBER m_codeGround NOTIFY changed)
    /// ground of a search match (the element `mark`)
    Q_PROPERTY(QColor markGround MEMBER m_markGround NOTIFY changed)
    Q_PROPERTY(QString codeFamily MEMBER m_codeFamily NOTIFY changed)
    Q_PROPERTY(int codeSize MEMBER m_codeSize NOTIFY changed)
    /// Distance of lines in px; 0 leaves it to the font.
    Q_PROPERTY(int line MEMBER m_line NOTIFY changed)

public:
    using QObject::QObject;

    QString html() const { return apply(m_richText); }
    bool mayHoldEmoji() const;
    Q_INVOKABLE QString apply(const QString& richText) const;
    /// A formula in plain text, as HTML with its variables in italics; numbers and signs stay upright.
    Q_INVOKABLE static QString formula(const QString& plainText);

signals:
    void changed();

private:
    /// Replaces formulas by what they show; their source is left out.
    static QString withFormulas(const QString& text);

    QString m_richText;
    QColor m_link, m_codeGround, m_markGround;
    QString m_codeFamily = QStringLiteral("JetBrains Mono");
    int m_codeSize = 13;
    int m_line = 24;
};

}  // namespace hearth::app
