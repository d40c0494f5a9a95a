import QtQuick
import Hearth.Theme
import Hearth.Components

// One token, on a ground that says how sure the model was.
Item {
    id: chip

    required property int index
    required property string piece
    required property int tokenId
    // That the model gave it; below 0: none, it was read.
    required property real chance
    required property int level
    required property bool endsLine
    required property string bytes
    property bool on: false
    property bool byBytes: false
    // Lit by how much the chosen token looked at this one, 0 to 1, in place of how sure the model was.
    property bool lit: false
    property real light: 0
    property real lineWidth: 100
    // At the start of a line the leading space is left out, in the view only.
    property bool startsLine: false
    readonly property color ground: level === 0 ? "transparent" : level === 1 ? Theme.p0 : level === 2 ? Theme.p1 : level === 3 ? Theme.p2 : Theme.p3

    signal chosen()
    signal pressed()

    width: words.width
    height: 22
    Accessible.role: Accessible.ListItem
    Accessible.name: chance < 0 ? piece : qsTr("%1, %2 percent").arg(piece).arg(Math.round(chance * 100))
    Accessible.onPressAction: chip.chosen()
    Rectangle {
        y: 2
        width: words.width
        height: 18
        radius: 3
        color: chip.lit ? Qt.alpha(Theme.ember, 0.4 * chip.light) : chip.ground
        border.width: chip.on ? 2 : 0
        border.color: Theme.ember
    }
    Rectangle {
        visible: chip.lit && chip.light > 0.1
        y: 20
        width: words.width
        height: 2
        color: Theme.ember
        opacity: chip.light
    }
    AppText {
        id: words
        height: 22
        width: Math.min(implicitWidth, chip.lineWidth)
        elide: Text.ElideRight
        verticalAlignment: Text.AlignVCenter
        text: chip.byBytes ? " " + chip.bytes + " " : chip.piece === "" ? "⋯" : (chip.startsLine ? chip.piece.replace(/^ /, "") : chip.piece).replace(/\n/g, "↵").replace(/\t/g, "→")
    }
    TapHandler {
        onPressedChanged: if (pressed) chip.pressed()
        onTapped: chip.chosen()
    }
}
