import QtQuick
import Hearth.Look
import Hearth.Theme

// A formula on its own line, as readable text.
Item {
    id: block

    property string formula: ""
    property bool selected: false

    implicitHeight: words.implicitHeight
    Accessible.role: Accessible.StaticText
    Accessible.name: qsTr("Formula: %1").arg(formula)
    ProseStyle { id: style }
    Rectangle {
        visible: block.selected
        width: words.width
        height: words.height
        color: Theme.emberLine
    }
    Text {
        id: words
        width: Math.min(parent.width, Theme.proseWidth)
        topPadding: 4
        bottomPadding: 4
        textFormat: Text.RichText
        text: style.formula(block.formula)
        font: Theme.math
        color: Theme.text
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.Wrap
        Accessible.ignored: true
    }
}
