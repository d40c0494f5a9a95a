import QtQuick
import Hearth.Theme
import Hearth.Components

// A problem under the top bar, with the button that helps and perhaps another way; it stays until it is solved or closed.
Rectangle {
    id: bar

    property string text: ""
    property string actionText: ""
    property string otherText: ""
    property bool closable: false
    property bool failed: false
    /// Not a problem, but something in progress.
    property bool calm: false

    signal acted()
    signal otherActed()
    signal closed()

    height: text === "" ? 0 : Math.max(44, words.implicitHeight + 20)
    visible: text !== ""
    color: failed ? Theme.badSoft : calm ? Theme.sunken : Theme.warnSoft
    Accessible.role: Accessible.AlertMessage
    Accessible.name: text
    Icon {
        x: 16
        y: 12
        name: bar.failed ? "error" : bar.calm ? "clock" : "warn"
        tint: bar.failed ? Theme.bad : bar.calm ? Theme.text2 : Theme.warn
    }
    AppText {
        id: words
        x: 44
        y: Math.round((bar.height - height) / 2)
        width: parent.width - 44 - tools.width - 24
        text: bar.text
        line: 20
        wrapMode: Text.Wrap
    }
    Row {
        id: tools
        anchors { right: parent.right; rightMargin: 12; verticalCenter: parent.verticalCenter }
        spacing: 8
        AppButton {
            visible: bar.otherText !== ""
            kind: AppButton.Ghost
            small: true
            text: bar.otherText
            onClicked: bar.otherActed()
        }
        AppButton {
            visible: bar.actionText !== ""
            small: true
            text: bar.actionText
            onClicked: bar.acted()
        }
        IconButton {
            visible: bar.closable
            iconName: "close"
            extent: 14
            text: qsTr("Close the notice")
            onClicked: bar.closed()
        }
    }
}
