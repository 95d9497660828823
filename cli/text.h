#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "real/text.h"

namespace kitchen::cli {

using real::did_you_mean;
using real::join;
using real::nearest;
using real::read_integer;
using real::shown;

std::string_view trim(std::string_view text);

/// A value in thousandths as a decimal without trailing zeros: 12500 is "12.5".
std::string decimal_milli(int64_t value);

/// A field of CSV, in quotes where it needs them (RFC 4180).
std::string csv_field(const std::string& text);

/// Control sequences for a terminal, or nothing where the output is none.
struct Style {
  bool colour = false;

  std::string bold(std::string_view text) const { return wrap("1", text); }
  std::string dim(std::string_view text) const { return wrap("2", text); }
  std::string good(std::string_view text) const { return wrap("32", text); }
  std::string bad(std::string_view text) const { return wrap("31", text); }

 private:
  std::string wrap(const char* code, std::string_view text) const;
};

/// Columns of text, padded to the same width. Numbers are best set to the right.
class Table {
 public:
  enum class Align : int32_t { left, right };

  struct Column {
    std::string title;
    Align align = Align::right;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  void add_row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  /// `row_style` may colour a whole row; it is given the row's number and its text.
  template <typename RowStyle>
  std::string render(const Style& style, RowStyle row_style) const {
    std::string text = style.bold(render_row(titles())) + "\n";
    for (uint64_t row = 0; row < rows_.size(); ++row) {
      text += row_style(row, render_row(rows_[row])) + "\n";
    }
    return text;
  }

  std::string render(const Style& style) const {
    return render(style, [](uint64_t, const std::string& text) { return text; });
  }

 private:
  std::vector<std::string> titles() const;
  std::string render_row(const std::vector<std::string>& cells) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace kitchen::cli
