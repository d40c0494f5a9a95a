// GLib's headers use "signals" as a name.
#define QT_NO_KEYWORDS
#include "support/accessible_tree.h"

#include <atspi/atspi.h>

#include <algorithm>

#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QRegularExpression>
#include <QThread>

struct AccessibleTree::Impl {
    QString application;
    /// A walk that found nothing will be made again, and keeps three programs busy: it rests for twice as
    /// long as it took.
    QDeadlineTimer rest;

    struct Unref {
        void operator()(gpointer object) const {
            if (object) g_object_unref(object);
        }
    };
    using Handle = std::unique_ptr<AtspiAccessible, Unref>;

    static QString take(gchar* text) {
        const QString result = QString::fromUtf8(text ? text : "");
        g_free(text);
        return result;
    }

    static bool isShowing(AtspiAccessible* item) {
        const std::unique_ptr<AtspiStateSet, Unref> states(atspi_accessible_get_state_set(item));
        return states && atspi_state_set_contains(states.get(), ATSPI_STATE_SHOWING);
    }

    static QString nameOf(AtspiAccessible* item) { return take(atspi_accessible_get_name(item, nullptr)); }
    static QString roleOf(AtspiAccessible* item) {
        return take(atspi_accessible_get_role_name(item, nullptr));
    }

    static Node describe(AtspiAccessible* item) {
        Node node;
        node.name = nameOf(item);
        node.role = roleOf(item);
        if (std::unique_ptr<AtspiStateSet, Unref> states(atspi_accessible_get_state_set(item)); states) {
            node.showing = atspi_state_set_contains(states.get(), ATSPI_STATE_SHOWING);
            node.enabled = atspi_state_set_contains(states.get(), ATSPI_STATE_ENABLED);
            node.focused = atspi_state_set_contains(states.get(), ATSPI_STATE_FOCUSED);
            node.checked = atspi_state_set_contains(states.get(), ATSPI_STATE_CHECKED);
            node.selected = atspi_state_set_contains(states.get(), ATSPI_STATE_SELECTED);
        }
        std::unique_ptr<AtspiComponent, Unref> component(atspi_accessible_get_component_iface(item));
        if (component) {
            if (AtspiRect* box =
                    atspi_component_get_extents(component.get(), ATSPI_COORD_TYPE_SCREEN, nullptr)) {
                node.extents = QRect(box->x, box->y, box->width, box->height);
                g_free(box);
            }
        }
        std::unique_ptr<AtspiText, Unref> text(atspi_accessible_get_text_iface(item));
        if (text) node.text = take(atspi_text_get_text(text.get(), 0, -1, nullptr));
        return node;
    }

    using Visit = std::function<bool(AtspiAccessible*, int)>;

    /// Depth first over everything that shows; stops when `visit` returns false. Each question is a round
    /// trip to the program, so the visitor asks what it needs.
    static bool walk(AtspiAccessible* item, int depth, const Visit& visit) {
        if (!item || depth > 60) return true;
        if (depth > 1 && !isShowing(item)) return true;
        if (!visit(item, depth)) return false;
        const int count = atspi_accessible_get_child_count(item, nullptr);
        for (int i = 0; i < count; ++i) {
            const Handle child(atspi_accessible_get_child_at_index(item, i, nullptr));
            if (!walk(child.get(), depth + 1, visit)) return false;
        }
        return true;
    }

    void visitAll(const Visit& visit) const {
        const Handle desktop(atspi_get_desktop(0));
        if (!desktop) return;
        const int count = atspi_accessible_get_child_count(desktop.get(), nullptr);
        for (int i = 0; i < count; ++i) {
            const Handle program(atspi_accessible_get_child_at_index(desktop.get(), i, nullptr));
            if (!program) continue;
            const QString name = take(atspi_accessible_get_name(program.get(), nullptr));
            if (name.compare(application, Qt::CaseInsensitive) == 0 && !walk(program.get(), 0, visit)) return;
        }
    }

