pragma ComponentBehavior: Bound

import QtQuick
import Hearth.Theme
import Hearth.Components

// Notice about a reply that ended abnormally: one quiet line, with the possible actions.
Flow {
    id: notice

    property string text: ""
    // Maps of "action" and "text".
    property var actions: []
    // Of the last reply only: others cannot be gone on with.
    property bool active: true

    signal chosen(string action)

    spacing: 8
    Accessible.role: Accessible.StaticText
    Accessible.name: text
    Row {
        height: Theme.smallHeight
        spacing: 8
        Icon { name: "info"; extent: 14; tint: Theme.text3; anchors.verticalCenter: parent.verticalCenter }
        AppText {
            anchors.verticalCenter: parent.verticalCenter
            width: Math.min(implicitWidth, notice.width - 22)
            elide: Text.ElideRight
            text: notice.text
            color: Theme.text2
            Accessible.ignored: true
        }
    }
    Repeater {
        model: notice.active ? notice.actions : []
        AppButton {
            required property var modelData
            small: true
            kind: AppButton.Link
            text: modelData.text
            onClicked: notice.chosen(modelData.action)
        }
    }
}
