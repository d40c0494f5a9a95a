pragma Singleton
import QtQuick

QtObject {
    readonly property StartChoice start: Invented.app.start
    readonly property StartGuard guard: Invented.app.guard
    readonly property ProgramAccess programs: Invented.app.programs
    readonly property About about: Invented.app.about
    readonly property string storeProblem: Invented.app.storeProblem
    readonly property string version: Invented.app.version
}
