import QtQuick
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// Memory of a planned context, in words, and whether it fits.
Item {
    id: cost

    required property NumberText numbers
    property real more: 0
    property real other: 0 // of what is planned besides
    property bool beyond: false // of the model's training
    property real free: 0
    property real total: 0
    readonly property real remaining: free - more - other

    implicitHeight: 20
    AppText {
        width: parent.width - fit.width - 8
        elide: Text.ElideRight
        anchors.verticalCenter: parent.verticalCenter
        font: Theme.caption
        color: Theme.text2
        text: cost.remaining < 0 ? qsTr("%1 more than available").arg(cost.numbers.memoryWithUnit(-cost.remaining))
            : (Math.abs(cost.more) < 1048576 ? "" : (cost.more > 0 ? "+" : "−") + cost.numbers.memoryWithUnit(Math.abs(cost.more)) + qsTr(" for KV, "))
              + qsTr("%1 stays free").arg(cost.numbers.memoryWithUnit(cost.remaining))
    }
    Badge {
        id: fit
        anchors.right: parent.right
        text: cost.remaining < 0 ? qsTr("Too large") : cost.remaining < cost.total * 0.05 ? qsTr("Tight") : cost.beyond ? qsTr("Beyond training") : qsTr("Fits")
        tone: cost.remaining < 0 ? Badge.Bad : cost.remaining < cost.total * 0.05 || cost.beyond ? Badge.Warn : Badge.Good
    }
}
