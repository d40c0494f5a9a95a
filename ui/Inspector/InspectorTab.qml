import QtQuick
import Hearth.App
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// A reply looked at closely: its tokens coloured by chance, where the time went, the time between tokens. The pictures that
// a token looked at stay in sight below while the tokens scroll.
Item {
    id: tab

    required property ReplyInspector inspector
    property bool byBytes: false
    property bool looking: false

    signal branchRequested(int position, int tokenId)
    signal insideRequested(int page)

    component Way: AppButton {
        width: parent ? parent.width : implicitWidth
        small: true
        kind: AppButton.Ghost
        alignLeft: true
        leftPadding: 8
        font: Theme.body
        trailingIcon: "right"
    }

    NumberText { id: figures }

    ScrollArea {
        anchors { fill: parent; bottomMargin: seen.height }
        contentHeight: (tab.inspector.active ? column.height : invitation.height) + 32
        Column {
            id: invitation
            visible: !tab.inspector.active
            x: 15
            y: 16
            width: tab.width - 31
            spacing: 8
            AppText {
                width: parent.width
                text: qsTr("Press the pulse icon under a reply to see its tokens, how sure the model was of each, and where the time went.")
                color: Theme.text2
                line: 20
                wrapMode: Text.Wrap
            }
            AppButton { small: true; text: qsTr("Words to tokens"); onClicked: tab.insideRequested(InsideDialog.Words) }
        }
        Column {
            id: column
            visible: tab.inspector.active
            x: 15
            y: 16
            width: tab.width - 31
            spacing: 8
            Item {
                width: parent.width
                height: 20
                AppText {
                    text: tab.inspector.showsPrompt ? qsTr("Exact prompt") : tab.inspector.isReply ? qsTr("Reply") : qsTr("Your message")
                    font: Theme.section
                    anchors.verticalCenter: parent.verticalCenter
                    Accessible.role: Accessible.Heading
                    Accessible.name: text
                }
                ExplainedText {
                    anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                    visible: tab.inspector.tokenCount >= 0
                    text: figures.tokens(tab.inspector.tokenCount)
                    why: qsTr("Tokens are the pieces that a model reads and writes: words, parts of words, single characters.")
                }
            }
            AppText {
                width: parent.width
                visible: text !== ""
                text: tab.inspector.subject
                font: Theme.caption
                color: Theme.text2
                line: 16
                maximumLineCount: 2
                wrapMode: Text.Wrap
                elide: Text.ElideRight
                Accessible.role: Accessible.StaticText
                Accessible.name: text
            }
            AppText {
                width: parent.width
                visible: text !== ""
                text: tab.inspector.note
                color: Theme.text2
                line: 20
                wrapMode: Text.Wrap
                Accessible.role: Accessible.StaticText
                Accessible.name: text
            }
            ExplainedText {
                width: parent.width
                visible: text !== ""
                text: tab.inspector.tokens.sharesText
                why: qsTr("A token that is a whole word costs as much as one that is a single byte, so text in many short tokens takes longer and fills the context sooner.")
                color: Theme.text2
                line: 16
                wrapMode: Text.Wrap
            }
            Flow {
                width: parent.width
                spacing: 4
                AppButton {
                    visible: tab.inspector.isReply
                    small: true
                    text: tab.inspector.showsPrompt ? qsTr("Show the reply") : qsTr("Show the exact prompt")
                    onClicked: tab.inspector.showsPrompt = !tab.inspector.showsPrompt
                }
                AppButton {
                    small: true
                    kind: AppButton.Ghost
                    text: tab.byBytes ? qsTr("As text") : qsTr("As bytes")
                    onClicked: tab.byBytes = !tab.byBytes
                }
            }
            // One below the other: texts of any length begin at the same edge.
            Column {
                x: -8
                width: parent.width + 16
                Way {
                    visible: tab.inspector.isReply && tab.inspector.tokens.count > 0 && !tab.inspector.ofServer
                    text: tab.looking ? qsTr("How sure it was") : qsTr("What a token looked at")
                    onClicked: tab.looking = !tab.looking
                }
                Way { text: qsTr("Words to tokens"); onClicked: tab.insideRequested(InsideDialog.Words) }
                Way { text: qsTr("The way of a token"); onClicked: tab.insideRequested(InsideDialog.Way) }
                Way { text: qsTr("Why it takes so long"); onClicked: tab.insideRequested(InsideDialog.Speed) }
            }
            ChanceScale {
                width: parent.width
                visible: tab.inspector.tokens.count > 0 && !tab.inspector.showsPrompt && tab.inspector.isReply && !flow.looking
            }
            TokenFlow {
                id: flow
                width: parent.width
                visible: tab.inspector.tokens.count > 0
                inspector: tab.inspector
                numbers: figures
                byBytes: tab.byBytes
                looking: tab.looking && tab.inspector.isReply && !tab.inspector.ofServer
                onBranchRequested: (position, tokenId) => tab.branchRequested(position, tokenId)
            }
            AttentionBox {
                width: parent.width
                visible: flow.visible && flow.looking
                attention: tab.inspector.attention
            }
            Item { visible: tab.inspector.isReply; width: 1; height: 4 }
            Hairline { visible: tab.inspector.isReply; width: parent.width }
            Waterfall {
                visible: tab.inspector.isReply && tab.inspector.times.known
                width: parent.width
                times: tab.inspector.times
                numbers: figures
            }
            Item { visible: tab.inspector.isReply; width: 1; height: 4 }
            Hairline { visible: tab.inspector.isReply; width: parent.width }
            IntervalChart {
                width: parent.width
                visible: tab.inspector.isReply && tab.inspector.times.intervals.length > 0
                times: tab.inspector.times
                numbers: figures
            }
            Item { visible: tab.inspector.isReply; width: 1; height: 4 }
            Hairline { visible: tab.inspector.isReply; width: parent.width }
            RecipeBox {
                visible: tab.inspector.isReply
                width: parent.width
                replay: tab.inspector.replay
                cache: tab.inspector.cache
            }
        }
    }
    SeenPictures {
        id: seen
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        shown: flow.visible && flow.looking && tab.inspector.attention.token >= 0
        room: tab.height
        pictures: tab.inspector.attention.pictures
    }
}
