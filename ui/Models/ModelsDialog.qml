import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// All models: what is installed, what there is to download, other computers, and two models as one.
DialogShell {
    id: dialog

    enum Tab { Installed, Discover, Endpoints, Automatic }

    property int tab: ModelsDialog.Installed
    // Purpose searched for, a word of ModelPurpose; empty: any.
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
    onAboutToShow: Models.installed.refresh()
    // The likely speed is shown next to each model. It is measured while the list is visible.
    onVisibleChanged: Inspector.speed.listShown = visible
    headItems: [
        TabRow {
            x: 20
            height: 56
            names: [qsTr("Installed"), qsTr("Discover"), qsTr("Endpoints"), qsTr("Automatic")]
            counts: [String(Models.installed.count), "", Models.endpoints.count > 0 ? String(Models.endpoints.count) : "", ""]
            current: dialog.tab
            onChosen: index => dialog.tab = index
        },
        AppText {
            anchors.right: parent.right
            height: 56
            visible: parent.width > 660
            verticalAlignment: Text.AlignVCenter
            text: dialog.tab >= ModelsDialog.Endpoints ? "" : Models.installed.diskText
            font: Theme.caption
            color: Theme.text3
            elide: Text.ElideMiddle
            width: Math.min(implicitWidth, parent.width / 2)
        }
    ]
    InstalledPane {
        anchors.fill: parent
        visible: dialog.tab === ModelsDialog.Installed
        models: Models.installed
        engine: Models.engine
        card: Models.card
        quantizer: Models.quantizer
        options: Models.loadOptions
        costs: Models.kvCosts
        vision: Models.visionDownload
        vectors: Documents.vectors
        reranker: Documents.reranker
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
        hub: Models.hub
        page: Models.hubPage
        downloads: Models.downloads
        onLinkChosen: address => dialog.linkChosen(address)
        onVisibleChanged: if (visible) begin()
    }
    EndpointsPane {
        anchors.fill: parent
        visible: dialog.tab === ModelsDialog.Endpoints
        endpoints: Models.endpoints
        engine: Models.engine
    }
    RoutePane {
        anchors.fill: parent
        visible: dialog.tab === ModelsDialog.Automatic
        route: Models.route
        engine: Models.engine
        onNewChatRequested: { dialog.close(); dialog.newChatRequested() }
    }
}
