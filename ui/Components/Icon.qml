import QtQuick
import Hearth.Theme

// One of the icons of resources/icons. `stroke` is the width on screen.
Image {
    required property string name
    property color tint: Theme.text2
    property int extent: 16
    property real stroke: extent >= 18 ? 1.5 : 1.4

    width: extent
    height: extent
    sourceSize.width: extent
    sourceSize.height: extent
    source: name === "" ? "" : "image://icon/" + name + "/" + String(tint).substring(1) + "/" + (stroke * 24 / extent).toFixed(2)
    Accessible.ignored: true
}
