import QtQuick
import QtQuick.Templates as T
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// End of the messages that a summary replaces in the prompt. Closed unless a person opens it; its text can be edited.
Column {
    id: block

    property string summary: ""
    property string figures: ""
    property bool expanded: false
    property bool changing: false

    signal toggled()
    signal edited(string text)
    signal removed()

    function change() {
        field.text = summary
        changing = true
        field.takeKeyboard()
    }
    function keep() {
        changing = false
        edited(field.text)
        edit.forceActiveFocus(Qt.TabFocusReason)
    }
    function leave() {
        changing = false
        edit.forceActiveFocus(Qt.TabFocusReason)
    }

    spacing: 10
    Item {
        width: parent.width
        height: 24
        T.AbstractButton {
            id: head
            implicitHeight: 24
            implicitWidth: row.implicitWidth + 4
            text: qsTr("Earlier messages, summarised")
            hoverEnabled: true
            focusPolicy: Qt.TabFocus
            onClicked: block.toggled()
            Keys.onReturnPressed: block.toggled()
            Accessible.role: Accessible.Button
            Accessible.name: text
            Accessible.description: block.figures
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
                        text: block.figures
                        font: Theme.caption
                        color: Theme.text3
                        anchors.verticalCenter: parent.verticalCenter
                    }
                }
            }
        }
        Hairline {
            x: head.width + 12
            width: parent.width - x
            anchors.verticalCenter: parent.verticalCenter
        }
    }
    Column {
        x: 20
        width: parent.width - 20
        visible: block.expanded
        spacing: 8
        ReadingText {
            id: words
            width: Math.min(parent.width, Theme.proseWidth)
            visible: !block.changing
            text: block.expanded ? block.summary : ""
            font: Theme.body
            color: Theme.text2
            Accessible.name: qsTr("Summary")
            EmojiStyle { document: words.textDocument }
            LineSpacing {
                document: words.textDocument
                line: 20
            }
        }
        AppTextArea {
            id: field
            width: parent.width
            visible: block.changing
            maximumHeight: 320
            name: qsTr("Summary")
            Keys.onEscapePressed: block.leave()
        }
        Row {
            spacing: 6
            AppButton {
                id: edit
                small: true
                visible: !block.changing
                text: qsTr("Edit")
                tip: qsTr("The model gets these words in place of the messages above")
                onClicked: block.change()
            }
            AppButton {
                small: true
                visible: !block.changing
                kind: AppButton.Ghost
                text: qsTr("Use the messages again")
                tip: qsTr("Removes the summary")
                onClicked: block.removed()
            }
            AppButton {
                small: true
                visible: block.changing
                text: qsTr("Save")
                enabled: field.text.trim() !== ""
                onClicked: block.keep()
            }
            AppButton {
                small: true
                visible: block.changing
                kind: AppButton.Ghost
                text: qsTr("Cancel")
                onClicked: block.leave()
            }
        }
    }
}
