pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// The chosen server: where it is, its key, whether it answers, its models.
Item {
    id: form

    property EndpointRow row: null
    required property Endpoints endpoints
    required property EngineStatus engine
    property bool keyTyped: false
    property string problem: ""
    readonly property int at: row ? row.index : -1
    readonly property real labelWidth: width < 440 ? 84 : 112

    signal removed()

    function begin() { address.forceActiveFocus(Qt.TabFocusReason) }
    function reset() {
        name.text = row ? row.name : ""
        address.text = row ? row.address : ""
        key.text = ""
        priceRead.text = row ? row.priceRead : ""
        priceWritten.text = row ? row.priceWritten : ""
        keyTyped = false
        problem = ""
    }
    function save() {
        problem = endpoints.setPrices(at, priceRead.text, priceWritten.text)
        if (problem === "") problem = endpoints.save(at, name.text, address.text, key.text, keyTyped)
        if (problem === "") reset()
    }

    onRowChanged: reset()

    ScrollArea {
        id: scroller
        anchors { fill: parent; bottomMargin: 64 }
        contentHeight: column.height + 40
        Column {
            id: column
            x: 24
            y: 20
            width: scroller.width - 48
            spacing: 8
            AppText {
                width: parent.width
                text: form.row ? form.row.name : ""
                font: Theme.title
                line: 28
                elide: Text.ElideRight
                Accessible.role: Accessible.Heading
                Accessible.name: text
            }
            Rectangle {
                width: parent.width
                height: Math.max(44, notice.implicitHeight + 20)
                radius: Theme.radius
                color: Theme.infoSoft
                Icon { x: 14; y: 14; name: "globe"; tint: Theme.info }
                AppText {
                    id: notice
                    x: 40
                    width: parent.width - 52
                    anchors.verticalCenter: parent.verticalCenter
                    text: form.row && form.row.notice !== "" ? form.row.notice : qsTr("Chats with the models of a server go to that server.")
                    wrapMode: Text.Wrap
                    Accessible.role: Accessible.StaticText
                    Accessible.name: text
                }
            }
            Item { width: 1; height: 4 }
            LabelledField {
                id: name
                width: parent.width
                labelWidth: form.labelWidth
                label: qsTr("Name")
                onAccepted: form.save()
            }
            LabelledField {
                id: address
                width: parent.width
                labelWidth: form.labelWidth
                label: qsTr("Address")
                mono: true
                placeholder: "http://rack.lan:8000/v1"
                failed: form.problem !== ""
                onAccepted: form.save()
            }
            LabelledField {
                id: key
                width: parent.width
                labelWidth: form.labelWidth
                label: qsTr("Key")
                mono: true
                secret: true
                placeholder: form.row && form.row.hasKey && !form.keyTyped ? "••••••••••••" : qsTr("none")
                note: form.width > 420 ? form.endpoints.keyNote : ""
                onEdited: form.keyTyped = true
                onAccepted: form.save()
            }
            AppButton {
                x: form.labelWidth
                visible: form.row !== null && form.row.hasKey && !form.keyTyped
                small: true
                kind: AppButton.Ghost
                text: qsTr("Remove the key")
                tip: qsTr("Done when you save")
                onClicked: { key.text = ""; form.keyTyped = true; key.forceActiveFocus(Qt.TabFocusReason) }
            }
            LabelledField {
                id: priceRead
                width: parent.width
                labelWidth: form.labelWidth
                label: qsTr("Input price")
                name: qsTr("Input price per million tokens")
                mono: true
                placeholder: qsTr("per million tokens")
                onAccepted: form.save()
            }
            LabelledField {
                id: priceWritten
                width: parent.width
                labelWidth: form.labelWidth
                label: qsTr("Output price")
                name: qsTr("Output price per million tokens")
                mono: true
                placeholder: qsTr("per million tokens")
                onAccepted: form.save()
            }
            Item {
                width: parent.width
                // Room for three lines, so that what the server answers moves nothing below.
                height: Math.max(60, connection.implicitHeight)
                visible: form.row !== null
                AppText {
                    width: form.labelWidth
                    anchors.verticalCenter: parent.verticalCenter
                    text: qsTr("Connection")
                    color: Theme.text2
                    elide: Text.ElideRight
                }
                AppText {
                    id: connection
                    x: form.labelWidth
                    width: parent.width - x - again.width - 8
                    anchors.verticalCenter: parent.verticalCenter
                    wrapMode: Text.Wrap
                    text: form.row && form.row.reachText !== "" ? form.row.reachText : qsTr("not tested yet")
                    color: form.row && form.row.reach === Endpoints.Failed ? Theme.bad : Theme.text
                    Accessible.role: form.row && form.row.reach === Endpoints.Failed ? Accessible.AlertMessage : Accessible.StaticText
                    Accessible.name: text
                }
                AppButton {
                    id: again
                    anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                    small: true
                    iconName: "redo"
                    text: qsTr("Test")
                    tip: qsTr("Asks the server for its models")
                    enabled: form.row !== null && form.row.address !== ""
                    onClicked: form.endpoints.test(form.at)
                }
            }
            EndpointModelList {
                width: parent.width
                models: form.row ? form.row.models : []
                current: form.engine.modelPath
                onShownChanged: (model, shown) => form.endpoints.setShown(form.at, model, shown)
                onUseRequested: path => form.engine.load(path)
            }
        }
    }
    // In the foot, over the buttons, so that no field moves when it appears.
    Rectangle {
        visible: form.problem !== ""
        y: parent.height - 64 - height
        width: parent.width
        height: problemText.implicitHeight + 20
        color: Theme.badSoft
        AppText {
            id: problemText
            x: 24
            y: 10
            width: parent.width - 48
            text: form.problem
            wrapMode: Text.Wrap
            line: 20
            color: Theme.bad
            Accessible.role: Accessible.AlertMessage
            Accessible.name: text
        }
    }
    AppButton {
        x: 12
        y: parent.height - 48
        kind: AppButton.Destructive
        iconName: "trash"
        text: qsTr("Remove")
        tip: qsTr("Removes the address and the key. Chats are kept.")
        onClicked: { form.endpoints.remove(form.at); form.removed() }
    }
    AppButton {
        anchors { right: parent.right; rightMargin: 24 }
        y: parent.height - 48
        kind: AppButton.Primary
        text: qsTr("Save and test")
        onClicked: form.save()
    }
}
