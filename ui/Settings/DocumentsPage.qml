// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Folders and files that are read in the background, so that what they say can be found.
SettingsPage {
    id: page

    required property DocumentLibrary library
    required property DocumentVectors vectors
    required property RerankerChoice reranker
    required property DocumentSearch search
    required property EarlierAnswers earlier

    // Folders of GPT4All that are not here yet; the count is read for its changes.
    readonly property int importable: library.count >= 0 ? library.gpt4AllFolders().length : 0

    signal addRequested(bool folder)
    // A word of ModelPurpose.
    signal modelsWanted(string purpose)

    title: qsTr("Documents")
    AppText {
        width: page.width
        wrapMode: Text.Wrap
        font: Theme.caption
        line: 18
        color: Theme.text3
        text: qsTr("Folders and files that you add are read on this computer and kept up to date, so that what they say can be found. Links in them are not followed.")
    }
    Flow {
        width: page.width
        topPadding: 12
        bottomPadding: 4
        spacing: 8
        AppButton { iconName: "folder"; text: qsTr("Add a folder…"); onClicked: page.addRequested(true) }
        AppButton { iconName: "file"; text: qsTr("Add a file…"); onClicked: page.addRequested(false) }
        AppButton { visible: page.importable > 0; text: qsTr("Import from %1").arg("GPT4All"); onClicked: page.library.addGpt4AllFolders() }
    }
    AppText {
        width: page.width
        topPadding: 4
        visible: text !== ""
        wrapMode: Text.Wrap
        text: page.library.problem !== "" ? page.library.problem : page.library.said
        Accessible.role: Accessible.AlertMessage
        Accessible.name: text
    }
    Repeater {
        model: page.library
        delegate: DocumentSourceRow {
            required property int index
            width: page.width
            onPauseToggled: page.library.setPaused(index, !paused)
            onLookRequested: page.library.look(index)
            onRemoved: page.library.remove(index)
            onProblemsRequested: problems = page.library.problems(index)
        }
    }
    SettingsRow {
        label: qsTr("Semantic search")
        about: qsTr("An embedding model reads every passage once, so that passages are found that say the same in other words")
        Select {
            width: 220
            name: qsTr("Embedding model")
            model: Array.from(page.vectors.names)
            currentIndex: page.vectors.current
            onActivated: index => page.vectors.current = index
        }
    }
    AppText {
        width: page.width
        topPadding: 4
        bottomPadding: 8
        wrapMode: Text.Wrap
        font: Theme.caption
        line: 18
        color: page.vectors.failed ? Theme.bad : Theme.text3
        text: page.vectors.status
        Accessible.role: Accessible.StaticText
        Accessible.name: text
    }
    AppButton {
        visible: page.vectors.names.length < 2
        small: true
        iconName: "download"
        text: qsTr("Find an embedding model…")
        onClicked: page.modelsWanted("embedding")
    }
    Item { visible: page.vectors.names.length < 2; width: 1; height: 12 }
    Item {
        visible: page.vectors.fraction >= 0
        width: page.width
        height: 10
        Accessible.role: Accessible.ProgressBar
        Accessible.name: page.vectors.status
        SegmentBar {
            width: parent.width
            total: 1
            segments: [{ value: page.vectors.fraction, colour: Theme.ember }]
        }
    }
    SettingsRow {
        label: qsTr("Order by")
        about: qsTr("A reranker reads the best passages with the question and brings those that answer it to the top, within two seconds. It takes memory while Hearth runs.")
        Select {
            width: 220
            name: qsTr("Reranker")
            model: Array.from(page.reranker.names)
            currentIndex: page.reranker.current
            onActivated: index => page.reranker.current = index
        }
    }
    AppText {
        width: page.width
        topPadding: 4
        bottomPadding: 8
        wrapMode: Text.Wrap
        font: Theme.caption
        line: 18
        color: page.reranker.failed ? Theme.bad : Theme.text3
        text: page.reranker.status
        Accessible.role: Accessible.StaticText
        Accessible.name: text
    }
    AppButton {
        visible: page.reranker.names.length < 2
        small: true
        iconName: "download"
        text: qsTr("Find a reranker…")
        onClicked: page.modelsWanted("reranking")
    }
    Item { visible: page.reranker.names.length < 2; width: 1; height: 12 }
    SettingsRow {
        label: qsTr("Suggest earlier answers to similar questions")
        about: qsTr("When a chat begins with a question that means the same as an earlier one to the same model, with the same system prompt and documents, its answer is shown at once, with the distance between the questions and “Ask again” below it")
        AppSwitch {
            name: qsTr("Suggest earlier answers to similar questions")
            checked: page.earlier.on
            onToggled: page.earlier.on = checked
        }
    }
    AppText {
        width: page.width
        topPadding: 4
        bottomPadding: 8
        visible: text !== ""
        wrapMode: Text.Wrap
        font: Theme.caption
        line: 18
        color: page.earlier.problem !== "" ? Theme.warn : Theme.text3
        text: page.earlier.problem !== "" ? page.earlier.problem : page.earlier.saved
        Accessible.role: Accessible.StaticText
        Accessible.name: text
    }
    Column {
        width: page.width
        visible: page.library.count > 0
        topPadding: 20
        spacing: 8
        AppText { height: 28; text: qsTr("Try the search"); font: Theme.heading; Accessible.role: Accessible.Heading; Accessible.name: text }
        AppField {
            width: page.width
            name: qsTr("Search the documents")
            placeholderText: qsTr("A question, or words")
            iconName: "search"
            clearable: true
            text: page.search.query
            // Also when it is cleared by its button.
            onTextChanged: page.search.query = text
        }
        AppText {
            visible: page.search.query !== "" && !page.search.searching
            font: Theme.caption
            color: Theme.text3
            text: page.search.count === 0 ? qsTr("Nothing was found.")
                : qsTr("Passages: %1 · %2 ms").arg(page.search.count).arg(page.search.elapsedMs.toFixed(1))
            Accessible.role: Accessible.StaticText
            Accessible.name: text
        }
        Repeater {
            model: page.search
            delegate: DocumentHitRow { width: page.width }
        }
    }
}
