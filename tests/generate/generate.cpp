// SPDX-License-Identifier: Apache-2.0
#include "oopss/generate/generate.hpp"

#include <dlfcn.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <regex>
#include <sstream>

#include "oopss/model/build.hpp"
#include "oopss/model/examples.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/derive.hpp"
#include "tests/linkage/runs.hpp"
#include "tests/sanitized.hpp"

using namespace oopss;

namespace {

/// A directory for generated files that is gone at the end.
struct Folder {
  std::string path = (std::filesystem::temp_directory_path() / "oopss-generate-XXXXXX").string();
  Folder() { REQUIRE(::mkdtemp(path.data()) != nullptr); }
  ~Folder() { std::filesystem::remove_all(path); }
};

void write_all(const Folder& folder, const std::vector<GeneratedFile>& files) {
  for (const GeneratedFile& file : files) std::ofstream(folder.path + "/" + file.name) << file.text;
}

std::string output_of(const std::string& command) {
  std::string out;
  FILE* const pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  char buffer[4096];
  for (std::size_t got; (got = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) out.append(buffer, got);
  REQUIRE(::pclose(pipe) == 0);
  return out;
}

/// What the four functions of generated code gave at some states, one after the other.
struct Values {
  std::vector<double> field, jacobian;
  double energy = 0, momentum = 0;
};

struct Case {
  Model model;
  System system;
  int size = 0;  // states of the generated code: without work and dissipation
  std::vector<std::vector<double>> states;
};

/// The states of a linkage lie on its motion, where the loops are closed; its main takes few steps.
Case make_linkage_case(const Model& model) {
  const StartedLinkage linkage = started(model);
  Case out{model, linkage.derived.system, PlanarOffsets(linkage.derived.system.layout).root_angle + 1, {linkage.x}};
  out.model.run.until.value = 0.5;
  out.model.run.step = literal("0.01");
  for (int step = 0; step < 10; ++step) {
    const std::vector<double>& last = out.states.back();
    const std::vector<double> next = extrapolated_step(linkage.flow, 0.05 * step, 0.05, last);
    if (step % 5 == 0)
      out.states.push_back(next);
    else
      out.states.back() = next;
  }
  return out;
}

/// States in space: quaternions of length one.
Case make_space_case(const Model& model) {
  Case out{model, derive(model), 0, {}};
  std::mt19937 generator(1987);
  std::uniform_real_distribution<double> number(-1, 1);
  for (const Block& block : out.system.layout.blocks)
    if (block.kind != BlockKind::work && block.kind != BlockKind::dissipated) out.size += block.size;
  for (int repeat = 0; repeat < 3; ++repeat) {
    std::vector<double> x(static_cast<std::size_t>(out.system.layout.size), 0.0);
    for (int i = 0; i < out.size; ++i) x[i] = number(generator);
    for (const Block& block : out.system.layout.blocks)
      if (block.kind == BlockKind::rotation || block.kind == BlockKind::attitude) {
        x[block.offset] += 1.5;  // less than half a turn from rest
        double square = 0;
        for (int i = 0; i < 4; ++i) square += x[block.offset + i] * x[block.offset + i];
        for (int i = 0; i < 4; ++i) x[block.offset + i] /= std::sqrt(square);
      }
    out.states.push_back(std::move(x));
  }
  return out;
}

Case make_case(const Model& model) {
  if (!is_planar(model)) return make_space_case(model);
  if (!tree_spec(model).chords.empty()) return make_linkage_case(model);
  Case out{model, {}, 0, {}};
  out.system = derive(out.model);
  out.size = PlanarOffsets(out.system.layout).root_angle + 1;
  std::mt19937 generator(1988);
  std::uniform_real_distribution<double> angle(-3, 3), momentum(-5, 5);
  for (int repeat = 0; repeat < 3; ++repeat) {
    std::vector<double> x(static_cast<std::size_t>(out.system.layout.size), 0.0);
    for (int k = 0; k < out.system.layout.joints; ++k) x[k] = angle(generator);
    for (int i = 0; i < out.system.layout.bodies; ++i)
      x[PlanarOffsets(out.system.layout).momenta + i] = momentum(generator);
    x[PlanarOffsets(out.system.layout).root_angle] = angle(generator);
    out.states.push_back(std::move(x));
  }
  return out;
}

Case make_case(const Example& example) {
  return make_case(read_model({std::string(example.name), std::string(example.text)}));
}

/// Every example but the mast, whose code of 35 000 lines is compiled once, in C; and a linkage with laws of all kinds
/// at its joints.
std::vector<Case> all_cases() {
  std::vector<Case> out;
  for (const Example& example : examples())
    if (example.name != "scissor" && !(sanitized && !is_planar(load_model(std::string(example.name)))))
      out.push_back(make_case(example));
  Model driven = load_model("four-bar-rocker");
  driven.checked = false;
  for (Joint& joint : driven.joints) joint.laws = {pd_law(3, 0.2)};
  driven.joints[1].laws.push_back(linearise_law(2, 0.7));
  driven.joints.back().laws.push_back(expression_law("0.3*tanh(phi_" + driven.joints[0].name.value + ")*sin(t)"));
  out.push_back(make_case(checked(driven)));
  Model space = load_model("tests/golden/everything_space.toml");
  space.checked = false;
  space.start = {};
  space.run.until = literal("0.5");
  space.run.step = literal("0.01");
  space.run.tolerance.reset();
  out.push_back(make_case(checked(space)));
  return out;
}

/// Code of loops and of bodies in space is long, and compiled fast.
std::string optimised(const Case& sample) {
  return tree_spec(sample.model).chords.empty() && is_planar(sample.model) ? "-O1 " : "-O0 ";
}

constexpr double moment = 0.75;

/// The recursion's answer; the Jacobian by central differences of order six.
Values recursion_at(const Case& sample, const std::vector<double>& x0) {
  Flow flow = sample.system.with_inputs(default_inputs(sample.system));
  std::vector<double> x = x0, rates(x.size());
  const auto field = [&] {
    flow.field(moment, x.data(), rates.data());
    return std::vector<double>(rates.begin(), rates.begin() + sample.size);
  };
  Values out{field(), std::vector<double>(static_cast<std::size_t>(sample.size * sample.size)), 0, 0};
  out.energy = flow.kinetic(moment, x.data()) + flow.stored(moment, x.data());
  double square = 0;
  for (const Casimir& casimir : sample.system.casimirs) square += std::pow(casimir.value(x.data()), 2);
  out.momentum = sample.system.dimension == 3 ? std::sqrt(square) : sample.system.casimirs[0].value(x.data());
  // The recursion in space takes quaternions of length one for granted, as motions have them; the program does not.
  const System program = sample.system.dimension == 3 ? derive(sample.model, Engine::interpreted) : sample.system;
  flow = program.with_inputs(default_inputs(program));
  constexpr double h = 4e-3;
  for (int j = 0; j < sample.size; ++j)
    for (const auto& [step, weight] :
         {std::pair{1, 0.75}, {-1, -0.75}, {2, -0.15}, {-2, 0.15}, {3, 1.0 / 60}, {-3, -1.0 / 60}}) {
      x[j] = x0[j] + step * h;
      const std::vector<double> moved = field();
      x[j] = x0[j];
      for (int i = 0; i < sample.size; ++i) out.jacobian[i * sample.size + j] += weight * moved[i] / h;
    }
  return out;
}

void compare(const Case& sample, const std::vector<double>& x, const Values& generated) {
  const Values expected = recursion_at(sample, x);
  double scale = 1;
  for (const double rate : expected.field) scale = std::max(scale, std::abs(rate));
  for (int i = 0; i < sample.size; ++i)
    CHECK(generated.field[i] == Approx(expected.field[i]).margin(1e-12 * scale).epsilon(1e-12));
  CHECK(generated.energy == Approx(expected.energy).epsilon(1e-12));
  CHECK(generated.momentum == Approx(expected.momentum).epsilon(1e-12).margin(1e-12));
  double steepest = 1;
  for (const double slope : expected.jacobian) steepest = std::max(steepest, std::abs(slope));
  for (std::size_t k = 0; k < expected.jacobian.size(); ++k)  // the differences err by h^6 times the seventh derivative
    CHECK(generated.jacobian[k] == Approx(expected.jacobian[k]).margin(2e-6 * steepest));
}

/// The functions of a shared library made from generated C or C++ (through C wrappers).
Values call_library(const std::string& path, const Case& sample, const std::vector<double>& x,
                    const std::vector<double>& u = {}) {
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  INFO(path);
  REQUIRE(library != nullptr);
  using Fill = void (*)(double, const double*, const double*, const double*, double*);
  using Give = double (*)(double, const double*, const double*, const double*);
  const auto fill = [&](const char* name) { return reinterpret_cast<Fill>(::dlsym(library, name)); };
  const auto give = [&](const char* name) { return reinterpret_cast<Give>(::dlsym(library, name)); };
  const std::vector<double> p = default_inputs(sample.system);
  Values out{std::vector<double>(static_cast<std::size_t>(sample.size)),
             std::vector<double>(static_cast<std::size_t>(sample.size * sample.size)), 0, 0};
  fill("oopss_field")(moment, x.data(), p.data(), u.data(), out.field.data());
  fill("oopss_jacobian")(moment, x.data(), p.data(), u.data(), out.jacobian.data());
  out.energy = give("oopss_energy")(moment, x.data(), p.data(), u.data());
  out.momentum = give("oopss_momentum")(moment, x.data(), p.data(), u.data());
  ::dlclose(library);
  return out;
}

std::string numbers(const std::vector<double>& all) {
  std::ostringstream out;
  out.precision(17);
  for (const double value : all) out << value << ", ";
  return out.str();
}

/// At all states of the sample, by one process.
std::vector<Values> call_python(const Folder& folder, const Case& sample) {
  std::ofstream ask(folder.path + "/ask.py");
  ask << "from oopss_model import *\nt = " << moment << "\n";
  for (const std::vector<double>& x : sample.states)
    ask << "x = [" << numbers({x.begin(), x.begin() + sample.size}) << "]\n"
        << "print(*[repr(float(v)) for v in field(t, x)], *[repr(float(v)) for v in jacobian(t, x).ravel()], "
        << "repr(energy(t, x)), repr(momentum(t, x)))\n";
  ask.close();
  std::istringstream answer(output_of("cd " + folder.path + " && /usr/bin/python3 ask.py"));
  const auto take = [&](int count) {
    std::vector<double> out(static_cast<std::size_t>(count));
    for (double& value : out) answer >> value;
    return out;
  };
  std::vector<Values> all;
  for (std::size_t k = 0; k < sample.states.size(); ++k) {
    Values out{take(sample.size), take(sample.size * sample.size), 0, 0};
    answer >> out.energy >> out.momentum;
    REQUIRE(answer);
    all.push_back(std::move(out));
  }
  return all;
}

}  // namespace

TEST_CASE("generated C compiles as C11 without a warning and agrees with the engine on every example and on linkages") {
  std::vector<Case> all = all_cases();
  all.push_back(make_case(load_model("scissor")));
  for (const Case& sample : all) {
    const Folder folder;
    write_all(folder, generate(sample.model, Language::c, {}));
    const std::string flags = "cc -std=c11 -Wall -Wextra -Werror -pedantic " + optimised(sample);
    output_of("cd " + folder.path + " && " + flags +
              "-fPIC -c *.c && cc -shared oopss_model.o -lm -o model.so && cc *.o -lm -o program");
    for (const auto& x : sample.states) compare(sample, x, call_library(folder.path + "/model.so", sample, x));
    CHECK(output_of(folder.path + "/program").find("momentum") != std::string::npos);
  }
}

TEST_CASE("a law that is a function is an argument of generated code; the joint's other laws stay in it") {
  Model model = load_model("two-body");
  model.checked = false;
  model.joints[0].laws = {pd_law(20, 0.5), function_law([](double t, double, double) { return 3 * std::sin(t); })};
  const Case sample = make_case(checked(model));
  const Folder folder;
  write_all(folder, generate(sample.model, Language::c, {}));
  output_of("cd " + folder.path +
            " && cc -std=c11 -Wall -Wextra -Werror -pedantic -O1 -fPIC -shared oopss_model.c -lm -o model.so");
  CHECK(output_of("grep -c OOPSS_U_ELBOW " + folder.path + "/oopss_model.h") == "1\n");
  for (const auto& x : sample.states)
    compare(sample, x, call_library(folder.path + "/model.so", sample, x, {3 * std::sin(moment)}));
}

TEST_CASE("generated C++ compiles without a warning and agrees with the engine on every example and on linkages") {
  for (const Case& sample : all_cases()) {
    const Folder folder;
    write_all(folder, generate(sample.model, Language::cpp, {}));
    std::ofstream(folder.path + "/wrap.cpp") << R"(#include "main.cpp"
#define FILL(name) extern "C" void oopss_##name(double t, const double* x, const double* p, const double* u, double* out) { oopss_model::name(t, x, p, u, out); }
#define GIVE(name) extern "C" double oopss_##name(double t, const double* x, const double* p, const double* u) { return oopss_model::name(t, x, p, u); }
FILL(field) FILL(jacobian) GIVE(energy) GIVE(momentum)
)";
    const std::string flags = "c++ -std=c++17 -Wall -Wextra -Werror -pedantic " + optimised(sample);
    output_of("cd " + folder.path + " && " + flags +
              "-fPIC -c wrap.cpp && c++ -shared wrap.o -o model.so && c++ wrap.o -o program");
    for (const auto& x : sample.states) compare(sample, x, call_library(folder.path + "/model.so", sample, x));
    CHECK(output_of(folder.path + "/program").find("momentum") != std::string::npos);
  }
}

