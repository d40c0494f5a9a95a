import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Above what is being written: the chat does not fit into the context any more, and what helps.
Column {
    id: notice

    required property FullContext context
    property bool hasText: true

    spacing: 8
    topPadding: 4
    bottomPadding: 4
    Row {
        width: parent.width
        spacing: 8
        Icon { id: mark; name: "warn"; extent: 14; tint: Theme.warn; y: 1 }
        AppText {
            width: parent.width - mark.width - 8
            wrapMode: Text.Wrap
            line: 16
            font: Theme.caption
            color: Theme.text2
            text: notice.context.sentence + (notice.context.drops ? " " + qsTr("The oldest turns will be left out.") : "")
            Accessible.role: Accessible.AlertMessage
            Accessible.name: text
        }
    }
    FullContextWays {
        width: parent.width
        visible: !notice.context.drops
        context: notice.context
        hasText: notice.hasText
    }
}
