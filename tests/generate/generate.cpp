// SPDX-License-Identifier: Apache-2.0
#include "oopss/generate/generate.hpp"

#include <regex>

#include "tests/generate/motion.hpp"

using namespace oopss;

namespace {

/// A library of generated code, open as long as this is.
struct Library {
  void* handle;
  explicit Library(const std::string& path) : handle(::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    INFO(path);
    REQUIRE(handle != nullptr);
  }
  ~Library() { ::dlclose(handle); }
  template <class Function>
  Function* function(const std::string& name) const {
    void* const found = ::dlsym(handle, name.c_str());
    INFO(name);
    REQUIRE(found != nullptr);
    return reinterpret_cast<Function*>(found);
  }
};

/// What all functions give at a state: `fill` and `give` call them by name.
template <class Fill, class Give>
Values values_by(const Case& sample, const Fill& fill, const Give& give) {
  const std::size_t size = static_cast<std::size_t>(sample.size), bodies = sample.system.bodies.size();
  std::size_t torques = 0;
  for (std::size_t k = 0; k < sample.system.joints.size(); ++k)
    torques += freedom_of(sample.system, static_cast<int>(k));
  const bool plane = sample.system.dimension == 2;
  const auto filled = [&](const char* name, std::size_t count) {
    std::vector<double> out(count);
    fill(name, out.data());
    return out;
  };
  return {.field = filled("field", size),
          .jacobian = filled("jacobian", size * size),
          .omega = filled("omega", plane ? bodies : 3 * bodies),
          .poses = filled("poses", plane ? 3 * bodies : 7 * bodies),
          .torques = filled("torques", torques),
          .energy = give("energy"),
          .momentum = give("momentum")};
}

/// By a library of C, or of C++ through C wrappers.
Values call_library(const std::string& path, const Case& sample, const std::vector<double>& x,
                    const std::vector<double>& u = {}) {
  const Library library(path);
  const std::vector<double> p = default_inputs(sample.system);
  using Fill = void(double, const double*, const double*, const double*, double*);
  using Give = double(double, const double*, const double*, const double*);
  return values_by(
      sample,
      [&](const std::string& name, double* out) {
        library.function<Fill>("oopss_" + name)(moment, x.data(), p.data(), u.data(), out);
      },
      [&](const std::string& name) {
        return library.function<Give>("oopss_" + name)(moment, x.data(), p.data(), u.data());
      });
}

/// By a library of Fortran, whose arguments are all by reference.
Values call_fortran(const std::string& path, const Case& sample, const std::vector<double>& x) {
  const Library library(path);
  const std::vector<double> p = default_inputs(sample.system), u = {0};
  using Fill = void(const double*, const double*, const double*, const double*, double*);
  using Give = double(const double*, const double*, const double*, const double*);
  return values_by(
      sample,
      [&](const std::string& name, double* out) {
        library.function<Fill>("__oopss_model_MOD_" + name)(&moment, x.data(), p.data(), u.data(), out);
      },
      [&](const std::string& name) {
        return library.function<Give>("__oopss_model_MOD_" + name)(&moment, x.data(), p.data(), u.data());
      });
}

std::string numbers(const std::vector<double>& all) {
  std::ostringstream out;
  out.precision(17);
  for (const double value : all) out << value << ", ";
  return out.str();
}

/// At all states of the sample, from what one process printed, a number after another.
std::vector<Values> printed_values(const Case& sample, const std::string& text) {
  std::istringstream answer(text);
  std::vector<Values> out;
  for (std::size_t k = 0; k < sample.states.size(); ++k) {
    Values values = values_by(
        sample, [](const char*, double*) {}, [](const char*) { return 0.0; });
    for (std::vector<double>* part : {&values.field, &values.jacobian, &values.omega, &values.poses, &values.torques})
      for (double& value : *part) answer >> value;
    answer >> values.energy >> values.momentum;
    REQUIRE(answer);
    out.push_back(std::move(values));
  }
  return out;
}

void compare_printed(const Case& sample, const std::string& text) {
  const std::vector<Values> generated = printed_values(sample, text);
  for (std::size_t k = 0; k < generated.size(); ++k) compare(sample, sample.states[k], generated[k]);
}

std::string state_list(const Case& sample, const std::vector<double>& x) {
  return numbers({x.begin(), x.begin() + sample.size});
}

const std::string short_end = " oopss_model.dat end=" + std::to_string(short_run);

/// Generates into a folder, lets `build` compile and ask the functions, and compares the printed motion of `run`. What
/// is compiled is not sanitized: there one model is enough.
template <class Build>
void check_language(const Case& sample, Language language, const std::string& run, const Build& build) {
  INFO(sample.model.name);
  const Folder folder;
  const std::vector<GeneratedFile> files = generate(sample.model, language, {});
  if (sanitized && !(language == Language::c && sample.size == 4)) return;  // 4: two planar bodies
  write_all(folder, files);
  build("cd " + folder.path + " && ", folder.path);
  compare_rows(read_rows(output_of("cd " + folder.path + " && " + run + short_end)),
               engine_rows(sample.model, files, short_run));
}

/// Functions of generated C++ as those of C.
constexpr const char* c_wrappers = R"(
#define FILL(name) extern "C" void oopss_##name(double t, const double* x, const double* p, const double* u, double* out) { oopss_model::name(t, x, p, u, out); }
#define GIVE(name) extern "C" double oopss_##name(double t, const double* x, const double* p, const double* u) { return oopss_model::name(t, x, p, u); }
FILL(field) FILL(jacobian) FILL(omega) FILL(poses) FILL(torques) GIVE(energy) GIVE(momentum)
)";

