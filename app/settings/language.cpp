#include "settings/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QStringList>

namespace hearth::app {

QList<Language> languages() {
    return {{QStringLiteral("en"), QStringLiteral("English")},
            {QStringLiteral("de"), QStringLiteral("Deutsch")},
            {QStringLiteral("es"), QStringLiteral("Español")},
            {QStringLiteral("fr"), QStringLiteral("Français")},
            {QStringLiteral("zh_CN"), QStringLiteral("简体中文")}};
}

QString languageFor(const QStringList& localeNames) {
    for (const QString& name : localeNames) {
        const QLocale wanted(name);
        for (const Language& language : languages()) {
            const QLocale offered(language.code);
            // Traditional characters are another way of writing: who wants them is better off with English.
            if (wanted.language() == offered.language() && wanted.script() == offered.script())
                return language.code;
        }
    }
    return QStringLiteral("en");
}

void SpokenLanguage::speak(const QString& code) {
    const QString chosen = code.isEmpty() ? languageFor(QLocale::system().uiLanguages()) : code;
    if (chosen == m_code) return;
    m_code = chosen;
    QLocale::setDefault(QLocale(m_code));
    for (QTranslator* translator : {&m_ours, &m_qt}) QCoreApplication::removeTranslator(translator);
    // The texts in the source are English.
    if (m_code == QLatin1String("en")) return;
    if (m_qt.load(QStringLiteral("qtbase_") + m_code, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qt);
    if (m_ours.load(QStringLiteral(":/hearth/translations/hearth_") + m_code))
        QCoreApplication::installTranslator(&m_ours);
}

}  // namespace hearth::app
