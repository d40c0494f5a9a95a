import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// At the top of the composer when something was to be sent and no model can answer.
Flow {
    id: notice

    required property StartChoice start

    signal modelsRequested()

    spacing: 8
    Accessible.role: Accessible.AlertMessage
    Accessible.name: words.text
    Row {
        height: Theme.smallHeight
        spacing: 8
        Icon { x: 4; name: "warn"; extent: 14; tint: Theme.warn; anchors.verticalCenter: parent.verticalCenter }
        AppText {
            id: words
            width: Math.min(implicitWidth, notice.width - 22)
            anchors.verticalCenter: parent.verticalCenter
            elide: Text.ElideRight
            text: qsTr("No model is loaded, so this was not sent.")
            color: Theme.text2
            Accessible.ignored: true
        }
    }
    AppButton {
        visible: notice.start.modelName !== ""
        small: true
        text: qsTr("Load %1").arg(notice.start.modelName)
        onClicked: notice.start.loadLast()
    }
    AppButton {
        small: true
        kind: notice.start.modelName !== "" ? AppButton.Ghost : AppButton.Secondary
        text: qsTr("Choose a model")
        onClicked: notice.modelsRequested()
    }
}