constexpr const char* strict_c = "cc -std=c11 -Wall -Wextra -Werror -pedantic -O0 -fPIC ";
constexpr const char* strict_fortran = "gfortran -std=f2008 -Wall -Werror -Wno-unused-dummy-argument -O0 -fPIC ";

}  // namespace

TEST_CASE(
    "generated C compiles as C11 without a warning, agrees with the engine on every example, and moves as it does") {
  std::vector<Case> all = all_cases();
  for (const char* name : {"scissor", "tangle"})
    if (!sanitized) all.push_back(make_case(load_model(name)));
  for (const Case& sample : all)
    check_language(sample, Language::c, "./program", [&](const std::string& here, const std::string& path) {
      output_of(here + strict_c + "-c *.c && cc -shared oopss_model.o -lm -o model.so && cc *.o -lm -o program");
      for (const auto& x : sample.states) compare(sample, x, call_library(path + "/model.so", sample, x));
    });
}

TEST_CASE("generated C++ compiles without a warning, agrees with the engine on every example, and moves as it does") {
  for (const Case& sample : all_cases())
    check_language(sample, Language::cpp, "./program", [&](const std::string& here, const std::string& path) {
      std::ofstream(path + "/wrap.cpp") << "#include \"main.cpp\"\n" << c_wrappers;
      output_of(here + "c++ -std=c++17 -Wall -Wextra -Werror -pedantic -O0 -fPIC -c wrap.cpp && " +
                "c++ -shared wrap.o -o model.so && c++ wrap.o -o program");
      for (const auto& x : sample.states) compare(sample, x, call_library(path + "/model.so", sample, x));
    });
}

/// The last row of a program for a GPU, without number and status of the member.
std::vector<double> only_end(const std::string& printed) {
  std::istringstream lines(printed), cells;
  std::string line, cell;
  std::getline(lines, line);
  std::getline(lines, line);
  cells.str(line);
  std::vector<double> out;
  for (int k = 0; std::getline(cells, cell, ','); ++k) {
    if (k == 1) CHECK(cell == "complete");
    if (k > 2) out.push_back(std::stod(cell));
  }
  return out;
}

TEST_CASE("generated CUDA as C++ has no warning, agrees with the engine on every example, and comes to the same ends") {
  for (const Case& sample : all_cases()) {
    INFO(sample.model.name);
    const Folder folder;
    const std::vector<GeneratedFile> files = generate(sample.model, Language::cuda, {});
    if (sanitized) continue;  // what is compiled is not sanitized
    write_all(folder, files);
    std::ofstream(folder.path + "/wrap.cpp") << "#include \"main.cu\"\n" << c_wrappers;
    const std::string here = "cd " + folder.path + " && ";
    output_of(here + "c++ -std=c++17 -Wall -Wextra -Werror -pedantic -DMETHOD=dop853 -O0 -fPIC -c wrap.cpp && " +
              "c++ -shared wrap.o -o model.so && c++ wrap.o -o program");
    for (const auto& x : sample.states) compare(sample, x, call_library(folder.path + "/model.so", sample, x));
    const Rows expected = engine_rows(
        sample.model, {{"", "The program goes by dop853, "}, {"oopss_model.dat", "every = 0.1\ntolerance = 1e-14\n"}},
        short_run);
    const std::vector<double> end =
        only_end(output_of(here + "./program oopss_model.dat tolerance=1e-14 end=" + std::to_string(short_run)));
    REQUIRE(end.size() == expected.values.back().size());
    double largest = 1;
    for (const double value : expected.values.back()) largest = std::max(largest, std::abs(value));
    for (std::size_t c = 0; c < end.size(); ++c) {
      INFO("column " << c);
      CHECK(std::abs(end[c] - expected.values.back()[c]) <= 1e-12 * largest);
    }
  }
}

