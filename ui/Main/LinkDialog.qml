import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Shows where a link of a reply leads before it is opened outside Hearth.
DialogShell {
    id: dialog

    property string address: ""

    title: qsTr("Open a link?")
    wantedWidth: 520
    wantedHeight: 240
    AppText {
        x: 24
        y: 16
        width: parent.width - 48
        text: qsTr("The reply links to %1. It opens in your browser.").arg(Desktop.linkHost(dialog.address))
        line: 20
        wrapMode: Text.Wrap
    }
    AppText {
        x: 24
        y: 62
        width: parent.width - 48
        text: dialog.address
        font: Theme.figures
        color: Theme.text2
        wrapMode: Text.WrapAnywhere
        maximumLineCount: 3
        elide: Text.ElideRight
    }
    Row {
        anchors { right: parent.right; rightMargin: 24; bottom: parent.bottom; bottomMargin: 16 }
        spacing: 8
        AppButton { text: qsTr("Copy the address"); onClicked: { Desktop.copyText(dialog.address); dialog.close() } }
        AppButton {
            kind: AppButton.Primary
            text: qsTr("Open the link")
            onClicked: { Desktop.openLink(dialog.address); dialog.close() }
        }
    }
}
