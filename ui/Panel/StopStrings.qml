pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.Theme
import Hearth.Components

// Texts at which a reply ends, as removable badges, and a field that adds one. "\n" means a new line.
FieldGround {
    id: box

    property var stops: []

    signal edited(var list)

    function shown(text: string): string { return text.replace(/\n/g, "\\n").replace(/\t/g, "\\t") }
    function meant(text: string): string { return text.replace(/\\n/g, "\n").replace(/\\t/g, "\t") }
    function add(text: string) {
        if (text !== "" && !stops.includes(meant(text))) edited([...stops, meant(text)])
    }
    function takeTyped() {
        add(field.text)
        field.clear()
    }
    function removeAt(index: int) { edited(stops.filter((text, at) => at !== index)) }

    implicitHeight: Math.max(32, flow.implicitHeight + 8)
    focused: field.activeFocus
    hovered: hover.hovered
    HoverHandler { id: hover }
    Flow {
        id: flow
        x: 4
        y: 4
        width: parent.width - 8
        spacing: 4
        Repeater {
            model: box.stops
            T.AbstractButton {
                id: stop
                required property int index
                required property string modelData
                implicitHeight: 24
                implicitWidth: Math.min(Math.ceil(label.implicitWidth), flow.width)
                text: box.shown(modelData)
                hoverEnabled: true
                focusPolicy: Qt.TabFocus
                onClicked: box.removeAt(index)
                Keys.onDeletePressed: box.removeAt(index)
                Keys.onReturnPressed: box.removeAt(index)
                Accessible.role: Accessible.Button
                Accessible.name: qsTr("Remove the stop text %1").arg(text)
                Accessible.onPressAction: box.removeAt(index)
                background: Rectangle {
                    y: 2
                    height: 20
                    radius: Theme.radiusSmall
                    color: stop.hovered ? Theme.badSoft : Theme.hover
                    FocusRing {
                        distance: 0
                        visible: stop.visualFocus
                    }
                }
                contentItem: AppText {
                    id: label
                    leftPadding: 6
                    rightPadding: 6
                    verticalAlignment: Text.AlignVCenter
                    text: stop.text
                    font: Theme.figures
                    color: stop.hovered ? Theme.bad : Theme.text2
                    elide: Text.ElideRight
                }
                TipLoader {
                    control: stop
                    text: qsTr("Press to remove")
                    shown: stop.hovered || stop.visualFocus
                }
            }
        }
        T.TextField {
            id: field
            width: Math.max(60, implicitWidth)
            implicitWidth: contentWidth + 12
            height: 24
            leftPadding: 6
            verticalAlignment: TextInput.AlignVCenter
            font: Theme.figures
            color: Theme.text
            selectByMouse: true
            cursorDelegate: Caret {}
            Accessible.role: Accessible.EditableText
            Accessible.name: qsTr("Add a stop text")
            // Later: the focus may be on its way to a badge, and new badges replace all of them.
            onEditingFinished: Qt.callLater.call(Qt, box.takeTyped)
            AppText {
                x: 6
                visible: field.text === "" && !field.activeFocus
                text: qsTr("add")
                font: Theme.figures
                color: Theme.text3
                anchors.verticalCenter: parent.verticalCenter
            }
        }
    }
}