TEST_CASE("generated Fortran is standard 2008, agrees with the engine on every example, and moves as it does") {
  std::vector<Case> all = all_cases();
  for (const char* name : {"scissor", "tangle"})
    if (!sanitized) all.push_back(make_case(load_model(name)));
  for (const Case& sample : all) {
    if (sample.model.source.name.ends_with("everything_space.toml")) continue;  // no example, and of their forms
    const bool large = sample.system.layout.size > 25;  // 40 000 lines of one form: others are searched for warnings
    check_language(sample, Language::fortran, "./program", [&](const std::string& here, const std::string& path) {
      output_of(here + (large ? std::string("gfortran -std=f2008 -w -O0 -fPIC ") : strict_fortran) +
                "-c oopss_model.f90 main.f90 && gfortran -shared oopss_model.o -o model.so && " +
                "gfortran oopss_model.o main.o -o program");
      for (const auto& x : sample.states) compare(sample, x, call_fortran(path + "/model.so", sample, x));
    });
  }
}

TEST_CASE("generated Python needs only numpy, agrees with the engine on every example, and moves as it does") {
  for (const Case& sample : all_cases())
    check_language(sample, Language::python, "/usr/bin/python3 oopss_model.py",
                   [&](const std::string& here, const std::string& path) {
                     std::ofstream ask(path + "/ask.py");
                     ask << "from oopss_model import *\nt = " << moment << "\n";
                     for (const std::vector<double>& x : sample.states)
                       ask << "x = [" << state_list(sample, x) << "]\n"
                           << "for f in (field, jacobian, omega, poses, torques):\n"
                           << "    print(*[repr(float(v)) for v in f(t, x).ravel()])\n"
                           << "print(repr(energy(t, x)), repr(momentum(t, x)))\n";
                     ask.close();
                     compare_printed(sample, output_of(here + "/usr/bin/python3 ask.py"));
                   });
}

/// Run as `generate_octave`.
TEST_CASE("generated MATLAB runs in Octave, agrees with the engine on every example, and moves as it does",
          "[.octave]") {
  std::vector<Case> all = all_cases();
  for (const char* name : {"scissor", "tangle"}) all.push_back(make_case(load_model(name)));
  for (const Case& sample : all)
    check_language(sample, Language::matlab, "octave-cli -q main.m 2> /dev/null",
                   [&](const std::string& here, const std::string& path) {
                     std::ofstream ask(path + "/ask.m");
                     ask << "m = oopss_model();\np = m.parameters;\nt = " << moment << ";\n";
                     for (const std::vector<double>& x : sample.states)
                       ask << "x = [" << state_list(sample, x) << "];\n"
                           << "printf('%.17g ', m.field(t, x, p, 0), m.jacobian(t, x, p, 0), m.omega(t, x, p, 0), "
                           << "m.poses(t, x, p, 0), m.torques(t, x, p, 0), m.energy(t, x, p, 0), "
                           << "m.momentum(t, x, p, 0));\n";
                     ask.close();
                     compare_printed(sample, output_of(here + "octave-cli -q ask.m 2> /dev/null"));
                   });
}

TEST_CASE("a law that is a function is an argument of generated code; the joint's other laws stay in it") {
  Model model = load_model("two-body");
  model.checked = false;
  model.joints[0].laws = {pd_law(20, 0.5), function_law([](double t, double, double) { return 3 * std::sin(t); })};
  const Case sample = make_case(checked(model));
  const Folder folder;
  write_all(folder, generate(sample.model, Language::c, {}));
  if (sanitized) return;
  output_of("cd " + folder.path + " && " + strict_c + "-shared oopss_model.c -lm -o model.so");
  CHECK(output_of("grep -c OOPSS_U_ELBOW " + folder.path + "/oopss_model.h") == "1\n");
  for (const auto& x : sample.states)
    compare(sample, x, call_library(folder.path + "/model.so", sample, x, {3 * std::sin(moment)}));
}

TEST_CASE("--input leaves a joint's torque an argument: + on the first body, - on the second, nothing else") {
  const Model model = load_model("space-telescope");
  const System system = derive(model);
  const Folder folder;
  write_all(folder, generate(model, Language::c, {0}));
  if (sanitized) return;
  output_of("cd " + folder.path + " && " + strict_c + "-shared oopss_model.c -lm -o model.so");
  void* const library = ::dlopen((folder.path + "/model.so").c_str(), RTLD_NOW);
  REQUIRE(library != nullptr);
  const auto field = reinterpret_cast<void (*)(double, const double*, const double*, const double*, double*)>(
      ::dlsym(library, "oopss_field"));
  const std::vector<double> p = default_inputs(system), x = start_state(model);
  std::vector<double> without(x.size()), with(x.size());
  const double zero = 0, torque = 2.5;
  field(0, x.data(), p.data(), &zero, without.data());
  field(0, x.data(), p.data(), &torque, with.data());
  const Joint& joint = model.joints[0];
  const int momenta = PlanarOffsets(system.layout).momenta;
  for (int i = 0; i < PlanarOffsets(system.layout).root_angle + 1; ++i) {
    const double expected = i == momenta + joint.first_body ? torque : i == momenta + joint.second_body ? -torque : 0;
    CHECK(with[i] - without[i] == Approx(expected).margin(1e-12));
  }
  ::dlclose(library);
  CHECK(generate(model, Language::c, {0})[0].text.find("OOPSS_U_GIMBAL") != std::string::npos);
}

