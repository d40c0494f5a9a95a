import QtQuick
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// A passage that was found: the file with the place in it, the headings above it, and the words around the match.
Column {
    id: row

    required property string name
    required property string path
    required property string place
    required property string headings
    required property string snippet
    readonly property string spokenSnippet: row.snippet.replace(/<[^>]*>/g, "")

    width: parent ? parent.width : 400
    topPadding: 10
    spacing: 2
    Accessible.role: Accessible.StaticText
    Accessible.name: row.place !== "" ? qsTr("%1, %2: %3").arg(row.name).arg(row.place).arg(row.spokenSnippet) : qsTr("%1: %2").arg(row.name).arg(row.spokenSnippet)
    Item {
        width: parent.width
        height: 20
        AppText { width: parent.width - where.implicitWidth - 12; text: row.name; font: Theme.action; elide: Text.ElideMiddle; Accessible.ignored: true }
        AppText { id: where; anchors.right: parent.right; text: row.place; font: Theme.caption; color: Theme.text3; Accessible.ignored: true }
    }
    AppText { visible: text !== ""; width: parent.width; text: row.headings; font: Theme.caption; color: Theme.text3; elide: Text.ElideRight; Accessible.ignored: true }
    Text {
        width: parent.width
        textFormat: Text.RichText
        wrapMode: Text.Wrap
        text: style.html
        font: Theme.body
        color: Theme.text2
        Accessible.ignored: true
    }
    Item { width: 1; height: 8 }
    Hairline { width: parent.width }
    ProseStyle {
        id: style
        richText: row.snippet
        line: 20
        markGround: Theme.mark
        codeGround: Theme.hover
        link: Theme.emberText
    }
}
