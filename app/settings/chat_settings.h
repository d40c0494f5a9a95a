#pragma once

#include <QString>

#include "settings/setting_values.h"

namespace hearth::app {

/// Settings of chats: how they begin, and what happens in them. GUI thread.
class ChatSettings : public SettingsGroup {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of AppSettings")
    /// True if the desktop notifies of a long reply that ended while the window was covered by others.
    Q_PROPERTY(bool notifications READ notifications WRITE setNotifications NOTIFY changed)
    /// True if the model that was used last is loaded when the window opens.
    Q_PROPERTY(bool startLastModel READ startLastModel WRITE setStartLastModel NOTIFY changed)
    /// True if the window opens with the chat that was shown last, instead of a new one.
    Q_PROPERTY(bool openLastChat READ openLastChat WRITE setOpenLastChat NOTIFY changed)
    /// True if a long text that is pasted into a message becomes an attachment.
    Q_PROPERTY(bool foldPastes READ foldPastes WRITE setFoldPastes NOTIFY changed)
    /// Action in new chats when they no longer fit into the context: a name of store::Overflow.
    Q_PROPERTY(QString overflow READ overflow WRITE setOverflow NOTIFY changed)

public:
    using SettingsGroup::SettingsGroup;

    bool notifications() const { return value("notifications", true).toBool(); }
    void setNotifications(bool notify) { put("notifications", notify); }
    bool startLastModel() const { return value("startLastModel", true).toBool(); }
    void setStartLastModel(bool start) { put("startLastModel", start); }
    bool openLastChat() const { return value("openLastChat", true).toBool(); }
    void setOpenLastChat(bool open) { put("openLastChat", open); }
    bool foldPastes() const { return value("foldPastes", true).toBool(); }
    void setFoldPastes(bool fold) { put("foldPastes", fold); }
    QString overflow() const { return value("overflow", "stop").toString(); }
    void setOverflow(const QString& overflow) {
        if (store::overflowName(store::overflowOf(overflow)) == overflow) put("overflow", overflow);
    }
};

}  // namespace hearth::app
