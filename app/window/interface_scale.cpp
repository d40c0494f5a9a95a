#include "window/interface_scale.h"

#include <QPointer>
#include <algorithm>
#include <array>
#include <cmath>

#include "window/restart.h"

namespace hearth::app {

namespace {
constexpr std::array scaleSteps{1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0};
}  // namespace

InterfaceScale::InterfaceScale(QObject* parent) : QObject(parent) {
    bool known = false;
    const double scale = qgetenv("QT_SCALE_FACTOR").toDouble(&known);
    if (known && scale > 0) m_running = scale;
}

QVariantList InterfaceScale::steps() const {
    QVariantList all;
    for (const double scale : scaleSteps) all += scale;
    return all;
}

void InterfaceScale::step(int by) {
    const double now = m_settings->look->scale();
    double next = by == 0 ? 1.0 : now;
    if (by > 0)
        for (auto it = scaleSteps.rbegin(); it != scaleSteps.rend(); ++it)
            if (*it > now + 0.01) next = *it;
    if (by < 0)
        for (const double scale : scaleSteps)
            if (scale < now - 0.01) next = scale;
    choose(next);
}

void InterfaceScale::choose(double scale) {
    m_settings->look->setScale(scale);
    // One notice, however often the key is pressed.
    if (!m_said.isEmpty() && m_toasts->message() == m_said) m_toasts->dismiss();
    const int percent = static_cast<int>(std::lround(m_settings->look->scale() * 100));
    if (std::abs(m_settings->look->scale() - m_running) < 0.01) {
        m_said = tr("Interface scale: %1 %").arg(percent);
        m_toasts->show(m_said);
        return;
    }
    m_said = tr("Interface scale: %1 %, after a restart").arg(percent);
    m_toasts->show(m_said, tr("Restart now"), [self = QPointer<InterfaceScale>(this)] {
        if (self) emit self->restartRequested();
    });
}

void InterfaceScale::prepareRestart(qint64 conversationId, qint64 messageId, const QString& modelPath) {
    app::prepareRestart({conversationId, messageId, modelPath});
}

void InterfaceScale::cancelRestart() {
    app::cancelRestart();
}

}  // namespace hearth::app
