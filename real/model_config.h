#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "real/model.h"

namespace kitchen::real {

/// Reads a Hugging Face config.json: Llama, Qwen 2 and 3, Mistral, Mixtral, Gemma, Phi-3
/// and 4 and their mixtures of experts. `file` is its name for messages and the model's source.
/// Throws InputError: no JSON (with line and column), a family that isn't modelled, a number
/// missing or out of range.
Model read_model_config(std::string_view json, const std::string& name, const std::string& file);

/// A bundled model by its name, or the config.json that the text names (a path: it has a '/' or
/// ends in ".json"). Throws InputError with the nearest name where there is none.
Model find_model(const std::string& name_or_path);

/// Whether a text that is no bundled name is taken for a path.
bool is_model_file(std::string_view name);

/// Names of the bundled models.
std::vector<std::string> model_names();

}  // namespace kitchen::real
