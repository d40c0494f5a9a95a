// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Candidates at one position of the last reply, and the effect of the settings on them. Bars: the chance under the
// settings; ticks: without them; hollow: cut, and by which setting.
Column {
    id: chart

    required property NextTokenModel next
    property real largest: 0.05

    // The longest bar sets the scale; measured again when the rows change.
    function measure() {
        let most = 0.05
        for (let row = 0; row < repeater.count; ++row) {
            const item = repeater.itemAt(row) as NextTokenRow
            if (item) most = Math.max(most, item.chance, item.plain)
        }
        largest = most
    }

    spacing: 0
    Item {
        width: parent.width
        height: 24
        AppText {
            id: head
            text: qsTr("Next token")
            font: Theme.section
            anchors.verticalCenter: parent.verticalCenter
            Accessible.role: Accessible.Heading
            Accessible.name: text
        }
        AppText {
            anchors { left: head.right; leftMargin: 12; right: steps.left; rightMargin: 4; verticalCenter: parent.verticalCenter }
            horizontalAlignment: Text.AlignRight
            elide: Text.ElideLeft
            text: chart.next.position < 0 ? "" : chart.next.after === "" ? qsTr("the first of the reply") : qsTr("after “%1”").arg(chart.next.after)
            font: Theme.caption
            color: Theme.text3
        }
        Row {
            id: steps
            anchors { right: parent.right; rightMargin: -8; verticalCenter: parent.verticalCenter }
            visible: chart.next.positions > 1
            IconButton {
                implicitWidth: 22
                iconName: "left"
                extent: 12
                text: qsTr("The token before")
                enabled: chart.next.position > 0
                onClicked: chart.next.show(chart.next.position - 1)
            }
            IconButton {
                implicitWidth: 22
                iconName: "right"
                extent: 12
                text: qsTr("The token after")
                enabled: chart.next.position < chart.next.positions - 1
                onClicked: chart.next.show(chart.next.position + 1)
            }
        }
    }
    AppText {
        width: parent.width
        visible: chart.next.count === 0
        topPadding: 2
        text: qsTr("After the next reply this shows what could have come and what these settings make of it.")
        font: Theme.caption
        color: Theme.text3
        line: 16
        wrapMode: Text.Wrap
    }
    Timer {
        id: rowsChanged
        interval: 0
        onTriggered: chart.measure()
    }
    Repeater {
        id: repeater
        model: chart.next
        onItemAdded: rowsChanged.restart()
        onItemRemoved: rowsChanged.restart()
        NextTokenRow {
            width: chart.width
            largest: chart.largest
        }
    }
    Item {
        visible: chart.next.count > 0
        width: parent.width
        height: 22
        Row {
            spacing: 6
            anchors.verticalCenter: parent.verticalCenter
            Rectangle { width: 7; height: 7; radius: 2; color: Theme.ember; anchors.verticalCenter: parent.verticalCenter }
            AppText { text: qsTr("with settings"); font: Theme.caption; color: Theme.text2; rightPadding: 8 }
            Rectangle { width: 2; height: 12; color: Theme.text; anchors.verticalCenter: parent.verticalCenter }
            AppText { text: qsTr("without"); font: Theme.caption; color: Theme.text2 }
        }
        AppText {
            anchors { right: parent.right; verticalCenter: parent.verticalCenter }
            text: chart.next.remaining < 0 ? qsTr("all tokens remain") : chart.next.remaining === 1 ? qsTr("1 token remains")
                : qsTr("%1 tokens remain").arg(chart.next.remaining)
            font: Theme.caption
            color: Theme.text2
        }
    }
    Item { width: 1; height: 8 }
    Hairline { width: parent.width }
}
