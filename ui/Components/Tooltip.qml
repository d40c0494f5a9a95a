import QtQuick
import QtQuick.Templates as T
import Hearth.Theme

T.ToolTip {
    id: tip

    property string hint: ""

    x: parent ? Math.round((parent.width - width) / 2) : 0
    y: parent ? parent.height + 6 : 0
    margins: 8
    padding: 0
    leftPadding: Theme.gap
    rightPadding: Theme.gap
    delay: 500
    implicitHeight: Math.max(Theme.smallHeight, words.implicitHeight + 10)
    implicitWidth: row.implicitWidth + leftPadding + rightPadding
    closePolicy: T.Popup.NoAutoClose
    enter: Transition { NumberAnimation { property: "opacity"; from: 0; to: 1; duration: Theme.appear; easing.type: Easing.OutCubic } }
    exit: Transition { NumberAnimation { property: "opacity"; from: 1; to: 0; duration: Theme.vanish } }

    background: Rectangle {
        radius: Theme.radius
        color: Theme.toast
    }
    contentItem: Item {
        implicitWidth: row.implicitWidth
        Row {
            id: row
            anchors.verticalCenter: parent.verticalCenter
            spacing: Theme.gap
            AppText {
                id: words
                text: tip.text
                font: Theme.captionStrong
                color: Theme.toastInk
                width: Math.min(implicitWidth, 300)
                wrapMode: Text.Wrap
            }
            AppText {
                visible: tip.hint !== ""
                text: tip.hint
                font: Theme.caption
                color: Theme.toastHint
                anchors.verticalCenter: parent.verticalCenter
            }
        }
    }
}
