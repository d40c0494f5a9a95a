import QtQuick
import Hearth.App

// 01, 02, 12: a conversation with all that is usual.
Base {
    id: screen
    mock.chat.figures.estimateCached: 1455
    mock.chat.figures.estimateNew: 22
    mock.chat.figures.estimateSeconds: 0.1
    mock.chat.draft.text: "Now make it a systemd timer, and mail me if it fails."
    mock.chat.messages.rows: [
        { messageId: 1, author: "user", kind: MessageBlockModel.UserText, first: true, text: "Nightly encrypted backups of ~/Documents to the NAS: restic or borg? Show me the shortest setup that works." },
        { messageId: 1, author: "user", kind: MessageBlockModel.Footer, last: true, previousKind: MessageBlockModel.UserText },
        { messageId: 2, kind: MessageBlockModel.Reasoning, first: true, text: "They want short.", figures: "Thought for 0.6 s", body: "36 tokens" },
        { messageId: 2, kind: MessageBlockModel.Heading, level: 2, text: "Use restic", previousKind: MessageBlockModel.Reasoning },
        { messageId: 2, kind: MessageBlockModel.Paragraph, previousKind: MessageBlockModel.Heading, text: "Both encrypt and remove duplicates. Restic asks nothing of the NAS but a folder, so it is the <b>shorter path</b>; borg must be installed there too." },
        { messageId: 2, kind: MessageBlockModel.Table, previousKind: MessageBlockModel.Paragraph, cells: [["", "restic", "borg"], ["Needs on the NAS", "a shared folder", "borg itself"], ["Encryption", "always on", "chosen at the start"]], alignments: [1, 1, 1] },
        { messageId: 2, kind: MessageBlockModel.ListItem, previousKind: MessageBlockModel.Table, marker: "1.", text: "Create the repository once." },
        { messageId: 2, kind: MessageBlockModel.ListItem, previousKind: MessageBlockModel.ListItem, marker: "2.", text: "Back up every night, from a timer." },
        { messageId: 2, kind: MessageBlockModel.ListItem, previousKind: MessageBlockModel.ListItem, marker: "3.", text: "Keep 7 days, 4 weeks and 12 months; <code>--prune</code> frees the rest." },
        { messageId: 2, kind: MessageBlockModel.Code, previousKind: MessageBlockModel.ListItem, language: "bash", text: "export RESTIC_REPOSITORY=sftp:nas:/backup/anna\nrestic init  # once; it asks for the passphrase\nrestic backup ~/Documents --exclude-caches\nrestic forget --prune --keep-daily 7 --keep-weekly 4 --keep-monthly 12" },
        { messageId: 2, kind: MessageBlockModel.Footer, last: true, lastMessage: true, previousKind: MessageBlockModel.Code, siblingIndex: 1, siblingCount: 3, figures: "first token 84 ms  ·  61 tok/s  ·  214 tokens  ·  3.6 s  ·  reused 1,204  ·  processed 37" }]
}
