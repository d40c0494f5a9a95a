pragma ComponentBehavior: Bound

import QtQuick
import Hearth.Theme

// Marks behind a text: each match of a search, the current one stronger.
Item {
    id: marks

    required property TextEdit editor
    property string sought: ""
    // Index of the current match; -1: none here.
    property int current: -1
    // Start positions of the matches. Depends on the text and its line breaks.
    readonly property var places: sought === "" ? [] : find(editor.text, editor.width, editor.contentHeight)

    function find(text: string, width: real, height: real): var {
        const words = editor.getText(0, editor.length).toLowerCase()
        const found = []
        const wanted = sought.toLowerCase()
        for (let at = words.indexOf(wanted); at >= 0 && found.length < 500; at = words.indexOf(wanted, at + wanted.length)) found.push(at)
        return found
    }
    // The line of a place, in the editor.
    function rectangle(place: int): rect {
        const at = places[Math.min(place, places.length - 1)]
        return at === undefined ? Qt.rect(0, 0, 0, 0) : editor.positionToRectangle(at)
    }

    parent: editor
    z: -1
    Repeater {
        model: marks.places
        Item {
            id: mark
            required property int index
            required property int modelData
            readonly property rect from: marks.editor.positionToRectangle(modelData)
            readonly property rect to: marks.editor.positionToRectangle(modelData + marks.sought.length)
            readonly property bool broken: to.y > from.y
            readonly property color fill: index === marks.current ? Theme.emberBank : Theme.mark
            Rectangle {
                x: mark.from.x
                y: mark.from.y
                width: mark.broken ? marks.editor.width - x : mark.to.x - x
                height: mark.from.height
                radius: 2
                color: mark.fill
            }
            Rectangle {
                visible: mark.broken
                y: mark.to.y
                width: mark.to.x
                height: mark.to.height
                radius: 2
                color: mark.fill
            }
        }
    }
}
