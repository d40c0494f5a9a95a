import QtQuick
import Hearth.Theme
import Hearth.Components

// A label and the content after it.
Item {
    id: row

    required property string label
    property string about: ""
    default property alias content: holder.data

    implicitHeight: Theme.controlHeight - 4 + 4
    AppText {
        id: name
        height: 32
        width: 104
        verticalAlignment: Text.AlignVCenter
        text: row.label
        HoverHandler { id: hover }
        TipLoader {
            control: name
            text: row.about
            shown: hover.hovered
        }
    }
    Item {
        id: holder
        x: 112
        width: row.width - 112
        height: row.height
    }
}