TEST_CASE("generated Python needs only numpy and agrees with the engine on every example and on linkages") {
  for (const Case& sample : all_cases()) {
    const Folder folder;
    write_all(folder, generate(sample.model, Language::python, {}));
    const std::vector<Values> generated = call_python(folder, sample);
    for (std::size_t k = 0; k < generated.size(); ++k) compare(sample, sample.states[k], generated[k]);
    CHECK(output_of("cd " + folder.path + " && /usr/bin/python3 oopss_model.py").find("momentum") != std::string::npos);
  }
}

TEST_CASE("the generated main of each language ends in the same state") {
  const Model model = load_model("two-body");
  const Folder folder;
  for (const Language language : {Language::c, Language::cpp, Language::python})
    write_all(folder, generate(model, language, {}));
  const std::string here = "cd " + folder.path + " && ";
  const std::string c = output_of(here + "cc -O1 -ffp-contract=off oopss_model.c main.c -lm -o in_c && ./in_c");
  const std::string cpp = output_of(here + "c++ -std=c++17 -O1 -ffp-contract=off main.cpp -o in_cpp && ./in_cpp");
  CHECK(c == cpp);  // the same operations in the same order
  std::istringstream in_c(c), in_python(output_of(here + "/usr/bin/python3 oopss_model.py"));
  std::string name, other;
  double value = 0, same = 0;
  int lines = 0;
  for (; in_c >> name >> value; ++lines) {
    REQUIRE(in_python >> other >> same);
    CHECK(other == name);
    CHECK(same == Approx(value).epsilon(1e-9));  // 5000 steps, sums ordered differently in the step
  }
  CHECK(lines == 7);
}

TEST_CASE("--input leaves a joint's torque an argument: + on the first body, - on the second, nothing else") {
  const Model model = load_model("space-telescope");
  const System system = derive(model);
  const Folder folder;
  write_all(folder, generate(model, Language::c, {0}));
  output_of("cd " + folder.path + " && cc -std=c11 -Wall -Wextra -Werror -fPIC -shared oopss_model.c -lm -o model.so");
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
  output_of("cd " + folder.path + " && cc -std=c11 -Wall -Wextra -Werror -fPIC -shared oopss_model.c -lm -o model.so");
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
