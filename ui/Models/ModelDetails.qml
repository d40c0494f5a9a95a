import QtQuick
import Hearth.App
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// Facts about one model: badges, memory, file.
ScrollArea {
    id: details

    property ModelRow row: null
    required property EngineStatus engine
    readonly property ModelMemory memory: engine.memory
    required property ModelCard card
    required property ModelQuantizer quantizer
    required property ModelVerifier verifier
    required property LoadOptions options
    required property KvCosts costs
    required property VisionDownload vision
    // Current use of a model that does not chat; empty: it is not used.
    property string useText: ""
    property bool useFailed: false
    signal precisionRequested()
    signal calibrationRequested()

    readonly property bool loaded: row !== null && row.current && engine.ready

    contentHeight: column.height + 48
    visible: row !== null
    NumberText { id: numbers }

    Column {
        id: column
        x: 24
        y: 20
        width: details.width - 48
        spacing: 10
        AppText {
            width: parent.width
            text: details.row ? details.row.name : ""
            font: Theme.title
            line: 28
            wrapMode: Text.Wrap
            Accessible.role: Accessible.Heading
            Accessible.name: text
        }
        Flow {
            width: parent.width
            spacing: 6
            Badge { visible: text !== ""; text: details.row ? details.row.quantization : ""; mono: true }
            Badge { visible: text !== ""; text: details.row ? details.row.architecture : "" }
            Badge { visible: text !== ""; text: details.row ? details.row.sizeText : "" }
            Badge { visible: text !== ""; text: details.row ? details.row.licence : "" }
            Badge { visible: text !== ""; text: details.row ? details.row.purposeText : ""; tone: Badge.Info }
            Badge { visible: details.row !== null && details.row.sees; text: qsTr("Sees pictures"); tone: Badge.Info; iconName: "eye" }
            Badge { visible: text !== ""; text: details.row && !details.row.remote && details.row.owner !== "" ? qsTr("managed by %1").arg(details.row.owner) : "" }
            Badge { visible: details.row !== null && details.row.verified; text: qsTr("Verified"); tone: Badge.Good; iconName: "shield" }
            Badge { visible: details.row !== null && details.row.leaves; text: qsTr("Leaves this computer"); tone: Badge.Info; iconName: "globe" }
            Badge { visible: details.row !== null && details.row.remote && !details.row.leaves; text: qsTr("Another program on this computer") }
            Badge { visible: details.loaded && details.engine.context.known && details.engine.context.length > 0; text: qsTr("%1 tokens").arg(numbers.count(details.engine.context.length)) }
        }
        FitMark {
            visible: details.row !== null && details.row.problem === "" && details.row.fits <= FitMark.No && !details.row.current
            fit: details.row ? details.row.fits : 0
            text: details.row ? details.row.fitText : ""
        }
        AppText {
            visible: text !== ""
            width: parent.width
            text: details.row ? details.row.speedText : ""
            font: Theme.caption
            color: Theme.text2
            wrapMode: Text.Wrap
            Accessible.role: Accessible.StaticText
            Accessible.name: text
        }
        ErrorCard {
            visible: details.row !== null && details.row.problem !== ""
            width: parent.width
            title: qsTr("This model cannot be used")
            body: details.row ? details.row.problem : ""
        }
        VisionNote {
            visible: details.row !== null && details.row.lacksVision && details.row.chats && details.row.problem === ""
            width: Math.min(parent.width, 452)
            vision: details.vision
            modelName: details.row ? details.row.name : ""
        }
        AppText {
            visible: details.row !== null && !details.row.chats && details.row.problem === ""
            width: Math.min(parent.width, 452)
            wrapMode: Text.Wrap
            line: 20
            color: Theme.text2
            text: details.row && details.row.purpose === "reranking"
                ? qsTr("It reads the best passages together with the question and brings those that answer it to the top. It writes no replies.")
                : qsTr("It reads your documents once, so that passages are found that say the same in other words. It writes no replies.")
            Accessible.role: Accessible.StaticText
            Accessible.name: text
        }
        AppText {
            visible: text !== ""
            width: Math.min(parent.width, 452)
            wrapMode: Text.Wrap
            line: 20
            color: details.useFailed ? Theme.bad : Theme.text
            text: details.useText
            Accessible.role: Accessible.StaticText
            Accessible.name: text
        }
        Column {
            visible: details.loaded && !details.row.remote
            width: parent.width
            spacing: 8
            topPadding: 16
            AppText { text: qsTr("Memory while it is loaded"); font: Theme.section }
            SegmentBar {
                width: parent.width
                thickness: 12
                total: Math.max(1, details.memory.totalBytes)
                segments: [{ value: details.memory.weightsBytes, colour: Theme.dWeights }, { value: details.memory.kvTakenBytes, colour: Theme.ember },
                           { value: details.memory.scratchBytes, colour: Theme.dScratch }, { value: details.memory.visionBytes, colour: Theme.info }]
            }
            Legend {
                width: parent.width
                entries: [{ text: qsTr("Weights %1").arg(numbers.memoryWithUnit(details.memory.weightsBytes)), colour: Theme.dWeights },
                          { text: qsTr("KV %1 of at most %2").arg(numbers.memoryWithUnit(details.memory.kvTakenBytes)).arg(numbers.memoryWithUnit(details.memory.kvBytes)), colour: Theme.ember },
                          { text: qsTr("Scratch %1").arg(numbers.memoryWithUnit(details.memory.scratchBytes)), colour: Theme.dScratch },
                          ...(details.memory.visionBytes > 0 ? [{ text: qsTr("Pictures %1").arg(numbers.memoryWithUnit(details.memory.visionBytes)), colour: Theme.info }] : []),
                          { text: qsTr("Free %1").arg(numbers.memoryWithUnit(details.memory.freeBytes)), colour: Theme.dTrack }]
            }
        }
        LoadOptionsView {
            width: parent.width
            visible: options.known && details.row !== null && details.row.chats && !details.row.remote
            options: details.options
            costs: details.costs
        }
        ModelCardView {
            width: parent.width
            card: details.card
            onPrecisionRequested: details.precisionRequested()
        }
        SmallerCopy {
            offered: details.row !== null && details.row.chats && !details.row.remote
            width: parent.width
            quantizer: details.quantizer
            onCalibrationRequested: details.calibrationRequested()
        }
        Grid {
            columns: 2
            columnSpacing: 24
            rowSpacing: 8
            topPadding: 16
            AppText { text: details.row && details.row.remote ? qsTr("Server") : qsTr("Place"); font: Theme.caption; color: Theme.text2; line: 16 }
            AppText {
                text: !details.row ? "" : details.row.remote ? details.row.owner : details.row.path
                font: Theme.figures
                width: details.width - 140
                wrapMode: Text.WrapAnywhere
                line: 16
                color: Theme.text2
            }
            AppText { visible: details.loaded; text: qsTr("Runs on"); font: Theme.caption; color: Theme.text2 }
            AppText { visible: details.loaded; text: details.engine.device.text; font: Theme.caption; color: Theme.text2 }
            AppText { visible: details.loaded && details.engine.abilities.visionProblem !== ""; text: qsTr("Pictures"); font: Theme.caption; color: Theme.text2 }
            AppText {
                visible: details.loaded && details.engine.abilities.visionProblem !== ""
                text: details.engine.abilities.visionProblem
                width: details.width - 140
                wrapMode: Text.Wrap
                font: Theme.caption
                color: Theme.text2
            }
            AppText { visible: details.loaded && details.engine.abilities.templateNote !== ""; text: qsTr("Template"); font: Theme.caption; color: Theme.text2 }
            AppText {
                visible: details.loaded && details.engine.abilities.templateNote !== ""
                text: details.engine.abilities.templateNote
                width: details.width - 140
                wrapMode: Text.Wrap
                font: Theme.caption
                color: Theme.text2
            }
        }
        Flow {
            visible: details.verifier.canShow && details.row !== null && !details.row.remote
            width: parent.width
            spacing: 8
            topPadding: 8
            AppButton {
                small: true
                iconName: "folder"
                text: qsTr("Show the file")
                tip: qsTr("Opens the file manager")
                onClicked: details.verifier.show()
            }
            AppButton {
                visible: details.verifier.canVerify
                small: true
                iconName: details.verifier.checking ? "close" : "shield"
                text: details.verifier.checking ? qsTr("Cancel") : qsTr("Verify again")
                tip: qsTr("Compares the file with its published SHA-256")
                onClicked: details.verifier.checking ? details.verifier.cancel() : details.verifier.verify()
            }
        }
        AppText {
            visible: text !== ""
            width: parent.width
            text: details.verifier.text
            color: details.verifier.failed ? Theme.bad : Theme.text2
            wrapMode: Text.Wrap
            line: 20
            Accessible.role: details.verifier.failed ? Accessible.AlertMessage : Accessible.StaticText
            Accessible.name: text
        }
    }
}
