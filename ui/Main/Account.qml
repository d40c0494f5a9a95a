pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// The full account that a meter of the top bar opens.
Popover {
    id: account

    property string heading: ""
    property string total: ""
    property real sum: 1
    property var lines: []
    // It was opened by pointing and closes with the pointer. The keyboard focus stays where it is.
    property bool peeking: false
    property string note: ""
    // Work of its devices, one line each.
    property var devices: []
    // For the account of the context: the behaviour when it is full.
    property FullContext overflow: null
    // Label of the link to further details; empty: there are none.
    property string moreText: ""

    signal moreRequested()

    function press() {
        if (opened && !peeking) { close(); return }
        if (opened) close()
        peeking = false
        open()
    }
    function peek(on: bool) {
        if (on && !visible) { peeking = true; open() }
        else if (!on && peeking) close()
    }

    focus: !peeking
    closePolicy: leaving || peeking ? T.Popup.NoAutoClose : T.Popup.CloseOnEscape | T.Popup.CloseOnPressOutside
    y: parent ? parent.height + 8 : 0
    x: parent ? parent.width - width + 20 : 0
    width: 264
    contentItem: Column {
        spacing: 8
        Accessible.role: Accessible.Pane
        Accessible.name: account.heading
        Item {
            width: parent.width
            height: 20
            AppText { width: parent.width - figure.implicitWidth - 12; text: account.heading; font: Theme.section; elide: Text.ElideRight; anchors.verticalCenter: parent.verticalCenter }
            AppText { id: figure; anchors { right: parent.right; verticalCenter: parent.verticalCenter } text: account.total; font: Theme.figures }
        }
        SegmentBar {
            width: parent.width
            visible: account.sum > 0
            thickness: 8
            total: Math.max(1, account.sum)
            segments: account.lines
        }
        Repeater {
            model: account.lines
            Item {
                id: line
                required property var modelData
                width: account.availableWidth
                height: 16
                Rectangle { width: 7; height: 7; radius: 2; color: line.modelData.colour; anchors.verticalCenter: parent.verticalCenter }
                AppText { x: 12; width: parent.width - 12 - value.implicitWidth - 8; elide: Text.ElideRight; text: line.modelData.name; font: Theme.caption; color: Theme.text2; anchors.verticalCenter: parent.verticalCenter }
                AppText { id: value; anchors { right: parent.right; verticalCenter: parent.verticalCenter } text: line.modelData.text; font: Theme.figures; color: Theme.text }
            }
        }
        AppText {
            width: parent.width
            visible: text !== ""
            text: account.note
            font: Theme.caption
            color: Theme.text2
            line: 16
            wrapMode: Text.Wrap
        }
        Column {
            width: parent.width
            visible: account.devices.length > 0
            spacing: 2
            AppText { text: qsTr("Now"); font: Theme.caption; color: Theme.text2 }
            Repeater {
                model: account.devices
                AppText {
                    required property string modelData
                    width: account.availableWidth
                    text: modelData
                    font: Theme.caption
                    line: 16
                    wrapMode: Text.Wrap
                }
            }
        }
        Column {
            width: parent.width
            visible: account.overflow !== null
            Accessible.role: Accessible.Grouping
            Accessible.name: qsTr("When it is full")
            topPadding: 4
            AppText { text: qsTr("When it is full"); font: Theme.caption; color: Theme.text2 }
            Repeater {
                model: [qsTr("Stop"), qsTr("Slide"), qsTr("Summarise")]
                AppRadio {
                    required property int index
                    required property string modelData
                    width: account.availableWidth
                    implicitHeight: 24
                    text: modelData
                    checked: account.overflow !== null && account.overflow.choice === index
                    onToggled: account.overflow.choice = index
                }
            }
        }
        AppButton {
            visible: account.moreText !== ""
            small: true
            kind: AppButton.Ghost
            text: account.moreText
            onClicked: { account.close(); account.moreRequested() }
        }
    }
}
