import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

SettingsPage {
    id: page

    required property Application app

    title: qsTr("About")
    spacing: 8
    Mark { extent: 44 }
    AppText { text: qsTr("Hearth %1").arg(page.app.version); font: Theme.subheading }
    AppText { width: parent.width; text: qsTr("Chat with language models on your own computer. Free software under the Apache licence 2.0."); color: Theme.text2; line: 20; wrapMode: Text.Wrap }
}
