import QtQuick
import Hearth.App
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// Choice of speculation: off, or the source of the drafted tokens. The app stores whether the text is searched, and the
// draft model of each model. A draft model is loaded with its model, so the panel applies it.
Column {
    id: choice

    required property AppSettings settings
    required property EngineStatus engine
    required property DraftChoices drafts
    required property NumberText numbers
    // The draft model that is planned; empty: none.
    property string planned: engine.speculation.draftPath
    readonly property bool able: !engine.ready || engine.speculation.possible
    readonly property bool drafting: planned !== ""
    readonly property bool own: able && engine.speculation.hasMtp && settings.engine.ownGuesses
    // Additional memory compared with now, in bytes.
    readonly property real more: planned === engine.speculation.draftPath ? 0 : (drafting ? bytes : 0) - engine.memory.draftBytes
    readonly property real bytes: drafting && planned === engine.speculation.draftPath ? engine.memory.draftBytes : bytesOf(planned, drafts.count)

    // Turning it off also forgets a stored draft model that could not be used.
    function plan(path) {
        planned = path
        if (path === "" && engine.speculation.draftPath === "") settings.models.setDraftModel(engine.modelPath, "")
    }
    function bytesOf(path, count) {
        const row = drafts.rowOf(path)
        return drafts.bytesAt(count > 0 && row < 0 ? 0 : row)
    }
    function gainText(gain) { return gain < 1.05 ? qsTr("no faster") : qsTr("%1× faster").arg(numbers.fixed(gain, 1)) }
    function figure(gain, memory) { return gain === 0 ? memory : gainText(gain) + " · " + memory }

    Component.onCompleted: drafts.look()
    Connections {
        target: choice.engine
        function onBecameReady() { choice.planned = choice.engine.speculation.draftPath }
    }

    SectionHead {
        width: parent.width
        text: qsTr("Speculative decoding")
        note: choice.able ? qsTr("same text, faster") : qsTr("not with this model")
    }
    AppRadio {
        width: parent.width
        enabled: choice.able
        text: qsTr("Off")
        checked: !choice.drafting && !choice.settings.engine.promptLookup
        onToggled: { choice.settings.engine.promptLookup = false; choice.plan("") }
    }
    AppRadio {
        id: lookup
        width: parent.width
        enabled: choice.able
        text: qsTr("From the text itself")
        figure: choice.able ? choice.figure(choice.own ? 0 : choice.engine.speculation.lookupGain, "0 GB") : ""
        checked: !choice.drafting && choice.settings.engine.promptLookup && !choice.own
        onToggled: { choice.settings.engine.promptLookup = true; if (choice.engine.speculation.hasMtp) choice.settings.engine.ownGuesses = false; choice.plan("") }
        HoverHandler { id: hover }
        TipLoader {
            control: lookup
            shown: hover.hovered
            text: choice.able ? qsTr("Guesses the next tokens from earlier text and checks several at once. Faster where a reply quotes or rewrites; the text is always the same.")
                              : qsTr("Models on servers generate one token at a time")
        }
    }
    AppRadio {
        id: byItself
        width: parent.width
        visible: choice.able && choice.engine.speculation.hasMtp
        text: qsTr("By the model itself")
        figure: choice.figure(choice.own ? choice.engine.speculation.lookupGain : 0, "0 GB")
        checked: !choice.drafting && choice.settings.engine.promptLookup && choice.own
        onToggled: { choice.settings.engine.promptLookup = true; choice.settings.engine.ownGuesses = true; choice.plan("") }
        HoverHandler { id: ownHover }
        TipLoader {
            control: byItself
            shown: ownHover.hovered
            text: qsTr("This model has a layer that guesses further tokens. It does so where earlier text offers none, and several are checked at once. The text is always the same.")
        }
    }
    AppRadio {
        id: withDraft
        width: parent.width
        enabled: choice.able && (choice.drafting || choice.drafts.count > 0)
        text: qsTr("With a draft model")
        figure: !enabled ? "" : choice.figure(choice.drafting && choice.planned === choice.engine.speculation.draftPath ? choice.engine.speculation.draftGain : 0,
                                              "+" + choice.numbers.memoryWithUnit(choice.bytes))
        checked: choice.drafting
        onToggled: choice.planned = choice.engine.speculation.draftPath !== "" ? choice.engine.speculation.draftPath : choice.drafts.pathAt(0)
        HoverHandler { id: draftHover }
        TipLoader {
            control: withDraft
            shown: draftHover.hovered
            text: qsTr("A much smaller model of the same family guesses the next tokens where earlier text offers none, and this model checks several at once. The text is always the same.")
        }
    }
    Select {
        visible: choice.drafting && choice.able
        x: 26
        width: parent.width - 26
        name: qsTr("Draft model")
        model: choice.drafts
        textRole: "name"
        currentIndex: choice.drafts.count > 0 ? choice.drafts.rowOf(choice.planned) : -1
        onActivated: index => choice.planned = choice.drafts.pathAt(index)
    }
    AppText {
        visible: text !== ""
        Accessible.role: Accessible.StaticText
        Accessible.name: text
        x: 26
        width: parent.width - 26
        wrapMode: Text.Wrap
        font: Theme.caption
        color: choice.engine.speculation.draftProblem !== "" ? Theme.bad : Theme.text3
        text: choice.engine.speculation.draftProblem !== "" ? choice.engine.speculation.draftProblem
            : choice.able && !choice.drafting && choice.engine.ready && choice.drafts.count === 0 && !choice.drafts.looking
              ? qsTr("No installed model is smaller and has the same vocabulary") : ""
    }
}
