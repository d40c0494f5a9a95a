import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Pages that explain models by the one that is loaded, one page for each question.
DialogShell {
    id: dialog

    enum Page { Words, Precision, Speed, Costs, Way }

    required property ReplyInspector inspector
    required property EngineStatus engine
    required property PrecisionTable precisions
    required property SpeedView speed
    required property TokenCosts costs
    property int page: InsideDialog.Words

    title: qsTr("See inside")
    wantedWidth: 880
    TabRow {
        x: Theme.pageMargin
        height: 44
        room: parent.width - 2 * Theme.pageMargin
        names: [qsTr("Words to tokens"), qsTr("Precision"), qsTr("Speed"), qsTr("Costs"), qsTr("The way of a token")]
        current: dialog.page
        onChosen: index => dialog.page = index
    }
    Hairline { y: 43; x: 1; width: parent.width - 2 }
    WordsPane {
        anchors { fill: parent; topMargin: 44 }
        visible: dialog.page === InsideDialog.Words
        words: dialog.inspector.words
        modelName: dialog.engine.ready ? dialog.engine.modelName : ""
        shown: dialog.visible && visible
    }
    PrecisionPane {
        anchors { fill: parent; topMargin: 44 }
        visible: dialog.page === InsideDialog.Precision
        precisions: dialog.precisions
        shown: dialog.visible && visible
    }
    SpeedPane {
        anchors { fill: parent; topMargin: 44 }
        visible: dialog.page === InsideDialog.Speed
        speed: dialog.speed
        shown: dialog.visible && visible
    }
    CostsPane {
        anchors { fill: parent; topMargin: 44 }
        visible: dialog.page === InsideDialog.Costs
        costs: dialog.costs
        shown: dialog.visible && visible
    }
    WayPane {
        anchors { fill: parent; topMargin: 44 }
        visible: dialog.page === InsideDialog.Way
        way: dialog.inspector.way
        shown: dialog.visible && visible
    }
}
