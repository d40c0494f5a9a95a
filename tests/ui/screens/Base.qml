import QtQuick
import Hearth.App
import Hearth.Main

// The window with an invented application, as the design's pictures show it.
Main {
    id: base

    property bool dark: false
    property alias mock: invented

    readonly property InventedApp app: Invented.show(invented)

    InventedApp {
        id: invented
        settings.look.dark: base.dark
        settings.look.reduceMotion: true
        conversations.rows: [
            { conversationId: 1, title: "House rewiring plan", section: "Pinned", pinned: true },
            { conversationId: 2, title: "Spanish practice", section: "Pinned", pinned: true },
            { conversationId: 3, title: "Restic or borg for the NAS", section: "Today", current: true },
            { conversationId: 4, title: "Annual report, what changed?", section: "Today" },
            { conversationId: 5, title: "Letter to the landlord", section: "Today" },
            { conversationId: 6, title: "SQL: gaps in a sequence", section: "Yesterday" },
            { conversationId: 7, title: "Riddle for Noor’s birthday", section: "Yesterday" },
            { conversationId: 8, title: "Contract clause in plain words", section: "Last 7 days" },
            { conversationId: 9, title: "Bread hydration table", section: "Last 7 days" },
            { conversationId: 10, title: "Rust borrow error E0502", section: "Last 7 days" },
            { conversationId: 11, title: "敬語の使い方を説明して", section: "Last 7 days" },
            { conversationId: 12, title: "Naming the boat", section: "Older" },
            { conversationId: 13, title: "Trip to Oslo", section: "Older" }]
    }
}
