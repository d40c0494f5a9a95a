import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Search criteria: words, only models that run here, licence, order.
Column {
    id: search

    required property HubSearch hub
    readonly property alias field: field
    readonly property var licences: ["", "apache-2.0", "mit", "llama3.1", "llama3.2", "gemma"]

    signal downPressed()

    spacing: 8
    AppField {
        id: field
        width: parent.width
        iconName: "search"
        name: qsTr("Search models")
        placeholderText: qsTr("Search %1").arg(search.hub.host)
        clearable: true
        text: search.hub.query
        onTextEdited: search.hub.query = text
        onTextChanged: if (text === "") search.hub.query = ""
        Keys.onDownPressed: search.downPressed()
    }
    Flow {
        width: parent.width
        spacing: 6
        ChipButton {
            text: qsTr("Runs here")
            on: search.hub.runsHere
            onClicked: search.hub.runsHere = !search.hub.runsHere
        }
        ChipButton {
            text: qsTr("Sees pictures")
            on: search.hub.seesOnly
            onClicked: search.hub.seesOnly = !search.hub.seesOnly
        }
        Select {
            fit: true
            height: 28
            name: qsTr("Licence")
            model: [qsTr("Any licence"), "Apache 2.0", "MIT", "Llama 3.1 Community", "Llama 3.2 Community", "Gemma"]
            currentIndex: Math.max(0, search.licences.indexOf(search.hub.licence))
            onActivated: index => search.hub.licence = search.licences[index]
        }
        Select {
            fit: true
            height: 28
            name: qsTr("Order")
            model: [qsTr("Downloads"), qsTr("Likes"), qsTr("Newest"), qsTr("Trending")]
            currentIndex: search.hub.order
            onActivated: index => search.hub.order = index
        }
    }
    AppText {
        // In line with the models below.
        x: 4
        width: parent.width - 8
        text: search.hub.note
        font: Theme.caption
        color: Theme.text2
        elide: Text.ElideRight
        Accessible.role: Accessible.StaticText
        Accessible.name: text
    }
}
