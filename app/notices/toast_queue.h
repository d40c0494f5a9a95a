#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QQueue>
#include <QString>
#include <QTimer>
#include <functional>

namespace hearth::app {

/// The short notices at the bottom of the window, one at a time, each with at most one action ("Undo").
/// GUI thread.
class ToastQueue : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(QString message READ message NOTIFY changed)
    Q_PROPERTY(QString actionText READ actionText NOTIFY changed)
    Q_PROPERTY(bool visible READ isVisible NOTIFY changed)
    /// Held while the pointer is over the notice, so that it does not vanish under it.
    Q_PROPERTY(bool held READ isHeld WRITE setHeld NOTIFY changed)

public:
    explicit ToastQueue(QObject* parent = nullptr);

    QString message() const { return m_current.message; }
    QString actionText() const { return m_current.actionText; }
    bool isVisible() const { return !m_current.message.isEmpty(); }
    bool isHeld() const { return m_held; }
    void setHeld(bool held);

    /// Queues a notice; `action` runs when its button is pressed, and then never again.
    void show(const QString& message, const QString& actionText = {}, std::function<void()> action = {});

    /// Runs the action of the visible notice and closes it.
    Q_INVOKABLE void act();
    Q_INVOKABLE void dismiss();

signals:
    void changed();

private:
    struct Toast {
        QString message, actionText;
        std::function<void()> action;
    };
    void next();

    Toast m_current;
    QQueue<Toast> m_waiting;
    QTimer m_timer;
    bool m_held = false;
};

}  // namespace hearth::app
