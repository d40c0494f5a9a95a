#pragma once

#include <QtQml/qqmlregistration.h>
#include <QDBusConnection>
#include <QObject>
#include <QUrl>
#include <QVariantMap>

class QWindow;

namespace hearth::app {

/// The dialog for files that the desktop has (org.freedesktop.portal.FileChooser). Where it has none,
/// unavailable() follows and the window shows its own. GUI thread.
class DesktopFileChooser : public QObject {
    Q_OBJECT
    QML_ELEMENT

public:
    enum class Mode { Open, OpenMany, Save, Folder };
    Q_ENUM(Mode)

    explicit DesktopFileChooser(QObject* parent = nullptr);
    DesktopFileChooser(const QDBusConnection& bus, QObject* parent);

    /// Asks the desktop. `request`: title, accept (label of the button), filters ({name, patterns}), name (of
    /// the file to save). One answer follows: chosen(), cancelled() or unavailable(). A request that was not
    /// answered yet is forgotten.
    Q_INVOKABLE void choose(hearth::app::DesktopFileChooser::Mode mode, const QVariantMap& request,
                            const QString& folder, QWindow* over);

signals:
    /// `filter`: which of the request's filters was set at the end, -1 when that is not known.
    void chosen(const QList<QUrl>& files, int filter);
    void cancelled();
    void unavailable();

private slots:
    void answered(uint response, const QVariantMap& results);

private:
    bool isOffered() const;
    void listen(const QString& path);
    void ignore();

    QDBusConnection m_bus;
    QString m_answerPath;  ///< object path of the awaited answer; empty: none is awaited
    QStringList m_filterNames;
    quint64 m_count = 0;
};

}  // namespace hearth::app
