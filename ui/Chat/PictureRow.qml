pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Components

// The pictures that will go with a message that is written or edited; many of them scroll.
Flickable {
    id: row

    required property DraftPictures pictures
    property real most: 124

    signal openRequested(var shown, int index)
    // A picture was removed, and no other one has the keyboard's focus instead.
    signal focusLost()

    function removeAt(index: int, focused: bool) {
        const next = focused ? chips.itemAt(index + 1 < pictures.count ? index + 1 : index - 1) as PictureChip : null
        if (next) next.forceActiveFocus(Qt.TabFocusReason)
        else row.focusLost()
        pictures.remove(index)
    }
    function reveal(chip: Item) {
        contentY = Math.max(Math.min(contentY, chip.y), chip.y + chip.height - height)
    }

    visible: pictures.count > 0
    implicitHeight: Math.min(flow.implicitHeight, most)
    contentHeight: flow.implicitHeight
    clip: contentHeight > height
    boundsBehavior: Flickable.StopAtBounds
    Accessible.role: Accessible.List
    Accessible.name: qsTr("Pictures of the message")
    T.ScrollBar.vertical: AppScrollBar {}
    Flow {
        id: flow
        width: row.width
        spacing: 6
        Repeater {
            id: chips
            model: row.pictures
            PictureChip {
                id: chip
                required property int index
                width: Math.min(implicitWidth, flow.width)
                onActiveFocusChanged: if (activeFocus) Qt.callLater.call(Qt, row.reveal, chip)
                onOpened: row.openRequested(row.pictures.shown(), index)
                onMoved: by => row.pictures.move(index, index + by)
                onDetailChosen: detail => row.pictures.setDetail(index, detail)
                onRemoved: row.removeAt(index, activeFocus)
            }
        }
    }
}
