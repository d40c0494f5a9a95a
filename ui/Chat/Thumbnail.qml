import QtQuick
import Hearth.Theme
import Hearth.Components

// A small picture of a message, cropped to its frame. The round corners are drawn in the colour behind it, `ground`.
Item {
    id: thumbnail

    // Its hash, and its width and height in pixels.
    property var picture: ({ hash: "", width: 1, height: 1 })
    property color ground: Theme.window
    property int corner: Theme.radius
    readonly property real cover: Math.max(width / Math.max(1, picture.width), height / Math.max(1, picture.height))

    signal menuRequested(point where)

    Image {
        id: image
        anchors.fill: parent
        asynchronous: true
        fillMode: Image.PreserveAspectCrop
        sourceSize: Qt.size(Math.ceil(thumbnail.picture.width * thumbnail.cover), Math.ceil(thumbnail.picture.height * thumbnail.cover))
        source: thumbnail.picture.hash === "" ? "" : "image://picture/" + thumbnail.picture.hash
        Accessible.ignored: true
    }
    Rectangle {
        anchors.fill: parent
        visible: image.status !== Image.Ready
        color: Theme.sunken
        Icon {
            anchors.centerIn: parent
            visible: image.status === Image.Error
            name: "warn"
            tint: Theme.text3
        }
    }
    // Images have no radius: a frame covers their corners.
    Rectangle {
        readonly property int thickness: Math.ceil(thumbnail.corner / 2)
        anchors { fill: parent; margins: -thickness }
        radius: thumbnail.corner + thickness
        color: "transparent"
        border.width: thickness
        border.color: thumbnail.ground
    }
    Rectangle {
        anchors.fill: parent
        radius: thumbnail.corner
        color: "transparent"
        border.width: 1
        border.color: Theme.hairline
    }
}
