#include "reading/pdf_pages.h"

#include <iconv.h>
#include <poppler-document.h>
#include <poppler-global.h>
#include <poppler-page-renderer.h>
#include <poppler-page.h>

#include <QString>
#include <algorithm>
#include <cmath>
#include <ctime>
#include <memory>
#include <utility>

namespace hearth::app {

namespace {

void ignorePdfMessage(const std::string&, void*) {
}

/// Dots an inch at which a page is drawn: at most these, and no more pixels; 0: it is too narrow or too large
/// to be a page.
double dotsOf(const poppler::page& page, double most, double mostPixels) {
    const poppler::rectf rect = page.page_rect();
    const double inches = std::abs(rect.width() * rect.height()) / (72.0 * 72.0);
    if (!std::isfinite(inches) || inches <= 0) return 0;
    const double dots = std::min(most, std::sqrt(mostPixels / inches));
    // A rectangle that is less than a point high or wide is not a page.
    return std::abs(rect.width()) < 1 || std::abs(rect.height()) < 1 || dots < 10 ? 0 : dots;
}

poppler::image drawn(const poppler::page& page, double dots, poppler::image::format_enum format) {
    poppler::page_renderer renderer;
    renderer.set_image_format(format);
    renderer.set_render_hint(poppler::page_renderer::antialiasing);
    renderer.set_render_hint(poppler::page_renderer::text_antialiasing);
    const poppler::image image = renderer.render_page(&page, dots, dots);
    return image.is_valid() && image.format() == format ? image : poppler::image();
}

bool isInk(char grey) {
    return static_cast<unsigned char>(grey) < 200;
}

/// A page as PGM (Netpbm), grey, with at most this many dots an inch; empty: it is blank, or cannot be drawn.
QByteArray pictureOf(const poppler::page& page, double mostDots) {
    const double dots = dotsOf(page, mostDots, mostScanPixels);
    if (dots <= 0) return {};
    const poppler::image image = drawn(page, dots, poppler::image::format_gray8);
    if (!image.is_valid()) return {};
    QByteArray picture =
        "P5\n" + QByteArray::number(image.width()) + ' ' + QByteArray::number(image.height()) + "\n255\n";
    const qsizetype head = picture.size();
    for (int row = 0; row < image.height(); ++row)
        picture.append(image.const_data() + qsizetype{row} * image.bytes_per_row(), image.width());
    return std::any_of(picture.cbegin() + head, picture.cend(), isInk) ? picture : QByteArray();
}

/// Enough to see whether a page is empty.
constexpr double glanceDots = 36;

/// Returns true if a page has more than words: ink outside of their boxes on a hundredth of it.
bool hasPicture(const poppler::page& page) {
    const double dots = dotsOf(page, glanceDots, mostScanPixels);
    if (dots <= 0) return false;
    poppler::image image = drawn(page, dots, poppler::image::format_gray8);
    if (!image.is_valid()) return false;
    const auto inside = [](double at, int most) {
        return static_cast<int>(std::clamp(std::isfinite(at) ? at : 0.0, 0.0, double(most)));
    };
    // Letters reach a little out of their boxes.
    constexpr double margin = 2;
    for (const poppler::text_box& word : page.text_list()) {
        const poppler::rectf box = word.bbox();
        const int left = inside(box.left() * dots / 72 - margin, image.width());
        const int right = inside(box.right() * dots / 72 + margin, image.width());
        const int bottom = inside(box.bottom() * dots / 72 + margin, image.height());
        for (int row = inside(box.top() * dots / 72 - margin, image.height()); row < bottom; ++row) {
            char* const line = image.data() + qsizetype{row} * image.bytes_per_row();
            std::fill(line + left, line + std::max(left, right), '\xff');
        }
    }
    qint64 inked = 0;
    for (int row = 0; row < image.height(); ++row) {
        const char* const line = image.const_data() + qsizetype{row} * image.bytes_per_row();
        inked += std::count_if(line, line + image.width(), isInk);
    }
    return inked * 100 >= qint64{image.width()} * image.height();
}

/// True for fewer letters than a page has that is read for its text: a stamp, a page's number, a heading.
bool isFewWords(const QByteArray& utf8) {
    constexpr int few = 40;
    const QString words = QString::fromUtf8(utf8);
    return std::count_if(words.begin(), words.end(), [](QChar c) { return !c.isSpace(); }) < few;
}

/// True if the mark at a PDF's end is missing.
bool isCutOff(const QByteArray& bytes) {
    constexpr qsizetype endBytes = 2048;
    return !bytes.right(endBytes).contains("%%EOF");
}

QByteArray trimmedText(const QByteArray& utf8) {
    return QString::fromUtf8(utf8).trimmed().toUtf8();
}

using Document = std::unique_ptr<poppler::document>;

/// nullptr: damaged, or asks for a password.
Document opened(const QByteArray& bytes) {
    // The library would write messages about a damaged file to the terminal.
    poppler::set_debug_error_function(ignorePdfMessage, nullptr);
    Document document(
        poppler::document::load_from_raw_data(bytes.constData(), static_cast<int>(bytes.size())));
    return document && document->is_locked() ? nullptr : std::move(document);
}

QByteArray wordsOf(const poppler::page& page) {
    const poppler::byte_array utf8 = page.text().to_utf8();
    return trimmedText(QByteArray::fromRawData(utf8.data(), static_cast<qsizetype>(utf8.size())));
}

/// Decides which pages are pictures, looking at as many as there is time for.
class Glances {
public:
    explicit Glances(PdfPages& pages) : m_pages(pages) {}

