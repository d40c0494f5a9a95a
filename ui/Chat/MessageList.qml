// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// The messages of a conversation, one row a block. Follows the newest text until a person scrolls up.
ListView {
    id: messageList

    required property ChatController chat
    readonly property MessageBlockModel blocks: chat.messages
    readonly property alias following: follower.following
    property real hoveredMessage: -1
    // The message that is in the composer to be changed.
    property real editedMessage: -1
    property var openReasoning: ({})
    property string sought: ""
    property int foundRow: -1
    property int foundOccurrence: 0
    // Margin that is left free above and below a match: the bar is drawn over the top.
    readonly property int findMargin: 76
    // Items that float above the list.
    property var above: []
    readonly property alias selection: area.rows
    // With pointer focus, only a selection is marked.
    property bool focusedByPointer: false
    readonly property alias distance: follower.distance

    signal linkChosen(string address)
    signal copyRequested(string text)
    signal selectionOffered(string text)
    signal editRequested(real messageId)
    signal inspectRequested(real messageId)
    signal compareRequested(real messageId)
    signal passageRequested(int number)
    signal pictureRequested(var shown, int index)
    signal savePictureRequested(string hash)

    function toEnd() { follower.follow() }
    function stay() { follower.stay() }
    // A message that was searched for comes to the top.
    function showMessage(messageId: real) {
        const row = chat.messages.rowOf(messageId)
        if (row >= 0) follower.show(row, 0, null)
    }
    // The message at the top of the view; 0 while it follows the end.
    function topMessage(): real {
        if (following) return 0
        const row = itemAt(width / 2, contentY + 8) as BlockRow
        return row ? row.messageId : 0
    }
    function showSelection() {
        const items = contentItem.children
        for (let i = 0; i < items.length; ++i) {
            const row = items[i] as BlockRow
            if (row) row.showSelection()
        }
    }
    function showAgain() { area.again() }
    function scrollBy(distance: real) { follower.step(distance) }
    function unfold(messageId: real) {
        follower.stay()
        chat.messages.showAll(messageId)
    }
    function toggleReasoning(messageId: real) {
        const now = Object.assign({}, openReasoning)
        now[messageId] = !(now[messageId] ?? false)
        openReasoning = now
    }
    function openSent(messageId: real, index: int, chip: Item) {
        const sent = chat.texts.sent(messageId, index)
        if (sent.passage !== undefined) passageRequested(sent.passage)
        else if (sent.name !== undefined) sentFile.show(sent, chip.mapToItem(messageList, chip.width, chip.height + 8))
    }
    function openPictureMenu(shown: var, index: int, at: Item, where: point) {
        const opened = pictureMenu.made() as PictureMenu
        opened.shown = shown
        opened.index = index
        opened.popupAt(messageList, at, where.x, where.y)
    }
    // Only the last reply can be continued.
    function actionsFor(byPerson: bool, isLast: bool): var {
        const copy = { icon: "copy", text: qsTr("Copy"), hint: "", action: "copy" }
        const edit = { icon: "edit", text: byPerson ? qsTr("Edit your message") : qsTr("Edit the reply"), hint: "", action: "edit" }
        const remove = { icon: "trash", text: qsTr("Delete from here on"), hint: "", action: "remove" }
        const more = { icon: "more", text: qsTr("More"), hint: "", action: "more" }
        if (byPerson) return [copy, edit, remove, more]
        const longer = isLast ? [{ icon: "continue", text: qsTr("Continue"), hint: KeyHints.captions.continue ?? "", action: "continue" }] : []
        return [copy, edit, { icon: "redo", text: qsTr("Regenerate"), hint: KeyHints.captions.regenerate ?? "", action: "regenerate" },
                ...longer,
                { icon: "inspect", text: qsTr("Open in the inspector"), hint: "", action: "inspect" }, remove, more]
    }
    function act(action: string, messageId: real, button: Item) {
        switch (action) {
        case "more":
            const opened = menu.made() as MessageMenu
            opened.messageId = messageId
            opened.popupAt(messageList, button, 0, button.height + 4)
            break
        case "copy": copyRequested(chat.texts.source(messageId)); break
        case "edit": editRequested(messageId); break
        case "regenerate": chat.versions.regenerate(messageId); break
        case "regenerateWithPenalty": chat.versions.regenerateWithPenalty(messageId); break
        case "continue": chat.versions.continueReply(messageId); break
        case "inspect": inspectRequested(messageId); break
        case "remove": chat.versions.remove(messageId); break
        }
    }

    model: chat.messages
    clip: true
    Connections {
        target: messageList.chat
        function onMessageWanted(messageId: real) { messageList.showMessage(messageId) }
        function onEndWanted() { follower.follow() }
        function onConversationIdChanged() { follower.follow() }
    }
    reuseItems: false
    cacheBuffer: 600
    boundsBehavior: Flickable.StopAtBounds
    activeFocusOnTab: true
    keyNavigationEnabled: false
    Accessible.role: Accessible.List
    Accessible.name: qsTr("Messages")
    delegate: BlockRow { list: messageList }
    footer: Item { implicitHeight: 20 }
    T.ScrollBar.vertical: AppScrollBar {
        id: bar
        // A ring around the whole chat would be all that is seen of it.
        keyed: messageList.Window.activeFocusItem === messageList && !messageList.focusedByPointer
    }
    onActiveFocusChanged: {
        // A window that is no longer active takes the focus along.
        if (activeFocus || !Window.active) return
        focusedByPointer = false
        if (!area.menuOpen) area.clear()
    }

    Follower {
        id: follower
        parent: messageList
        anchors.fill: parent
        list: messageList
        held: bar.pressed || area.dragging
        onArrived: item => { if (messageList.sought !== "") messageList.reveal(item as BlockRow) }
    }
    SelectionArea {
        id: area
        parent: messageList
        anchors.fill: parent
        anchors.rightMargin: bar.width
        z: 1
        list: messageList
        chat: messageList.chat
        above: messageList.above
        onChanged: messageList.showSelection()
        onFocusWanted: {
            messageList.forceActiveFocus(Qt.MouseFocusReason)
            messageList.focusedByPointer = true
        }
        onScrolled: distance => messageList.scrollBy(distance)
        onCopyRequested: text => messageList.copyRequested(text)
        onOffered: text => messageList.selectionOffered(text)
    }

    // Marks what is sought, and brings one of its places into view.
    function showFound(row: int, text: string, occurrence: int) {
        sought = text
        foundRow = row
        foundOccurrence = occurrence
        if (row < 0) return
        const item = itemAtIndex(row) as BlockRow
        const y = item ? item.y + item.placeOf(occurrence) - contentY : -1
        if (item && y >= findMargin && y + 24 <= height - findMargin && item.kind !== MessageBlockModel.Fold) return
        follower.show(row, Math.round(height / 3), found => found.placeOf(occurrence))
    }
    // Opens the part that hides a match.
    function reveal(row: BlockRow) {
        if (row.kind === MessageBlockModel.Fold) unfold(row.messageId)
        else if (row.kind === MessageBlockModel.Reasoning && !row.expanded) toggleReasoning(row.messageId)
    }
    LazyMenu {
        id: menu
        sourceComponent: MessageMenu {
            id: messageMenu
            chat: messageList.chat
            onCopyRequested: text => messageList.copyRequested(text)
            onInspectRequested: messageId => messageList.inspectRequested(messageId)
            onCompareRequested: messageId => messageList.compareRequested(messageId)
            onModelWanted: messageId => {
                const opened = modelMenu.made() as ModelMenu
                opened.messageId = messageId
                opened.popup(messageList, messageMenu.x, messageMenu.y)
            }
        }
    }
    LazyMenu {
        id: pictureMenu
        sourceComponent: PictureMenu {
            id: picture
            files: messageList.chat.pictureFiles
            onOpenRequested: messageList.pictureRequested(picture.shown, picture.index)
            onSaveRequested: hash => messageList.savePictureRequested(hash)
        }
    }
    LazyMenu {
        id: modelMenu
        sourceComponent: ModelMenu { chat: messageList.chat }
    }
    SentFileView {
        id: sentFile
        parent: messageList
        onCopyRequested: text => messageList.copyRequested(text)
    }
    // Escape means the selection as long as there is one.
    Keys.onShortcutOverride: event => event.accepted = event.key === Qt.Key_Escape && !area.empty
    Keys.onPressed: event => {
        const page = height - 48
        const way = event.key === Qt.Key_PageUp ? -page : event.key === Qt.Key_PageDown ? page
                  : event.key === Qt.Key_Up ? -48 : event.key === Qt.Key_Down ? 48 : 0
        if (event.matches(StandardKey.SelectAll)) area.selectAll()
        else if (event.matches(StandardKey.Copy) && !area.empty) area.copy()
        else if (event.key === Qt.Key_Escape && !area.empty) area.clear()
        else if (event.key === Qt.Key_End) toEnd()
        else if (event.key === Qt.Key_Home) follower.show(0, 24, null)
        else if (way !== 0) scrollBy(way)
        else return
        event.accepted = true
    }
}
