import QtQuick

// 03, 19 with tab 0; 05 with tab 1; 04, 20 with tab 2.
ChatScreen {
    property string tab: "0"
    onNarrowChanged: panelOverlay = narrow
    mock.settings.window.panelVisible: true
    mock.settings.window.panelTab: tab === "prompt" ? 2 : Number(tab)
    mock.inspector.showsPrompt: tab === "prompt"
    mock.sampling.changed: true
    mock.sampling.minP: 0.08
    mock.chat.draft.text: ""
    mock.engine.speculation.lookupGain: 1.4
    mock.drafts.rows: [{ path: "/models/small.gguf", name: "Llama 3.2 1B Instruct Q4_K_M", bytes: 0.8 * mock.engine.gb }]
    mock.chat.systemPrompt: "Answer in short, plain sentences. Show commands for Debian. Say so when you are not sure."
    mock.inspector.messageId: 2
    mock.inspector.tokens.rows: [["##", 0], [" Use", 1], [" restic\n", 0], ["Both", 1], [" encrypt", 1], [" and", 0], [" remove", 4], [" duplicates", 0], [".", 0], [" Rest", 2],
        ["ic", 0], [" asks", 4], [" nothing", 0], [" of", 0], [" the", 0], [" NAS", 0], [" but", 1], [" a", 0], [" folder", 1], [",", 0], [" so", 1], [" it", 0], [" is", 0], [" the", 0],
        [" **", 2], ["sh", 2], ["orter", 0], [" path", 2], ["**", 0], [";", 3], [" borg", 0], [" must", 2], [" be", 0], [" installed", 0], [" there", 2], [" too", 0], [".\n", 0]]
        .map((token, at) => ({ piece: token[0], level: token[1], chance: [0.95, 0.7, 0.4, 0.2, 0.05][token[1]], tokenId: at, endsLine: token[0].endsWith("\n") }))
}