TEST_CASE(
    "--input at the joint that closes a loop is a torque as the engine's from outside; the header says the state") {
  const Model model = load_model("parallelogram");
  const int closing = tree_spec(model).chords.back().joint;
  const Folder folder;
  const std::vector<GeneratedFile> files = generate(model, Language::c, {closing});
  write_all(folder, files);
  if (sanitized) return;
  output_of("cd " + folder.path + " && " + strict_c + "-shared oopss_model.c -lm -o model.so");
  const Case sample = make_case(model);
  const System driven = derive(model, Engine::automatic, {}, {model.joints[closing].name.value});
  const Flow flow =
      driven.with_inputs(default_inputs(driven), [](double, const double*, const double*, double* u) { u[0] = 2.5; });
  std::vector<double> x = start_state(model, true), expected(x.size()), gap(4);
  flow.field(0, x.data(), expected.data());
  const Values generated = call_library(folder.path + "/model.so", sample, x, {2.5});
  for (int i = 0; i < sample.size; ++i) CHECK(generated.field[i] == Approx(expected[i]).epsilon(1e-12).margin(1e-12));
  for (const char* words : {"cut open where loops close, at head2, head3:",
                            "phi of the joints foot1, foot2, foot3, head1", "theta of lower"})
    CHECK(files[0].text.find(words) != std::string::npos);
}

TEST_CASE("--input at a ball is a torque along its second body's axes, as the engine's from outside") {
  const Model model = load_model("spatial-pair");
  const Folder folder;
  write_all(folder, generate(model, Language::c, {0}));
  const System driven = derive(model, Engine::recursive, {}, {model.joints[0].name.value});
  const std::vector<double> u = {2.5, -1, 0.5};
  const Flow flow = driven.with_inputs(default_inputs(driven), [&](double, const double*, const double*, double* out) {
    std::copy(u.begin(), u.end(), out);
  });
  const Case sample = make_case(model);
  if (!sanitized) output_of("cd " + folder.path + " && " + strict_c + "-shared oopss_model.c -lm -o model.so");
  for (std::vector<double> x : sample.states) {
    x.resize(static_cast<std::size_t>(driven.layout.size), 0.0);
    std::vector<double> rates(x.size()), torque(3);
    flow.field(moment, x.data(), rates.data());
    flow.joint_torques(moment, x.data(), torque.data());
    for (int i = 0; i < 3; ++i) CHECK(torque[i] == Approx(u[i]).epsilon(1e-12));
    if (sanitized) continue;
    const Values generated = call_library(folder.path + "/model.so", sample, x, u);
    for (int i = 0; i < sample.size; ++i) CHECK(generated.field[i] == Approx(rates[i]).epsilon(1e-12).margin(1e-12));
    for (int i = 0; i < 3; ++i) CHECK(generated.torques[i] == Approx(u[i]).epsilon(1e-12));
  }
}

TEST_CASE("generated code has only our own tokens, whatever the free texts of the model say") {
  Model model = load_model("two-body");
  model.name = "*/ int evil; /* \\\n#include \"x\"";
  model.description = "'''\"\"\"; import os";
  const std::regex token(
      R"((v\d+|t|x|p|u|x\[\d+\]|p\[\d+\]|u\[\d+\]|out\[\d+\]|out|const|double|std|sin|cos|sqrt|void|return|\d+(\.\d+)?(e[-+]?\d+)?|[-+*/=;(){}\[\]:,\s]))");
  for (const GeneratedFile& file : generate(model, Language::c, {})) {
    CHECK(file.text.find("evil") == std::string::npos);
    if (file.name != "oopss_model.c") continue;
    const std::size_t begin = file.text.find("void oopss_field"), open = file.text.find('{', begin),
                      close = file.text.find("\n}", open);
    const std::string body = file.text.substr(open, close - open);
    CHECK(std::regex_replace(body, token, "").empty());
  }
  for (const GeneratedFile& file : generate(model, Language::python, {}))
    CHECK(file.text.find("import os") == std::string::npos);
}
