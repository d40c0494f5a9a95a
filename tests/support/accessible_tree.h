#pragma once

#include <QRect>
#include <QString>
#include <QStringList>
#include <functional>
#include <memory>

/// The window as a screen reader sees it, over AT-SPI. Needs a session bus (dbus-run-session) with the
/// accessibility bus. One thread; every call asks the program again.
class AccessibleTree {
public:
    /// Looks at the program with this accessible name ("hearth").
    explicit AccessibleTree(QString application);
    ~AccessibleTree();
    AccessibleTree(const AccessibleTree&) = delete;
    AccessibleTree& operator=(const AccessibleTree&) = delete;

    struct Node {
        QString name, role, text;
        QRect extents;  ///< on the screen, in pixels
        bool showing = false, enabled = false, focused = false, checked = false, selected = false;
    };

    /// The first showing node whose name starts with `name` (and whose role is `role` when given), waiting up
    /// to timeoutMs. An empty role and name without such a node.
    Node find(const QString& name, const QString& role = {}, int timeoutMs = 5000) const;
    /// Presses the node as a screen reader does. A node with the whole name is preferred to one that begins
    /// with it. False without such a node or action.
    bool press(const QString& name, const QString& role = {}) const;
    /// Gives a node the keyboard, as a screen reader does. False without such a node, or if it does not take
    /// the keyboard.
    bool focus(const QString& name, const QString& role = {}) const;
    /// Every showing heading without a name, every node that takes focus but has none, and every node whose
    /// name is that of an object: these are unusable with a screen reader.
    QStringList unnamedControls() const;
    /// All showing nodes, indented, for a test's log.
    QString dump() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};
