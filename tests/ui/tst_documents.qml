import QtQuick
import QtTest
import Hearth.App
import Hearth.Chat
import Hearth.Settings

// Documents in the settings, on invented data.
TestCase {
    id: tests

    name: "Documents"
    when: windowShown
    width: 600
    height: 900
    visible: true

    DocumentLibrary { id: library }
    DocumentVectors { id: vectors }
    RerankerChoice { id: reranker }
    DocumentSearch { id: search }
    EarlierAnswers { id: earlierAnswers }
    WholeDocuments { id: wholes }
    WholeDocumentsDialog { id: dialog; documents: wholes }
    SignalSpy { id: wanted; target: page; signalName: "modelsWanted" }
    SignalSpy { id: asked; target: page; signalName: "addRequested" }
    DocumentsPage {
        id: page
        width: parent.width
        library: library
        vectors: vectors
        reranker: reranker
        search: search
        earlier: earlierAnswers
    }

    function named(text, root) {
        const start = root ?? page
        if (start.Accessible && start.Accessible.name === text && start.visible) return start
        for (let i = 0; i < start.children.length; ++i) {
            const found = named(text, start.children[i])
            if (found) return found
        }
        return null
    }
    function press(text) {
        const button = named(text)
        verify(button, text)
        mouseClick(button)
    }
    function last() { return library.calls[library.calls.length - 1] }

    function test_whatCanBeAdded() {
        press("Add a folder…")
        compare(asked.signalArguments[asked.count - 1][0], true)
        press("Add a file…")
        compare(asked.signalArguments[asked.count - 1][0], false)
        library.said = "/x is not there."
        verify(named("/x is not there."))
        library.said = ""
    }
    function test_whatCanBeDoneWithASource() {
        press("Look for changes in House")
        compare(last(), "look 0")
        press("Pause reading Papers")
        compare(last(), "setPaused 1 true")
        press("Continue reading Papers")
        compare(last(), "setPaused 1 false")
        press("Remove manual.pdf from the documents")
        compare(last(), "remove 2")
    }
    function test_problemsUnfold() {
        verify(!named("1 file could not be read"))
        press("2 files could not be read")
        compare(last(), "problems 0")
        tryVerify(() => named("scans/invoice.pdf: It holds no words: it is empty, or pictures of pages."))
        press("2 files could not be read")
        tryVerify(() => !named("scans/invoice.pdf: It holds no words: it is empty, or pictures of pages."))
    }
    function test_theModelIsChosen() {
        const choice = named("Embedding model")
        verify(choice)
        compare(choice.currentIndex, 1)
        choice.activated(0)
        compare(vectors.current, 0)
        vectors.status = "Passages are found by their words alone."
        verify(named("Passages are found by their words alone."))
    }
    function test_theRerankerIsChosen() {
        const choice = named("Reranker")
        verify(choice)
        compare(choice.currentIndex, 0)
        choice.activated(1)
        compare(reranker.current, 1)
        reranker.status = "Loading the model…"
        verify(named("Loading the model…"))
    }
    function test_whereNoModelIsThereOneIsFound() {
        verify(!named("Find an embedding model…"))
        verify(!named("Find a reranker…"))
        const names = [vectors.names, reranker.names]
        vectors.names = ["None: by words alone"]
        reranker.names = ["None: as they were found"]
        // The page lays them out first.
        wait(50)
        press("Find an embedding model…")
        compare(wanted.signalArguments[0][0], "embedding")
        press("Find a reranker…")
        compare(wanted.signalArguments[1][0], "reranking")
        vectors.names = names[0]
        reranker.names = names[1]
    }
    function test_theSearchIsTried() {
        const field = named("Search the documents")
        mouseClick(field)
        keyClick(Qt.Key_B)
        compare(search.query, "b")
        tryVerify(() => named("heating.md, line 42: The pressure of the boiler should be between 1.0 and 1.5 bar when it is cold."))
        verify(named("Passages: 2 · 4.2 ms"))
        // As its button does.
        field.clear()
        compare(search.query, "")
    }
    function test_wholeDocumentsAreChosen() {
        dialog.open()
        tryVerify(() => dialog.opened)
        compare(wholes.calls[0], ["load"])
        const room = dialog.contentItem
        mouseClick(named("heating.md, about 412 tokens", room))
        compare(wholes.calls[1], ["setChosen", 1, true])
        mouseClick(named("bees.md, 3,204 tokens", room))
        compare(wholes.calls[2], ["setChosen", 0, false])
        const tooLong = wholes.rows[2].name + ", 84,310 tokens, which do not fit into the context"
        verify(!named(tooLong, room).enabled)
        verify(named(wholes.summary, room))
        const field = named("Names of documents", room)
        mouseClick(field)
        keyClick(Qt.Key_B)
        compare(wholes.words, "b")
        keyClick(Qt.Key_Escape)
        tryVerify(() => !dialog.visible)
    }
    function test_earlierAnswersSayWhatTheySave() {
        earlierAnswers.problem = "This needs an embedding model: choose one above."
        press("Suggest earlier answers to similar questions")
        verify(earlierAnswers.on)
        verify(named("This needs an embedding model: choose one above."))
        earlierAnswers.problem = ""
        verify(named("Questions answered so: 12. That saved 9,140 tokens and 84.2 seconds."))
        press("Suggest earlier answers to similar questions")
        verify(!earlierAnswers.on)
    }
}
