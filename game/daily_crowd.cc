#include "game/daily_crowd.h"

#include <iterator>

#include "game/play_out.h"
#include "sim/check.h"
#include "sim/sampling.h"

namespace kitchen::game {
namespace {

// How orders spread over the minute.
enum class Shape : int32_t { steady = 0, two_waves = 1, build_up = 2, groups = 3 };
constexpr int32_t kShapeCount = 4;

/// Draws a number from first, first + step, … last.
class Draw {
 public:
  explicit Draw(const sim::Prng& prng) : prng_(prng) {}

  int32_t operator()(const LeverRange& range) {
    return (*this)(range.first, range.last, range.step);
  }
  int32_t operator()(int32_t first, int32_t last, int32_t step = 1) {
    return first + step * static_cast<int32_t>(sim::draw_uniform(prng_, 0, (last - first) / step));
  }
  Shape shape() { return static_cast<Shape>((*this)(0, kShapeCount - 1)); }
  uint64_t seed() { return prng_.next(); }

 private:
  sim::Prng prng_;
};

int32_t percent_of(int32_t value, int32_t percent) { return value * percent / 100; }

/// Four equal parts of the time up to `until_ms`, each with a tenth of the mean rate more than the
/// one before.
std::vector<Stream> rising(int32_t until_ms, int32_t rate) {
  constexpr int32_t kParts = 4;
  std::vector<Stream> streams;
  for (int32_t i = 0; i < kParts; ++i) {
    streams.push_back(
        {until_ms * i / kParts, until_ms * (i + 1) / kParts, percent_of(rate, 85 + 10 * i)});
  }
  return streams;
}

struct Waves {
  int32_t from_ms[2] = {0, 0};
  int32_t length_ms = 0;
  int32_t low_percent = 0;  ///< of the mean rate, outside the waves
  int32_t high_percent = 0;
};

std::vector<Stream> in_waves(int32_t until_ms, int32_t rate, const Waves& waves) {
  const int32_t low = percent_of(rate, waves.low_percent);
  const int32_t high = percent_of(rate, waves.high_percent);
  std::vector<Stream> streams;
  int32_t from_ms = 0;
  for (const int32_t wave_ms : waves.from_ms) {
    streams.push_back({from_ms, wave_ms, low});
    from_ms = wave_ms + waves.length_ms;
    streams.push_back({wave_ms, from_ms, high});
  }
  streams.push_back({from_ms, until_ms, low});
  return streams;
}

/// Groups in even steps; each has `more` orders more than the one before.
struct GroupRow {
  int32_t count = 0;
  int32_t first_ms = 0;
  int32_t every_ms = 0;
  int32_t window_ms = 0;
  int32_t orders = 0;
  int32_t more = 0;
};

std::vector<Group> in_groups(const GroupRow& row) {
  std::vector<Group> groups;
  for (int32_t i = 0; i < row.count; ++i) {
    groups.push_back({row.first_ms + i * row.every_ms, row.window_ms, row.orders + i * row.more});
  }
  return groups;
}

// --- Lesson 1: groups walk in together. As the shape differs only in when and how many, each
// kind of row is its own shape. ---

GroupRow draw_group_row(Draw& draw, Shape shape) {
  constexpr int32_t kLastMs = 48'000;
  GroupRow row;
  switch (shape) {
    case Shape::steady:
      row = {.count = 5, .first_ms = draw(7'000, 8'000, 500), .every_ms = draw(9'000, 9'500, 500)};
      break;
    case Shape::build_up:
      row = {
          .count = 4, .first_ms = draw(8'000, 9'000, 500), .every_ms = draw(12'000, 12'500, 500)};
      row.more = draw(1, 3);
      break;
    case Shape::two_waves:
    case Shape::groups:
      row = {.count = draw(2, 3), .first_ms = draw(8'000, 9'500, 500)};
      row.every_ms = (kLastMs - row.first_ms) / row.count;
      break;
  }
  row.window_ms = shape == Shape::two_waves ? draw(1'000, 1'600, 200) : draw(300, 700, 100);
  return row;
}

/// The largest batch whose steps an order of that length has the patience for.
int32_t batch_in_patience(const sim::Costs& costs, const CrowdRecipe& crowd, int32_t tokens) {
  const int32_t pace_us = (crowd.patience_per_token_ms + crowd.patience_base_ms / tokens) * 1'000;
  const sim::StepParts one = sim::step_parts(costs, 16, sim::steady_load(1, 1, true));
  const sim::TimePs rest_ps = pace_us * sim::kPsPerUs - one.weights_ps;
  return static_cast<int32_t>(rest_ps / one.requests_ps);
}

// Groups as large as needed, and no larger, for all at once to be too many: the smaller they are,
// the more slot counts serve them.
Shift with_groups_too_large(Shift shift) {
  constexpr int32_t kGrowthMax = 12;
  sim::Settings all_at_once = shift.defaults;
  all_at_once.slots = kStovesMax;
  for (int32_t growth = 0; growth < kGrowthMax; ++growth) {
    shift = with_orders(shift);
    sim::Kitchen kitchen(shift.costs, shift.orders, all_at_once);
    if (!play_out(kitchen, 0, orders_to_pass(orders_of(shift)))) {
      break;
    }
    for (Group& group : shift.crowd.groups) {
      ++group.orders;
    }
  }
  return shift;
}

Shift draw_how_many(Draw& draw) {
  Shift shift = *find_shift(1);
  CrowdRecipe& crowd = shift.crowd;
  crowd.seed = draw.seed();
  shift.defaults.slots = draw(1, 3);
  const int32_t tokens = draw(65, 90, 5);
  const int32_t spread = draw(5, 15, 5);
  crowd.kinds[0].output_tokens_min = tokens - spread;
  crowd.kinds[0].output_tokens_max = tokens + spread;
  crowd.patience_base_ms = draw(1'600, 2'000, 100);
  crowd.patience_per_token_ms = draw(44, 48);
  const int32_t rate = draw(1'200, 1'600, 100);
  crowd.streams = {{0, draw(52'000, 53'000, 500), rate}};
  GroupRow row = draw_group_row(draw, draw.shape());
  // Those who come beside the group share its steps.
  const int32_t beside = 5 * rate / 1'000 + 3;
  row.orders = batch_in_patience(shift.costs, crowd, tokens) - beside - row.more * (row.count - 1);
  crowd.groups = in_groups(row);
  return with_groups_too_large(shift);
}

// --- Lessons 2 and 3: the same shapes, with numbers of their own. ---

struct Arrivals {
  LeverRange wave_ms[2];  ///< when a wave begins
  LeverRange wave_length_ms;
  int32_t low_percent = 0;  ///< of the mean rate, outside the waves
  int32_t high_percent = 0;
  int32_t grouped_percent = 0;  ///< of all orders, with the shape of groups
  LeverRange groups;
  LeverRange first_group_ms;
  int32_t groups_end_ms = 0;
  LeverRange group_window_ms;
};

void draw_groups(Draw& draw, CrowdRecipe& crowd, int32_t end_ms, int32_t rate,
                 const Arrivals& arrivals) {
  crowd.streams = {{0, end_ms, percent_of(rate, 100 - arrivals.grouped_percent)}};
  const int32_t count = draw(arrivals.groups);
  const int32_t first_ms = draw(arrivals.first_group_ms);
  const int32_t orders = percent_of(rate, arrivals.grouped_percent) * (end_ms / 1'000) / 1'000;
  crowd.groups = in_groups({.count = count,
                            .first_ms = first_ms,
                            .every_ms = (arrivals.groups_end_ms - first_ms) / count,
                            .window_ms = draw(arrivals.group_window_ms),
                            .orders = orders / count});
}

void draw_arrivals(Draw& draw, CrowdRecipe& crowd, int32_t end_ms, int32_t rate,
                   const Arrivals& arrivals) {
  switch (draw.shape()) {
    case Shape::steady:
      crowd.streams = {{0, end_ms, rate}};
      break;
    case Shape::two_waves:
      crowd.streams = in_waves(end_ms, rate,
                               {.from_ms = {draw(arrivals.wave_ms[0]), draw(arrivals.wave_ms[1])},
                                .length_ms = draw(arrivals.wave_length_ms),
                                .low_percent = arrivals.low_percent,
                                .high_percent = arrivals.high_percent});
      break;
    case Shape::build_up:
      crowd.streams = rising(end_ms, rate);
      break;
    case Shape::groups:
      draw_groups(draw, crowd, end_ms, rate, arrivals);
      break;
  }
}

// --- Lesson 2: long and short orders mixed. ---

Shift draw_rush_hour(Draw& draw) {
  Shift shift = *find_shift(2);
  CrowdRecipe& crowd = shift.crowd;
  crowd.seed = draw.seed();
  shift.defaults.slots = draw(3, 5);
  OrderKind& short_kind = crowd.kinds[0];
  OrderKind& long_kind = crowd.kinds[1];
  long_kind.share_percent = draw(20, 30, 5);
  short_kind.share_percent = 100 - long_kind.share_percent;
  short_kind.output_tokens_min = draw(20, 30, 5);
  short_kind.output_tokens_max = draw(60, 75, 5);
  long_kind.output_tokens_min = draw(230, 260, 10);
  long_kind.output_tokens_max = long_kind.output_tokens_min + draw(80, 120, 10);
  crowd.patience_base_ms = draw(3'500, 4'500, 500);
  crowd.patience_per_token_ms = draw(48, 52);
  const int32_t end_ms = draw(44'000, 46'000, 500);
  const int32_t rate = draw(2'000, 2'600, 100);
  draw_arrivals(draw, crowd, end_ms, rate,
                {.wave_ms = {{3'000, 5'000, 500}, {25'000, 28'000, 500}},
                 .wave_length_ms = {9'000, 11'000, 500},
                 .low_percent = 65,
                 .high_percent = 150,
                 .grouped_percent = 35,
                 .groups = {3, 5},
                 .first_group_ms = {3'000, 5'000, 500},
                 .groups_end_ms = 40'000,
                 .group_window_ms = {1'000, 3'000, 500}});
  return with_orders(shift);
}

// --- Lesson 3: prompts and a long crowd fill the memory. ---

Shift draw_memory(Draw& draw) {
  Shift shift = *find_shift(3);
  CrowdRecipe& crowd = shift.crowd;
  crowd.seed = draw.seed();
  shift.costs.kv_bytes_per_token = draw(18, 22) * sim::kBytesPerMb;
  shift.defaults.slots = draw(3, 6);
  OrderKind& kind = crowd.kinds[0];
  kind.prompt_tokens_min = draw(30, 40, 5);
  kind.prompt_tokens_max = kind.prompt_tokens_min + draw(30, 40, 5);
  kind.output_tokens_min = draw(50, 60, 5);
  kind.output_tokens_max = kind.output_tokens_min + draw(40, 60, 10);
  crowd.patience_base_ms = draw(3'000, 3'500, 500);
  crowd.patience_per_token_ms = draw(44, 50);
  const int32_t end_ms = draw(53'000, 54'000, 500);
  const int32_t rate = draw(3'700, 4'200, 100);
  draw_arrivals(draw, crowd, end_ms, rate,
                {.wave_ms = {{8'000, 10'000, 500}, {30'000, 34'000, 500}},
                 .wave_length_ms = {8'000, 10'000, 500},
                 .low_percent = 85,
                 .high_percent = 125,
                 .grouped_percent = 20,
                 .groups = {4, 6},
                 .first_group_ms = {8'000, 9'000, 500},
                 .groups_end_ms = 50'000,
                 .group_window_ms = {1'000, 2'000, 500}});
  return with_orders(shift);
}

}  // namespace

Shift draw_daily(int32_t lesson, sim::Prng prng) {
  Draw draw(prng);
  switch (lesson) {
    case 1:
      return draw_how_many(draw);
    case 2:
      return draw_rush_hour(draw);
    default:
      KITCHEN_CHECK(lesson == 3);
      return draw_memory(draw);
  }
}

}  // namespace kitchen::game
