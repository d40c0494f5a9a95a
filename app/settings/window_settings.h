#pragma once

#include <QRect>
#include <QString>
#include <QStringList>

#include "settings/setting_values.h"

namespace hearth::app {

/// State of the window that the next start shows again: its size, its columns, its chat, the folders that
/// files were chosen in. GUI thread.
class WindowSettings : public SettingsGroup {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of AppSettings")
    Q_PROPERTY(bool sidebarVisible READ sidebarVisible WRITE setSidebarVisible NOTIFY changed)
    Q_PROPERTY(int sidebarWidth READ sidebarWidth WRITE setSidebarWidth NOTIFY changed)
    Q_PROPERTY(bool panelVisible READ panelVisible WRITE setPanelVisible NOTIFY changed)
    Q_PROPERTY(int panelWidth READ panelWidth WRITE setPanelWidth NOTIFY changed)
    Q_PROPERTY(int panelTab READ panelTab WRITE setPanelTab NOTIFY changed)
    Q_PROPERTY(QRect windowGeometry READ windowGeometry WRITE setWindowGeometry NOTIFY changed)
    Q_PROPERTY(bool windowMaximized READ windowMaximized WRITE setWindowMaximized NOTIFY changed)

public:
    using SettingsGroup::SettingsGroup;

    bool sidebarVisible() const { return value("sidebarVisible", true).toBool(); }
    void setSidebarVisible(bool visible) { put("sidebarVisible", visible); }
    int sidebarWidth() const { return value("sidebarWidth", 256).toInt(); }
    void setSidebarWidth(int width) { put("sidebarWidth", qBound(220, width, 360)); }
    bool panelVisible() const { return value("panelVisible", false).toBool(); }
    void setPanelVisible(bool visible) { put("panelVisible", visible); }
    int panelWidth() const { return value("panelWidth", 320).toInt(); }
    void setPanelWidth(int width) { put("panelWidth", qBound(288, width, 480)); }
    int panelTab() const { return value("panelTab", 0).toInt(); }
    void setPanelTab(int tab) { put("panelTab", tab); }
    QRect windowGeometry() const;
    void setWindowGeometry(const QRect& geometry);
    bool windowMaximized() const { return value("windowMaximized", false).toBool(); }
    void setWindowMaximized(bool maximized) { put("windowMaximized", maximized); }
    qint64 lastConversation() const { return static_cast<qint64>(value("lastConversation", 0).toDouble()); }
    void setLastConversation(qint64 id) { put("lastConversation", static_cast<double>(id)); }

    /// Folder of the files chosen last for a purpose ("model", "export", ...); empty: never.
    Q_INVOKABLE QString fileFolder(const QString& purpose) const;
    Q_INVOKABLE void keepFileFolder(const QString& purpose, const QString& folder);
    /// The folders that files were chosen in, the last one first, at most five.
    Q_INVOKABLE QStringList recentFolders() const;
};

}  // namespace hearth::app
