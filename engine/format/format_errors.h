#pragma once

#include "hearth/error.h"

/// Errors of a model's file or folder. These are clauses, without a full stop: the caller that knows the file
/// inserts them in one of the frames.
namespace hearth::errors {

// The frames: the name of the file, and what is wrong.
inline constexpr MessageKind fileUnusable{"file.unusable",
                                          HEARTH_TRANSLATED("Engine", "\"%1\" cannot be used: %2.")};
inline constexpr MessageKind folderUnusable{
    "folder.unusable", HEARTH_TRANSLATED("Engine", "The folder \"%1\" cannot be used: %2.")};
inline constexpr MessageKind imageUnusable{"image.unusable", "The model file cannot be used: %1."};
inline constexpr MessageKind partUnusable{"file.part-unusable", "its part \"%1\" cannot be used: %2"};

inline constexpr ErrorKind cannotBeOpened{
    ErrorCode::Io, {"file.cannot-be-opened", HEARTH_TRANSLATED("Engine", "it cannot be opened: %1")}};
inline constexpr ErrorKind cannotBeRead{
    ErrorCode::Io, {"file.cannot-be-read", HEARTH_TRANSLATED("Engine", "it cannot be read: %1")}};
inline constexpr ErrorKind notAFile{
    ErrorCode::Io, {"file.not-a-file", HEARTH_TRANSLATED("Engine", "it is not a file; choose a file")}};
inline constexpr ErrorKind becameShorter{
    ErrorCode::Io,
    {"file.became-shorter",
     HEARTH_TRANSLATED("Engine", "it has become shorter since it was opened; open it again")}};

inline constexpr ErrorKind emptyFile{
    ErrorCode::BadFile, {"file.empty", HEARTH_TRANSLATED("Engine", "it is empty; download it again")}};
inline constexpr ErrorKind notGguf{
    ErrorCode::BadFile,
    {"file.not-gguf",
     HEARTH_TRANSLATED("Engine", "it is not a GGUF file; choose a file that ends in .gguf")}};
inline constexpr ErrorKind bigEndian{
    ErrorCode::Unsupported,
    {"file.big-endian",
     HEARTH_TRANSLATED("Engine",
                       "it is written for big-endian machines; choose the ordinary file of the model")}};
inline constexpr ErrorKind outdatedVersion{
    ErrorCode::Unsupported,
    {"file.outdated-version",
     HEARTH_TRANSLATED("Engine", "it has the outdated GGUF version 1; download a newer file of the model")}};
/// The version.
inline constexpr ErrorKind unknownVersion{
    ErrorCode::Unsupported,
    {"file.unknown-version",
     HEARTH_TRANSLATED("Engine", "it has GGUF version %1 and this version of Hearth reads 2 and 3")}};
/// The number claimed, and its noun ("keys").
inline constexpr ErrorKind claimsTooMany{
    ErrorCode::BadFile,
    {"file.claims-too-many",
     HEARTH_TRANSLATED("Engine", "it claims %1 %2, more than the file can hold; download it again")}};
/// The tensor and the file's bytes.
inline constexpr ErrorKind tensorBeyondEnd{
    ErrorCode::BadFile,
    {"file.tensor-beyond-end",
     HEARTH_TRANSLATED("Engine",
                       "tensor \"%1\" reaches past the end of the file (%2 bytes); the file is cut short, "
                       "download it again")}};
/// The weights.
inline constexpr ErrorKind codeOfNoNumber{
    ErrorCode::BadFile,
    {"file.code-of-no-number",
     HEARTH_TRANSLATED("Engine", "its weights \"%1\" hold a code that is not a number; download it again")}};
/// The subject ("tensor "output.weight"") and the number of the block type.
inline constexpr ErrorKind unknownBlockType{
    ErrorCode::Unsupported,
    {"file.unknown-block-type",
     HEARTH_TRANSLATED("Engine",
                       "%1 is stored as block type %2, which this version of Hearth does not know")}};
inline constexpr ErrorKind noMemoryForTables{
    ErrorCode::OutOfMemory,
    {"file.no-memory-for-tables",
     HEARTH_TRANSLATED("Engine", "there is not enough memory to read its tables")}};

// Of folders, where the file has a name.
inline constexpr ErrorKind folderFileMissing{
    ErrorCode::Io,
    {"folder.file-missing", HEARTH_TRANSLATED("Engine", "its file \"%1\" is missing; download it again")}};
inline constexpr ErrorKind folderFileDamaged{
    ErrorCode::BadFile,
    {"folder.file-damaged", HEARTH_TRANSLATED("Engine", "its file \"%1\" is damaged; download it again")}};
inline constexpr ErrorKind folderFileCannotBeOpened{
    ErrorCode::Io,
    {"folder.file-cannot-be-opened", HEARTH_TRANSLATED("Engine", "its file \"%1\" cannot be opened: %2")}};
inline constexpr ErrorKind folderFileNotAFile{
    ErrorCode::Io, {"folder.file-not-a-file", "its file \"%1\" is not a file; choose a file"}};
inline constexpr ErrorKind folderWithoutWeights{
    ErrorCode::BadFile,
    {"folder.without-weights",
     HEARTH_TRANSLATED("Engine", "it holds no .safetensors file; download its weights")}};
/// The tensor and the file's bytes.
inline constexpr ErrorKind folderTensorBeyondEnd{
    ErrorCode::BadFile,
    {"folder.tensor-beyond-end",
     HEARTH_TRANSLATED("Engine",
                       "its tensor \"%1\" reaches past the end of the file (%2 bytes); the file is cut "
                       "short, download it again")}};
/// The name in config.json.
inline constexpr ErrorKind folderOfUnknownKind{
    ErrorCode::Unsupported,
    {"folder.of-unknown-kind",
     HEARTH_TRANSLATED("Engine",
                       "Hearth does not read folders of the kind \"%1\" yet; choose a GGUF file of the "
                       "model")}};
inline constexpr ErrorKind unknownQuantization{
    ErrorCode::Unsupported,
    {"folder.unknown-quantization",
     HEARTH_TRANSLATED("Engine",
                       "its weights are quantised by the method \"%1\", which Hearth does not read yet; "
                       "choose a checkpoint of GPTQ, AWQ or FP8, or a GGUF file")}};
/// Its name.
inline constexpr ErrorKind unknownNormalizer{
    ErrorCode::Unsupported,
    {"folder.unknown-normalizer",
     HEARTH_TRANSLATED("Engine",
                       "its tokenizer.json changes texts by the rule \"%1\", which Hearth does not know; "
                       "choose a GGUF file of the model")}};
/// Its name.
inline constexpr ErrorKind unknownSplit{
    ErrorCode::Unsupported,
    {"folder.unknown-split", HEARTH_TRANSLATED("Engine",
                                               "its tokenizer.json splits words by the rule \"%1\", which "
                                               "Hearth does not know; choose a GGUF file of the model")}};
inline constexpr ErrorKind unknownTokenizerKind{
    ErrorCode::Unsupported,
    {"folder.unknown-tokenizer",
     HEARTH_TRANSLATED(
         "Engine",
         "its tokenizer.json is of a kind that Hearth does not read yet; choose a GGUF file of the model")}};
/// The file, and the system's reason.
inline constexpr ErrorKind cannotBeWritten{
    ErrorCode::Io,
    {"output.cannot-be-written",
     HEARTH_TRANSLATED("Engine", "\"%1\" cannot be written: %2; choose another place or make room.")}};
/// The file.
inline constexpr ErrorKind outputExists{
    ErrorCode::BadInput,
    {"output.exists", "\"%1\" exists already; choose another name, or give --force to replace it."}};
inline constexpr ErrorKind outputNotAFile{
    ErrorCode::BadInput,
    {"output.not-a-file", "\"%1\" is not an ordinary file and is not replaced; choose another name."}};

}  // namespace hearth::errors
