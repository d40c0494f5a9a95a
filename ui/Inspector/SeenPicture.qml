import QtQuick
import Hearth.App
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// A picture of the prompt with the grid of its tokens, lit where the chosen token looked.
Column {
    id: seen

    required property PictureTokens pictures
    required property int index
    // Its hash, and its width and height in pixels.
    required property var picture
    required property var cells
    required property var coarseCells
    required property string figures
    required property string place
    required property string spoken
    // Of the picture alone.
    property real tallest: 240
    readonly property real scaled: Math.min(width / Math.max(1, picture.width), tallest / Math.max(1, picture.height))

    spacing: 4
    Accessible.role: Accessible.Graphic
    Accessible.name: spoken
    Item {
        id: frame
        width: Math.max(1, Math.round(seen.picture.width * seen.scaled))
        height: Math.max(1, Math.round(seen.picture.height * seen.scaled))
        Image {
            id: image
            anchors.fill: parent
            asynchronous: true
            sourceSize: Qt.size(Math.ceil(seen.picture.width * seen.scaled), Math.ceil(seen.picture.height * seen.scaled))
            source: seen.picture.hash === "" ? "" : "image://picture/" + seen.picture.hash
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
        PictureLight {
            anchors.fill: parent
            cells: seen.cells
            coarseCells: seen.coarseCells
            // Bright in both themes, as light is.
            colour: Qt.alpha(Theme.toastAction, 0.5)
            veil: Qt.alpha(Theme.shadow, 0.55)
            lineColour: Qt.alpha(Theme.toastInk, 0.22)
        }
        Rectangle {
            anchors.fill: parent
            color: "transparent"
            border.width: 1
            border.color: Theme.hairline
        }
        HoverHandler { id: hover }
        TipLoader {
            control: spot
            text: hover.hovered && seen.pictures.revision >= 0 ? seen.pictures.shareAt(seen.index, spot.x / frame.width, spot.y / frame.height) : ""
            shown: hover.hovered
        }
        Item {
            id: spot
            x: hover.point.position.x
            y: hover.point.position.y
            width: 1
            height: 1
        }
    }
    AppText {
        width: seen.width
        visible: image.status === Image.Error
        text: qsTr("This picture is not stored any more, or damaged.")
        font: Theme.caption
        color: Theme.text2
        line: 16
        wrapMode: Text.Wrap
    }
    AppText {
        width: seen.width
        visible: text !== ""
        text: seen.figures
        font: Theme.caption
        color: Theme.text2
        line: 16
        wrapMode: Text.Wrap
        Accessible.ignored: true
    }
    AppText {
        width: seen.width
        visible: text !== ""
        text: seen.place
        font: Theme.caption
        line: 16
        wrapMode: Text.Wrap
        Accessible.ignored: true
    }
}
