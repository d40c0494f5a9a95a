pragma ComponentBehavior: Bound

import QtQuick
import Hearth.Theme
import Hearth.Components

// The pictures of a message: one as large as there is room for, several in lines of one height.
Flow {
    id: flow

    // As the message list has them: hash, width, height.
    property var pictures: []
    property real room: 512
    property real tallest: 240
    property real lineHeight: 112

    signal openRequested(int index)
    signal menuRequested(int index, Item at, point where)

    readonly property bool alone: pictures.length === 1
    // Never larger than the picture, and wide enough to be seen and pressed.
    function widthOf(picture: var): real {
        const scale = Math.min(1, alone ? Math.min(320, room) / picture.width : 1, (alone ? tallest : lineHeight) / picture.height)
        return Math.round(Math.max(32, Math.min(picture.width * scale, alone ? 320 : 224, room)))
    }
    function heightOf(picture: var): real {
        return alone ? Math.round(Math.max(32, Math.min(tallest, picture.height * widthOf(picture) / picture.width))) : lineHeight
    }
    // The flow is as wide as its widest line, which so ends at the right edge of the message.
    function widestLine(): real {
        let widest = 0, line = 0
        for (let i = 0; i < pictures.length; ++i) {
            const added = widthOf(pictures[i])
            line = line > 0 && line + spacing + added <= room ? line + spacing + added : added
            widest = Math.max(widest, line)
        }
        return widest
    }

    spacing: 8
    width: widestLine()
    visible: pictures.length > 0
    Repeater {
        model: flow.pictures
        Thumbnail {
            id: one
            required property int index
            required property var modelData
            width: flow.widthOf(modelData)
            height: flow.heightOf(modelData)
            picture: modelData
            corner: Theme.radiusCard
            activeFocusOnTab: true
            Accessible.role: Accessible.Button
            Accessible.name: qsTr("Picture %1 of %2, %3 × %4").arg(index + 1).arg(flow.pictures.length).arg(modelData.width).arg(modelData.height)
            Accessible.description: qsTr("Enter shows it large")
            Accessible.onPressAction: flow.openRequested(index)
            Keys.onReturnPressed: flow.openRequested(index)
            Keys.onEnterPressed: flow.openRequested(index)
            Keys.onSpacePressed: flow.openRequested(index)
            Keys.onMenuPressed: menuRequested(Qt.point(0, height))
            onMenuRequested: where => flow.menuRequested(index, one, where)
            TapHandler { onTapped: flow.openRequested(one.index) }
            HoverHandler { cursorShape: Qt.PointingHandCursor }
            FocusRing { corner: Theme.radiusCard; visible: one.activeFocus }
        }
    }
}
