#include "settings/key_bindings.h"

#include <QCoreApplication>
#include <QJsonObject>
#include <QKeySequence>
#include <QStringList>
#include <algorithm>
#include <array>

#include "settings/app_settings.h"

namespace hearth::app {

namespace {

struct Action {
    const char* name;
    const char* keys;
    const char* text;
    bool fixed = false;  ///< the keys cannot be changed
};

constexpr std::array actions{
    Action{"newChat", "Ctrl+N", QT_TRANSLATE_NOOP("KeyBindings", "New chat")},
    Action{"search", "Ctrl+K", QT_TRANSLATE_NOOP("KeyBindings", "Search all chats")},
    Action{"find", "Ctrl+F", QT_TRANSLATE_NOOP("KeyBindings", "Find in this chat")},
    Action{"models", "Ctrl+M", QT_TRANSLATE_NOOP("KeyBindings", "All models")},
    Action{"openFile", "Ctrl+O", QT_TRANSLATE_NOOP("KeyBindings", "Open a model")},
    Action{"settings", "Ctrl+,", QT_TRANSLATE_NOOP("KeyBindings", "Settings")},
    Action{"shortcuts", "Ctrl+/", QT_TRANSLATE_NOOP("KeyBindings", "This list")},
    Action{"sidebar", "Ctrl+B", QT_TRANSLATE_NOOP("KeyBindings", "Sidebar")},
    Action{"panel", "Ctrl+J", QT_TRANSLATE_NOOP("KeyBindings", "Settings of this chat")},
    Action{"message", "Ctrl+L", QT_TRANSLATE_NOOP("KeyBindings", "Go to the message field")},
    Action{"send", "Return", QT_TRANSLATE_NOOP("KeyBindings", "Send"), true},
    Action{"newLine", "Shift+Return", QT_TRANSLATE_NOOP("KeyBindings", "New line"), true},
    Action{"stop", "Esc", QT_TRANSLATE_NOOP("KeyBindings", "Stop the reply or close"), true},
    Action{"edit", "Ctrl+Up", QT_TRANSLATE_NOOP("KeyBindings", "Edit the last message")},
    Action{"newest", "Ctrl+Down", QT_TRANSLATE_NOOP("KeyBindings", "Jump to the latest text")},
    Action{"regenerate", "Ctrl+R", QT_TRANSLATE_NOOP("KeyBindings", "Regenerate the last reply")},
    Action{"continue", "Ctrl+E", QT_TRANSLATE_NOOP("KeyBindings", "Continue the last reply")},
    Action{"compare", "Ctrl+Shift+R", QT_TRANSLATE_NOOP("KeyBindings", "Compare answers")},
    Action{"above", "Alt+Up", QT_TRANSLATE_NOOP("KeyBindings", "Previous chat")},
    Action{"below", "Alt+Down", QT_TRANSLATE_NOOP("KeyBindings", "Next chat")},
    Action{"rename", "F2", QT_TRANSLATE_NOOP("KeyBindings", "Rename the chat"), true},
    Action{"remove", "Del", QT_TRANSLATE_NOOP("KeyBindings", "Move the chat to the trash"), true},
    Action{"larger", "Ctrl++", QT_TRANSLATE_NOOP("KeyBindings", "Larger")},
    Action{"smaller", "Ctrl+-", QT_TRANSLATE_NOOP("KeyBindings", "Smaller")},
    Action{"usual", "Ctrl+0", QT_TRANSLATE_NOOP("KeyBindings", "Usual size")},
    Action{"undo", "Ctrl+Z", QT_TRANSLATE_NOOP("KeyBindings", "Undo last action")},
    Action{"quit", "Ctrl+Q", QT_TRANSLATE_NOOP("KeyBindings", "Close Hearth")},
};

/// Keys that text fields need while a person types.
constexpr std::array editing{Qt::Key_A, Qt::Key_C, Qt::Key_V, Qt::Key_X, Qt::Key_Y};

Qt::KeyboardModifiers modifiersOf(int modifiers) {
    return Qt::KeyboardModifiers(modifiers) & ~(Qt::KeypadModifier | Qt::GroupSwitchModifier);
}

/// Keys of a key event as they are kept.
QString sequenceOf(int key, int modifiers) {
    return QKeySequence(key | static_cast<int>(modifiersOf(modifiers))).toString(QKeySequence::PortableText);
}

bool isModifier(int key) {
    return key == Qt::Key_Control || key == Qt::Key_Shift || key == Qt::Key_Alt || key == Qt::Key_Meta ||
           key == Qt::Key_AltGr || key == 0 || key == Qt::Key_unknown;
}

QStringList capsOf(const QString& sequence) {
    QString rest = sequence;
    QStringList caps;
    // The last key may be a plus itself.
    for (qsizetype plus; (plus = rest.indexOf(u'+')) > 0 && plus + 1 < rest.size(); rest = rest.mid(plus + 1))
        caps += rest.left(plus);
    static const QHash<QString, QString> names{
        {"Up", "↑"}, {"Down", "↓"}, {"Left", "←"}, {"Right", "→"}, {"Return", "Enter"}};
    return caps << names.value(rest, rest);
}

}  // namespace

KeyBindings::KeyBindings(AppSettings& settings, QObject* parent)
    : QAbstractListModel(parent), m_settings(settings) {
}

int KeyBindings::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(actions.size());
}

