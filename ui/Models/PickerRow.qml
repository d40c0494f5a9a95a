import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// One model of the picker.
T.ItemDelegate {
    id: row

    required property int index
    required property string path
    required property string name
    required property string quantization
    required property string sizeText
    required property bool current
    required property string openState
    required property int fits
    required property string fitText
    required property string problem
    readonly property bool on: ListView.isCurrentItem
    readonly property string stateText: openState === "loaded" ? qsTr("loaded") : openState === "loading" ? qsTr("loading") : ""
    readonly property string note: problem !== "" ? problem : stateText !== "" ? stateText : fitText !== "" ? fitText : sizeText

    width: ListView.view ? ListView.view.width : 380
    height: 52
    text: name
    hoverEnabled: true
    focusPolicy: Qt.NoFocus
    Accessible.role: Accessible.ListItem
    Accessible.name: name + (quantization !== "" ? ", " + quantization : "") + ", " + note
    Accessible.selected: current
    Accessible.onPressAction: row.clicked()
    background: Rectangle {
        radius: Theme.radius
        color: row.on ? Theme.hoverRaised : "transparent"
    }
    contentItem: Item {
        Icon {
            visible: row.current
            x: 9
            y: 10
            name: "check"
            tint: Theme.ember
        }
        AppText {
            x: 32
            y: 9
            width: parent.width - 32 - quant.implicitWidth - 20
            text: row.name
            font: Theme.section
            elide: Text.ElideRight
            color: row.problem !== "" ? Theme.textOff : Theme.text
        }
        AppText {
            id: quant
            anchors { right: parent.right; rightMargin: 8 }
            y: 10
            text: row.quantization
            font: Theme.figures
            color: Theme.text2
        }
        FitMark {
            x: 32
            y: 28
            visible: row.problem === "" && !row.current && row.stateText === "" && row.fits <= FitMark.No
            fit: row.fits
            quiet: true
            text: row.fitText
        }
        AppText {
            x: 32
            y: 28
            width: parent.width - 40
            visible: row.problem !== "" || row.current || row.stateText !== "" || row.fits > FitMark.No
            text: row.note
            font: Theme.caption
            color: row.problem !== "" ? Theme.bad : Theme.text2
            elide: Text.ElideRight
        }
    }
}
