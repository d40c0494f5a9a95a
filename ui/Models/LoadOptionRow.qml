import QtQuick
import Hearth.Theme
import Hearth.Components

// A name at the left, a control after it, a word on its value.
Item {
    id: row

    required property string label
    property string about: ""
    default property alias control: place.data

    implicitHeight: Theme.rowHeight
    AppText {
        width: 132
        text: row.label
        elide: Text.ElideRight
        anchors.verticalCenter: parent.verticalCenter
    }
    Row {
        id: place
        x: 140
        anchors.verticalCenter: parent.verticalCenter
    }
    AppText {
        x: place.x + place.width + 12
        width: Math.max(0, parent.width - x)
        // In a narrow dialog the control alone has room.
        visible: width >= implicitWidth
        text: row.about
        font: Theme.caption
        color: Theme.text2
        elide: Text.ElideRight
        anchors.verticalCenter: parent.verticalCenter
    }
}