QString KeyBindings::sequenceOf(int row) const {
    const Action& action = actions[static_cast<size_t>(row)];
    const QString standard = QString::fromLatin1(action.keys);
    if (action.fixed) return standard;
    return m_settings.keys().value(QLatin1String(action.name)).toString(standard);
}

QVariant KeyBindings::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Action& action = actions[static_cast<size_t>(index.row())];
    switch (role) {
        case TextRole:
            return QCoreApplication::translate("KeyBindings", action.text);
        case CapsRole:
            return capsOf(sequenceOf(index.row()));
        case FixedRole:
            return action.fixed;
        case AlteredRole:
            return sequenceOf(index.row()) != QLatin1String(action.keys);
        default:
            return {};
    }
}

QHash<int, QByteArray> KeyBindings::roleNames() const {
    return {{TextRole, "text"}, {CapsRole, "caps"}, {FixedRole, "fixed"}, {AlteredRole, "altered"}};
}

QVariantMap KeyBindings::sequences() const {
    QVariantMap all;
    for (int row = 0; row < rowCount(); ++row)
        all[QLatin1String(actions[static_cast<size_t>(row)].name)] = sequenceOf(row);
    return all;
}

QVariantMap KeyBindings::captions() const {
    QVariantMap all;
    for (int row = 0; row < rowCount(); ++row)
        all[QLatin1String(actions[static_cast<size_t>(row)].name)] = capsOf(sequenceOf(row)).join(u' ');
    return all;
}

bool KeyBindings::isAltered() const {
    return !m_settings.keys().isEmpty();
}

bool KeyBindings::take(int row, int key, int modifiers) {
    if (row < 0 || row >= rowCount() || data(index(row), FixedRole).toBool() || isModifier(key)) return false;
    const auto held = modifiersOf(modifiers);
    const QString keys = hearth::app::sequenceOf(key, modifiers);
    const QString written = capsOf(keys).join(u' ');
    const bool isFunction = key >= Qt::Key_F1 && key <= Qt::Key_F35;
    if (!isFunction && !(held & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))) {
        say(tr("%1 types text or moves the cursor. Combine it with Ctrl or Alt, or use a function key.")
                .arg(written));
        return false;
    }
    if (held == Qt::ControlModifier && std::ranges::find(editing, key) != editing.end()) {
        say(tr("%1 is needed for editing text. Choose another shortcut.").arg(written));
        return false;
    }
    return store(row, keys);
}

bool KeyBindings::matches(const QString& action, int key, int modifiers) const {
    if (isModifier(key)) return false;
    for (int row = 0; row < rowCount(); ++row)
        if (action == QLatin1String(actions[static_cast<size_t>(row)].name))
            return sequenceOf(row) == hearth::app::sequenceOf(key, modifiers);
    return false;
}

void KeyBindings::reset(int row) {
    if (row < 0 || row >= rowCount()) return;
    store(row, QString::fromLatin1(actions[static_cast<size_t>(row)].keys));
}

void KeyBindings::resetAll() {
    m_settings.setKeys({});
    say({});
    retranslate();
}

void KeyBindings::clearNote() {
    say({});
}

bool KeyBindings::store(int row, const QString& sequence) {
    for (int other = 0; other < rowCount(); ++other) {
        if (other == row || sequenceOf(other) != sequence) continue;
        say(tr("%1 is already used for “%2”. Choose another shortcut, or change that one first.")
                .arg(capsOf(sequence).join(u' '), data(index(other), TextRole).toString()));
        return false;
    }
    const Action& action = actions[static_cast<size_t>(row)];
    QJsonObject keys = m_settings.keys();
    if (sequence == QLatin1String(action.keys))
        keys.remove(QLatin1String(action.name));
    else
        keys[QLatin1String(action.name)] = sequence;
    m_settings.setKeys(keys);
    say({});
    emit dataChanged(index(row), index(row));
    emit changed();
    return true;
}

void KeyBindings::say(const QString& note) {
    if (note == m_note) return;
    m_note = note;
    emit noteChanged();
}

void KeyBindings::retranslate() {
    emit dataChanged(index(0), index(rowCount() - 1));
    emit changed();
}

}  // namespace hearth::app
