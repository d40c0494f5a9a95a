// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import Hearth.App
import Hearth.Look
import Hearth.Components

// Covers the message list and selects text across its rows. Within a row the row's editor selects by itself, as it has
// the pointer; beyond it this takes over.
Item {
    id: area

    required property ListView list
    required property ChatController chat
    // Items that float above the list; nothing is selected through them.
    property var above: []
    readonly property alias rows: selection
    readonly property bool empty: selection.empty && lone === ""
    readonly property bool menuOpen: menu.opened
    property bool dragging: false
    // The text selected in an editor that is not a row's own: in a cell, in reasoning.
    readonly property string lone: selection.empty && pressed ? pressed.selectedText : ""
    // The editor in which the pointer was pressed. It is destroyed when the list has moved far from it; the drag
    // continues.
    property TextEdit pressed: null
    property int pressedRow: -1
    property bool offering: false

    signal changed()
    signal focusWanted()
    signal scrolled(real distance)
    signal copyRequested(string text)
    // The selection that the middle button pastes.
    signal offered(string text)

    function text(): string {
        if (selection.empty) return lone.replace(/\u00a0/g, " ").replace(/[\u2028\u2029]/g, "\n")
        return chat.texts.selected(selection.fromRow, selection.from, selection.toRow, selection.to)
    }
    function copy() { copyRequested(text()) }
    function clear() {
        if (pressed) pressed.deselect()
        pressed = null
        selection.clear()
    }
    function selectAll() {
        clear()
        selection.selectAll()
    }
    function rowItem(row: int): BlockRow { return list.itemAtIndex(row) as BlockRow }
    function rowAt(y: real): int {
        const row = list.indexAt(list.width / 2, list.contentY + y)
        return row >= 0 ? row : list.contentY + y < list.originY ? 0 : list.count - 1
    }
    // The outermost item under a point for which `sought` returns true; null: none.
    function itemAt(row: int, x: real, y: real, sought: var): Item {
        let item = rowItem(row)
        let place = item ? item.mapFromItem(area, x, y) : null
        while (item && !sought(item)) {
            const child = item.childAt(place.x, place.y)
            if (child) place = item.mapToItem(child, place)
            item = child
        }
        return item
    }
    function editorAt(row: int, x: real, y: real): TextEdit {
        return itemAt(row, x, y, item => item instanceof TextEdit) as TextEdit
    }
    // Position of a point in the text of a row.
    function positionAt(row: int, x: real, y: real): int {
        const editor = rowItem(row)?.editor ?? null
        if (!editor) return 0
        const place = editor.mapFromItem(area, x, y)
        return place.y < 0 ? 0 : place.y > editor.height ? editor.length : editor.positionAt(place.x, place.y)
    }
    function covered(place: point): bool {
        for (let i = 0; i < above.length; ++i)
            if (above[i].visible && above[i].contains(above[i].mapFromItem(area, place))) return true
        return false
    }
    function press(editor: TextEdit, row: int) {
        pressed = editor
        pressedRow = row
        dragging = true
    }
    function begin(x: real, y: real, extending: bool) {
        const row = rowAt(y)
        const editor = editorAt(row, x, y)
        if (extending && editor && !selection.empty) {
            press(editor, row)
            reach(row, x, y)
            return
        }
        clear()
        if (!editor) return
        press(editor, row)
        selection.begin(row, positionAt(row, x, y))
        focusWanted()
    }
    function drag(x: real, y: real) {
        if (!dragging) return
        const inside = Math.max(0, Math.min(height - 1, y))
        const row = rowAt(inside)
        if (row !== pressedRow || selection.spans) reach(row, x, inside)
    }
    function reach(row: int, x: real, y: real) {
        selection.extend(row, positionAt(row, x, y))
        again()
    }
    // Runs after the changes that an editor makes itself because of the pointer or a changed text.
    function again() { afterwards.start() }
    function end() {
        if (!dragging) return
        dragging = false
        if (!selection.spans && pressed && rowItem(pressedRow)?.editor === pressed) {
            selection.begin(pressedRow, pressed.selectionStart)
            selection.extend(pressedRow, pressed.selectionEnd)
        }
        offering = selection.spans
        again()
    }

    RowSelection {
        id: selection
        model: area.list.model
        onChanged: area.changed()
    }
    Connections {
        target: area.list.model
        function onModelReset() { area.clear() }
    }
    Timer {
        id: afterwards
        interval: 0
        onTriggered: {
            area.changed()
            if (area.offering) area.offered(area.text())
            area.offering = false
        }
    }
    PointHandler {
        id: pointer
        acceptedDevices: PointerDevice.Mouse | PointerDevice.TouchPad
        acceptedButtons: Qt.LeftButton
        onActiveChanged: {
            const place = point.position
            if (!active) area.end()
            else if (!area.covered(place)) area.begin(place.x, place.y, point.modifiers & Qt.ShiftModifier)
        }
        onPointChanged: if (active) area.drag(point.position.x, point.position.y)
    }
    TapHandler {
        acceptedDevices: PointerDevice.Mouse | PointerDevice.TouchPad
        acceptedButtons: Qt.RightButton
        onTapped: event => {
            // A picture has a menu of its own.
            const picture = area.itemAt(area.rowAt(event.position.y), event.position.x, event.position.y, item => item instanceof Thumbnail) as Thumbnail
            if (picture) picture.menuRequested(picture.mapFromItem(area, event.position))
            else menu.made().popup(area, event.position.x, event.position.y)
        }
    }
    // Beyond an edge the list moves along, the faster the farther.
    Timer {
        readonly property real y: pointer.point.position.y
        readonly property real beyond: y < 0 ? y : Math.max(0, y - area.height)
        running: area.dragging && beyond !== 0
        interval: 16
        repeat: true
        onTriggered: {
            area.scrolled(beyond / 3)
            area.drag(pointer.point.position.x, y)
        }
    }
    LazyMenu {
        id: menu
        sourceComponent: AppMenu {
            // The keys belong to what is selected again.
            onClosed: if (!area.empty) area.focusWanted()
            AppMenuItem {
                text: qsTr("Copy")
                iconName: "copy"
                enabled: !area.empty
                onTriggered: area.copy()
            }
            AppMenuItem {
                text: qsTr("Quote")
                iconName: "reply"
                enabled: !area.empty
                onTriggered: {
                    area.chat.draft.quote(area.text())
                    area.clear()
                }
            }
            MenuLine {}
            AppMenuItem {
                text: qsTr("Select all")
                onTriggered: area.selectAll()
            }
        }
    }
}
