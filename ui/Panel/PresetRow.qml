pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// The preset in use; saving the present values as one, also as a file for other people.
Item {
    id: row

    required property SamplingSettings sampling
    required property PresetListModel presets
    readonly property bool own: presets.isOwn(sampling.presetName) && presets.count > 0

    signal fileRequested(bool saving)

    implicitHeight: naming.visible ? 72 : 32
    Select {
        id: select
        width: parent.width - save.width - more.width - 12
        name: qsTr("Preset")
        model: row.presets
        textRole: "name"
        valueRole: "name"
        readonly property string preset: row.sampling.presetName !== "" ? row.sampling.presetName : qsTr("Standard")
        shownText: row.sampling.changed ? qsTr("%1, changed").arg(preset) : preset
        onActivated: row.presets.apply(currentText)
    }
    IconButton {
        id: more
        anchors.right: parent.right
        iconName: "more"
        text: qsTr("Presets as files")
        onClicked: menu.popup(more, 0, more.height + 4)
        AppMenu {
            id: menu
            menuWidth: 248
            AppMenuItem { text: qsTr("Save these values as a file"); iconName: "export"; onTriggered: row.fileRequested(true) }
            AppMenuItem { text: qsTr("Import presets"); iconName: "open"; onTriggered: row.fileRequested(false) }
            AppMenuItem {
                text: qsTr("Delete “%1”").arg(row.sampling.presetName)
                iconName: "trash"
                destructive: true
                visible: row.own
                onTriggered: row.presets.remove(row.sampling.presetName)
            }
        }
    }
    AppButton {
        id: save
        anchors { right: more.left; rightMargin: 4 }
        text: qsTr("Save")
        tip: qsTr("Save these values as a preset")
        onClicked: {
            naming.visible = !naming.visible
            if (naming.visible) field.forceActiveFocus()
        }
    }
    Item {
        id: naming
        visible: false
        y: 40
        width: parent.width
        height: 32
        function keep() {
            if (row.presets.save(field.text)) naming.visible = false
            else field.failed = true
        }
        AppField {
            id: field
            width: parent.width - done.width - 8
            name: qsTr("Name of the preset")
            placeholderText: qsTr("Name of the preset")
            onTextEdited: failed = false
            onAccepted: naming.keep()
            Keys.onEscapePressed: naming.visible = false
        }
        AppButton {
            id: done
            anchors.right: parent.right
            kind: AppButton.Primary
            text: qsTr("Save preset")
            enabled: field.text.trim() !== ""
            onClicked: naming.keep()
        }
    }
}