    /// A page without words; `hasInk`: it is not blank, as far as it was examined.
    void addWordless(int page, bool hasInk) {
        if (hasInk) m_pages.pictured.push_back(page);
    }
    void addWords(const poppler::page& page, int number, const QByteArray& words) {
        if (m_hasText) return;
        if (isFewWords(words) && takesTime() && hasPicture(page))
            m_pages.pictured.push_back(number);
        else
            m_hasText = true;
    }
    /// Counts an examined page; false: the limit is reached.
    bool takesTime() {
        // The process has more time, but also more to do.
        constexpr auto mostTime = 8 * CLOCKS_PER_SEC;
        return ++m_count <= mostPictures && std::clock() < mostTime;
    }
    void end() {
        if (m_hasText) m_pages.pictured.clear();
    }

private:
    PdfPages& m_pages;
    int m_count = 0;
    bool m_hasText = false;
};

}  // namespace

void preparePdfs() {
    // With a font that is not in it, which fontconfig has to find.
    static const QByteArray bytes =
        "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count "
        "1>>endobj "
        "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<</F<</Type/Font"
        "/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj 4 0 obj<</Length 21>>stream\nBT /F 9 Tf (a) Tj ET\n"
        "endstream endobj trailer<</Root 1 0 R>>\n%%EOF\n";
    // Kept: what is in use stays loaded.
    static const Document document = opened(bytes);
    (void)::iconv_open("UTF-8", "UTF-16");
    (void)::iconv_open("UTF-16", "UTF-8");
    const std::unique_ptr<poppler::page> page(document ? document->create_page(0) : nullptr);
    if (!page) return;
    (void)wordsOf(*page);
    (void)drawn(*page, glanceDots, poppler::image::format_gray8);
}

PdfEnd readPdfPages(const QByteArray& bytes,
                    const std::function<bool(int page, const QByteArray& utf8)>& take,
                    const std::function<QByteArray(const QByteArray& picture)>& readPicture, PdfPages* told) {
    PdfPages pages;
    Glances glances(pages);
    int broken = 0, taken = 0;
    const Document document = opened(bytes);
    if (!document) return PdfEnd::Unreadable;
    for (int number = 1; number <= document->pages(); ++number) {
        const std::unique_ptr<poppler::page> page(document->create_page(number - 1));
        if (!page) {
            ++broken;
            pages.unread.push_back(number);
            continue;
        }
        QByteArray words = wordsOf(*page);
        if (words.isEmpty()) {
            const bool looks = readPicture ? pages.withoutText < mostPictures : glances.takesTime();
            ++pages.withoutText;
            const QByteArray picture =
                looks ? pictureOf(*page, readPicture ? scanDotsPerInch : glanceDots) : QByteArray();
            if (readPicture && !picture.isEmpty()) words = trimmedText(readPicture(picture));
            const bool hasInk = !looks || !picture.isEmpty();
            if (words.isEmpty() && hasInk) pages.unread.push_back(number);
            glances.addWordless(number, hasInk);
        } else if (!readPicture) {
            glances.addWords(*page, number, words);
        }
        if (words.isEmpty()) continue;
        ++taken;
        if (!take(number, words)) return PdfEnd::TooLong;
    }
    // The library repairs as far as it can, down to a document without pages.
    const bool damaged = document->pages() <= 0 || broken > 0 || isCutOff(bytes);
    glances.end();
    if (taken == 0 && damaged) return PdfEnd::Unreadable;
    if (readPicture) pages.pictured.clear();
    if (told != nullptr) *told = std::move(pages);
    return PdfEnd::Read;
}

DrawnPage drawPdfPage(const QByteArray& bytes, int number, int longSide) {
    const Document document = opened(bytes);
    if (!document || number < 1 || number > document->pages()) return {};
    const std::unique_ptr<poppler::page> page(document->create_page(number - 1));
    if (!page) return {};
    const poppler::rectf rect = page->page_rect();
    const double points = std::max(std::abs(rect.width()), std::abs(rect.height()));
    if (!std::isfinite(points) || points < 1) return {};
    const double dots = std::min(scanDotsPerInch, longSide * 72.0 / points);
    const poppler::image image = drawn(*page, dots, poppler::image::format_rgb24);
    if (!image.is_valid()) return {};
    DrawnPage result{image.width(), image.height()};
    for (int row = 0; row < image.height(); ++row)
        result.pixels.append(image.const_data() + qsizetype{row} * image.bytes_per_row(),
                             qsizetype{3} * image.width());
    return result;
}

}  // namespace hearth::app
