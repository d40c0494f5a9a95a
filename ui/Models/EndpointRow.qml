import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// One server of the list.
T.ItemDelegate {
    id: row

    required property int index
    required property string name
    required property string address
    required property string host
    required property string program
    required property bool hasKey
    required property int reach
    required property string reachText
    required property string notice
    required property var models
    required property string priceRead
    required property string priceWritten
    readonly property string place: (program !== "" ? program + " · " : "") + (host !== "" ? host : qsTr("no address yet"))
    readonly property bool on: ListView.isCurrentItem
    readonly property string shortState: reach === Endpoints.Reached ? qsTr("reached") : reach === Endpoints.Failed ? qsTr("not reached")
                                       : reach === Endpoints.Asking ? qsTr("asking") : ""

    width: ListView.view ? ListView.view.width : 300
    height: 60
    text: name
    hoverEnabled: true
    focusPolicy: Qt.NoFocus
    Accessible.role: Accessible.ListItem
    Accessible.name: name + ", " + place + (shortState !== "" ? ", " + shortState : "")
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
        Icon { x: 13; y: 14; name: "globe" }
        AppText {
            x: 42
            y: 12
            width: parent.width - 54
            text: row.name
            font: Theme.section
            elide: Text.ElideRight
        }
        AppText {
            x: 42
            y: 33
            width: parent.width - 62 - state.implicitWidth
            text: row.place
            font: Theme.caption
            color: Theme.text2
            elide: Text.ElideRight
        }
        AppText {
            id: state
            anchors { right: parent.right; rightMargin: 12 }
            y: 33
            text: row.shortState
            font: Theme.caption
            color: row.reach === Endpoints.Failed ? Theme.bad : row.reach === Endpoints.Reached ? Theme.good : Theme.text2
        }
    }
}
