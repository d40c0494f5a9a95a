pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.Folders
import Hearth.Theme
import Hearth.Components

// The files of the folder. Enter and a double click go into a folder or take a file; letters jump to a name.
ListView {
    id: list

    required property FolderListing listing
    property bool many: false
    property var picks: ({})
    property int anchor: -1
    property string typed: ""
    readonly property int pickedCount: Object.keys(picks).length

    signal activated(int row)
    signal picked(int row)
    signal upRequested()

    function pickedPaths(): var { return Object.keys(picks) }
    function unpick() { picks = {}; currentIndex = -1; anchor = -1 }
    function pick(row: int) {
        const path = listing.pathAt(row)
        picks = path === "" ? {} : { [path]: true }
        currentIndex = row
        anchor = row
        picked(row)
    }
    function toggle(row: int) {
        const next = Object.assign({}, picks)
        const path = listing.pathAt(row)
        if (next[path]) delete next[path]
        else next[path] = true
        picks = next
        currentIndex = row
        anchor = row
    }
    function pickTo(row: int) {
        const next = {}
        for (let at = Math.min(row, Math.max(0, anchor)); at <= Math.max(row, anchor); ++at) next[listing.pathAt(at)] = true
        picks = next
        currentIndex = row
    }
    function pickAll() {
        const next = {}
        for (let at = 0; at < count; ++at) if (!listing.isFolderAt(at)) next[listing.pathAt(at)] = true
        picks = next
    }
    function press(row: int, modifiers: int) {
        forceActiveFocus(Qt.MouseFocusReason)
        if (many && modifiers & Qt.ControlModifier) toggle(row)
        else if (many && modifiers & Qt.ShiftModifier) pickTo(row)
        else pick(row)
    }
    function step(by: int, modifiers: int) {
        if (count === 0) return
        const row = currentIndex < 0 ? 0 : Math.max(0, Math.min(count - 1, currentIndex + by))
        if (many && modifiers & Qt.ShiftModifier) pickTo(row)
        else pick(row)
    }
    function jump(text: string) {
        typed += text
        forgetting.restart()
        const row = listing.rowBeginning(typed, typed.length === 1 ? currentIndex + 1 : currentIndex)
        if (row >= 0) pick(row)
    }

    model: listing
    clip: true
    activeFocusOnTab: true
    boundsBehavior: Flickable.StopAtBounds
    highlightMoveDuration: 0
    currentIndex: -1
    T.ScrollBar.vertical: AppScrollBar {}
    Accessible.role: Accessible.List
    Accessible.name: qsTr("Files in %1").arg(listing.folder)
    Keys.onPressed: event => {
        const page = Math.max(1, Math.floor(height / 30) - 1)
        switch (event.key) {
        case Qt.Key_Down: step(1, event.modifiers); break
        case Qt.Key_Up: if (event.modifiers & Qt.AltModifier) return; step(-1, event.modifiers); break
        case Qt.Key_PageDown: step(page, event.modifiers); break
        case Qt.Key_PageUp: step(-page, event.modifiers); break
        case Qt.Key_Home: step(-count, event.modifiers); break
        case Qt.Key_End: step(count, event.modifiers); break
        case Qt.Key_Return:
        case Qt.Key_Enter:
            if (currentIndex < 0) return
            if (pickedCount > 1) return
            activated(currentIndex)
            break
        case Qt.Key_Backspace: upRequested(); break
        case Qt.Key_A: if (event.modifiers & Qt.ControlModifier) { if (many) pickAll() } else jump("a"); break
        case Qt.Key_Space: if (many && currentIndex >= 0 && typed === "") { toggle(currentIndex); break }
            // otherwise a letter like others
        default:
            if (event.modifiers & (Qt.ControlModifier | Qt.AltModifier) || event.text === "" || event.text < " ") return
            jump(event.text)
        }
        event.accepted = true
    }
    // Reading the folder again keeps the picks that still exist.
    Connections {
        target: list.listing // qmllint disable
        function onContentChanged() {
            if (list.listing.reading) return
            const kept = {}
            for (const path of list.pickedPaths()) if (list.listing.rowOf(path) >= 0) kept[path] = true
            list.picks = kept
            const first = Object.keys(kept)[0]
            list.currentIndex = first ? list.listing.rowOf(first) : -1
        }
    }
    Timer { id: forgetting; interval: 1000; onTriggered: list.typed = "" }
    delegate: FileRow {
        picked: list.picks[path] === true
        marked: ListView.isCurrentItem && list.activeFocus
        onPressedWith: modifiers => list.press(index, modifiers)
        onActivated: list.activated(index)
    }
    AppText {
        visible: list.count === 0 && text !== ""
        x: 12
        y: 16
        width: parent.width - 24
        text: list.listing.problem !== "" ? list.listing.problem : list.listing.emptyText
        color: Theme.text2
        wrapMode: Text.Wrap
    }
}
