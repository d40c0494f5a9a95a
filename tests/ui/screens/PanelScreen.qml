import QtQuick

// 03, 19 with tab 0; 05 with tab 1.
ChatScreen {
    property string tab: "0"
    mock.settings.panelVisible: true
    mock.settings.panelTab: Number(tab)
    mock.sampling.changed: true
    mock.sampling.minP: 0.08
    mock.chat.draft: ""
    mock.chat.systemPrompt: "Answer in short, plain sentences. Show commands for Debian. Say so when you are not sure."
}
