pragma ComponentBehavior: Bound

import QtQuick
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// Code with its language and a button that copies it. Long lines scroll sideways inside the block.
Rectangle {
    id: block

    property string language: ""
    readonly property TextEdit editor: edit
    property string source: ""
    property bool cursorShown: false
    property string shown: ""
    // Parts of long code are close to each other.
    property bool continues: false
    property bool more: false
    readonly property int headHeight: continues ? 0 : 36

    signal copyRequested()

    // Text that only grew is added at the end, so that streaming costs one line and not the whole block.
    onSourceChanged: {
        if (shown !== "" && source.startsWith(shown)) edit.insert(edit.length, source.substring(shown.length))
        else edit.text = source
        shown = source
    }

    implicitHeight: headHeight + edit.y + edit.contentHeight + (more ? flick.barHeight : 11)
    radius: Theme.radiusCard
    color: Theme.sunken
    border.width: 1
    border.color: Theme.hairline
    Repeater {
        model: [block.continues, block.more]
        Rectangle {
            required property int index
            required property bool modelData
            visible: modelData
            y: index === 0 ? 0 : block.height - height
            width: block.width
            height: Theme.radiusCard
            color: Theme.sunken
            Hairline { width: 1; height: parent.height }
            Hairline { x: parent.width - 1; width: 1; height: parent.height }
        }
    }
    AppText {
        visible: !block.continues
        x: 16
        y: Math.round((36 - height) / 2)
        text: block.language !== "" ? block.language : qsTr("text")
        font: Theme.caption
        color: Theme.text3
    }
    AppButton {
        id: copy
        visible: !block.continues
        anchors { right: parent.right; rightMargin: 6 }
        y: 4
        small: true
        kind: AppButton.Ghost
        font: Theme.caption
        iconName: rest.running ? "check" : "copy"
        text: rest.running ? qsTr("Copied") : qsTr("Copy")
        tip: ""
        onClicked: {
            block.copyRequested()
            rest.restart()
        }
        Timer {
            id: rest
            interval: 1500
        }
    }
    Hairline {
        visible: !block.continues
        x: 1
        y: 35
        width: parent.width - 2
    }
    WideArea {
        id: flick
        y: block.headHeight
        x: 1
        width: parent.width - 2
        height: parent.height - y - (block.more ? 0 : 1)
        contentWidth: edit.implicitWidth + 30
        ReadingText {
            id: edit
            x: 15
            y: block.continues ? 0 : 10
            wrapMode: TextEdit.NoWrap
            font: Theme.code
            Accessible.name: qsTr("Code, %1").arg(block.language !== "" ? block.language : qsTr("text"))
            CodeHighlighter {
                document: edit.textDocument
                language: block.language
                keyword: Theme.cKeyword
                string: Theme.cString
                number: Theme.cNumber
                call: Theme.cFunc
                comment: Theme.cComment
            }
            LineSpacing {
                document: edit.textDocument
                line: 20
            }
            StreamCursor {
                visible: block.cursorShown
                at: block.cursorShown ? edit.positionToRectangle(edit.length) : Qt.rect(0, 0, 0, 0)
            }
        }
    }
}
