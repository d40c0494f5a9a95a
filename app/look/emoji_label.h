#pragma once

#include <QtQml/qqmlregistration.h>
#include <QFont>
#include <QObject>
#include <QString>

namespace hearth::app {

/// One line of text for a Text item, with its emoji in the colour font. It is cut with an ellipsis if it is
/// too wide, because Text does not cut rich text. GUI thread.
class EmojiLabel : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(QString text MEMBER m_text NOTIFY changed)
    Q_PROPERTY(QFont font MEMBER m_font NOTIFY changed)
    /// The available width in px; 0 or less: unlimited.
    Q_PROPERTY(double room MEMBER m_room NOTIFY changed)
    /// True if there are emoji to show. Otherwise `text` can be used as it is.
    Q_PROPERTY(bool rich READ isRich NOTIFY changed)
    /// The text as HTML, or unchanged if it has no emoji.
    Q_PROPERTY(QString shown READ shown NOTIFY changed)

public:
    using QObject::QObject;

    bool isRich() const;
    QString shown() const;

signals:
    void changed();

private:
    QString m_text;
    QFont m_font;
    double m_room = 0;
};

}  // namespace hearth::app
