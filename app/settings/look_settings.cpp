#include "settings/look_settings.h"

#include <QGuiApplication>
#include <QPalette>
#include <algorithm>

#include "settings/language.h"

namespace hearth::app {

void LookSettings::setTheme(const QString& theme) {
    if (QStringList{QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark")}.contains(
            theme))
        put("theme", theme);
}

bool LookSettings::isDark() const {
    if (theme() != QLatin1String("system")) return theme() == QLatin1String("dark");
    if (qobject_cast<QGuiApplication*>(QCoreApplication::instance()) == nullptr) return false;
    return QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
}

QStringList LookSettings::languageNames() const {
    QStringList names{tr("System default")};
    for (const Language& language : languages()) names += language.name;
    return names;
}

int LookSettings::languageIndex() const {
    const QList<Language> all = languages();
    const auto found = std::find_if(all.begin(), all.end(), [code = language()](const Language& language) {
        return language.code == code;
    });
    return found == all.end() ? 0 : static_cast<int>(found - all.begin()) + 1;
}

void LookSettings::setLanguageIndex(int index) {
    const QList<Language> all = languages();
    if (index >= 0 && index <= all.size()) put("language", index == 0 ? QString() : all[index - 1].code);
}

double LookSettings::scaleIn(store::Store& store) {
    return std::clamp(SettingValues::storedIn(store).value(QLatin1String("scale")).toDouble(1.0), 1.0, 3.0);
}

void LookSettings::setScale(double scale) {
    put("scale", std::clamp(scale, 1.0, 3.0));
}

}  // namespace hearth::app
