pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.Theme

// Tabs over a line; the chosen one is underlined in ember. `counts` are small figures after the names.
Row {
    id: tabs

    property var names: []
    property var counts: []
    property int current: 0
    // Width available for all tabs; 0: unlimited. With less room than they need they move closer together, then are
    // cut.
    property real room: 0
    // In a narrow panel a smaller font is better than cut names.
    readonly property bool small: room > 0 && room < 300
    readonly property real needed: {
        let sum = 0
        for (let i = 0; i < repeater.count; ++i) sum += Math.ceil(repeater.itemAt(i)?.implicitWidth ?? 0)
        return sum
    }

    signal chosen(int index)

    spacing: room === 0 ? 20 : Math.max(4, Math.min(20, (room - needed) / Math.max(1, repeater.count - 1)))
    Accessible.role: Accessible.PageTabList
    Accessible.name: qsTr("Tabs")

    // The keyboard goes first, then the choice: only the chosen tab is in the order of Tab.
    function step(index: int) {
        if (index < 0 || index >= names.length) return
        repeater.itemAt(index).forceActiveFocus(Qt.TabFocusReason)
        chosen(index)
    }

    Repeater {
        id: repeater
        model: tabs.names
        T.TabButton {
            id: tab
            required property int index
            required property string modelData
            readonly property bool on: index === tabs.current
            readonly property string count: tabs.counts[index] ?? ""
            readonly property real share: Math.min(1, (tabs.room - tabs.spacing * (repeater.count - 1)) / tabs.needed)
            height: tabs.height
            width: tabs.room === 0 || share === 1 ? Math.ceil(implicitWidth) : Math.floor(implicitWidth * share)
            implicitWidth: label.implicitWidth + (count === "" ? 0 : 6 + countText.implicitWidth) + 4
            hoverEnabled: true
            focusPolicy: on ? Qt.TabFocus : Qt.NoFocus
            text: modelData
            checkable: false
            autoExclusive: false
            onClicked: tabs.chosen(index)
            Keys.onLeftPressed: tabs.step(index - 1)
            Keys.onRightPressed: tabs.step(index + 1)
            Accessible.role: Accessible.PageTab
            Accessible.name: text
            Accessible.selectable: true
            Accessible.selected: on
            Accessible.onPressAction: if (tab.enabled) tab.clicked()
            contentItem: Item {
                AppText {
                    id: label
                    x: 2
                    anchors.verticalCenter: parent.verticalCenter
                    width: Math.min(implicitWidth, tab.width - 4)
                    text: tab.text
                    elide: Text.ElideRight
                    font: tabs.small ? Theme.caption : tab.on ? Theme.section : Theme.body
                    color: tab.on || tab.hovered ? Theme.text : Theme.text2
                }
                AppText {
                    id: countText
                    anchors { left: label.right; leftMargin: 6; verticalCenter: parent.verticalCenter }
                    text: tab.count
                    color: Theme.text3
                }
            }
            background: Item {
                Rectangle {
                    visible: tab.on
                    y: parent.height - 2
                    width: parent.width
                    height: 2
                    color: Theme.ember
                }
                FocusRing {
                    distance: -8
                    visible: tab.visualFocus
                    anchors.leftMargin: -4
                    anchors.rightMargin: -4
                }
            }
        }
    }
}