    /// The first whose name begins so; with `whole` rather one whose name is just that.
    Handle locate(const QString& name, const QString& role, Node* found, bool whole = false) {
        if (!rest.hasExpired()) QThread::msleep(static_cast<unsigned long>(rest.remainingTime()));
        QElapsedTimer timer;
        timer.start();
        Handle result;
        visitAll([&](AtspiAccessible* item, int) {
            const QString here = nameOf(item);
            const bool better = result ? here == name : here.startsWith(name);
            if (here.isEmpty() || !better || (!role.isEmpty() && roleOf(item) != role)) return true;
            g_object_ref(item);
            result.reset(item);
            return whole && here != name;
        });
        if (result && found) *found = describe(result.get());
        rest.setRemainingTime(result ? 0 : std::clamp<qint64>(2 * timer.elapsed(), 50, 500));
        return result;
    }
};

AccessibleTree::AccessibleTree(QString application) : m_impl(std::make_unique<Impl>()) {
    m_impl->application = std::move(application);
    atspi_init();
}

AccessibleTree::~AccessibleTree() = default;

AccessibleTree::Node AccessibleTree::find(const QString& name, const QString& role, int timeoutMs) const {
    QElapsedTimer timer;
    timer.start();
    Node node;
    while (!m_impl->locate(name, role, &node) && timer.elapsed() < timeoutMs) {
    }
    return node;
}

bool AccessibleTree::press(const QString& name, const QString& role) const {
    const auto item = m_impl->locate(name, role, nullptr, true);
    if (!item) return false;
    std::unique_ptr<AtspiAction, Impl::Unref> action(atspi_accessible_get_action_iface(item.get()));
    const int count = action ? atspi_action_get_n_actions(action.get(), nullptr) : 0;
    // Of what takes the keyboard, taking it may come first.
    int chosen = 0;
    for (int i = count - 1; i >= 0; --i)
        if (Impl::take(atspi_action_get_action_name(action.get(), i, nullptr)) == QLatin1String("Press"))
            chosen = i;
    return count > 0 && atspi_action_do_action(action.get(), chosen, nullptr);
}

bool AccessibleTree::focus(const QString& name, const QString& role) const {
    const auto item = m_impl->locate(name, role, nullptr);
    if (!item) return false;
    std::unique_ptr<AtspiComponent, Impl::Unref> component(atspi_accessible_get_component_iface(item.get()));
    return component && atspi_component_grab_focus(component.get(), nullptr);
}

QStringList AccessibleTree::unnamedControls() const {
    QStringList bad;
    m_impl->visitAll([&](AtspiAccessible* item, int) {
        const Node node = Impl::describe(item);
        std::unique_ptr<AtspiStateSet, Impl::Unref> states(atspi_accessible_get_state_set(item));
        const bool focusable = states && atspi_state_set_contains(states.get(), ATSPI_STATE_FOCUSABLE);
        const bool silent = focusable ? node.role != "frame" && node.role != "panel" : node.role == "heading";
        if (silent && node.name.isEmpty())
            bad << QString("%1 at %2,%3").arg(node.role).arg(node.extents.x()).arg(node.extents.y());
        // The text of a binding to an object, or to nothing, is not a name.
        static const QRegularExpression object("_QML|\\(0x[0-9a-f]|\\[object|\\bundefined\\b|\\bNaN\\b");
        if (node.name.contains(object)) bad << node.role + " is called " + node.name;
        return true;
    });
    return bad;
}

QString AccessibleTree::dump() const {
    QString text;
    m_impl->visitAll([&](AtspiAccessible* item, int depth) {
        const Node node = Impl::describe(item);
        text += QString(2 * depth, ' ') + node.role + " \"" + node.name.left(60) + "\" " +
                QString("%1,%2 %3x%4")
                    .arg(node.extents.x())
                    .arg(node.extents.y())
                    .arg(node.extents.width())
                    .arg(node.extents.height()) +
                (node.focused ? " focused\n" : "\n");
        return true;
    });
    return text;
}
