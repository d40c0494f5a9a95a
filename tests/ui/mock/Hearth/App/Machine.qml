pragma Singleton
import QtQuick

QtObject {
    readonly property MachineChecker checker: Invented.app.machine
    readonly property GpuList cards: Invented.app.cards
    readonly property MachineWatch watch: Invented.app.machineWatch
    readonly property SandboxNote sandbox: Invented.app.sandbox
}
