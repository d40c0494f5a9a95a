import QtQuick
import QtQuick.Templates as T
import Hearth.Theme

// A bar with its figures above. Press, or hover for a moment, to see the full account (`opened`).
T.AbstractButton {
    id: meter

    property var entries: []
    property real total: 1
    property string name: ""
    property string shortText: ""
    property bool brief: false
    // Only how full it is; the figures come when it is pointed at or pressed.
    property bool plain: false
    // Some languages need more room for the figures than there is.
    readonly property bool tight: brief || plain || legend.implicitWidth > width
    // Pointed at for a moment.
    property bool peeked: false
    readonly property string account: entries.map(entry => entry.text).filter(text => text !== "").join(", ")

    implicitHeight: 36
    hoverEnabled: true
    onHoveredChanged: if (!hovered) peeked = false
    Timer { interval: 500; running: meter.hovered && !meter.pressed; onTriggered: meter.peeked = true }
    focusPolicy: Qt.TabFocus
    Accessible.role: Accessible.Button
    Accessible.name: name + ": " + (brief && !plain ? shortText : account)
    Accessible.onPressAction: if (meter.enabled) meter.clicked()
    background: Item {
        FocusRing {
            distance: 2
            visible: meter.visualFocus
        }
    }
    contentItem: Item {
        Legend {
            id: legend
            y: 5
            visible: !meter.tight
            entries: meter.entries.filter(entry => entry.text !== "")
        }
        AppText {
            y: 5
            visible: meter.tight
            text: meter.plain ? meter.name : meter.shortText
            font: Theme.caption
            color: Theme.text2
        }
        SegmentBar {
            y: 25
            width: parent.width
            segments: meter.entries.filter(entry => !entry.free)
            total: meter.total
        }
    }
}
