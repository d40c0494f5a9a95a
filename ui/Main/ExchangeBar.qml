import QtQuick
import Hearth.App

// Chats that are being imported or exported; nothing when it takes no time.
NoticeBar {
    id: bar

    required property ConversationExchange exchange

    readonly property bool busy: exchange.progressText !== ""

    calm: true
    text: patience.over ? exchange.progressText : ""
    actionText: qsTr("Cancel")
    onActed: exchange.cancel()
    onBusyChanged: if (!busy) patience.over = false
    Timer {
        id: patience

        property bool over: false

        interval: 300
        running: bar.busy && !over
        onTriggered: over = true
    }
}
