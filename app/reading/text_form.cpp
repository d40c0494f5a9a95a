#include "reading/text_form.h"

#include <QHash>

namespace hearth::app {

namespace {

struct FormNames {
    TextForm form;
    const char* suffixes;
};

constexpr FormNames formNames[] = {
    {TextForm::Prose, "txt text log rst adoc tex org srt vtt"},
    {TextForm::Marked, "md markdown mdown mkd"},
    {TextForm::Html, "html htm xhtml"},
    {TextForm::Table, "csv tsv"},
    {TextForm::Document, "pdf docx odt epub"},
    {TextForm::Code,
     "c h cc cpp cxx hpp hh cu cuh m mm java kt kts scala cs fs go rs swift py pyi rb php pl pm lua r jl js "
     "mjs "
     "cjs ts tsx jsx vue qml sh bash zsh fish ps1 bat sql cmake mk gradle json yaml yml toml ini cfg conf "
     "xml "
     "css scss less proto asm s v vhd hs ml mli ex exs erl clj dart zig nim d pas f90 f lisp el tcl"},
    {TextForm::None,
     "png jpg jpeg gif webp bmp ico svg tif tiff psd heic avif mp3 ogg oga opus flac wav m4a mp4 mkv avi mov "
     "webm zip gz xz bz2 zst 7z rar tar tgz jar iso img deb rpm exe dll so a o obj lib dylib bin dat db "
     "sqlite "
     "sqlite3 gguf safetensors pt pth onnx npy npz parquet pyc class ttf otf woff woff2 lock map min swp"},
};

QHash<QString, TextForm> formTable() {
    QHash<QString, TextForm> table;
    for (const FormNames& names : formNames)
        for (const QString& suffix : QString::fromLatin1(names.suffixes).split(u' '))
            table.insert(suffix, names.form);
    return table;
}

}  // namespace

TextForm textFormOf(const QString& fileName) {
    static const QHash<QString, TextForm> forms = formTable();
    const qsizetype point = fileName.lastIndexOf(u'.');
    if (point < 0) return TextForm::Unknown;
    return forms.value(fileName.mid(point + 1).toLower(), TextForm::Unknown);
}

}  // namespace hearth::app
