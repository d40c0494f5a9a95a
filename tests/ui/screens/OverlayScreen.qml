import QtQuick
import Hearth.App

// 06 to 08, 13, 17, 18: what opens over the window; `over` says which.
ChatScreen {
    id: screen
    property string over: ""
    mock.chat.draft.text: ""
    mock.search.query: "keep daily"
    mock.search.rows: [
        { conversationId: 3, messageId: 2, title: "Restic or borg for the NAS", section: "0\nRestic or borg for the NAS\ntoday, 14:06", snippet: "restic forget --prune <mark>--keep-daily</mark> 7 --keep-weekly 4 --keep-monthly 12" },
        { conversationId: 3, messageId: 1, title: "Restic or borg for the NAS", section: "0\nRestic or borg for the NAS\ntoday, 14:06", author: "user", snippet: "Is seven enough? I would rather <mark>keep daily</mark> copies for two weeks." },
        { conversationId: 1, messageId: 9, title: "House rewiring plan", section: "1\nHouse rewiring plan\n3 November", snippet: "…photograph each box before you close it and <mark>keep</mark> a <mark>daily</mark> list of circuits that are live…" },
        { conversationId: 1, messageId: 8, title: "House rewiring plan", section: "1\nHouse rewiring plan\n3 November", snippet: "The inspector asks for the log you <mark>kept daily</mark>: date, circuit, reading, initials." },
        { conversationId: 2, messageId: 7, title: "Spanish practice", section: "2\nSpanish practice\n28 October", author: "user", snippet: "Give me ten sentences a day so that I <mark>keep</mark> up the <mark>daily</mark> habit." },
        { conversationId: 9, messageId: 6, title: "Bread hydration table", section: "3\nBread hydration table\nlast Tuesday", snippet: "Feed the starter <mark>daily</mark> and <mark>keep</mark> it at 24 °C; below 20 °C every second day is enough." }]
    Component.onCompleted: {
        switch (over) {
        case "search": dialogs.showSearch(); break
        case "models": dialogs.showModels(0); break
        case "discover": dialogs.showModels(1); break
        case "endpoints": dialogs.showModels(2); break
        case "automatic":
            mock.route.smallIndex = 0
            mock.route.largeIndex = 1
            mock.route.current = true
            mock.route.note = "Both fit: they take 6.3 of the 12.1 GB available."
            mock.route.figures = "14 of 19 replies by the small model · 96 s saved"
            dialogs.showModels(3)
            break
        case "automatic lacks":
            mock.route.smallIndex = 0
            mock.route.largeIndex = 1
            mock.route.problem = "Both models need 9.1 GB of memory and 7.2 GB is available: choose smaller ones, or use the small one alone."
            dialogs.showModels(3)
            break
        case "automatic picker": mock.route.smallIndex = 0; mock.route.largeIndex = 2; mock.route.current = true; picker.open(); break
        case "general": dialogs.showSettings(0); break
        case "models folder": dialogs.showSettings(2); break
        case "settings": dialogs.showSettings(3); break
        case "appearance": dialogs.showSettings(1); break
        case "shortcuts": dialogs.showShortcuts(); break
        case "machine": dialogs.showSettings(4); break
        case "cache": dialogs.showSettings(5); break
        case "programs": dialogs.showSettings(6); break
        case "tools": dialogs.showSettings(7); break
        case "models for documents": dialogs.findModels("embedding"); break
        case "no models for documents":
            mock.documentVectors.names = ["None: by words alone"]
            mock.documentVectors.current = 0
            mock.documentVectors.fraction = -1
            mock.documentVectors.status = "Passages are found by their words alone: no embedding model is installed. One such as all-MiniLM-L6-v2 finds them by what they mean, too."
            mock.rerankerChoice.names = ["None: as they were found"]
            dialogs.showSettings(8)
            break
        case "documents": dialogs.showSettings(8); break
        case "privacy": dialogs.showSettings(9); break
        case "keys": dialogs.showSettings(10); break
        case "about": dialogs.showSettings(11); break
        case "licence":
            dialogs.showSettings(11)
            dialogs.set.settings.showLicence(1)
            break
        case "trash":
            mock.trash.rows = [{ conversationId: 5, title: "Roof quote", when: "Deleted today, erased in 30 days" },
                { conversationId: 6, title: "A long title of a chat about the reasons why the old rail bridge hums in the wind and what may be done", when: "Deleted 12 days ago, erased in 18 days" }]
            dialogs.showTrash()
            break
        case "folder": dialogs.showFolder(3, ""); break
        case "open file": dialogs.made().files.attach(); break
        case "save file": dialogs.made().files.exportChat(3); dialogs.set.files.picker.chooser.accept(); break
        case "passages":
            mock.chat.passages.on = true
            dialogs.showPassage(1)
            break
        case "whole documents": dialogs.showWholeDocuments(); break
        case "words":
            mock.inspector.words.text = "Hearths"
            dialogs.showInside(0)
            break
        case "speed": dialogs.showInside(2); break
        case "costs": dialogs.showInside(3); break
        case "way": dialogs.showInside(4); break
        case "precision": dialogs.showInside(1); break
        case "compare":
            mock.chat.comparisonPlan.difference = ComparisonPlan.Presets
            mock.chat.comparisonPlan.answerCount = 4
            mock.chat.comparisonPlan.note = "Two answers are made the same way, so they will be the same."
            mock.chat.comparisonPlan.rows = [{ preset: 0 }, { preset: 1 }, { preset: 2 }, { preset: 0 }]
            dialogs.showCompare(2)
            break
        case "find": chatPage.startFind(); break
        case "notice":
            mock.storeProblem = "The folder with your chats cannot be written. Give yourself write permission to it, or choose another with --data-dir."
            mock.engine.errorText = "“SmolLM2-135M-Instruct.Q4_1.gguf” cannot be used: tensor “blk.3.ffn_down.weight” reaches past the end of the file (88,473,600 bytes); the file is cut short, download it again."
            mock.errorRaised("This was not saved", "The disk with your chats is full. Free some space and try again; everything saved before is kept.")
            break
        case "keeping": mock.cache.closing = true; mock.cache.keeping = true; mock.cache.fraction = 0.43; break
        case "link": dialogs.askLink("https://restic.net/#installation"); break
        case "no models": mock.models.rows = []; mock.models.folder = "/home/somebody/.local/share/hearth/models on the large disk"; picker.open(); break
        case "picker": picker.open(); mock.toasts.message = "“Roof quote” moved to the trash"; mock.toasts.actionText = "Undo"; break
        }
    }
}
