import QtQuick
import QtQuick.Window
import Hearth.Theme
import Hearth.Components

// Every token, icon and control on one page, beside the design's kit.
Window {
    id: kit

    property bool dark: false

    width: 1280
    height: 800
    color: Theme.window
    title: "Kit"
    Binding { target: Theme; property: "dark"; value: kit.dark }
    Component.onCompleted: focused.forceActiveFocus(Qt.TabFocusReason)

    KitColours { x: 28; y: 28 }
    Hairline { x: 416; height: parent.height }
    KitType { x: 440; y: 24; width: 388 }
    Hairline { x: 844; height: parent.height }
    KitControls { x: 868; y: 20; width: 388 }
    Item {
        id: focused
    }
}
