import QtQuick
import Hearth.Theme
import Hearth.Components

// Above the composer while a reply goes round in circles: it is noticed, and a person decides.
Rectangle {
    id: bar

    property bool shown: false

    signal stopRequested()
    signal penaltyRequested()

    visible: shown
    height: shown ? content.height + 12 : 0
    radius: Theme.radiusCard
    color: Theme.warnSoft
    Accessible.role: Accessible.AlertMessage
    Accessible.name: words.text
    Flow {
        id: content
        x: 12
        y: 6
        width: bar.width - 20
        spacing: 8
        Row {
            height: Theme.smallHeight
            spacing: 8
            rightPadding: 4
            Icon { name: "warn"; tint: Theme.warn; extent: 14; anchors.verticalCenter: parent.verticalCenter }
            AppText {
                id: words
                anchors.verticalCenter: parent.verticalCenter
                width: Math.min(implicitWidth, content.width - 30)
                elide: Text.ElideRight
                text: qsTr("This reply repeats itself.")
                Accessible.ignored: true
            }
        }
        AppButton { small: true; text: qsTr("Stop"); onClicked: bar.stopRequested() }
        AppButton {
            small: true
            kind: AppButton.Ghost
            text: qsTr("Write it again with a repeat penalty")
            onClicked: bar.penaltyRequested()
        }
    }
}
