import QtQuick
import Hearth.App
import Hearth.Components

// Behaviour when this chat no longer fits into the context.
Column {
    id: choice

    required property FullContext context

    SectionHead { width: parent.width; text: qsTr("When the context is full"); note: qsTr("for this chat") }
    AppRadio {
        width: parent.width
        text: qsTr("Stop and tell me")
        checked: choice.context.choice === FullContext.Stop
        onToggled: choice.context.choice = FullContext.Stop
    }
    AppRadio {
        width: parent.width
        text: qsTr("Slide: the oldest turns leave the context")
        checked: choice.context.choice === FullContext.Slide
        onToggled: choice.context.choice = FullContext.Slide
    }
    AppRadio {
        width: parent.width
        text: qsTr("Summarise: the model condenses them")
        checked: choice.context.choice === FullContext.Summarise
        onToggled: choice.context.choice = FullContext.Summarise
    }
}
