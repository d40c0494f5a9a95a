#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QPointer>
#include <QQuickItem>

namespace hearth::app {

/// Scrolls a Flickable so far that the item with the keyboard inside it can be seen: Tab leads through
/// controls, not through pixels. What is pressed by mouse does not move. GUI thread.
class FocusFollower : public QObject {
    Q_OBJECT
    QML_ELEMENT
    /// The Flickable; it scrolls up and down only.
    Q_PROPERTY(QQuickItem* area READ area WRITE setArea NOTIFY areaChanged)

public:
    using QObject::QObject;

    QQuickItem* area() const { return m_area; }
    void setArea(QQuickItem* area);

signals:
    void areaChanged();

private:
    void follow(QQuickWindow* window);
    void reveal();

    QPointer<QQuickItem> m_area, m_shown;
    QMetaObject::Connection m_window;
};

}  // namespace hearth::app
