import QtQuick
import QtQuick.Templates as T
import Hearth.Theme
import Hearth.Components

// One model that can be downloaded.
T.ItemDelegate {
    id: row

    required property int index
    required property string repository
    required property string title
    required property string author
    required property string facts
    required property int fits
    required property string fitText
    required property bool gated
    required property bool sees
    property bool chosen: false
    readonly property bool on: ListView.isCurrentItem

    width: ListView.view ? ListView.view.width : 360
    height: 68
    text: title
    hoverEnabled: true
    focusPolicy: Qt.NoFocus
    Accessible.role: Accessible.ListItem
    Accessible.name: title + ", " + author + ", " + facts + ", " + fitText + (sees ? ", " + qsTr("Sees pictures") : "")
    Accessible.selected: chosen
    Accessible.onPressAction: row.clicked()
    background: Rectangle {
        radius: Theme.radius
        color: row.chosen ? Theme.selected : row.hovered ? Theme.hover : "transparent"
        FocusRing {
            distance: -4
            visible: row.on && row.ListView.view.activeFocus
        }
    }
    contentItem: Item {
        AppText {
            id: titleText
            x: 12
            y: 16
            width: Math.min(implicitWidth, parent.width - 36 - mark.width - (row.sees ? 22 : 0))
            text: row.title
            font: Theme.section
            elide: Text.ElideRight
        }
        Icon {
            anchors { left: titleText.right; leftMargin: 6; verticalCenter: titleText.verticalCenter }
            visible: row.sees
            name: "eye"
        }
        FitMark {
            id: mark
            anchors { right: parent.right; rightMargin: 12 }
            y: 16
            visible: row.fits <= FitMark.No
            width: visible ? implicitWidth : 0
            fit: row.fits
            text: row.fitText
        }
        AppText {
            x: 12
            y: 37
            width: parent.width - 36 - factsText.implicitWidth
            text: row.gated ? qsTr("%1 · asks for terms").arg(row.author) : row.author
            font: Theme.caption
            color: Theme.text2
            elide: Text.ElideRight
        }
        AppText {
            id: factsText
            anchors { right: parent.right; rightMargin: 12 }
            y: 37
            text: row.facts
            font: Theme.caption
            color: Theme.text2
        }
    }
}
