import QtQuick

SettingsPage {
    title: qsTr("Shortcuts")
    ShortcutList { width: parent.width }
}
