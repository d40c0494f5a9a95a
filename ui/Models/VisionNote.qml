import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Tells that a model of a vision family lacks its vision file, and offers to download it.
Column {
    id: note

    required property VisionDownload vision
    property string modelName: ""

    spacing: 8
    AppText {
        width: parent.width
        text: qsTr("Models of this family can see pictures, but the file that this takes (mmproj) is missing.")
        color: Theme.text2
        wrapMode: Text.Wrap
        line: 20
        Accessible.role: Accessible.StaticText
        Accessible.name: text
    }
    AppButton {
        visible: note.vision.offered && !note.vision.busy
        small: true
        iconName: "download"
        text: qsTr("Download it")
        tip: qsTr("Fetches the file from where the model came from")
        onClicked: note.vision.start(note.modelName)
    }
    AppText {
        visible: text !== ""
        width: parent.width
        text: note.vision.text
        font: Theme.caption
        color: note.vision.failed ? Theme.bad : Theme.text2
        wrapMode: Text.Wrap
        Accessible.role: note.vision.failed ? Accessible.AlertMessage : Accessible.StaticText
        Accessible.name: text
    }
}
