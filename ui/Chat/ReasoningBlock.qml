import QtQuick
import QtQuick.Templates as T
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// Reasoning of a model before its answer; closed unless a person opens it.
Column {
    id: block

    property string reasoning: ""
    property string figures: ""
    property string size: ""
    property bool running: false
    property bool expanded: false
    // A part of long reasoning that began in a row above.
    property bool continues: false
    readonly property TextEdit readable: words

    signal toggled()

    spacing: 10
    T.AbstractButton {
        id: head
        visible: !block.continues
        implicitHeight: 22
        implicitWidth: row.implicitWidth + 4
        text: block.running ? qsTr("Thinking") : block.figures !== "" ? block.figures : qsTr("Thought")
        hoverEnabled: true
        focusPolicy: Qt.TabFocus
        onClicked: block.toggled()
        Keys.onReturnPressed: block.toggled()
        Accessible.role: Accessible.Button
        Accessible.name: text
        Accessible.checkable: true
        Accessible.checked: block.expanded
        Accessible.onPressAction: block.toggled()
        background: Item {
            FocusRing {
                distance: 0
                visible: head.visualFocus
            }
        }
        contentItem: Item {
            Row {
                id: row
                spacing: 6
                anchors.verticalCenter: parent.verticalCenter
                Icon {
                    name: block.expanded ? "down" : "right"
                    extent: 14
                    anchors.verticalCenter: parent.verticalCenter
                }
                AppText {
                    text: head.text
                    font: Theme.action
                    color: head.hovered ? Theme.text : Theme.text2
                }
                AppText {
                    leftPadding: 4
                    visible: text !== ""
                    text: block.size
                    font: Theme.caption
                    color: Theme.text3
                    anchors.verticalCenter: parent.verticalCenter
                }
                Rectangle {
                    visible: block.running
                    width: 6
                    height: 6
                    radius: 3
                    color: Theme.ember
                    anchors.verticalCenter: parent.verticalCenter
                }
            }
        }
    }
    Item {
        visible: block.expanded
        width: parent.width
        height: words.height
        Rectangle {
            x: 6
            width: 2
            height: parent.height
            color: Theme.border
        }
        ReadingText {
            id: words
            x: 20
            width: Math.min(parent.width - 20, 452)
            text: block.expanded ? block.reasoning : ""
            font: Theme.body
            color: Theme.text2
            Accessible.name: qsTr("Reasoning")
            EmojiStyle { document: words.textDocument }
            LineSpacing {
                document: words.textDocument
                line: 20
            }
        }
    }
}
