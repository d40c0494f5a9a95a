#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>

namespace hearth::app {

/// Text that is too long to be laid out in a field at once. It is kept next to the field, folded, and the
/// text typed in the field follows it on a new line; neither is changed. GUI thread.
class LongText : public QObject {
    Q_OBJECT
    QML_ELEMENT
    /// "5.2 MB"; empty while nothing is folded.
    Q_PROPERTY(QString size READ size NOTIFY changed)

public:
    using QObject::QObject;

    /// True if laying out a text would block the window for more than a moment. Considers its length, its
    /// longest paragraph, its lines and its joined emoji.
    static bool isTooLong(QStringView text);

    /// The start of a text that can be laid out in a moment; the whole text if it is short.
    Q_INVOKABLE static QString beginning(const QString& text);

    QString size() const;
    /// Replaces the folded text: returns what the field has to show, the text or nothing.
    Q_INVOKABLE QString show(const QString& text);
    /// Folds the contents that the field would have after its part [start, end) is replaced; the field then
    /// has to be emptied. Returns false if they can be shown.
    Q_INVOKABLE bool replace(const QString& field, int start, int end, const QString& text);
    /// The same with the text of the clipboard; `selected`: with the desktop's selection, as for the middle
    /// button.
    Q_INVOKABLE bool paste(const QString& field, int start, int end, bool selected);
    /// The folded text together with the contents of the field.
    Q_INVOKABLE QString whole(const QString& field) const;
    /// Undoes the last insertion and returns the previous contents of the field. Null if there is nothing to
    /// undo.
    Q_INVOKABLE QString goBack();
    Q_INVOKABLE bool canGoBack() const { return !m_fieldBefore.isNull(); }
    /// Puts the folded text into the clipboard.
    Q_INVOKABLE void copy() const;

signals:
    void changed();

private:
    void setText(const QString& text);

    QString m_text, m_textBefore, m_fieldBefore;
};

}  // namespace hearth::app
