#include "look/long_text.h"

#include <QClipboard>
#include <QGuiApplication>

#include "look/spoken_locale.h"

namespace hearth::app {

namespace {

/// Layout cost that a field manages within a tenth of a second. A line break costs as much as ten characters;
/// the time for joined emoji grows with the square of their number.
constexpr qsizetype mostFieldCost = 80'000, lineBreakCost = 10, joinedCost = 400;
/// A paragraph is laid out again with every key.
constexpr qsizetype mostParagraph = 25'000;
/// Layout cost of a text that is only shown, which happens together with other work of the window.
constexpr qsizetype mostLookCost = 20'000;

/// Number of characters of a text that can be laid out at this cost.
qsizetype bearableLength(QStringView text, qsizetype most) {
    qsizetype cost = 0, paragraph = 0, at = 0;
    for (; at < text.size(); ++at) {
        const QChar c = text[at];
        const bool ends = c == u'\n' || c == QChar::ParagraphSeparator || c == QChar::LineSeparator;
        paragraph = ends ? 0 : paragraph + 1;
        cost += ends ? lineBreakCost : c == QChar(0x200d) ? joinedCost : 1;
        if (cost > most || paragraph > mostParagraph) break;
    }
    const bool splitsPair = at > 0 && at < text.size() && text[at].isLowSurrogate();
    return splitsPair ? at - 1 : at;
}

}  // namespace

bool LongText::isTooLong(QStringView text) {
    return text.size() > mostFieldCost || bearableLength(text, mostFieldCost) < text.size();
}

QString LongText::beginning(const QString& text) {
    const qsizetype end = bearableLength(text, mostLookCost);
    return end < text.size() ? text.left(end) + QChar(0x2026) : text;
}

QString LongText::size() const {
    if (m_text.isEmpty()) return {};
    return spokenLocale().formattedDataSize(m_text.size(), 1, QLocale::DataSizeSIFormat);
}

void LongText::setText(const QString& text) {
    if (text == m_text) return;
    m_text = text;
    emit changed();
}

QString LongText::show(const QString& text) {
    m_fieldBefore = {};
    const bool folds = isTooLong(text);
    setText(folds ? text : QString());
    return folds ? QString() : text;
}

bool LongText::replace(const QString& field, int start, int end, const QString& text) {
    const QString result = field.left(start) + text + field.mid(end);
    if (!isTooLong(result)) return false;
    m_textBefore = m_text;
    m_fieldBefore = field.isNull() ? QStringLiteral("") : field;
    setText(whole(result));
    return true;
}

bool LongText::paste(const QString& field, int start, int end, bool selected) {
    const QClipboard* clipboard = QGuiApplication::clipboard();
    if (selected && !clipboard->supportsSelection()) return false;
    return replace(field, start, end,
                   clipboard->text(selected ? QClipboard::Selection : QClipboard::Clipboard));
}

QString LongText::whole(const QString& field) const {
    if (m_text.isEmpty() || field.isEmpty()) return m_text.isEmpty() ? field : m_text;
    return m_text.endsWith(u'\n') ? m_text + field : m_text + u'\n' + field;
}

QString LongText::goBack() {
    const QString field = m_fieldBefore;
    setText(m_textBefore);
    m_fieldBefore = m_textBefore = {};
    return field;
}

void LongText::copy() const {
    QGuiApplication::clipboard()->setText(m_text);
}

}  // namespace hearth::app

#include "moc_long_text.cpp"
