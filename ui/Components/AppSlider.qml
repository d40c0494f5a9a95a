pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.Theme

// A slider filled from its neutral value to the thumb; grey at the neutral value, which means off.
// The wheel works only with the keyboard in it, so that scrolling a page changes nothing.
T.Slider {
    id: slider

    property real neutral: from
    property bool off: false
    property string name: ""
    property var ticks: []
    // A neutral value at the upper end (top-p 1) fills from the lower end, as people expect.
    readonly property real neutralPosition: to > from && neutral < to ? Math.max(0, neutral - from) / (to - from) : 0
    readonly property color liveColour: !enabled ? Theme.textOff : off ? Theme.control : Theme.ember

    property real lastPress: 0

    signal resetRequested()

    // A second press within the system's interval is a double click.
    onPressedChanged: {
        if (!pressed) return
        const now = Date.now()
        if (now - lastPress < Application.styleHints.mouseDoubleClickInterval) {
            resetRequested()
            lastPress = 0
        } else {
            lastPress = now
        }
    }

    implicitWidth: 116
    implicitHeight: 24
    wheelEnabled: activeFocus
    hoverEnabled: true
    focusPolicy: Qt.TabFocus | Qt.ClickFocus
    Accessible.role: Accessible.Slider
    Accessible.name: name
    Keys.onPressed: event => {
        if (event.key === Qt.Key_Home || event.key === Qt.Key_End) {
            value = event.key === Qt.Key_Home ? from : to
            moved()
            event.accepted = true
            return
        }
        if (!(event.modifiers & Qt.ShiftModifier)) return
        const way = event.key === Qt.Key_Right || event.key === Qt.Key_Up ? 10 : event.key === Qt.Key_Left || event.key === Qt.Key_Down ? -10 : 0
        if (way === 0) return
        value = Math.min(to, Math.max(from, value + way * stepSize))
        moved()
        event.accepted = true
    }

    background: Item {
        x: 7
        width: slider.width - 14
        height: slider.height
        Rectangle {
            x: -7
            width: parent.width + 14
            height: 4
            radius: 2
            anchors.verticalCenter: parent.verticalCenter
            color: Theme.dark ? Theme.dTrack : Theme.border
        }
        Rectangle {
            readonly property real start: Math.min(slider.neutralPosition, slider.visualPosition)
            x: slider.neutralPosition === 0 ? -7 : start * parent.width
            width: Math.abs(slider.visualPosition - slider.neutralPosition) * parent.width + (slider.neutralPosition === 0 ? 7 : 0)
            height: 4
            radius: 2
            visible: !slider.off
            anchors.verticalCenter: parent.verticalCenter
            color: slider.liveColour
        }
        Repeater {
            model: slider.ticks
            Rectangle {
                required property real modelData
                x: Math.round(modelData * parent.width)
                width: 2
                height: 6
                anchors.verticalCenter: parent.verticalCenter
                color: modelData < slider.visualPosition ? Theme.window : Theme.control
            }
        }
    }
    handle: Rectangle {
        x: Math.round(slider.visualPosition * (slider.width - width))
        y: Math.round((slider.height - height) / 2)
        width: 14
        height: 14
        radius: 7
        color: Theme.raised
        border.width: slider.pressed ? 3 : slider.hovered ? 2.5 : 2
        border.color: slider.liveColour
        FocusRing {
            distance: 1
            corner: 7
            visible: slider.visualFocus
        }
    }
}
