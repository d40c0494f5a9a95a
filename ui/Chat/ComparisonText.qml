// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Look
import Hearth.Components

// The text of one answer of a comparison. Follows the newest text until a person scrolls up.
ListView {
    id: texts

    required property MessageBlockModel blocks
    required property ChatController chat
    property bool growing: false
    property bool following: true
    // The keyboard focus came without a key press, so it is not shown.
    property bool quiet: false
    // The properties that a row expects of its list.
    property real hoveredMessage: -1
    readonly property real editedMessage: -1
    property var openReasoning: ({})
    readonly property string sought: ""
    readonly property int foundRow: -1
    readonly property int foundOccurrence: 0
    readonly property RowSelection selection: RowSelection {}

    signal linkChosen(string address)
    signal copyRequested(string text)

    function showAgain() {}
    function unfold(messageId: real) { blocks.showAll(messageId) }
    function toggleReasoning(messageId: real) {
        const now = Object.assign({}, openReasoning)
        now[messageId] = !(now[messageId] ?? false)
        openReasoning = now
    }
    // The keyboard goes where is pressed, and a ring that it left elsewhere with it.
    function takeKeys() {
        if (activeFocus) return
        quiet = true
        forceActiveFocus(Qt.MouseFocusReason)
    }
    function scrollBy(distance: real) {
        contentY = Math.max(originY, Math.min(originY + contentHeight - height, contentY + distance))
        following = atYEnd
    }
    function toEnd() { if (following && growing) positionViewAtEnd() }

    model: blocks
    clip: true
    reuseItems: false
    boundsBehavior: Flickable.StopAtBounds
    activeFocusOnTab: true
    keyNavigationEnabled: false
    Accessible.role: Accessible.List
    T.ScrollBar.vertical: AppScrollBar { keyed: texts.activeFocus && !texts.quiet && texts.contentHeight > texts.height }
    onActiveFocusChanged: if (!activeFocus) quiet = false
    delegate: BlockRow { list: texts }
    footer: Item { implicitHeight: 16 }
    TapHandler { onPressedChanged: if (pressed) texts.takeKeys() }
    // Once the rows are laid out.
    onContentHeightChanged: laidOut.restart()
    Timer {
        id: laidOut
        interval: 0
        onTriggered: texts.toEnd()
    }
    onMovementEnded: following = atYEnd
    FocusRing {
        parent: texts
        distance: -2
        visible: texts.activeFocus && !texts.quiet && texts.contentHeight <= texts.height
    }
    Keys.onPressed: event => {
        quiet = false
        const page = height - 48
        const way = event.key === Qt.Key_PageUp ? -page : event.key === Qt.Key_PageDown ? page
                  : event.key === Qt.Key_Up ? -48 : event.key === Qt.Key_Down ? 48
                  : event.key === Qt.Key_Home ? -contentHeight : event.key === Qt.Key_End ? contentHeight : 0
        if (way === 0) return
        scrollBy(way)
        event.accepted = true
    }
}
