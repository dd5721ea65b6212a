// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <regex>
#include <set>
#include <sstream>

#include "oopss/symbolic/emit.hpp"
#include "oopss/symbolic/print.hpp"
#include "oopss/symbolic/program.hpp"
#include "tests/symbolic/random_formula.hpp"

using namespace oopss;

namespace {

const std::vector<double> x_values = {0.7, -1.3, 0.4, -0.9};
const std::map<std::string, double> place = {{"x_0", 0.7}, {"x_1", -1.3}, {"x_2", 0.4}, {"x_3", -0.9}, {"t", 1.25}};

std::vector<Expr> states() { return {symbol("x_0"), symbol("x_1"), symbol("x_2"), symbol("x_3")}; }

std::vector<double> run(const Program& p) {
  const double t = place.at("t");
  const std::vector<const double*> inputs = {&t, x_values.data()};
  std::vector<double> scratch(p.code.size()), results(p.results.size());
  interpret(p, inputs, scratch, results);
  return results;
}

Program make(const std::vector<Expr>& all) { return program(all, {{symbol("t")}, states()}); }

/// Every function there is, inside its domain at `place`.
std::vector<Expr> all_functions() {
  const std::vector<Expr> x = states();
  const Expr t = symbol("t"), a = x[0] * x[2], b = x[1] * x[3];
  std::vector<Expr> e = {pi() * t,          -x[0], pow(x[1], -3), pow(t, Rational(5, 2)), pow(t, Rational(-1, 3)),
                         -2 / (x[0] * x[1])};
  for (const Function f : {Function::sin, Function::cos, Function::tan, Function::asin, Function::acos, Function::exp,
                           Function::tanh, Function::abs, Function::sign})
    e.push_back(apply(f, {a}));
  e.push_back(apply(Function::log, {b}));
  for (const Function f : {Function::atan2, Function::min, Function::max}) e.push_back(apply(f, {a, x[1]}));
  e.push_back(apply(Function::power, {b, x[1]}));
  for (const Function f : {Function::ramp, Function::pulse})
    for (const int end : {1, 2}) e.push_back(apply(f, {t, a, Expr(end)}));
  return e;
}

std::vector<Program> samples() {
  std::vector<Program> out = {make(all_functions())};
  for (unsigned seed = 0; seed < 40; ++seed)
    out.push_back(make({random_formula<Expr>(seed, states(), 25), random_formula<Expr>(seed + 1000, states(), 5)}));
  return out;
}

const Naming naming = {{"t", "x"}, {true, false}, "out"};

/// A folder that is removed with everything in it.
struct Folder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("oopss_emit_" + std::to_string(getpid()));
  Folder() { std::filesystem::create_directories(path); }
  ~Folder() { std::filesystem::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
};

std::vector<const Program*> pointers(const std::vector<Program>& programs) {
  std::vector<const Program*> all;
  all.reserve(programs.size());
  for (const Program& p : programs) all.push_back(&p);
  return all;
}

std::string source(const std::vector<Program>& programs, Language language) {
  const std::string linkage = language == Language::c ? "" : "extern \"C\" ";
  std::ostringstream out;
  out << (language == Language::cpp ? "#include <cmath>\n" : "#include <math.h>\n");
  if (language == Language::cuda)
    out << "#include <string.h>\n#define OOPSS_DEVICE static inline\ntypedef double real;\n";
  out << emit_helpers(pointers(programs), language);
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const std::string head = linkage + "void f" + std::to_string(i) + "(double t, const double* x, double* out)";
    out << head << ";\n" << head << " {\n  (void)t;\n  (void)x;\n" << emit_body(programs[i], language, naming) << "}\n";
  }
  return out.str();
}

/// Programs made by a compiler.
class Compiled {
 public:
  using Function = void (*)(double t, const double* x, double* out);

  Compiled(const std::vector<Program>& programs, Language language, const std::string& compiler,
           const std::string& file) {
    std::ofstream(folder_.path / file) << source(programs, language);
    const std::string library = (folder_.path / "code.so").string();
    const std::string flags = " -O2 -Wall -Wextra -Werror -ffp-contract=off -shared -fPIC -o ";
    REQUIRE(std::system((compiler + flags + library + " " + (folder_.path / file).string() + " -lm").c_str()) ==
            0);  // NOLINT
    handle_ = dlopen(library.c_str(), RTLD_NOW);
    REQUIRE(handle_ != nullptr);
  }
  ~Compiled() { dlclose(handle_); }
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;

  Function function(std::size_t i) const {
    const auto found = reinterpret_cast<Function>(dlsym(handle_, ("f" + std::to_string(i)).c_str()));
    REQUIRE(found != nullptr);
    return found;
  }

 private:
  Folder folder_;
  void* handle_ = nullptr;
};

