pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.Theme
import Hearth.Components

// Content that may be wider than the column: a table, code. A shade marks a cut edge, and the bar stays. Shift and the
// wheel, a sideways wheel, the bar, and the arrow keys move it; an upright wheel moves the chat.
Flickable {
    id: area

    readonly property bool wide: contentWidth > width + 0.5
    // Room for the bar under what is shown.
    readonly property int barHeight: wide ? 12 : 0

    function scrollBy(distance: real) { contentX = Math.max(0, Math.min(contentWidth - width, contentX + distance)) }

    contentHeight: height
    clip: true
    interactive: wide
    activeFocusOnTab: wide
    boundsBehavior: Flickable.StopAtBounds
    flickableDirection: Flickable.HorizontalFlick
    T.ScrollBar.horizontal: AppScrollBar {
        lasting: true
        keyed: area.activeFocus
    }
    Keys.onPressed: event => {
        if (!wide || event.modifiers !== Qt.NoModifier) return
        if (event.key === Qt.Key_Left) scrollBy(-48)
        else if (event.key === Qt.Key_Right) scrollBy(48)
        else if (event.key === Qt.Key_Home) scrollBy(-contentWidth)
        else if (event.key === Qt.Key_End) scrollBy(contentWidth)
        else return
        event.accepted = true
    }
    WheelHandler {
        acceptedModifiers: Qt.ShiftModifier
        acceptedDevices: PointerDevice.Mouse | PointerDevice.TouchPad
        enabled: area.wide
        target: null
        onWheel: event => area.scrollBy(-(event.angleDelta.y !== 0 ? event.angleDelta.y : event.angleDelta.x) / 2)
    }
    WheelHandler {
        orientation: Qt.Horizontal
        acceptedDevices: PointerDevice.Mouse | PointerDevice.TouchPad
        enabled: area.wide
        target: null
        onWheel: event => area.scrollBy(-event.angleDelta.x / 2)
    }
    // Fixed above the content; without a size, so that items below are found under the pointer.
    Item {
        parent: area
        Repeater {
            model: 2
            Rectangle {
                id: shade
                required property int index
                readonly property bool atLeft: index === 0
                readonly property color dark: Qt.rgba(Theme.shadow.r, Theme.shadow.g, Theme.shadow.b, Theme.dark ? 0.5 : 0.16)
                readonly property color clear: Qt.rgba(dark.r, dark.g, dark.b, 0)
                objectName: atLeft ? "cutLeft" : "cutRight"
                x: atLeft ? 0 : area.width - width
                width: 14
                height: area.height - area.barHeight
                visible: area.wide && (atLeft ? area.contentX > 0.5 : area.contentX < area.contentWidth - area.width - 0.5)
                gradient: Gradient {
                    orientation: Gradient.Horizontal
                    GradientStop { position: 0; color: shade.atLeft ? shade.dark : shade.clear }
                    GradientStop { position: 1; color: shade.atLeft ? shade.clear : shade.dark }
                }
            }
        }
    }
}
