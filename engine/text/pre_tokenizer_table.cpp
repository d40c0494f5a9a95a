#include <algorithm>
#include <array>

#include "text/pre_tokenizer_table.h"

// The rules are those of the vocabularies' own tokenizer.json files; names as llama.cpp's converter writes
// them.
namespace hearth::text {
namespace {

using namespace char_class;
using Contraction = WordRule::Contraction;
using Tail = WordRule::Tail;
using Newlines = WordRule::Newlines;
using Case = WordRule::Case;
using Kind = SplitStep::Kind;
using Lead = SplitStep::Lead;
using Range = CharSet::Range;

// 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
constexpr WordRule kGpt2Words{.contraction = Contraction::Lower, .spaceBeforeWord = true};

// (?i:'s|...)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,k}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
constexpr WordRule llamaLike(uint8_t digits) {
    return {.contraction = Contraction::AnyCase,
            .notLetterPrefix = kLetter | kNumber,
            .digits = digits,
            .tail = Tail::Newlines,
            .newlines = Newlines::WithSpaceBefore};
}
constexpr WordRule kLlama3Words = llamaLike(3);
constexpr WordRule kQwen2Words = llamaLike(1);
constexpr WordRule kMiniCpmWords = llamaLike(0);

constexpr WordRule qwen35Words() {
    WordRule rule = kQwen2Words;
    rule.letters = kLetter | kMark;
    rule.notPunctuation = kSpace | kLetter | kMark | kNumber;
    return rule;
}
constexpr WordRule kQwen35Words = qwen35Words();

constexpr WordRule jais2Words() {
    WordRule rule = kLlama3Words;
    rule.spaces = WordRule::Spaces::PowersOfTwo;
    return rule;
}
constexpr WordRule kJais2Words = jais2Words();

constexpr WordRule ufakzekaWords() {
    WordRule rule = kQwen2Words;
    rule.contraction = Contraction::None;
    return rule;
}
constexpr WordRule kUfakzekaWords = ufakzekaWords();

constexpr WordRule seedCoderWords() {
    WordRule rule = kQwen2Words;
    rule.tail = Tail::None;
    return rule;
}
constexpr WordRule kSeedCoderWords = seedCoderWords();

constexpr WordRule exaoneMoeWords() {
    WordRule rule = kQwen2Words;
    rule.wordsJoinBySpace = true;
    rule.tail = Tail::OneNewlineOrSlash;
    return rule;
}
constexpr WordRule kExaoneMoeWords = exaoneMoeWords();

// [^\r\n\p{L}\p{N}]?X*Y+(?i:'s|...)?|[^\r\n\p{L}\p{N}]?X+Y*(?i:'s|...)?|\p{N}{1,k}|
// ?[^\s\p{L}\p{N}]+[\r\n/]*|...
constexpr WordRule camelLike(uint8_t digits, Contraction contraction) {
    return {.contraction = contraction,
            .contractionAsSuffix = contraction != Contraction::None,
            .notLetterPrefix = kLetter | kNumber,
            .letterCase = Case::SplitCamel,
            .digits = digits,
            .tail = Tail::NewlinesAndSlashes,
            .newlines = Newlines::WithSpaceBefore};
}
constexpr WordRule kGpt4oWords = camelLike(3, Contraction::AnyCase);
constexpr WordRule kYoutuWords = camelLike(1, Contraction::AnyCase);
constexpr WordRule kTekkenWords = camelLike(1, Contraction::None);

constexpr WordRule kimiWords() {
    WordRule rule = kGpt4oWords;
    rule.hanRun = true;
    rule.tail = Tail::Newlines;
    return rule;
}
constexpr WordRule kKimiWords = kimiWords();

// [ASCII punctuation][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+|
// ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
constexpr WordRule kDeepSeek3Words{.asciiPunctuationWord = true,
                                   .notLetterPrefix = kLetter | kPunctuation | kSymbol,
                                   .letters = kLetter | kMark,
                                   .punctuation = kPunctuation | kSymbol,
                                   .tail = Tail::Newlines,
                                   .newlines = Newlines::WithSpaceBefore};
constexpr WordRule sparkWords() {
    WordRule rule = kDeepSeek3Words;
    rule.tail = Tail::None;
    rule.newlines = Newlines::Single;
    return rule;
}
constexpr WordRule kSparkWords = sparkWords();

template <size_t N>
constexpr CharSet rangeSet(const Range (&ranges)[N], Mask any = 0) {
    return {.any = any, .ranges = ranges, .rangeCount = N};
}
constexpr CharSet classSet(Mask any) {
    return {.any = any};
}
constexpr SplitStep words(const WordRule& rule) {
    return {.kind = Kind::Words, .words = &rule};
}
constexpr SplitStep runs(CharSet set, uint16_t minRun = 1, uint16_t maxRun = 0, Lead lead = Lead::None) {
    return {.kind = Kind::Runs, .set = set, .minRun = minRun, .maxRun = maxRun, .lead = lead};
}
constexpr SplitStep step(Kind kind, Mask any = 0) {
    return {.kind = kind, .set = {.any = any}};
}

constexpr Range kAsciiDigits[] = {{U'0', U'9'}};
constexpr Range kFalconSymbols[] = {{U'$', U'$'}, {U'+', U'+'}, {U'<', U'>'}, {U'^', U'^'},
                                    {U'~', U'~'}, {U'|', U'|'}, {U'`', U'`'}};
constexpr Range kDefaultSymbols[] = {{U'$', U'$'}, {U'+', U'+'}, {U'<', U'>'},
                                     {U'^', U'^'}, {U'~', U'~'}, {U'|', U'|'}};
constexpr Range kNewlineChars[] = {{U'\n', U'\n'}, {U'\r', U'\r'}};
constexpr Range kCjk[] = {{0x4E00, 0x9FA5}, {0x3040, 0x309F}, {0x30A0, 0x30FF}};
constexpr Range kDeepSeekCjk[] = {{0x4E00, 0x9FA5}, {0x0800, 0x4E00}, {0xAC00, 0xD7FF}};
constexpr Range kDeepSeekPunctuation[] = {{U'!', U'/'},     {U':', U'~'},     {0xFF01, 0xFF0F},
                                          {0xFF1A, 0xFF5E}, {0x2018, 0x201F}, {0x3000, 0x3002}};
constexpr Range kBloomExcluded[] = {{U'(', U')'},     {U'|', U'|'},     {U'.', U'.'},     {U',', U','},
                                    {U'!', U'!'},     {U'?', U'?'},     {0x2026, 0x2026}, {0x3001, 0x3002},
                                    {0xFF0C, 0xFF0C}, {0x0964, 0x0964}, {0x06D4, 0x06D4}, {0x060C, 0x060C}};
constexpr Range kYoutuHangul[] = {{0xAC00, 0xD7A3}, {0x3131, 0x318E}};
constexpr Range kYoutuPunctuation[] = {{0xFF01, 0xFF01}, {0x2026, 0x2026}, {0x201C, 0x201D},
                                       {0x2018, 0x2019}, {0x2014, 0x2014}, {0xFF1A, 0xFF1B},
                                       {0xFF0C, 0xFF0C}, {0x3001, 0x303F}, {0xFE30, 0xFE4F}};
constexpr Range kYoutuBopomofo[] = {{0x3105, 0x312F}};
constexpr Range kAfmoeAsian[] = {{0x4E00, 0x9FFF}, {0x3400, 0x4DBF}, {0xF900, 0xFAFF}, {0x3040, 0x309F},
                                 {0x30A0, 0x30FF}, {0xFF65, 0xFF9F}, {0x2F00, 0x2FDF}, {0x0E40, 0x0E7F},
                                 {0x0E80, 0x0EFF}, {0x1780, 0x17FF}, {0x1000, 0x109F}, {0xAA60, 0xAA7F},
                                 {0xA9E0, 0xA9FF}, {0xAC00, 0xD7AF}, {0x1100, 0x11FF}};
constexpr Range kChameleonPunctuation[] = {{U'!', U'/'}, {U':', U'@'}, {U'[', U'`'}, {U'{', U'~'}};
// The cased letters of the scripts that DeepSeek's first vocabulary lists one by one.
constexpr Range kDeepSeekLetters[] = {
    {U'A', U'Z'},       {U'a', U'z'},       {0x00B5, 0x00B5},   {0x00C0, 0x00D6},   {0x00D8, 0x00F6},
    {0x00F8, 0x01BA},   {0x01BC, 0x01BF},   {0x01C4, 0x0293},   {0x0295, 0x02AF},   {0x0370, 0x0373},
    {0x0376, 0x0377},   {0x037B, 0x037D},   {0x037F, 0x037F},   {0x0386, 0x0386},   {0x0388, 0x038A},
    {0x038C, 0x038C},   {0x038E, 0x03A1},   {0x03A3, 0x03F5},   {0x03F7, 0x0481},   {0x048A, 0x052F},
    {0x0531, 0x0556},   {0x10A0, 0x10C5},   {0x13A0, 0x13F5},   {0x13F8, 0x13FD},   {0x1C90, 0x1CBA},
    {0x1CBD, 0x1CBF},   {0x1D00, 0x1D2B},   {0x1D6B, 0x1D77},   {0x1D79, 0x1D9A},   {0x1E00, 0x1F15},
    {0x1F18, 0x1F1D},   {0x1F20, 0x1F45},   {0x1F48, 0x1F4D},   {0x1F50, 0x1F57},   {0x1F59, 0x1F59},
    {0x1F5B, 0x1F5B},   {0x1F5D, 0x1F5D},   {0x1F5F, 0x1F7D},   {0x1F80, 0x1FB4},   {0x1FB6, 0x1FBC},
    {0x1FBE, 0x1FBE},   {0x1FC2, 0x1FC4},   {0x1FC6, 0x1FCC},   {0x1FD0, 0x1FD3},   {0x1FD6, 0x1FDB},
    {0x1FE0, 0x1FEC},   {0x1FF2, 0x1FF4},   {0x1FF6, 0x1FFC},   {0x2102, 0x2102},   {0x2107, 0x2107},
    {0x210A, 0x2113},   {0x2115, 0x2115},   {0x2119, 0x211D},   {0x2124, 0x2124},   {0x2126, 0x2126},
    {0x2128, 0x2128},   {0x212A, 0x212D},   {0x212F, 0x2134},   {0x2139, 0x2139},   {0x213C, 0x213F},
    {0x2145, 0x2149},   {0x214E, 0x214E},   {0x2183, 0x2184},   {0x2C00, 0x2C7B},   {0x2C7E, 0x2CE4},
    {0x2CEB, 0x2CEE},   {0x2CF2, 0x2CF3},   {0xA640, 0xA66D},   {0xA680, 0xA69B},   {0xA722, 0xA76F},
    {0xA771, 0xA787},   {0xA78B, 0xA78E},   {0xAB70, 0xABBF},   {0xFB00, 0xFB06},   {0xFB13, 0xFB17},
    {0xFF21, 0xFF3A},   {0xFF41, 0xFF5A},   {0x10400, 0x1044F}, {0x104B0, 0x104D3}, {0x104D8, 0x104FB},
    {0x10C80, 0x10CB2}, {0x10CC0, 0x10CF2}, {0x118A0, 0x118DF}, {0x1E900, 0x1E943}};

constexpr CharSet kNumbers = classSet(kNumber);
constexpr CharSet kBloomWord{.any = kSpace,
                             .ranges = kBloomExcluded,
                             .rangeCount = static_cast<uint32_t>(std::size(kBloomExcluded)),
                             .negated = true};
constexpr CharSet kNotSpace{.any = kSpace, .negated = true};

constexpr SplitStep kGpt2[] = {words(kGpt2Words)};
constexpr SplitStep kDigitThenGpt2[] = {runs(kNumbers, 1, 1), words(kGpt2Words)};
constexpr SplitStep kDefault[] = {runs(rangeSet(kDefaultSymbols, kPunctuation)), words(kGpt2Words),
                                  runs(kNumbers), runs(rangeSet(kAsciiDigits), 3, 3)};
constexpr SplitStep kFalcon[] = {runs(rangeSet(kFalconSymbols, kPunctuation)), words(kGpt2Words),
                                 runs(rangeSet(kAsciiDigits), 3, 3)};
constexpr SplitStep kLlama3[] = {words(kLlama3Words)};
constexpr SplitStep kQwen2[] = {words(kQwen2Words)};
constexpr SplitStep kQwen35[] = {words(kQwen35Words)};
constexpr SplitStep kJais2[] = {words(kJais2Words)};
constexpr SplitStep kUfakzeka[] = {words(kUfakzekaWords)};
constexpr SplitStep kSeedCoder[] = {words(kSeedCoderWords)};
constexpr SplitStep kExaoneMoe[] = {words(kExaoneMoeWords)};
constexpr SplitStep kGpt4o[] = {words(kGpt4oWords)};
constexpr SplitStep kTekken[] = {words(kTekkenWords)};
constexpr SplitStep kKimi[] = {words(kKimiWords)};
constexpr SplitStep kMiniCpm[] = {runs(kNumbers, 1, 3), words(kMiniCpmWords)};
constexpr SplitStep kLaguna[] = {step(Kind::Lines), words(kQwen2Words)};
constexpr SplitStep kLines[] = {step(Kind::Lines)};
constexpr SplitStep kWhitespace[] = {runs(kNotSpace)};
constexpr SplitStep kBloom[] = {runs(kBloomWord, 1, 0, Lead::Space)};
constexpr SplitStep kViking[] = {runs(kBloomWord, 1, 0, Lead::Space), runs(kNumbers, 1, 1)};
constexpr SplitStep kSuperBpe[] = {runs(kNumbers), step(Kind::DigitsFromRight, kDecimal)};
constexpr SplitStep kTinyAya[] = {step(Kind::DigitsToBoundary, kDecimal), words(kGpt4oWords)};
constexpr SplitStep kDeepSeekLlm[] = {runs(rangeSet(kNewlineChars), 1, 1),
                                      runs(rangeSet(kDeepSeekLetters), 1, 0, Lead::AnySpace),
                                      runs(rangeSet(kDeepSeekPunctuation), 1, 0, Lead::AnySpace),
                                      step(Kind::TrailingSpace),
                                      runs(rangeSet(kDeepSeekCjk)),
                                      runs(kNumbers)};
constexpr SplitStep kDeepSeekCoder[] = {
    runs(rangeSet(kNewlineChars), 1, 1), runs(classSet(kLetter), 1, 0, Lead::AnySpace),
    runs(classSet(kPunctuation), 1, 0, Lead::AnySpace), runs(rangeSet(kDeepSeekCjk)), runs(kNumbers, 1, 1)};
constexpr SplitStep kDeepSeek3[] = {runs(kNumbers, 1, 3), runs(rangeSet(kCjk)), words(kDeepSeek3Words)};
constexpr SplitStep kSpark[] = {runs(kNumbers, 1, 3), runs(rangeSet(kCjk)), words(kSparkWords),
                                runs(kNumbers, 1, 1)};
constexpr SplitStep kAfmoe[] = {step(Kind::DigitsFromRight, kNumber), runs(rangeSet(kAfmoeAsian)),
                                words(kDeepSeek3Words)};
constexpr SplitStep kYoutu[] = {runs(rangeSet(kYoutuHangul)), runs(rangeSet(kYoutuPunctuation)),
                                runs(rangeSet(kYoutuBopomofo)), runs(rangeSet(kCjk)), words(kYoutuWords)};
constexpr SplitStep kChameleon[] = {step(Kind::SentinelTokens),
                                    step(Kind::ImageTokens),
                                    step(Kind::IndentTokens),
                                    runs(kNumbers, 1, 1),
                                    runs(rangeSet(kChameleonPunctuation, kPunctuation), 1, 1),
                                    words(kGpt2Words)};

constexpr PreTokenizer plain(std::string_view name, std::span<const SplitStep> steps) {
    return {.name = name, .steps = steps};
}
constexpr PreTokenizer exact(std::string_view name, std::span<const SplitStep> steps) {
    return {.name = name, .steps = steps, .cleanSpaces = false};
}
constexpr PreTokenizer llama3(std::string_view name) {
    return {.name = name, .steps = kLlama3, .ignoreMerges = true, .addBos = true};
}

constexpr PreTokenizer kRules[] = {
    plain("default", kDefault),
    plain("gpt-2", kGpt2),
    plain("phi-2", kGpt2),
    plain("jina-es", kGpt2),
    plain("jina-de", kGpt2),
    plain("jina-v2-es", kGpt2),
    plain("jina-v2-de", kGpt2),
    plain("jina-v1-en", kGpt2),
    plain("jina-v2-code", kGpt2),
    plain("roberta-bpe", kGpt2),
    plain("gigachat", kGpt2),
    plain("a.x-4.0", kGpt2),
    plain("mellum", kGpt2),
    plain("modern-bert", kGpt2),
    plain("exaone4", kGpt2),
    plain("mpt", kGpt2),
    plain("olmo", kGpt2),
    plain("jais", kGpt2),
    exact("trillion", kGpt2),
    exact("granite-docling", kGpt2),
    plain("starcoder", kDigitThenGpt2),
    plain("refact", kDigitThenGpt2),
    exact("command-r", kDigitThenGpt2),
    exact("smollm", kDigitThenGpt2),
    plain("codeshell", kDigitThenGpt2),
    plain("exaone", kDigitThenGpt2),
    plain("minerva-7b", kDigitThenGpt2),
    plain("mellum2", kDigitThenGpt2),
    llama3("llama3"),
    llama3("llama-v3"),
    llama3("llama-bpe"),
    llama3("falcon3"),
    llama3("falcon-h1"),
    llama3("pixtral"),
    llama3("midm-2.0"),
    llama3("lfm2"),
    llama3("jina-v5-nano"),
    plain("dbrx", kLlama3),
    plain("smaug-bpe", kLlama3),
    plain("chatglm-bpe", kLlama3),
    {.name = "glm4", .steps = kLlama3, .ignoreMerges = true},
    {.name = "glm5", .steps = kLlama3, .ignoreMerges = true},
    plain("jais-2", kJais2),
    exact("qwen2", kQwen2),
    exact("deepseek-r1-qwen", kQwen2),
    exact("kormo", kQwen2),
    exact("f2llmv2", kQwen2),
    plain("megrez", kQwen2),
    plain("stablelm2", kQwen2),
    exact("hunyuan", kQwen2),
    exact("solar-open", kQwen2),
    exact("grok-2", kQwen2),
    exact("bailingmoe", kQwen2),
    exact("bailingmoe2", kQwen2),
    exact("llada-moe", kQwen2),
    exact("qwen35", kQwen35),
    exact("ufakzeka", kUfakzeka),
    exact("seed-coder", kSeedCoder),
    exact("laguna", kLaguna),
    plain("exaone-moe", kExaoneMoe),
    {.name = "minicpm5", .steps = kMiniCpm, .ignoreMerges = true},
    exact("gpt-4o", kGpt4o),
    exact("llama4", kGpt4o),
    exact("kanana2", kGpt4o),
    exact("talkie", kGpt4o),
    exact("minimax-m2", kGpt4o),
    {.name = "granite-embed-multi-97m", .steps = kGpt4o, .ignoreMerges = true, .cleanSpaces = false},
    {.name = "tekken", .steps = kTekken, .ignoreMerges = true, .addBos = true, .cleanSpaces = false},
    exact("tiny_aya", kTinyAya),
    exact("cohere2moe", kTinyAya),
    exact("kimi-k2", kKimi),
    exact("superbpe", kSuperBpe),
    {.name = "youtu", .steps = kYoutu, .ignoreMerges = true, .cleanSpaces = false},
    exact("deepseek-llm", kDeepSeekLlm),
    exact("deepseek-coder", kDeepSeekCoder),
    exact("deepseek-v3", kDeepSeek3),
    exact("hunyuan-dense", kDeepSeek3),
    exact("hy_v4", kDeepSeek3),
    exact("joyai-llm", kDeepSeek3),
    exact("spark2_5", kSpark),
    exact("afmoe", kAfmoe),
    plain("falcon", kFalcon),
    plain("bloom", kBloom),
    plain("gpt3-finnish", kBloom),
    exact("poro-chat", kBloom),
    exact("viking", kViking),
    {.name = "chameleon", .steps = kChameleon, .addBos = true, .cleanSpaces = false},
    {.name = "gemma4",
     .steps = kLines,
     .addBos = true,
     .rawText = true,
     .spaceMarks = true,
     .wholeNewlines = true},
    {.name = "granite-embed-multi-311m",
     .steps = kLines,
     .addBos = true,
     .rawText = true,
     .spaceMarks = true,
     .wholeNewlines = true},
    {.name = "sarvam-moe", .steps = kLines, .cleanSpaces = false, .rawText = true, .spaceMarks = true},
    {.name = "whitespace", .steps = kWhitespace, .rawText = true},
};

}  // namespace

const PreTokenizer* findPreTokenizer(std::string_view name) noexcept {
    const auto* found = std::find_if(std::begin(kRules), std::end(kRules),
                                     [&](const PreTokenizer& rule) { return rule.name == name; });
    return found == std::end(kRules) ? nullptr : found;
}

std::span<const PreTokenizer> preTokenizers() noexcept {
    return kRules;
}

}  // namespace hearth::text