void check_compiled(Language language, const std::string& compiler, const std::string& file) {
  const std::vector<Program> programs = samples();
  const Compiled code(programs, language, compiler, file);
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const std::vector<double> expected = run(programs[i]);
    std::vector<double> results(expected.size());
    code.function(i)(place.at("t"), x_values.data(), results.data());
    CHECK(std::memcmp(results.data(), expected.data(), sizeof(double) * expected.size()) == 0);
  }
}

}  // namespace

TEST_CASE("a program computes what its expressions mean") {
  for (unsigned seed = 0; seed < 300; ++seed) {
    const Expr e = random_formula<Expr>(seed, states(), 12);
    CHECK(run(make({e}))[0] == Approx(value_at(e, place)).epsilon(1e-12).margin(1e-12));
    const Expr slope = derivative(e, states()[0]);
    CHECK(run(make({slope}))[0] == Approx(value_at(slope, place)).epsilon(1e-11).margin(1e-11));
  }
  const std::vector<Expr> all = all_functions();
  const std::vector<double> results = run(make(all));
  for (std::size_t i = 0; i < all.size(); ++i) {
    INFO(text(all[i]));
    CHECK(results[i] == Approx(value_at(all[i], place)).epsilon(1e-14));
  }
}

TEST_CASE("differences, quotients and squares are single instructions") {
  const std::vector<Expr> x = states();
  const auto operations = [](const Program& p) {
    std::vector<Op> out;
    for (const Instruction& i : p.code)
      if (i.op != Op::input && i.op != Op::constant) out.push_back(i.op);
    return out;
  };
  CHECK(operations(make({x[0] - x[1]})) == std::vector{Op::sub});
  CHECK(operations(make({x[0] / x[1]})) == std::vector{Op::div});
  CHECK(operations(make({x[1] - 2 * x[0]})) == std::vector{Op::mul, Op::sub});
  CHECK(operations(make({expand(x[0] / (x[1] * x[2]))})) == std::vector{Op::mul, Op::div});
  CHECK(operations(make({pow(x[0], 2)})) == std::vector{Op::square});
  CHECK(operations(make({pow(x[0], 4), pow(x[0], 2)})) == std::vector{Op::square, Op::square});
  CHECK(operations(make({1 / sqrt(x[0])})) == std::vector{Op::sqrt, Op::div});
  CHECK(operations(make({-x[0]})) == std::vector{Op::neg});
  CHECK(operations(make({sin(x[0]) + sin(x[1]), cos(x[0])})) == std::vector{Op::sin, Op::cos, Op::sin, Op::add});
}

TEST_CASE("a program has no instruction twice and none in vain") {
  for (const Program& p : samples()) {
    std::set<int> used(p.results.begin(), p.results.end());
    for (std::size_t i = 0; i < p.code.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) REQUIRE_FALSE(p.code[i] == p.code[j]);
      if (p.code[i].op == Op::input || p.code[i].op == Op::constant) continue;
      for (const int k : {p.code[i].a, p.code[i].b, p.code[i].c}) {
        CHECK(k < static_cast<int>(i));
        used.insert(k);
      }
    }
    used.erase(-1);
    CHECK(used.size() == p.code.size());
  }
}

TEST_CASE("a symbol without an input is named") {
  CHECK_THROWS_WITH(make({symbol("lost")}), Catch::Matchers::Contains("'lost'"));
}

