import QtQuick
import Hearth.Theme

// A column at one side of the window whose inner edge can be dragged.
Item {
    id: column

    property bool atRight: false
    property int minimum: 220
    property int maximum: 360
    property int columnWidth: 256

    signal resized(int width)

    clip: true
    Behavior on width {
        enabled: Theme.column > 0 && !grip.active
        NumberAnimation { duration: Theme.column; easing.type: Easing.OutCubic }
    }
    Item {
        z: 1
        x: column.atRight ? 0 : parent.width - 4
        width: 4
        height: parent.height
        HoverHandler { cursorShape: Qt.SplitHCursor }
        DragHandler {
            id: grip
            property int start: 0
            target: null
            yAxis.enabled: false
            onActiveChanged: if (active) start = column.columnWidth
            onActiveTranslationChanged: if (active) column.resized(Math.max(column.minimum, Math.min(column.maximum,
                start + (column.atRight ? -1 : 1) * Math.round(activeTranslation.x))))
        }
    }
}
