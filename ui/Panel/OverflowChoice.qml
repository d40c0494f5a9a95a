import QtQuick
import Hearth.App
import Hearth.Components

// What happens when a chat no longer fits into the context.
Column {
    id: choice

    required property AppSettings settings

    SectionHead { width: parent.width; text: qsTr("When the context is full") }
    AppRadio {
        width: parent.width
        text: qsTr("Drop the oldest turns")
        figure: qsTr("noted under the reply")
        checked: choice.settings.overflow === "drop"
        onToggled: choice.settings.overflow = "drop"
    }
    AppRadio {
        width: parent.width
        text: qsTr("Keep the first turn, drop those after it")
        checked: choice.settings.overflow === "slide"
        onToggled: choice.settings.overflow = "slide"
    }
    AppRadio {
        width: parent.width
        text: qsTr("Stop and tell me")
        checked: choice.settings.overflow === "stop"
        onToggled: choice.settings.overflow = "stop"
    }
}
