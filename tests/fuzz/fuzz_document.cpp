// Documents from any bytes, as the child that reads them sees them: an ArchiveError, or a text.
#include <cstdlib>

#include "fuzz/fuzz_target.h"
#include "reading/decoded_text.h"
#include "reading/office_text.h"
#include "reading/page_text.h"
#include "reading/zip_archive.h"
#include "support/small_documents.h"

using namespace hearth::app;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    constexpr qint64 mostBytes = 1 << 20;
    try {
        if (const auto text = officeText(bytes, mostBytes); text && text->size() > 4 * mostBytes)
            std::abort();
    } catch (const ArchiveError&) {
    }
    (void)pageText(decodedText(bytes, OtherBytes::Windows1252));
    return 0;
}

std::vector<std::vector<uint8_t>> hearth::fuzz::seedInputs() {
    const QByteArray documents[] = {
        smallDocx("<w:p><w:pPr><w:pStyle "
                  "w:val=\"berschrift1\"/></w:pPr><w:r><w:t>Title</w:t></w:r></w:p><w:tbl><w:tr>"
                  "<w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"),
        smallOdt("<text:h text:outline-level=\"2\">Title</text:h><text:p>a<text:s text:c=\"3\"/>b</text:p>"),
        smallEpub("<h1>One</h1><p>a</p>", "<h2>Two</h2><p>b</p>"),
        "<html><head><script>x</script></head><body><h1>A &amp; B</h1><a "
        "href=\"/x\">y</a><table><tr><td>1</td></tr>"
        "</table><!-- c --></body></html>",
    };
    std::vector<std::vector<uint8_t>> seeds;
    for (const QByteArray& document : documents) seeds.emplace_back(document.begin(), document.end());
    return seeds;
}
