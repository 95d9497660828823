#include "sim/prefix_cache.h"

#include <iterator>

#include "sim/check.h"

namespace kitchen::sim {
namespace {

constexpr int32_t kWordBits = 64;
constexpr int32_t kFirstTableBits = 6;
constexpr uint64_t kGolden = 0x9e3779b97f4a7c15;  // Fibonacci hashing: Knuth, TAOCP 3, 6.4

}  // namespace

PrefixCache::PrefixCache()
    : table_(uint64_t{1} << kFirstTableBits, -1), shift_(kWordBits - kFirstTableBits) {}

// Where an id is, or where it would go.
int64_t PrefixCache::place_of(int64_t id) const {
  const int64_t mask = std::ssize(table_) - 1;
  int64_t place = static_cast<int64_t>((static_cast<uint64_t>(id) * kGolden) >> shift_);
  while (table_[place] >= 0 && pool_[table_[place]].id != id) {
    place = (place + 1) & mask;
  }
  return place;
}

int32_t PrefixCache::find(int64_t id) const { return table_[place_of(id)]; }

int64_t PrefixCache::hits(std::span<const int64_t> ids) const {
  int64_t count = 0;
  while (count < std::ssize(ids) && find(ids[count]) >= 0) {
    ++count;
  }
  return count;
}

int64_t PrefixCache::unheld_among(std::span<const int64_t> ids) {
  ++counts_;
  int64_t count = 0;
  for (const int64_t id : ids) {
    Entry& entry = pool_[find(id)];
    if (entry.holders == 0 && entry.counted_in != counts_) {
      entry.counted_in = counts_;
      ++count;
    }
  }
  return count;
}

int32_t PrefixCache::add(int64_t id) {
  if (2 * (entries_ + 1) > std::ssize(table_)) {
    grow();
  }
  int32_t index = static_cast<int32_t>(std::ssize(pool_));
  if (free_.empty()) {
    pool_.emplace_back();
  } else {
    index = free_.back();
    free_.pop_back();
  }
  pool_[index] = Entry{.id = id, .holders = 1};
  const int64_t place = place_of(id);
  KITCHEN_CHECK(table_[place] < 0);
  table_[place] = index;
  ++entries_;
  return index;
}

void PrefixCache::hold(int32_t entry) {
  Entry& held = pool_[entry];
  if (held.holders == 0) {
    unlink(held);
  }
  ++held.holders;
}

void PrefixCache::let_go(int32_t entry) {
  Entry& held = pool_[entry];
  KITCHEN_CHECK(held.holders > 0);
  if (--held.holders > 0) {
    return;
  }
  held.before = newest_;
  held.after = -1;
  (newest_ >= 0 ? pool_[newest_].after : oldest_) = entry;
  newest_ = entry;
  ++unheld_;
}

void PrefixCache::evict() {
  KITCHEN_CHECK(unheld_ > 0);
  const int32_t index = oldest_;
  unlink(pool_[index]);
  erase(pool_[index].id);
  free_.push_back(index);
  --entries_;
}

void PrefixCache::unlink(Entry& entry) {
  (entry.before >= 0 ? pool_[entry.before].after : oldest_) = entry.after;
  (entry.after >= 0 ? pool_[entry.after].before : newest_) = entry.before;
  --unheld_;
}

void PrefixCache::grow() {
  std::vector<int32_t> old(table_.size() * 2, -1);
  old.swap(table_);
  --shift_;
  for (const int32_t index : old) {
    if (index >= 0) {
      table_[place_of(pool_[index].id)] = index;
    }
  }
}

// Those that stand behind the gap move up, so that no search ends too early.
void PrefixCache::erase(int64_t id) {
  const int64_t mask = std::ssize(table_) - 1;
  int64_t place = place_of(id);
  table_[place] = -1;
  while (true) {
    place = (place + 1) & mask;
    const int32_t index = table_[place];
    if (index < 0) {
      return;
    }
    table_[place] = -1;
    table_[place_of(pool_[index].id)] = index;
  }
}

}  // namespace kitchen::sim
