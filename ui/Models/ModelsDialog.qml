import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// All models: what is installed.
DialogShell {
    id: dialog

    required property InstalledModels models
    required property EngineStatus engine
    property int tab: 0

    signal openRequested()
    signal newChatRequested()

    title: qsTr("Models")
    onAboutToShow: models.refresh()
    headItems: [
        TabRow {
            x: 20
            height: 56
            names: [qsTr("Installed")]
            counts: [String(dialog.models.count)]
            current: dialog.tab
            onChosen: index => dialog.tab = index
        },
        AppText {
            anchors.right: parent.right
            height: 56
            verticalAlignment: Text.AlignVCenter
            text: qsTr("in %1").arg(dialog.models.folder)
            font: Theme.caption
            color: Theme.text3
            elide: Text.ElideMiddle
            width: Math.min(implicitWidth, parent.width / 2)
        }
    ]
    InstalledPane {
        anchors.fill: parent
        models: dialog.models
        engine: dialog.engine
        onOpenRequested: dialog.openRequested()
        onNewChatRequested: { dialog.close(); dialog.newChatRequested() }
    }
}
