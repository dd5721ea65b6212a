// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/generate/code.hpp"

namespace oopss {

/// What the programs read from a data file: a name and a number each, in this order: start, end, step or tolerance,
/// every, or for many motions at once end, step, tolerance, members; the state at the start; the parameters; the
/// torques that the caller gives.
std::vector<Entry> data_entries(const Code& code, Language language);

/// A data file with the numbers of the model.
std::string data_file(const Code& code, Language language);

/// What the program does besides the motion, in each language: it reads data files and arguments and prints rows.
/// `steps` is the code of the integrator, `declared` its constants.
std::string c_main(const Code& code, Language language, const std::string& declared, const std::string& steps);
std::string python_main(const Code& code, const std::string& declared, const std::string& steps);
std::string fortran_main(const Code& code, const std::string& declared, const std::string& steps);
std::string matlab_main(const Code& code, const std::string& steps);
std::string cuda_main(const Code& code);

}  // namespace oopss
