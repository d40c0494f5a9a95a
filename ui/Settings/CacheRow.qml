import QtQuick
import Hearth.Theme
import Hearth.Components

// One chat with its share of the cache on disk and in memory.
Item {
    id: row

    required property string title
    required property string size
    required property string shared

    signal cleared()

    width: parent ? parent.width : 400
    implicitHeight: 56
    Accessible.role: Accessible.StaticText
    Accessible.name: qsTr("%1: %2").arg(row.title).arg(row.size) + (row.shared !== "" ? ", " + row.shared : "")
    TitleText {
        y: row.shared !== "" ? 9 : 18
        width: row.width - end.width - 16
        title: row.title
        font: Theme.action
        cut: true
    }
    AppText {
        y: 30
        width: row.width - end.width - 16
        visible: row.shared !== ""
        text: row.shared
        font: Theme.caption
        color: Theme.text3
        elide: Text.ElideRight
    }
    Row {
        id: end
        anchors { right: parent.right; verticalCenter: parent.verticalCenter }
        spacing: 12
        AppText {
            text: row.size
            font: Theme.caption
            color: Theme.text2
            anchors.verticalCenter: parent.verticalCenter
        }
        AppButton {
            small: true
            text: qsTr("Clear")
            Accessible.name: qsTr("Clear the cache of “%1”").arg(row.title)
            onClicked: row.cleared()
        }
    }
    Hairline {
        y: parent.height - 1
        width: parent.width
    }
}
