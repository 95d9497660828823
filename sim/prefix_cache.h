#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kitchen::sim {

/// Which prefix blocks a replica has keys and values of, by id. Each is held by so many requests;
/// one that nobody holds stays until it is evicted, the one let go first first.
class PrefixCache {
 public:
  PrefixCache();

  /// The entry of an id; -1 where it isn't cached.
  int32_t find(int64_t id) const;

  /// How many of the ids, from the first on, are cached.
  int64_t hits(std::span<const int64_t> ids) const;

  /// How many entries of these ids, all of them cached, nobody holds. Each counts once.
  int64_t unheld_among(std::span<const int64_t> ids);

  /// A new entry, held once. The id must not be cached.
  int32_t add(int64_t id);

  /// One more holds it.
  void hold(int32_t entry);

  /// One less does.
  void let_go(int32_t entry);

  /// Drops the entry that nobody holds and that was let go first; there must be one.
  void evict();

  int64_t held() const { return entries_ - unheld_; }  ///< entries
  int64_t unheld() const { return unheld_; }           ///< entries

 private:
  struct Entry {
    int64_t id = 0;
    int64_t holders = 0;
    int64_t counted_in = 0;  // the last unheld_among() that met it
    int32_t before = -1;     // among those that nobody holds
    int32_t after = -1;
  };

  int64_t place_of(int64_t id) const;
  void grow();
  void erase(int64_t id);
  void unlink(Entry& entry);

  std::vector<Entry> pool_;
  std::vector<int32_t> free_;
  std::vector<int32_t> table_;  // open addressing, linear probing: entries, -1 where empty
  int32_t shift_ = 0;           // of the hash: table_ has 2^(64 - shift_) places
  int32_t oldest_ = -1;
  int32_t newest_ = -1;
  int64_t entries_ = 0;
  int64_t unheld_ = 0;
  int64_t counts_ = 0;
};

}  // namespace kitchen::sim
