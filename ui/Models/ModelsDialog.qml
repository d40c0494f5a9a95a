import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// All models: what is installed, what there is to download, other computers, and two models as one.
DialogShell {
    id: dialog

    enum Tab { Installed, Discover, Endpoints, Automatic }

    required property Application app
    property int tab: ModelsDialog.Installed
    // What is looked for, a word of ModelPurpose; empty: anything.
    property string wanted: ""

    signal openRequested()
    signal newChatRequested()
    signal linkChosen(string address)
    signal insideRequested(int page)
    signal calibrationRequested()

    function discover(purpose: string) {
        wanted = purpose
        tab = ModelsDialog.Discover
        if (discoverPane.visible) discoverPane.begin()
    }

    title: qsTr("Models")
    onAboutToShow: app.models.refresh()
    // Beside each model stands how fast it is likely to be, which is measured while somebody looks.
    onVisibleChanged: app.speed.listShown = visible
    headItems: [
        TabRow {
            x: 20
            height: 56
            names: [qsTr("Installed"), qsTr("Discover"), qsTr("Endpoints"), qsTr("Automatic")]
            counts: [String(dialog.app.models.count), "", dialog.app.endpoints.count > 0 ? String(dialog.app.endpoints.count) : "", ""]
            current: dialog.tab
            onChosen: index => dialog.tab = index
        },
        AppText {
            anchors.right: parent.right
            height: 56
            visible: parent.width > 660
            verticalAlignment: Text.AlignVCenter
            text: dialog.tab >= ModelsDialog.Endpoints ? "" : dialog.app.models.diskText
            font: Theme.caption
            color: Theme.text3
            elide: Text.ElideMiddle
            width: Math.min(implicitWidth, parent.width / 2)
        }
    ]
    InstalledPane {
        anchors.fill: parent
        visible: dialog.tab === ModelsDialog.Installed
        models: dialog.app.models
        engine: dialog.app.engine
        card: dialog.app.card
        quantizer: dialog.app.quantizer
        options: dialog.app.loadOptions
        costs: dialog.app.kvCosts
        vectors: dialog.app.documentVectors
        reranker: dialog.app.rerankerChoice
        onOpenRequested: dialog.openRequested()
        onCalibrationRequested: dialog.calibrationRequested()
        onPrecisionRequested: { dialog.close(); dialog.insideRequested(1) }
        onNewChatRequested: { dialog.close(); dialog.newChatRequested() }
    }
    DiscoverPane {
        id: discoverPane
        function begin() {
            if (dialog.wanted !== "") showPurpose(dialog.wanted)
            else focusSearch()
            dialog.wanted = ""
        }
        anchors.fill: parent
        visible: dialog.tab === ModelsDialog.Discover
        hub: dialog.app.hub
        page: dialog.app.hubPage
        downloads: dialog.app.downloads
        onLinkChosen: address => dialog.linkChosen(address)
        onVisibleChanged: if (visible) begin()
    }
    EndpointsPane {
        anchors.fill: parent
        visible: dialog.tab === ModelsDialog.Endpoints
        endpoints: dialog.app.endpoints
        engine: dialog.app.engine
    }
    RoutePane {
        anchors.fill: parent
        visible: dialog.tab === ModelsDialog.Automatic
        route: dialog.app.route
        engine: dialog.app.engine
        onNewChatRequested: { dialog.close(); dialog.newChatRequested() }
    }
}
