import QtQuick
import Hearth.Components

// Placeholder for the rest of a very long message.
Item {
    id: fold

    property string size: ""
    property bool byPerson: false

    signal acted()

    implicitHeight: button.height
    AppButton {
        id: button
        x: fold.byPerson ? parent.width - width : 0
        small: true
        text: qsTr("Show all, %1").arg(fold.size)
        tip: ""
        onClicked: {
            enabled = false
            fold.acted()
        }
    }
}
