#include "look/focus_follower.h"

#include <QGuiApplication>
#include <QQuickWindow>
#include <algorithm>
#include <utility>

namespace hearth::app {

namespace {

constexpr qreal margin = 64;  ///< around the item, so that neighbouring text is visible as well

}  // namespace

void FocusFollower::setArea(QQuickItem* area) {
    if (m_area == area) return;
    if (m_area) disconnect(m_area, nullptr, this, nullptr);
    m_area = area;
    if (area) connect(area, &QQuickItem::windowChanged, this, &FocusFollower::follow);
    follow(area ? area->window() : nullptr);
    emit areaChanged();
}

void FocusFollower::follow(QQuickWindow* window) {
    disconnect(m_window);
    if (window)
        m_window = connect(window, &QQuickWindow::activeFocusItemChanged, this, &FocusFollower::reveal);
}

void FocusFollower::reveal() {
    // The window may report the focus while the area is being destroyed.
    if (!m_area || !m_area->window()) return;
    QQuickItem* const item = m_area->window()->activeFocusItem();
    auto* const content = m_area->property("contentItem").value<QQuickItem*>();
    if (!item || !content || !content->isAncestorOf(item)) return;
    const bool again = std::exchange(m_shown, QPointer<QQuickItem>(item)) == item;
    // A pressed item stays under the pointer.
    if (QGuiApplication::mouseButtons() != Qt::NoButton) return;
    const QRectF there = item->mapRectToItem(content, item->boundingRect());
    const qreal view = m_area->height(), all = m_area->property("contentHeight").toReal();
    qreal y = m_area->property("contentY").toReal();
    // The keyboard returns to it, for example from a menu: its visible part stays in place.
    if (again && there.bottom() > y && there.top() < y + view) return;
    // The lower edge first: of an item taller than the area the top stays to be seen.
    y = std::max(y, there.bottom() + margin - view);
    y = std::min(y, there.top() - margin);
    m_area->setProperty("contentY", std::clamp(y, qreal(0), std::max(qreal(0), all - view)));
}

}  // namespace hearth::app

#include "moc_focus_follower.cpp"
