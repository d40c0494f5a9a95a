pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Servers at the left, the chosen one at the right; one after the other if there is no room.
Item {
    id: pane

    required property Endpoints endpoints
    required property EngineStatus engine
    readonly property bool narrow: width < 640
    readonly property real listWidth: narrow ? 200 : 320
    readonly property EndpointRow chosen: list.currentItem as EndpointRow

    ListView {
        id: list
        x: 8
        y: 13
        width: pane.listWidth - 16
        height: parent.height - 13 - 64
        clip: true
        model: pane.endpoints
        spacing: 2
        activeFocusOnTab: true
        boundsBehavior: Flickable.StopAtBounds
        highlightMoveDuration: 0
        Accessible.role: Accessible.List
        Accessible.name: qsTr("Servers")
        T.ScrollBar.vertical: AppScrollBar {}
        delegate: EndpointRow {
            onClicked: ListView.view.currentIndex = index
        }
    }
    AppText {
        visible: list.count === 0
        x: 24
        y: 24
        width: pane.listWidth - 48
        wrapMode: Text.Wrap
        line: 20
        color: Theme.text2
        text: qsTr("No servers yet. vLLM, TensorRT-LLM, TGI, llama.cpp’s server and anything else that speaks the OpenAI protocol will work.")
    }
    Hairline {
        x: pane.listWidth
        width: 1
        height: parent.height
    }
    Hairline {
        y: parent.height - 64
        width: parent.width
    }
    AppButton {
        x: 16
        y: parent.height - 48
        iconName: "plus"
        text: qsTr("Add a server")
        onClicked: {
            list.currentIndex = pane.endpoints.add()
            form.begin()
        }
    }
    EndpointForm {
        id: form
        anchors { fill: parent; leftMargin: pane.listWidth + 1 }
        visible: pane.chosen !== null
        row: pane.chosen
        endpoints: pane.endpoints
        engine: pane.engine
        // The button that had the keyboard may be gone with the last server.
        onRemoved: list.forceActiveFocus(Qt.TabFocusReason)
    }
}
