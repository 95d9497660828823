#pragma once

#include <cstddef>
#include <cstdint>

#include "game/free_kitchen.h"
#include "game/lever.h"
#include "game/replay.h"
#include "game/shift_key.h"
#include "game/verdict.h"
#include "sim/state.h"

/// The C functions and fixed-layout tables that the page uses. No arithmetic and no policy here:
/// everything shown is copied from sim/ and game/.
///
/// Use: lk_abi_version() and lk_layout_hash() must match the page's generated constants. Find each
/// table once with lk_address(): memory never grows, so views on it stay valid. Every other call
/// returns a Status; after any trap the instance must be dropped and the commands replayed.
namespace kitchen::wasm {

/// Bumped when a function changes its meaning; changes of tables are caught by the layout hash.
inline constexpr int32_t kAbiVersion = 2;

enum class Status : int32_t {
  ok = 0,
  no_run,              ///< lk_open() or lk_open_replay() first
  shift_refused,       ///< the shift_refusal table says why
  lever_not_shown,     ///< see game::RunError
  value_out_of_range,  ///< of a lever, or of an argument
  too_many_commands,
  shift_over,
  not_over,           ///< only known once the shift has ended
  time_out_of_range,  ///< a time outside the shift, or before what has already happened
  replay_refused,     ///< the replay_info table says why
};

inline constexpr int32_t kTextBytesMax = game::kReplayTextMax + 1;

#define ABI_STRUCT(Name) struct Name {
#define ABI_FIELD(Name, field) int32_t field = 0;
#define ABI_END(Name) \
  }                   \
  ;
#include "wasm/abi_fields.def"

/// Numbers of the tables, for lk_address(); the text buffer comes after the last.
enum class Table : int32_t {
#define ABI_TABLE(name, Name, rows) name,
#include "wasm/abi_fields.def"
  text,
};

/// FNV-1a over the names of all structs, fields, tables and enum values, with sizes and numbers.
uint32_t layout_hash();

}  // namespace kitchen::wasm

#if defined(__wasm__)
#define LK_EXPORT(name) __attribute__((export_name(#name)))
#else
#define LK_EXPORT(name)
#endif

extern "C" {
LK_EXPORT(lk_abi_version) int32_t lk_abi_version();
LK_EXPORT(lk_layout_hash) uint32_t lk_layout_hash();

/// Address of a table or of the text buffer; 0 for a number that is no table's.
LK_EXPORT(lk_address) uintptr_t lk_address(int32_t table);

/// Fills shift_info for the shift whose key (game/shift_key.h) is the first `key_length` bytes of
/// the text buffer.
LK_EXPORT(lk_shift) int32_t lk_shift(int32_t key_length);

/// Fills free_fields.
LK_EXPORT(lk_free_fields) int32_t lk_free_fields();

/// Writes the key of the free kitchen made of free_values into the text buffer and
/// view.text_length.
LK_EXPORT(lk_free_key) int32_t lk_free_key();

/// Fills free_values for the free kitchen whose key is in the text buffer.
LK_EXPORT(lk_free_values) int32_t lk_free_values(int32_t key_length);

/// A new run of the shift whose key is in the text buffer, with its defaults, not yet started;
/// fills view and orders. Refused: the run that was open stays as it was.
LK_EXPORT(lk_open) int32_t lk_open(int32_t key_length);

/// Sets a lever as of now; fills view.
LK_EXPORT(lk_set) int32_t lk_set(int32_t lever, int32_t value);

/// Notes a command with its time, to rebuild a run after a trap.
LK_EXPORT(lk_give) int32_t lk_give(int32_t at_ms, int32_t lever, int32_t value);

/// Lets time pass; fills view and orders.
LK_EXPORT(lk_advance_to) int32_t lk_advance_to(int32_t until_ms);

/// Lets one decode step end; fills view and orders.
LK_EXPORT(lk_finish_step) int32_t lk_finish_step();

/// Fills view and orders.
LK_EXPORT(lk_refresh) int32_t lk_refresh();

/// Fills preview: a step of `requests` cached requests with `context_tokens` of context each
/// (1…kStovesMax, 1…5,000), under the levers as they stand, or of as many of them as fit into
/// the memory; preview.requests says how many these are.
LK_EXPORT(lk_preview) int32_t lk_preview(int32_t requests, int32_t context_tokens);

/// Fills commands and view.command_count.
LK_EXPORT(lk_read_commands) int32_t lk_read_commands();

/// Fills moments and view.moment_count; `every_ms` must be long enough for the rows of the table.
LK_EXPORT(lk_read_timeline) int32_t lk_read_timeline(int32_t every_ms);

/// Fills what_if, moments and view.moment_count: the run's own commands, but from `at_ms` on
/// `lever` keeps `value`. `every_ms` as in lk_read_timeline(); the shift must be over.
LK_EXPORT(lk_what_if)
int32_t lk_what_if(int32_t at_ms, int32_t lever, int32_t value, int32_t every_ms);

/// Looks at candidates first…first + count - 1 (fewer at the end) for the best single change of the
/// run and fills best_change with the best since first was 0, and with the number of candidates.
/// Pieces follow each other: first is 0 or best_change.searched. The shift must be over.
LK_EXPORT(lk_search_changes) int32_t lk_search_changes(int32_t first, int32_t count);

/// Fills verdict; the shift must be over.
LK_EXPORT(lk_read_verdict) int32_t lk_read_verdict();

/// Fills rows first…first + count - 1 of outcomes (fewer at the end of the space) for the shift
/// whose key is in the text buffer, and view.outcome_count with the size of the whole space, so
/// that a page can do it in pieces.
LK_EXPORT(lk_sweep) int32_t lk_sweep(int32_t key_length, int32_t first, int32_t count);

/// Writes the run's replay into the text buffer and view.text_length; the shift must be over.
LK_EXPORT(lk_write_replay) int32_t lk_write_replay();

/// Reads a replay of `length` bytes from the text buffer, plays it again to compare, and opens a
/// run with its commands, not yet started. Leaves the shift's key in the text buffer and its length
/// in view.text_length. Refused: the run that was open stays as it was.
LK_EXPORT(lk_open_replay) int32_t lk_open_replay(int32_t length);
}