TEST_CASE("a depth of 100000 makes a program") {
  Expr e = states()[0];
  for (int i = 0; i < 100'000; ++i) e = sin(e) + states()[1];
  CHECK(make({e}).code.size() == 200'002);
}

TEST_CASE("rationals become the nearest double") {
  CHECK(to_double(Rational(1, 10)) == 0.1);
  CHECK(to_double(Rational(-1, 3)) == -1.0 / 3);
  CHECK(to_double(0) == 0);
  for (const char* decimal_text : {"0.1", "1e-320", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062329e-324",
                                   "1.7976931348623157e308", "2.2250738585072011e-308", "9007199254740993",
                                   "9007199254740995", "3.14159265358979323846264338327950288", "1e23", "8.5e-17"})
    CHECK(to_double(value(decimal(decimal_text))) == std::strtod(decimal_text, nullptr));
  CHECK_THROWS_AS(to_double(value(decimal("1e309"))), std::overflow_error);
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    std::string digits = std::to_string(random()) + "." + std::to_string(random()) + "e" +
                         std::to_string(static_cast<int>(random() % 640) - 340);
    const double expected = std::strtod(digits.c_str(), nullptr);
    if (expected < std::numeric_limits<double>::infinity()) CHECK(to_double(value(decimal(digits))) == expected);
  }
}

TEST_CASE("emitted C and C++ agree with the interpreter to the bit") {
  check_compiled(Language::c, "cc -std=c11", "code.c");
  check_compiled(Language::cpp, "c++ -std=c++20", "code.cpp");
}

TEST_CASE(
    "emitted CUDA, compiled as C++, agrees with the interpreter to rounding, with sines of its own at any angle") {
  const std::vector<Expr> x = states();
  const Compiled code({make(all_functions()), make({sin(x[0]), cos(x[0]), x[1] / x[0], x[2] / x[0]})}, Language::cuda,
                      "c++ -std=c++17 -x c++", "code.cu");
  const std::vector<double> expected = run(make(all_functions()));
  std::vector<double> results(expected.size());
  code.function(0)(place.at("t"), x_values.data(), results.data());
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(results[i] == Approx(expected[i]).epsilon(1e-14));

  std::mt19937 random(3);
  const auto found_for = [&](double angle) {
    const std::vector<double> state = {angle, 3, 7, 0};
    std::array<double, 4> out{};
    code.function(1)(0, state.data(), out.data());
    return out;
  };
  for (int i = 0; i < 200'000; ++i) {
    const double size = std::ldexp(1.0, std::uniform_int_distribution<int>(-30, 43)(random));
    const double angle = std::uniform_real_distribution<double>(-size, size)(random);
    const std::array<double, 4> found = found_for(angle);
    constexpr double most = 1.5 * 0x1p-53;  // 1.5 units in the last place of a number below 1
    if (!(std::fabs(found[0] - std::sin(static_cast<long double>(angle))) <= most &&
          std::fabs(found[1] - std::cos(static_cast<long double>(angle))) <= most &&
          std::fabs(found[2] * angle - 3) <= 1e-15 * 3 && std::fabs(found[3] * angle - 7) <= 1e-15 * 7))
      FAIL("at " << angle);
  }
  for (const double angle : {0x1p45, -1e18, 1e300, std::numeric_limits<double>::infinity()}) {
    CHECK(std::isnan(found_for(angle)[0]));
    CHECK(std::isnan(found_for(angle)[1]));
  }
}

TEST_CASE("emitted Python agrees with the interpreter, to the bit without transcendental functions") {
  const Folder folder;
  std::vector<Program> programs = samples();
  const std::size_t exact_from = programs.size();
  for (unsigned seed = 0; seed < 20; ++seed)
    programs.push_back(make({random_formula<Expr>(seed, states(), 25, {.trigonometric = false})}));
  std::ofstream script(folder.path / "code.py");
  script << "from math import acos, asin, atan2, cos, exp, fabs, log, pow, sin, sqrt, tan, tanh\n\n";
  script << emit_helpers(pointers(programs), Language::python) << "t = 1.25\nx = [0.7, -1.3, 0.4, -0.9]\n";
  for (std::size_t i = 0; i < programs.size(); ++i)
    script << "\n\ndef f" << i << "(t, x, out):\n"
           << emit_body(programs[i], Language::python, naming) << "    return out\n\n\n"
           << "print(*[v.hex() for v in f" << i << "(t, x, [0.0] * " << programs[i].results.size() << ")])\n";
  script.close();
  const std::string output = (folder.path / "values").string();
  REQUIRE(std::system(("python3 " + (folder.path / "code.py").string() + " > " + output).c_str()) == 0);  // NOLINT
  std::ifstream values(output);
  for (std::size_t i = 0; i < programs.size(); ++i)
    for (const double expected : run(programs[i])) {
      std::string word;
      values >> word;
      const double v = std::strtod(word.c_str(), nullptr);
      if (i >= exact_from) CHECK(v == expected);
      CHECK(v == Approx(expected).epsilon(1e-13));
    }
}

TEST_CASE("emitted code consists of our own tokens only") {
  const std::string name = "(v[0-9]+|t|x|out)", number = R"([0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?)";
  const std::string call = "((std::)?(sqrt|sin|cos|tan|asin|acos|atan2|exp|log|tanh|fabs|pow)|oopss_(sign|ramp|pulse))";
  const std::string token = "(const double |if|else|" + call + "|" + name + "|" + number + R"(|[-+*/=<?:;,()\[\] ]))";
  const std::regex line("^ +" + token + "+$");
  for (const Program& p : samples())
    for (const Language language : {Language::c, Language::cpp, Language::python}) {
      std::istringstream body(emit_body(p, language, naming));
      for (std::string one; std::getline(body, one);) CHECK(std::regex_match(one, line));
    }
}

TEST_CASE("names that are not plain identifiers are refused") {
  const Program p = make({states()[0]});
  for (const std::string bad : {"", "v1", "a b", "x;", "1x", "x[0]", "system(\"true\")"})
    CHECK_THROWS_AS(emit_body(p, Language::c, {{"t", bad}, {true, false}, "out"}), std::invalid_argument);
}

// Prints everything that must be the same in every process; tests/CMakeLists.txt compares many of them.
TEST_CASE("fingerprint", "[.]") {
  std::string all;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Expr e = random_formula<Expr>(seed, states(), 12);
    all +=
        text(e) + latex(collect_trig(e), {}) + text(expand(derivative(e, states()[0]))) + text(together(e).numerator);
    all += emit_body(make({e}), Language::c, naming);
  }
  std::printf("fingerprint %zx of %zu bytes\n", std::hash<std::string>()(all), all.size());
}
