import QtQuick
import QtQuick.Templates as T
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// One match: who wrote it and the words around it, the match marked.
T.ItemDelegate {
    id: row

    required property int index
    required property real conversationId
    required property real messageId
    required property string title
    required property string snippet
    required property string author
    required property string when
    readonly property bool on: ListView.isCurrentItem

    width: ListView.view ? ListView.view.width : 400
    height: 36
    text: snippet.replace(/<[^>]*>/g, "")
    hoverEnabled: true
    focusPolicy: Qt.NoFocus
    Accessible.role: Accessible.ListItem
    Accessible.name: messageId === 0 ? text : title + ": " + text
    Accessible.selected: on
    Accessible.onPressAction: row.clicked()
    background: Rectangle {
        radius: Theme.radius
        color: row.on ? Theme.selected : "transparent"
    }
    contentItem: Item {
        clip: true
        Icon {
            x: 12
            name: row.author === "chat" ? "clock" : row.author === "user" ? "user" : "reply"
            extent: 14
            anchors.verticalCenter: parent.verticalCenter
        }
        Text {
            x: 36
            width: parent.width - 68 - (date.visible ? date.implicitWidth + 12 : 0)
            anchors.verticalCenter: parent.verticalCenter
            textFormat: Text.RichText
            clip: true
            text: style.html
            font: Theme.body
            color: Theme.text2
            Accessible.ignored: true
        }
        AppText {
            id: date
            visible: text !== ""
            anchors { right: parent.right; rightMargin: 36; verticalCenter: parent.verticalCenter }
            text: row.when
            font: Theme.caption
            color: Theme.text3
        }
        Icon {
            visible: row.on
            anchors { right: parent.right; rightMargin: 12; verticalCenter: parent.verticalCenter }
            name: "enter"
            extent: 14
        }
    }
    ProseStyle {
        id: style
        richText: row.snippet
        line: 0
        markGround: Theme.mark
        codeGround: Theme.hover
        link: Theme.emberText
    }
}
