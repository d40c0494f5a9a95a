import QtQuick
import QtQuick.Templates as T
import Hearth.Theme
import Hearth.Components

// One installed model of the dialog's list.
T.ItemDelegate {
    id: row

    required property int index
    required property string path
    required property string name
    required property string quantization
    required property string sizeText
    required property string architecture
    required property bool current
    required property string openState
    required property bool keptLoaded
    required property int fits
    required property string fitText
    required property string speedText
    required property string problem
    required property string owner
    required property string licence
    required property bool remote
    required property bool leaves
    required property bool verified
    required property string removal
    required property string purpose
    required property string purposeText
    required property bool sees
    required property bool lacksVision
    property bool used: false
    readonly property bool chats: purpose === "chat"
    readonly property string stateText: openState === "loaded" ? (keptLoaded ? qsTr("kept loaded") : qsTr("loaded"))
                                       : openState === "loading" ? qsTr("loading") : openState === "resting" ? qsTr("unloaded for now") : used ? qsTr("in use") : ""
    readonly property string facts: problem !== "" ? problem : sizeText + (owner !== "" && !remote ? " · " + owner : "") + (fitText !== "" ? " · " + fitText : "")
    readonly property bool on: ListView.isCurrentItem

    width: ListView.view ? ListView.view.width : 300
    height: 60
    text: name
    hoverEnabled: true
    focusPolicy: Qt.NoFocus
    Accessible.role: Accessible.ListItem
    Accessible.name: name + (quantization !== "" ? ", " + quantization : "") + ", " + facts + (purposeText !== "" ? ", " + purposeText : "") + (sees ? ", " + qsTr("Sees pictures") : "") + (stateText !== "" ? ", " + stateText : "")
    Accessible.selected: on
    Accessible.onPressAction: row.clicked()
    background: Rectangle {
        radius: Theme.radius
        color: row.on ? Theme.selected : row.hovered ? Theme.hover : "transparent"
        FocusRing {
            distance: -4
            visible: row.on && row.ListView.view.activeFocus
        }
    }
    contentItem: Item {
        AppText {
            id: title
            x: 12
            y: 12
            width: Math.min(implicitWidth, parent.width - 36 - quant.implicitWidth - (row.sees ? 22 : 0))
            text: row.name
            font: Theme.section
            elide: Text.ElideRight
            color: row.problem !== "" ? Theme.text3 : Theme.text
        }
        Icon {
            anchors { left: title.right; leftMargin: 6; verticalCenter: title.verticalCenter }
            visible: row.sees
            name: "eye"
        }
        AppText {
            id: quant
            anchors { right: parent.right; rightMargin: 12 }
            y: 13
            text: row.quantization
            font: Theme.figures
            color: Theme.text2
        }
        AppText {
            x: 12
            y: 33
            width: parent.width - 24 - (mark.visible ? mark.width + 10 : 0)
            text: row.facts
            font: Theme.caption
            color: row.problem !== "" ? Theme.bad : Theme.text2
            elide: Text.ElideRight
        }
        Row {
            id: mark
            anchors { right: parent.right; rightMargin: 12 }
            y: 33
            spacing: 6
            visible: row.stateText !== ""
            Rectangle { width: 7; height: 7; radius: 3.5; color: Theme.ember; anchors.verticalCenter: parent.verticalCenter }
            AppText { text: row.stateText; font: Theme.caption; color: Theme.text2 }
        }
    }
}
