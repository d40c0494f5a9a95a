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
    AppText {
        width: parent.width
        wrapMode: Text.Wrap
        text: qsTr("Click a shortcut to change it.")
        color: Theme.text3
        font: Theme.caption
    }
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
    AppButton {
        visible: list.keys.altered
        small: true
        text: qsTr("Reset all")
        onClicked: list.keys.resetAll()
    }
}
