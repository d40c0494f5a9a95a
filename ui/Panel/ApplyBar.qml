import QtQuick
import Hearth.Theme
import Hearth.Components

// Says what a planned change costs, and makes it.
Rectangle {
    id: bar

    signal undone()
    signal applied()

    implicitHeight: 64
    color: Theme.window
    Hairline { width: parent.width }
    Column {
        x: 16
        anchors.verticalCenter: parent.verticalCenter
        spacing: 2
        AppText { text: qsTr("Reloads the model"); font: Theme.action }
        AppText { text: qsTr("The chat stays as it is"); font: Theme.caption; color: Theme.text3 }
    }
    Row {
        anchors { right: parent.right; rightMargin: 16; verticalCenter: parent.verticalCenter }
        spacing: 4
        AppButton { kind: AppButton.Ghost; text: qsTr("Undo"); onClicked: bar.undone() }
        AppButton { kind: AppButton.Primary; text: qsTr("Apply"); onClicked: bar.applied() }
    }
}
