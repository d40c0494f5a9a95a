pragma Singleton
import QtQuick

QtObject {
    readonly property SamplingSettings sampling: Invented.app.sampling
    readonly property PresetListModel presets: Invented.app.presets
    readonly property AppSettings app: Invented.app.settings
    readonly property KeyBindings keys: Invented.app.keys
    readonly property PromptListModel prompts: Invented.app.prompts
}
