#include "notices/toast_queue.h"

#include <utility>

namespace hearth::app {

namespace {
constexpr int toastMs = 6000;
}

ToastQueue::ToastQueue(QObject* parent) : QObject(parent) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(toastMs);
    connect(&m_timer, &QTimer::timeout, this, &ToastQueue::dismiss);
}

void ToastQueue::setHeld(bool held) {
    if (m_held == held) return;
    m_held = held;
    if (held)
        m_timer.stop();
    else if (isVisible())
        m_timer.start();
    emit changed();
}

void ToastQueue::show(const QString& message, const QString& actionText, std::function<void()> action) {
    m_waiting.enqueue({message, actionText, std::move(action)});
    if (!isVisible()) next();
}

void ToastQueue::act() {
    // Taken out first: the action may show a notice of its own.
    const std::function<void()> action = std::exchange(m_current.action, {});
    dismiss();
    if (action) action();
}

void ToastQueue::dismiss() {
    m_current = {};
    next();
}

void ToastQueue::next() {
    m_timer.stop();
    if (!m_waiting.isEmpty()) {
        m_current = m_waiting.dequeue();
        if (!m_held) m_timer.start();
    }
    emit changed();
}

}  // namespace hearth::app
