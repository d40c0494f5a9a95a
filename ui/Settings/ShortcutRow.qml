pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// One action and its keys; under it, why keys that were pressed are not taken.
Item {
    id: row

    required property KeyBindings keys
    required property int index
    required property string text
    required property var caps
    required property bool fixed
    required property bool altered

    height: 36 + (note.visible ? note.height + 8 : 0)
    AppText {
        width: parent.width - button.width - reset.width - 8
        height: 36
        verticalAlignment: Text.AlignVCenter
        text: row.text
        elide: Text.ElideRight
        Accessible.role: Accessible.StaticText
        Accessible.name: row.text + ": " + row.caps.join(" ")
    }
    IconButton {
        id: reset
        anchors { right: button.left; verticalCenter: button.verticalCenter }
        visible: row.altered && !button.waiting
        width: visible ? implicitWidth : 0
        iconName: "redo"
        extent: 14
        text: qsTr("Reset the shortcut for %1").arg(row.text)
        onClicked: row.keys.reset(row.index)
    }
    T.AbstractButton {
        id: button

        property bool waiting: false

        function stop() {
            waiting = false
            row.keys.clearNote()
        }

        // The last key ends where the line below does.
        anchors { right: parent.right; rightMargin: waiting ? 0 : -4 }
        y: 4
        width: waiting ? hint.implicitWidth + 16 : keyCaps.width + 8
        height: 28
        enabled: !row.fixed
        hoverEnabled: true
        focusPolicy: Qt.StrongFocus
        onClicked: { forceActiveFocus(); waiting = true }
        onActiveFocusChanged: if (!activeFocus && waiting) Qt.callLater.call(Qt, stop)
        // The keys are not to do what they do at other times.
        Keys.onShortcutOverride: event => event.accepted = waiting
        Keys.onPressed: event => {
            const begins = !waiting && (event.key === Qt.Key_Return || event.key === Qt.Key_Enter)
            event.accepted = waiting || begins
            if (begins) clicked()
            else if (!waiting) return
            else if (event.key === Qt.Key_Escape) stop()
            else if (row.keys.take(row.index, event.key, event.modifiers)) waiting = false
        }
        Accessible.role: Accessible.Button
        Accessible.name: waiting ? hint.text : qsTr("Change the shortcut for “%1”").arg(row.text)
        Accessible.onPressAction: button.clicked()
        background: Rectangle {
            radius: Theme.radius
            color: button.waiting ? Theme.emberSoft : button.hovered && button.enabled ? Theme.hover : "transparent"
            FocusRing {
                distance: 0
                visible: button.visualFocus
            }
        }
        contentItem: Item {
            AppText {
                id: hint
                anchors.centerIn: parent
                visible: button.waiting
                text: qsTr("Press the new keys, or Esc to cancel")
                font: Theme.caption
                color: Theme.emberText
            }
            Row {
                id: keyCaps
                anchors.centerIn: parent
                visible: !button.waiting
                spacing: 4
                Repeater {
                    model: row.caps
                    KeyCap {
                        required property string modelData
                        text: modelData
                    }
                }
            }
        }
    }
    AppText {
        id: note
        y: 36
        width: parent.width
        visible: button.waiting && text !== ""
        text: row.keys.note
        wrapMode: Text.Wrap
        font: Theme.caption
        color: Theme.bad
        Accessible.role: Accessible.AlertMessage
        Accessible.name: text
    }
    Hairline { y: parent.height - 1; width: parent.width }
}
