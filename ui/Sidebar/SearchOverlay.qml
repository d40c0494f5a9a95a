// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// Full-text search over all chats: Ctrl+K.
T.Popup {
    id: overlay

    required property ConversationSearch search

    // While it fades out it is not modal: a popup that is modal or waits for Escape keeps the window's shortcuts from working.
    // It is again once it is closed, for the window is dimmed by what a popup is when it opens.
    property bool leaving: false

    signal chosen(real conversationId, real messageId)

    // Messages and chats are told apart, and what is not listed is not counted.
    function summaryText(): string {
        if (search.recent) return ""
        if (search.count === 0) return qsTr("nothing found")
        const separator = qsTr(", ")
        let text = ""
        if (search.titleCount > 0)
            text += (search.titleCount === 1 ? qsTr("1 title") : qsTr("%1 titles").arg(search.titleCount)) + separator
        if (search.more)
            text += qsTr("the newest %1 messages").arg(search.messageCount) + separator
        else if (search.messageCount > 0)
            text += (search.messageCount === 1 ? qsTr("1 message") : qsTr("%1 messages").arg(search.messageCount))
                    + (search.chatCount > 1 ? qsTr(" in %1 chats").arg(search.chatCount) : "") + separator
        return text + numbers.duration(search.elapsedMs / 1000)
    }
    function pick(row: SearchRow) {
        if (!row) return
        overlay.chosen(row.conversationId, row.messageId)
        overlay.close()
    }

    parent: T.Overlay.overlay
    x: parent ? Math.round((parent.width - width) / 2) : 0
    y: parent && parent.height < 640 ? 16 : 96
    width: Math.min(672, parent ? parent.width - 32 : 672)
    height: Math.min(Math.max(160, 57 + list.contentHeight + 24 + 41), parent ? parent.height - y - 16 : 492, 492)
    padding: 0
    modal: !leaving
    dim: true
    focus: true
    closePolicy: leaving ? T.Popup.NoAutoClose : T.Popup.CloseOnEscape | T.Popup.CloseOnPressOutside
    onAboutToHide: leaving = true
    onClosed: leaving = false
    onAboutToShow: { leaving = false; search.refresh(); field.text = search.query; field.selectAll(); field.forceActiveFocus() }
    T.Overlay.modal: Rectangle { color: Theme.scrim }
    T.Overlay.modeless: Rectangle { color: Theme.scrim }
    background: Card {
        level: 3
        corner: Theme.radiusLarge
        fill: Theme.window
    }
    enter: Transition { NumberAnimation { property: "opacity"; from: 0; to: 1; duration: Theme.appear; easing.type: Easing.OutCubic } }
    exit: Transition { NumberAnimation { property: "opacity"; from: 1; to: 0; duration: Theme.vanish } }
    contentItem: FocusScope {
        focus: true
        Accessible.role: Accessible.Dialog
        Accessible.name: qsTr("Search all chats")
        NumberText { id: numbers }
        Icon {
            x: 20
            y: 19
            name: "search"
            extent: 18
        }
        T.TextField {
            id: field
            x: 51
            width: parent.width - 51 - summary.width - 32
            height: 56
            padding: 0
            verticalAlignment: TextInput.AlignVCenter
            font: Theme.make(18, Font.Normal, -0.2)
            color: Theme.text
            selectionColor: Theme.emberLine
            selectedTextColor: Theme.text
            selectByMouse: true
            focus: true
            cursorDelegate: Caret {}
            onTextEdited: overlay.search.query = text
            Accessible.role: Accessible.EditableText
            Accessible.name: qsTr("Search all chats")
            Keys.onUpPressed: list.decrementCurrentIndex()
            Keys.onDownPressed: list.incrementCurrentIndex()
            Keys.onReturnPressed: overlay.pick(list.currentItem as SearchRow)
            AppText {
                visible: field.text === ""
                text: qsTr("Search all chats")
                font: field.font
                color: Theme.text3
                anchors.verticalCenter: parent.verticalCenter
            }
        }
        AppText {
            id: summary
            anchors { right: parent.right; rightMargin: 19 }
            height: 56
            verticalAlignment: Text.AlignVCenter
            font: Theme.caption
            color: Theme.text3
            text: overlay.summaryText()
            Accessible.role: Accessible.StaticText
            Accessible.name: text
        }
        Hairline { y: 55; x: 1; width: parent.width - 2 }
        ListView {
            id: list
            anchors { fill: parent; topMargin: 68; bottomMargin: 41; leftMargin: 8; rightMargin: 8 }
            model: overlay.search
            clip: true
            boundsBehavior: Flickable.StopAtBounds
            highlightMoveDuration: 0
            T.ScrollBar.vertical: AppScrollBar {}
            Accessible.role: Accessible.List
            Accessible.name: overlay.search.recent ? qsTr("Recent chats") : qsTr("Matches")
            onCountChanged: currentIndex = count > 0 ? 0 : -1
            Connections {
                target: overlay.search // qmllint disable
                function onCountChanged() { list.currentIndex = list.count > 0 ? 0 : -1; list.positionViewAtBeginning() }
            }
            section.property: "section"
            section.delegate: Item {
                id: head
                required property string section
                readonly property var parts: section.split("\n")
                width: ListView.view ? ListView.view.width : 0
                height: 36
                AppText {
                    x: 12
                    width: parent.width - date.implicitWidth - 36
                    elide: Text.ElideRight
                    anchors.verticalCenter: parent.verticalCenter
                    text: head.parts[1] ?? ""
                    font: Theme.section
                }
                AppText {
                    id: date
                    anchors { right: parent.right; rightMargin: 12; verticalCenter: parent.verticalCenter }
                    text: head.parts[2] ?? ""
                    font: Theme.caption
                    color: Theme.text3
                }
            }
            delegate: SearchRow {
                onClicked: overlay.pick(this)
                onHoveredChanged: if (hovered) ListView.view.currentIndex = index
            }
        }
        SearchHints {
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        }
    }
}
