import QtQuick
import Hearth.App

SettingsPage {
    id: page

    required property KeyBindings keys

    title: qsTr("Shortcuts")
    ShortcutList { width: parent.width; keys: page.keys }
}
