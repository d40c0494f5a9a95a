import QtQuick
import Hearth.Theme
import Hearth.Components

// Key hints, under the matches.
Item {
    implicitHeight: 41
    Hairline { x: 1; width: parent.width - 2 }
    Row {
        id: keys
        x: 20
        spacing: 6
        anchors.verticalCenter: parent.verticalCenter
        KeyCap { text: "↑" }
        KeyCap { text: "↓" }
        AppText { text: qsTr("choose"); font: Theme.caption; color: Theme.text3; rightPadding: 10 }
        KeyCap { text: qsTr("Enter") }
        AppText { text: qsTr("go to the message"); font: Theme.caption; color: Theme.text3; rightPadding: 10 }
        KeyCap { text: qsTr("Esc") }
        AppText { text: qsTr("close"); font: Theme.caption; color: Theme.text3 }
    }
    AppText {
        anchors { right: parent.right; rightMargin: 19; verticalCenter: parent.verticalCenter }
        visible: keys.x + keys.width + width + 39 < parent.width
        text: qsTr("Put words in quotes to find them exactly as written")
        font: Theme.caption
        color: Theme.text3
    }
}
