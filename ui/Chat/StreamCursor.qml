import QtQuick
import Hearth.Theme

// The ember at the position of the next word.
Rectangle {
    property rect at

    x: at.x + 3
    y: at.y + Math.round((at.height - height) / 2)
    width: 8
    height: 18
    radius: 2
    color: Theme.ember
}
