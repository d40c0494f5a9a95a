import QtQuick
import Hearth.Theme

Rectangle {
    id: cap

    required property string text

    implicitHeight: 18
    implicitWidth: Math.max(22, Math.ceil(label.implicitWidth) + 10)
    radius: Theme.radiusSmall
    color: Theme.raised
    border.width: 1
    border.color: Theme.border
    Accessible.role: Accessible.StaticText
    Accessible.name: text
    AppText {
        id: label
        anchors.centerIn: parent
        text: cap.text
        font: Theme.caption
        color: Theme.text2
    }
}
