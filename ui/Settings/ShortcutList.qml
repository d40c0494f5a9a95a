pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Every shortcut, in one or two columns; a click on its keys waits for others.
Column {
    id: list

    required property KeyBindings keys

    spacing: 12
    Grid {
        id: grid
        width: parent.width
        columns: width > 560 ? 2 : 1
        columnSpacing: 32
        Repeater {
            model: list.keys
            ShortcutRow {
                width: (grid.width - (grid.columns - 1) * grid.columnSpacing) / grid.columns
                keys: list.keys
            }
        }
    }
    AppText {
        width: parent.width
        wrapMode: Text.Wrap
        text: list.keys.note !== "" ? list.keys.note : qsTr("Click on keys to change them.")
        color: list.keys.note !== "" ? Theme.bad : Theme.text3
        font: Theme.caption
        Accessible.role: list.keys.note !== "" ? Accessible.AlertMessage : Accessible.StaticText
        Accessible.name: text
    }
    AppButton {
        visible: list.keys.altered
        small: true
        text: qsTr("All as they were")
        onClicked: list.keys.resetAll()
    }
}
