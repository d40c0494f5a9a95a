import QtQuick
import QtQuick.Templates as T
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// A formula on lines of its own. A wide one gets smaller, a very wide one scrolls sideways; one that cannot be laid out is
// readable text.
Item {
    id: block

    // The readable form, which a screen reader speaks, and the LaTeX.
    property string formula: ""
    property string source: ""
    // Its closing mark is still to come: a beginning would be laid out as another formula, or jump between the two forms.
    property bool open: false
    property bool selected: false
    // Nesting depth of the list that contains it.
    property int depth: 0
    readonly property real room: Math.min(width - inset, Theme.columnWidth)
    readonly property int inset: depth * 24
    readonly property real fit: picture.implicitWidth > room ? Math.max(0.75, room / picture.implicitWidth) : 1

    implicitHeight: picture.laidOut ? scroller.height : words.implicitHeight
    Accessible.role: Accessible.StaticText
    Accessible.name: qsTr("Formula: %1").arg(formula)
    ProseStyle { id: style }
    Rectangle {
        visible: block.selected
        x: block.inset
        width: picture.laidOut ? scroller.width : words.width
        height: block.height
        color: Theme.emberLine
    }
    Flickable {
        id: scroller
        visible: picture.laidOut
        x: block.inset
        width: Math.min(block.room, Math.max(Theme.proseWidth - block.inset, picture.width))
        height: picture.height + 8 + (interactive ? 10 : 0)
        contentWidth: Math.max(width, picture.width)
        contentHeight: height
        interactive: picture.width > width
        clip: interactive
        boundsBehavior: Flickable.StopAtBounds
        flickableDirection: Flickable.HorizontalFlick
        T.ScrollBar.horizontal: AppScrollBar {}
        MathItem {
            id: picture
            x: Math.max(0, Math.round((scroller.width - width) / 2))
            y: 4
            width: implicitWidth * block.fit
            height: implicitHeight * block.fit
            source: block.open ? "" : block.source
            colour: Theme.text
            pixelSize: 17
        }
    }
    Text {
        id: words
        visible: !picture.laidOut
        x: block.inset
        width: Math.min(parent.width - block.inset, Theme.proseWidth)
        topPadding: 4
        bottomPadding: 4
        textFormat: Text.RichText
        text: picture.laidOut ? "" : style.formula(block.formula)
        font: Theme.math
        color: Theme.text
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.Wrap
        Accessible.ignored: true
    }
}
