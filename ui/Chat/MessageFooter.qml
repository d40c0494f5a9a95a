pragma ComponentBehavior: Bound

import QtQuick
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// Footer of a message: figures, then its actions. Always visible on the last reply, and on hover or with the keyboard
// for others; its space is kept.
Item {
    id: footer

    // The BlockRow and its MessageList; untyped, since they name this type.
    required property var row
    required property var list
    readonly property bool byPerson: row.byPerson
    readonly property bool shown: (row.lastMessage && !byPerson) || list.hoveredMessage === row.messageId || actions.hasFocus
    readonly property bool branched: row.siblingCount > 1

    implicitHeight: byPerson ? 28 : (figuresText.visible ? figuresText.height + 3 : 0) + 28
    NumberText { id: numbers }
    AppText {
        id: figuresText
        visible: !footer.byPerson && text !== ""
        width: parent.width
        text: numbers.unbroken(footer.row.figures)
        font: Theme.caption
        color: Theme.text3
        line: 16
        wrapMode: Text.Wrap
    }
    Row {
        id: actions

        property bool hasFocus: false

        // The icons are aligned with the column's edge, not the edges of their buttons.
        x: footer.byPerson ? parent.width - width + 6 : -6
        y: footer.height - 28
        spacing: 2
        // The arrows are under the edge of the text.
        layoutDirection: footer.byPerson ? Qt.RightToLeft : Qt.LeftToRight
        Row {
            visible: footer.branched
            rightPadding: footer.byPerson ? 0 : 10
            leftPadding: footer.byPerson ? 10 : 0
            opacity: footer.byPerson || footer.shown ? 1 : 0.55
            IconButton {
                iconName: "left"
                extent: 14
                text: qsTr("Previous version")
                enabled: footer.row.siblingIndex > 0
                onClicked: footer.list.chat.versions.select(footer.row.messageId, -1)
                onActiveFocusChanged: actions.hasFocus = activeFocus
            }
            AppText {
                height: 28
                verticalAlignment: Text.AlignVCenter
                leftPadding: 3
                rightPadding: 3
                text: qsTr("%1/%2").arg(footer.row.siblingIndex + 1).arg(footer.row.siblingCount)
                font: Theme.caption
                color: Theme.text2
                Accessible.name: qsTr("Version %1 of %2").arg(footer.row.siblingIndex + 1).arg(footer.row.siblingCount)
            }
            IconButton {
                iconName: "right"
                extent: 14
                text: qsTr("Next version")
                enabled: footer.row.siblingIndex < footer.row.siblingCount - 1
                onClicked: footer.list.chat.versions.select(footer.row.messageId, 1)
                onActiveFocusChanged: actions.hasFocus = activeFocus
            }
        }
        Repeater {
            model: footer.byPerson ? footer.list.actionsFor(true, false).reverse() : footer.list.actionsFor(false, footer.row.lastMessage)
            IconButton {
                required property var modelData
                iconName: modelData.icon
                text: modelData.text
                hint: footer.row.lastMessage ? modelData.hint : ""
                // Not quite 0: a screen reader is not told of what is.
                opacity: footer.shown || activeFocus ? 1 : 0.003
                onClicked: footer.list.act(modelData.action, footer.row.messageId, this)
                onActiveFocusChanged: actions.hasFocus = activeFocus
            }
        }
    }
}
