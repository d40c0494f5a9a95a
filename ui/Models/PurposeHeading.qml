import QtQuick
import Hearth.Theme
import Hearth.Components

// Above the models of a list that do not chat: what they are for. Those that chat come first and need none.
Item {
    id: heading

    required property string section
    readonly property string text: section === "embedding" ? qsTr("Find documents by meaning") : section === "reranking" ? qsTr("Order passages") : ""

    width: ListView.view ? ListView.view.width : 300
    height: text === "" ? 0 : 44
    Accessible.role: Accessible.Heading
    Accessible.ignored: text === ""
    Accessible.name: text
    // Lists show their headings whether they are visible or not.
    Hairline {
        visible: heading.text !== ""
        x: 12
        y: 8
        width: parent.width - 24
    }
    AppText {
        x: 12
        y: 20
        width: parent.width - 24
        text: heading.text
        font: Theme.captionStrong
        color: Theme.text2
        elide: Text.ElideRight
        Accessible.ignored: true
    }
}
