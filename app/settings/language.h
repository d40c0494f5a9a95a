#pragma once

#include <QList>
#include <QString>
#include <QTranslator>

namespace hearth::app {

/// A language of the window.
struct Language {
    QString code;  ///< "de", "zh_CN"; as in the names of the files in resources/translations
    QString name;  ///< in itself
    bool operator==(const Language&) const = default;
};

/// English and every language there is a translation to, in the order they are offered.
QList<Language> languages();

/// The code of the language that fits a list of locale names ("de-AT", "zh-Hans-CN"), the most wanted first;
/// "en" when none fits.
QString languageFor(const QStringList& localeNames);

/// The language the program speaks: its own texts, those of Qt's dialogs, and numbers through QLocale's
/// default. GUI thread.
class SpokenLanguage {
public:
    /// Speaks a language from now on; an empty code is the system's. What is on screen follows when it is
    /// asked for again (QQmlEngine::retranslate()).
    void speak(const QString& code);
    /// The code of what is spoken; empty before the first speak().
    QString code() const { return m_code; }

private:
    QString m_code;
    QTranslator m_ours, m_qt;
};

}  // namespace hearth::app
