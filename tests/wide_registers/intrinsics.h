// The compiler's names for what wide_registers.h does. A kernel that uses another name does not compile here:
// add it.
#pragma once

#undef _mm512_set_epi16
#undef _mm512_setr_epi32
#undef _tile_loadconfig
#undef _tile_release
#undef _tile_zero
#undef _tile_loadd
#undef _tile_stream_loadd
#undef _tile_stored
#undef _tile_dpbf16ps
#undef _mm512_roundscale_ps
#undef _mm512_cvtps_ph
#undef _mm512_ternarylogic_epi64
#undef _mm512_permute_ps
#undef _mm512_extracti64x4_epi64
#undef _mm512_cmpge_epi32_mask
#undef _mm512_cmple_epi32_mask

#define _mm512_loadu_ps wide_registers::loadFloats
#define _mm512_load_ps wide_registers::loadFloats
#define _mm512_loadu_si512 wide_registers::loadBits
#define _mm512_maskz_loadu_ps wide_registers::loadSome
#define _mm512_storeu_ps wide_registers::storeFloats
#define _mm512_store_ps wide_registers::storeFloats
#define _mm512_storeu_si512 wide_registers::storeBits
#define _mm512_mask_storeu_epi16 wide_registers::storeSomeWords
#define _mm512_set1_ps wide_registers::spreadFloat
#define _mm512_set1_epi32 wide_registers::spreadInt
#define _mm512_set1_epi8 wide_registers::spreadByte
#define _mm512_set1_pd wide_registers::spreadDouble
#define _mm512_setzero_ps() wide_registers::spreadFloat(0)
#define _mm512_setzero_si512() wide_registers::spreadInt(0)
#define _mm512_setr_epi32 wide_registers::intsInOrder
#define _mm512_set_epi16 wide_registers::wordsFromTheHighest
#define _mm512_max_ps wide_registers::larger
#define _mm512_min_ps wide_registers::smaller
#define _mm512_abs_ps wide_registers::magnitudes
#define _mm512_fmadd_ps wide_registers::fused
#define _mm512_reduce_add_ps wide_registers::sumOfAll
#define _mm512_reduce_max_ps wide_registers::largestOfAll
#define _mm512_scalef_ps wide_registers::scaledByPower
#define _mm512_roundscale_ps(v, control) wide_registers::nearestWhole<control>(v)
#define _mm512_rcp14_ps wide_registers::reciprocals
#define _mm512_cvtepi32_ps wide_registers::floatsOfInts
#define _mm512_cvtepu8_epi32 wide_registers::intsOfBytes
#define _mm512_cvtepi8_epi32 wide_registers::intsOfSignedBytes
#define _mm512_cvtepu16_epi32 wide_registers::intsOfWords
#define _mm512_cvtepi32_epi8 wide_registers::lowBytes
#define _mm512_cvtph_ps wide_registers::floatsOfHalves
#define _mm512_cvtps_ph(v, rounding) wide_registers::halvesOfFloats<rounding>(v)
#define _mm512_cvtss_f32(v) ((v)[0])
#define _mm512_castpd_ps wide_registers::as<__m512, __m512d>
#define _mm512_castsi512_ps wide_registers::as<__m512, __m512i>
#define _mm512_castsi512_si256 wide_registers::halfOf<0>
#define _mm512_extracti64x4_epi64(v, half) wide_registers::halfOf<half>(v)
#define _mm512_and_si512 wide_registers::both
#define _mm512_add_epi32 wide_registers::sumOfInts
#define _mm512_srli_epi32 wide_registers::intsRight
#define _mm512_slli_epi32 wide_registers::intsLeft
#define _mm512_srli_epi16 wide_registers::wordsRight
#define _mm512_slli_epi16 wide_registers::wordsLeft
#define _mm512_ternarylogic_epi64(a, b, c, table) wide_registers::bitsByTable<table>(a, b, c)
#define _mm512_permutex2var_ps wide_registers::chosenOfTwo
#define _mm512_permutexvar_epi16 wide_registers::chosenWords
#define _mm512_permute_ps(v, order) wide_registers::orderedInFours<order>(v)
#define _mm512_cmpge_epi32_mask wide_registers::notBelow
#define _mm512_cmple_epi32_mask wide_registers::notAbove
#define _mm512_mask_mov_ps wide_registers::chosen
#define _mm512_mask_max_ps(otherwise, mask, a, b) \
    wide_registers::chosen(otherwise, mask, wide_registers::larger(a, b))
#define _mm512_dpbusd_epi32 wide_registers::addProducts
#define _mm512_cvtne2ps_pbh wide_registers::bfloats
#define _tile_loadconfig(shape) wide_registers::tiles().configure(shape)
#define _tile_release() wide_registers::tiles().release()
#define _tile_zero(t) wide_registers::tiles().zero(t)
#define _tile_loadd(t, from, stride) wide_registers::tiles().load(t, from, stride)
#define _tile_stream_loadd(t, from, stride) wide_registers::tiles().load(t, from, stride)
#define _tile_stored(t, to, stride) wide_registers::tiles().store(t, to, stride)
#define _tile_dpbf16ps(to, a, b) wide_registers::tiles().addProduct(to, a, b)

// Macros that the kernel files check.
#define __AVX512F__ 1
