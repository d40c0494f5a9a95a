pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Two models as one and the installed models under the model button, with "Open file…", all models and unload.
Popover {
    id: picker

    required property InstalledModels models
    required property EngineStatus engine
    required property ModelRoute route

    signal openRequested()
    signal allRequested()
    signal routeRequested()

    function choose(row: PickerRow) {
        if (!row || row.problem !== "") return
        if (!row.current) picker.engine.load(row.path)
        picker.close()
    }

    padding: 8
    width: Math.min(Math.max(400, tools.implicitWidth + 16), parent ? parent.Window.width - 16 : 400)
    onAboutToShow: { models.refresh(); list.forceActiveFocus() }
    contentItem: FocusScope {
        implicitHeight: automatic.height + list.height + foot.height + 8
        focus: true
        Accessible.role: Accessible.Dialog
        Accessible.name: qsTr("Choose a model")
        RouteRow {
            id: automatic
            width: parent.width
            route: picker.route
            onClicked: {
                picker.close()
                if (!picker.route.chosen || picker.route.problem !== "") picker.routeRequested()
                else if (!picker.route.current) picker.route.load()
            }
        }
        ListView {
            id: list
            y: automatic.height
            width: parent.width
            height: count === 0 ? none.height + 20 : Math.min(Math.max(contentHeight, 60), 420)
            focus: true
            clip: true
            model: picker.models.chatModels
            boundsBehavior: Flickable.StopAtBounds
            highlightMoveDuration: 0
            Accessible.role: Accessible.List
            Accessible.name: qsTr("Installed models")
            T.ScrollBar.vertical: AppScrollBar {}
            delegate: PickerRow {
                onClicked: picker.choose(this)
                onHoveredChanged: if (hovered) ListView.view.currentIndex = index
            }
            Keys.onReturnPressed: picker.choose(currentItem as PickerRow)
            Keys.onEnterPressed: picker.choose(currentItem as PickerRow)
        }
        AppText {
            id: none
            visible: list.count === 0
            x: 8
            y: automatic.height + 10
            width: parent.width - 16
            wrapMode: Text.Wrap
            line: 20
            color: Theme.text2
            text: picker.models.scanning ? qsTr("Looking through %1").arg(picker.models.folder)
                                         : qsTr("No models in %1 yet. Open one, or put it there: a GGUF file, or a folder in Hugging Face format.").arg(picker.models.folder)
        }
        Item {
            id: foot
            anchors.bottom: parent.bottom
            width: parent.width
            height: 36
            Hairline { width: parent.width }
            Row {
                id: tools
                y: 5
                AppButton { kind: AppButton.Ghost; iconName: "models"; text: qsTr("All models"); hint: KeyHints.captions.models ?? ""; onClicked: { picker.close(); picker.allRequested() } }
                AppButton { kind: AppButton.Ghost; iconName: "file"; text: qsTr("Open file…"); onClicked: { picker.close(); picker.openRequested() } }
                AppButton { kind: AppButton.Ghost; iconName: "close"; text: qsTr("Unload"); visible: picker.engine.ready; onClicked: { picker.close(); picker.engine.unload() } }
            }
        }
    }
}
