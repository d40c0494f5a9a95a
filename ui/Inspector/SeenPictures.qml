pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// The pictures that the chosen token may have looked at, below the tokens and always in sight. Several scroll, to the one
// that it looked at most.
Item {
    id: foot

    required property PictureTokens pictures
    property bool shown: false
    // Height of the tokens and the pictures together; the tokens have the larger part.
    property real room: 600
    readonly property real most: Math.max(112, Math.round(0.45 * room))
    // Beside a picture there are its figures, in up to three lines.
    readonly property real tallest: Math.max(48, Math.min(240, most - 76))

    readonly property int seen: pictures.mostSeen

    function reveal() {
        const item = items.itemAt(seen)
        if (item) area.contentY = Math.max(0, Math.min(item.y, area.contentHeight - area.height))
    }

    visible: shown && pictures.count > 0
    height: visible ? Math.min(most, column.height + 24) : 0
    onSeenChanged: Qt.callLater.call(Qt, reveal)
    onVisibleChanged: Qt.callLater.call(Qt, reveal)
    Hairline { width: parent.width }
    ScrollArea {
        id: area
        anchors { fill: parent; topMargin: 1 }
        contentHeight: column.height + 23
        Column {
            id: column
            x: 15
            y: 11
            width: foot.width - 31
            spacing: 12
            Repeater {
                id: items
                model: foot.pictures
                SeenPicture {
                    width: column.width
                    tallest: foot.tallest
                    pictures: foot.pictures
                }
            }
        }
    }
}
