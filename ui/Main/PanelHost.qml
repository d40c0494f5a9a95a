import QtQuick
import Hearth.App
import Hearth.Panel

// The right panel with its tab kept in the settings.
RightPanel {
    id: host

    tab: app.settings.panelTab
    onTabChosen: index => app.settings.panelTab = index
}
