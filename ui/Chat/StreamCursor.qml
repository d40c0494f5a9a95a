import QtQuick
import Hearth.Theme

// The ember that stands where the next word will come.
Rectangle {
    property rect at

    x: at.x + 3
    y: at.y + Math.round((at.height - height) / 2)
    width: 8
    height: 18
    radius: 2
    color: Theme.ember
}
