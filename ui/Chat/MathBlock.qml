import QtQuick
import Hearth.Look
import Hearth.Theme

// A formula on its own line, as readable text.
Item {
    id: block

    property string formula: ""

    implicitHeight: words.implicitHeight
    Accessible.role: Accessible.StaticText
    Accessible.name: qsTr("Formula: %1").arg(formula)
    ProseStyle { id: style }
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
