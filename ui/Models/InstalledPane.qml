// Bound components are no headings of sections before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Installed models at the left, the chosen one at the right.
Item {
    id: pane

    required property InstalledModels models
    required property EngineStatus engine
    required property ModelCard card
    required property ModelQuantizer quantizer
    required property LoadOptions options
    required property KvCosts costs
    required property VisionDownload vision
    required property DocumentVectors vectors
    required property RerankerChoice reranker
    readonly property ModelRow chosen: list.currentItem as ModelRow
    readonly property real listWidth: Math.min(320, width * 0.42)

    function use(row: ModelRow) {
        if (!row || row.problem !== "") return
        if (row.purpose === "embedding") pane.vectors.use(row.path)
        else if (row.purpose === "reranking") pane.reranker.use(row.path)
        else pane.engine.load(row.path)
    }

    signal openRequested()
    signal newChatRequested()
    signal precisionRequested()
    signal calibrationRequested()

    ListView {
        id: list
        x: 8
        y: 13
        width: pane.listWidth - 16
        height: parent.height - 13 - 64
        clip: true
        model: pane.models
        spacing: 2
        activeFocusOnTab: true
        boundsBehavior: Flickable.StopAtBounds
        highlightMoveDuration: 0
        Accessible.role: Accessible.List
        Accessible.name: qsTr("Installed models")
        T.ScrollBar.vertical: AppScrollBar {}
        section.property: "purpose"
        section.delegate: PurposeHeading {}
        delegate: ModelRow {
            // Nothing counts as chosen that cannot be used.
            used: path !== "" && problem === "" && (path === pane.vectors.path || path === pane.reranker.path)
            onClicked: ListView.view.currentIndex = index
        }
        Keys.onReturnPressed: pane.use(pane.chosen)
    }
    AppText {
        visible: list.count === 0
        x: 24
        y: 24
        width: pane.listWidth - 48
        wrapMode: Text.Wrap
        line: 20
        color: Theme.text2
        text: pane.models.scanning ? qsTr("Looking through %1").arg(pane.models.folder)
                                   : qsTr("No models in %1 yet.").arg(pane.models.folder)
    }
    Hairline {
        x: pane.listWidth
        width: 1
        height: parent.height
    }
    ModelDetails {
        anchors { fill: parent; leftMargin: pane.listWidth + 1; bottomMargin: 64 }
        row: pane.chosen
        engine: pane.engine
        card: pane.card
        quantizer: pane.quantizer
        verifier: pane.models.verifier
        options: pane.options
        costs: pane.costs
        vision: pane.vision
        onPrecisionRequested: pane.precisionRequested()
        onCalibrationRequested: pane.calibrationRequested()
        useText: !pane.chosen || !pane.chosen.used ? "" : pane.chosen.purpose === "embedding" ? pane.vectors.status : pane.reranker.status
        useFailed: pane.chosen !== null && (pane.chosen.purpose === "embedding" ? pane.vectors.failed : pane.reranker.failed)
    }
    Binding {
        target: pane.models.verifier
        property: "path"
        value: pane.chosen ? pane.chosen.path : ""
        when: pane.visible
    }
    Binding {
        target: pane.vision
        property: "path"
        value: pane.chosen && pane.chosen.lacksVision ? pane.chosen.path : ""
        when: pane.visible
    }
    Binding {
        target: pane.card
        property: "path"
        value: pane.chosen ? pane.chosen.path : ""
        when: pane.visible
    }
    Binding {
        target: pane.options
        property: "path"
        value: pane.chosen && pane.chosen.chats && !pane.chosen.remote && pane.chosen.problem === "" ? pane.chosen.path : ""
        when: pane.visible
    }
    Binding {
        target: pane.quantizer
        property: "path"
        value: pane.chosen && pane.chosen.chats && !pane.chosen.remote ? pane.chosen.path : ""
        when: pane.visible
    }
    Hairline {
        y: parent.height - 64
        width: parent.width
    }
    Row {
        x: 16
        y: parent.height - 48
        spacing: 16
        AppButton { id: add; iconName: "plus"; text: qsTr("Add a file"); onClicked: pane.openRequested() }
        AppText {
            visible: add.width + implicitWidth + 44 < pane.listWidth
            height: 32
            verticalAlignment: Text.AlignVCenter
            text: qsTr("or drop a model here")
            font: Theme.caption
            color: Theme.text3
        }
    }
    InstalledFoot {
        anchors { right: parent.right; rightMargin: 24; left: parent.left; leftMargin: pane.listWidth + 12; bottom: parent.bottom }
        height: 64
        visible: pane.chosen !== null
        row: pane.chosen
        models: pane.models
        engine: pane.engine
        onNewChatRequested: pane.newChatRequested()
        onUseRequested: pane.use(pane.chosen)
        onLeaveRequested: {
            if (pane.chosen.purpose === "embedding") pane.vectors.current = 0
            else pane.reranker.current = 0
        }
    }
    DropArea {
        anchors.fill: parent
        keys: ["text/uri-list"]
        onDropped: drop => { for (const url of drop.urls) pane.models.addFile(url) }
    }
}
