import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// At the top of the composer while its message has pictures that the model cannot read.
Column {
    id: notice

    required property EngineStatus engine

    signal modelsRequested()
    signal removeRequested()

    spacing: 6
    Accessible.role: Accessible.AlertMessage
    Accessible.name: words.text
    Row {
        spacing: 8
        Icon { y: 3; name: "warn"; extent: 14; tint: Theme.warn }
        AppText {
            id: words
            width: notice.width - 22
            wrapMode: Text.Wrap
            text: notice.engine.abilities.visionProblem !== "" ? notice.engine.abilities.visionProblem
                : qsTr("%1 reads text only, no pictures. What you wrote stays here.").arg(notice.engine.modelName)
            color: Theme.text2
            Accessible.ignored: true
        }
    }
    Flow {
        width: notice.width
        spacing: 8
        AppButton {
            small: true
            text: qsTr("Choose a vision model")
            onClicked: notice.modelsRequested()
        }
        AppButton {
            small: true
            kind: AppButton.Ghost
            text: qsTr("Remove the pictures")
            onClicked: notice.removeRequested()
        }
    }
}
