// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import QtQuick.Templates as T
import Hearth.Theme
import Hearth.Components

// One conversation of the sidebar.
T.ItemDelegate {
    id: row

    required property int index
    required property real conversationId
    required property string title
    required property bool pinned
    required property bool busy
    required property bool current
    required property bool isFolder
    required property int folderCount
    required property bool expanded
    required property bool inFolder
    required property string folder
    // The ConversationList; untyped, since it names this type.
    property var list: null
    readonly property bool renaming: list !== null && list.renamed === conversationId && !isFolder
    readonly property bool keyed: list !== null && list.activeFocus && list.currentIndex === index

    signal opened()
    // An empty title: the one it has stays.
    signal renamed(string title)

    readonly property string chats: folderCount === 1 ? qsTr("1 chat") : qsTr("%1 chats").arg(folderCount)

    width: ListView.view ? ListView.view.width : 200
    height: Theme.rowHeight
    text: title
    hoverEnabled: true
    focusPolicy: Qt.NoFocus
    onClicked: opened()
    onDoubleClicked: if (list && !isFolder) list.renamed = conversationId
    Accessible.role: Accessible.ListItem
    Accessible.name: isFolder && busy ? qsTr("Folder %1, %2, answering").arg(title).arg(chats)
                   : isFolder ? qsTr("Folder %1, %2").arg(title).arg(chats) : busy ? qsTr("%1, answering").arg(title) : title
    Accessible.checkable: isFolder
    Accessible.checked: expanded
    Accessible.selectable: true
    Accessible.selected: current
    Accessible.onPressAction: row.opened()
    background: Item {
        Rectangle {
            x: 12
            width: parent.width - 24
            height: parent.height
            radius: Theme.radius
            color: row.current ? Theme.selected : row.down ? Theme.pressed : row.hovered ? Theme.hover : "transparent"
            FocusRing {
                distance: -4
                visible: row.keyed
            }
        }
    }
    contentItem: Item {
        FolderRow {
            anchors.fill: parent
            visible: row.isFolder
            name: row.title
            count: row.folderCount
            expanded: row.expanded
            current: row.current
        }
        Icon {
            x: 20
            visible: row.pinned
            name: "pin"
            anchors.verticalCenter: parent.verticalCenter
        }
        TitleText {
            x: row.pinned || row.inFolder ? 44 : 20
            width: parent.width - x - (row.hovered || row.keyed || row.busy ? 46 : 20)
            anchors.verticalCenter: parent.verticalCenter
            visible: !row.renaming && !row.isFolder
            title: row.title
            font: row.current ? Theme.action : Theme.body
            cut: true
        }
        Rectangle {
            id: dot
            anchors { right: parent.right; rightMargin: row.isFolder ? 45 : 23; verticalCenter: parent.verticalCenter }
            visible: row.busy && (row.isFolder || (!row.hovered && !row.keyed))
            width: 7
            height: 7
            radius: 3.5
            color: Theme.ember
            SequentialAnimation on opacity {
                loops: Animation.Infinite
                running: dot.visible && !Theme.reduceMotion
                NumberAnimation { from: 1; to: 0.55; duration: 800; easing.type: Easing.InOutSine }
                NumberAnimation { from: 0.55; to: 1; duration: 800; easing.type: Easing.InOutSine }
            }
        }
    }
    IconButton {
        anchors { right: parent.right; rightMargin: 14; verticalCenter: parent.verticalCenter }
        visible: (row.hovered || row.keyed) && !row.renaming && !row.isFolder
        focusPolicy: Qt.NoFocus
        iconName: "more"
        text: qsTr("Actions of %1").arg(row.title)
        onClicked: row.list.openMenu(row, x, row.height)
    }
    // In an item of its own: a handler makes its item accept the button, and the row would open the chat.
    Item {
        anchors.fill: parent
        TapHandler {
            acceptedButtons: Qt.RightButton
            onTapped: point => row.list.openMenu(row, point.position.x, point.position.y)
        }
    }
    Loader {
        x: 14
        y: 2
        active: row.renaming
        sourceComponent: AppField {
            property bool ended: false
            function end(title: string) {
                if (ended) return
                ended = true
                row.renamed(title)
            }
            width: row.width - 28
            implicitHeight: 28
            leftPadding: 6
            name: qsTr("Title")
            text: row.title
            Component.onCompleted: { forceActiveFocus(); selectAll() }
            Keys.onReturnPressed: end(text)
            Keys.onEnterPressed: end(text)
            Keys.onEscapePressed: end("")
            onActiveFocusChanged: if (!activeFocus) end(text)
        }
    }
}
