#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>
#include <QVariantList>

#include "notices/toast_queue.h"
#include "settings/app_settings.h"

namespace hearth::app {

/// Scale of everything in the window, in steps. Qt reads the scale only at the start, so a notice offers a
/// restart. GUI thread.
class InterfaceScale : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(hearth::app::AppSettings* settings MEMBER m_settings REQUIRED)
    Q_PROPERTY(hearth::app::ToastQueue* toasts MEMBER m_toasts REQUIRED)
    /// The scales to choose from, rising.
    Q_PROPERTY(QVariantList steps READ steps CONSTANT)
    /// The one that the window is drawn with now.
    Q_PROPERTY(double running READ running CONSTANT)

public:
    explicit InterfaceScale(QObject* parent = nullptr);

    QVariantList steps() const;
    double running() const { return m_running; }

    /// Changes to the next larger (1) or smaller (-1) scale; 0: back to 100 %.
    Q_INVOKABLE void step(int by);
    Q_INVOKABLE void choose(double scale);
    /// Prepares a restart of Hearth when it is closed, at this position. See RestartPlace.
    Q_INVOKABLE void prepareRestart(qint64 conversationId, qint64 messageId, const QString& modelPath);
    /// It stays open after all.
    Q_INVOKABLE void cancelRestart();

signals:
    /// The person wants to start again now.
    void restartRequested();

private:
    AppSettings* m_settings = nullptr;
    ToastQueue* m_toasts = nullptr;
    double m_running = 1;
    QString m_said;  ///< the notice that was shown last
};

}  // namespace hearth::app
