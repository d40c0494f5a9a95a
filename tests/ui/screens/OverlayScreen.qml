import QtQuick

// 06 to 08, 13, 17, 18: what opens over the window; `over` says which.
ChatScreen {
    id: screen
    property string over: ""
    mock.chat.draft: ""
    mock.search.query: "keep daily"
    mock.search.rows: [
        { conversationId: 3, messageId: 2, title: "Restic or borg for the NAS", snippet: "restic forget --prune <mark>--keep-daily</mark> 7 --keep-weekly 4 --keep-monthly 12" },
        { conversationId: 3, messageId: 1, title: "Restic or borg for the NAS", author: "user", snippet: "Is seven enough? I would rather <mark>keep daily</mark> copies for two weeks." },
        { conversationId: 1, messageId: 9, title: "House rewiring plan", snippet: "…photograph each box before you close it and <mark>keep</mark> a <mark>daily</mark> list of circuits that are live…" },
        { conversationId: 1, messageId: 8, title: "House rewiring plan", snippet: "The inspector asks for the log you <mark>kept daily</mark>: date, circuit, reading, initials." },
        { conversationId: 2, messageId: 7, title: "Spanish practice", author: "user", snippet: "Give me ten sentences a day so that I <mark>keep</mark> up the <mark>daily</mark> habit." },
        { conversationId: 9, messageId: 6, title: "Bread hydration table", snippet: "Feed the starter <mark>daily</mark> and <mark>keep</mark> it at 24 °C; below 20 °C every second day is enough." }]
    Component.onCompleted: {
        switch (over) {
        case "search": dialogs.showSearch(); break
        case "models": dialogs.showModels(0); break
        case "discover": dialogs.showModels(1); break
        case "endpoints": dialogs.showModels(2); break
        case "settings": dialogs.showSettings(1); break
        case "appearance": dialogs.showSettings(0); break
        case "shortcuts": dialogs.showShortcuts(); break
        case "link": dialogs.askLink("https://restic.net/#installation"); break
        case "picker": picker.open(); mock.toasts.message = "“Roof quote” moved to the trash"; mock.toasts.actionText = "Undo"; break
        }
    }
}
