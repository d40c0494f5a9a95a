import QtQuick
import Hearth.App
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// The remedies when a chat has no room in the context. One that is not available says why.
Column {
    id: ways

    required property FullContext context
    // True to offer the failed reply again; otherwise the text in the composer.
    property bool retry: false
    property bool hasText: true
    readonly property string problems: (context.dropProblem + " " + context.longerProblem).trim()

    spacing: 6
    Flow {
        width: parent.width
        spacing: 6
        AppButton {
            visible: ways.context.canShorten
            kind: ways.retry ? AppButton.Primary : AppButton.Secondary
            small: !ways.retry
            text: qsTr("Shorten the attachment")
            tip: qsTr("Keeps its beginning, up to what fits, and says how much is left out")
            onClicked: ways.context.shorten(ways.retry)
        }
        AppButton {
            kind: ways.retry && !ways.context.canShorten ? AppButton.Primary : AppButton.Secondary
            small: !ways.retry
            text: ways.context.summarising ? qsTr("Summarising…") : qsTr("Summarise")
            enabled: !ways.context.summarising && ways.context.dropProblem === "" && (ways.retry || ways.hasText)
            tip: ways.context.dropProblem !== "" ? ways.context.dropProblem : qsTr("The model condenses the oldest turns. The chat keeps them.")
            onClicked: ways.context.summarise(ways.retry)
        }
        AppButton {
            visible: ways.context.summarising
            kind: ways.retry ? AppButton.Ghost : AppButton.Secondary
            small: !ways.retry
            text: qsTr("Stop")
            tip: qsTr("The chat stays as it is")
            onClicked: ways.context.stopSummary()
        }
        AppButton {
            kind: ways.retry ? AppButton.Ghost : AppButton.Secondary
            small: !ways.retry
            text: qsTr("Drop the oldest turns")
            enabled: !ways.context.summarising && ways.context.dropProblem === "" && (ways.retry || ways.hasText)
            tip: ways.context.dropProblem !== "" ? ways.context.dropProblem : qsTr("They leave the context. The chat keeps them.")
            onClicked: ways.retry ? ways.context.retryDropping() : ways.context.sendDropping()
        }
        AppButton {
            kind: ways.retry ? AppButton.Ghost : AppButton.Secondary
            small: !ways.retry
            text: qsTr("Longer context")
            enabled: !ways.context.summarising && ways.context.longerProblem === ""
            tip: enabled ? qsTr("Loads the model again with %1 tokens").arg(numbers.count(ways.context.longerLength)) : ways.context.longerProblem
            onClicked: ways.context.lengthen(ways.retry)
        }
        AppButton {
            kind: ways.retry ? AppButton.Ghost : AppButton.Secondary
            small: !ways.retry
            text: qsTr("New chat with a summary")
            enabled: !ways.context.summarising && !ways.context.lastIsTooLong
            tip: ways.context.lastIsTooLong ? ways.context.dropProblem : qsTr("It knows this chat from a summary, and has this question in its composer")
            onClicked: ways.context.startNewChat()
        }
    }
    AppText {
        width: parent.width
        visible: text !== ""
        text: ways.problems
        font: Theme.caption
        color: Theme.text2
        line: 16
        wrapMode: Text.Wrap
    }
    NumberText { id: numbers }
}
