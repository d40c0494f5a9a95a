// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Several answers to one message until one of them is kept: side by side where there is room, otherwise one at a time.
FocusScope {
    id: view

    required property ChatController chat
    readonly property ReplyComparison comparison: chat.comparison
    readonly property int columns: comparison.count
    readonly property bool sideBySide: width / Math.max(1, columns) >= 250
    property int shown: 0

    signal linkChosen(string address)
    signal copyRequested(string text)
    signal pictureRequested(var shown, int index)
    signal passageRequested(int number)

    function openSent(index: int, chip: Item) {
        const sent = chat.texts.sent(comparison.questionId, index)
        if (sent.passage !== undefined) passageRequested(sent.passage)
        else if (sent.name !== undefined) sentFile.show(sent, chip.mapToItem(view, chip.width, chip.height + 8))
    }
    function step(by: int) {
        let at = shown
        for (let i = 0; i < columns; ++i) if ((answers.itemAt(i) as ComparisonColumn)?.keyed) at = i
        shown = Math.max(0, Math.min(columns - 1, at + by))
        const column = answers.itemAt(shown) as ComparisonColumn
        if (column) column.focusText(by === 0)
    }

    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("Comparison of answers")
    Keys.onLeftPressed: step(-1)
    Keys.onRightPressed: step(1)
    Rectangle {
        anchors.fill: parent
        color: Theme.window
    }
    AppText {
        id: question
        x: 16
        y: 14
        width: parent.width - 32
        text: view.comparison.question
        maximumLineCount: 2
        elide: Text.ElideRight
        wrapMode: Text.Wrap
        line: 20
        color: Theme.text2
        Accessible.role: Accessible.StaticText
        Accessible.name: text
    }
    SentPictures {
        id: sentPictures
        anchors { left: parent.left; top: question.bottom; leftMargin: 16; topMargin: visible ? 8 : 0 }
        height: visible ? implicitHeight : 0
        room: parent.width - 32
        tallest: 56
        lineHeight: 56
        pictures: view.comparison.questionPictures
        onOpenRequested: index => view.pictureRequested(view.comparison.questionPictures, index)
    }
    Flow {
        id: chips
        anchors { left: parent.left; right: parent.right; top: sentPictures.bottom; leftMargin: 16; rightMargin: 16; topMargin: visible ? 8 : 0 }
        visible: view.comparison.questionFiles !== ""
        height: visible ? implicitHeight : 0
        spacing: 6
        Repeater {
            model: chips.visible ? view.comparison.questionFiles.split("\n") : []
            AttachmentChip {
                id: chip
                required property int index
                required property string modelData
                name: modelData
                openable: true
                onOpened: view.openSent(index, chip)
            }
        }
    }
    Segmented {
        id: tabs
        anchors { left: parent.left; right: parent.right; top: chips.bottom; margins: 16; topMargin: 12 }
        visible: !view.sideBySide
        height: visible ? implicitHeight : 0
        name: qsTr("Answer")
        options: Array.from({ length: view.columns }, (none, index) => qsTr("Answer %1").arg(index + 1))
        current: view.shown
        onChosen: index => {
            const reading = (answers.itemAt(view.shown) as ComparisonColumn)?.keyed ?? false
            view.shown = index
            // By the keys of the tabs the keyboard stays with them.
            if (reading) (answers.itemAt(index) as ComparisonColumn).focusText(true)
        }
    }
    Hairline {
        id: line
        anchors { left: parent.left; right: parent.right; top: view.sideBySide ? chips.bottom : tabs.bottom; topMargin: 12 }
    }
    Row {
        anchors { left: parent.left; right: parent.right; top: line.bottom; bottom: foot.top }
        Repeater {
            id: answers
            model: view.comparison
            ComparisonColumn {
                width: view.sideBySide ? view.width / view.columns : view.width
                height: parent ? parent.height : 0
                visible: view.sideBySide || index === view.shown
                divided: view.sideBySide && index > 0
                comparison: view.comparison
                chat: view.chat
                onLinkChosen: address => view.linkChosen(address)
                onCopyRequested: text => view.copyRequested(text)
            }
        }
    }
    SentFileView {
        id: sentFile
        parent: view
        onCopyRequested: text => view.copyRequested(text)
    }
    Item {
        id: foot
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        height: Math.max(57, words.implicitHeight + 24)
        Hairline { width: parent.width }
        AppText {
            id: words
            x: 16
            width: parent.width - 32 - buttons.width - 12
            anchors.verticalCenter: parent.verticalCenter
            text: qsTr("Keep one to continue. The others stay as its versions.")
            color: Theme.text2
            line: 20
            wrapMode: Text.Wrap
        }
        Row {
            id: buttons
            anchors { right: parent.right; rightMargin: 16; verticalCenter: parent.verticalCenter }
            AppButton {
                visible: view.comparison.running
                text: qsTr("Stop all")
                hint: qsTr("Esc")
                onClicked: view.comparison.stopAll()
            }
        }
    }
}
