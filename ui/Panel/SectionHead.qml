import QtQuick
import Hearth.Theme
import Hearth.Components

// A heading of the panel with a note at its right end.
Item {
    id: head

    required property string text
    property string note: ""

    implicitHeight: 20
    implicitWidth: label.implicitWidth
    AppText {
        id: label
        text: head.text
        font: Theme.section
        anchors.verticalCenter: parent.verticalCenter
        Accessible.role: Accessible.Heading
        Accessible.name: text
    }
    AppText {
        anchors { right: parent.right; verticalCenter: parent.verticalCenter }
        text: head.note
        font: Theme.caption
        color: Theme.text3
    }
}
