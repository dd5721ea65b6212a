// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <complex>
#include <fstream>
#include <random>
#include <sstream>

#include "oopss/model/read.hpp"
#include "tests/model/refusal.hpp"

using namespace oopss;

namespace {

using Complex = std::complex<double>;

struct TreeBody {
  double mass, inertia;
  int parent;
  Complex on_parent, on_self;  // the joint with the parent, seen from either centre
};

std::string text_of(const std::vector<TreeBody>& tree) {
  std::ostringstream out;
  out << "[model]\nformat = 1\n";
  for (std::size_t i = 0; i < tree.size(); ++i)
    out << "[[body]]\nname = \"b" << i << "\"\nmass = " << tree[i].mass << "\ninertia = " << tree[i].inertia << "\n";
  for (std::size_t i = 1; i < tree.size(); ++i)
    out << "[[joint]]\nname = \"j" << i << "\"\nbetween = [\"b" << tree[i].parent << "\", \"b" << i << "\"]\nat = [["
        << tree[i].on_parent.real() << ", " << tree[i].on_parent.imag() << "], [" << tree[i].on_self.real() << ", "
        << tree[i].on_self.imag() << "]]\n";
  return out.str();
}

/// J = diag(I) + sum_k m_k (v_k - v)(v_k - v)^T, with v_k the derivative of body k's centre and v that of the whole's.
std::vector<std::vector<double>> locked_inertia(const std::vector<TreeBody>& tree, const std::vector<double>& theta) {
  const std::size_t n = tree.size();
  const Complex i(0, 1);
  std::vector<std::vector<Complex>> v(n, std::vector<Complex>(n));
  std::vector<Complex> mean(n);
  double total = 0;
  for (const TreeBody& body : tree) total += body.mass;
  for (std::size_t k = 0; k < n; ++k) {
    if (k > 0) {
      const auto parent = static_cast<std::size_t>(tree[k].parent);
      v[k] = v[parent];
      v[k][parent] += i * std::polar(1.0, theta[parent]) * tree[k].on_parent;
      v[k][k] -= i * std::polar(1.0, theta[k]) * tree[k].on_self;
    }
    for (std::size_t j = 0; j < n; ++j) mean[j] += tree[k].mass / total * v[k][j];
  }
  std::vector<std::vector<double>> J(n, std::vector<double>(n, 0));
  for (std::size_t k = 0; k < n; ++k) {
    J[k][k] += tree[k].inertia;
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b < n; ++b)
        J[a][b] += tree[k].mass * std::real(std::conj(v[k][a] - mean[a]) * (v[k][b] - mean[b]));
  }
  return J;
}

/// Least over greatest pivot of a symmetric semi-definite matrix, with diagonal pivoting.
double least_pivot(std::vector<std::vector<double>> J) {
  const std::size_t n = J.size();
  double greatest = 0, least = 0;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t p = k;
    for (std::size_t i = k; i < n; ++i)
      if (J[i][i] > J[p][p]) p = i;
    std::swap(J[k], J[p]);
    for (auto& row : J) std::swap(row[k], row[p]);
    greatest = std::max(greatest, J[k][k]);
    least = greatest > 0 ? J[k][k] / greatest : 0;
    if (!(least > 1e-12)) return least;
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = J[i][k] / J[k][k];
      for (std::size_t j = k; j < n; ++j) J[i][j] -= factor * J[k][j];
    }
  }
  return least;
}

std::vector<TreeBody> random_tree(std::mt19937& random) {
  const auto vector = [&]() -> Complex {
    if (random() % 5 < 2) return 0;
    return {static_cast<double>(1 + random() % 3), static_cast<double>(random() % 3) - 1};
  };
  std::vector<TreeBody> tree;
  const int n = 1 + static_cast<int>(random() % 6);
  for (int i = 0; i < n; ++i)
    tree.push_back({1.0 + random() % 3, random() % 5 < 3 ? 0.0 : 1.0 + random() % 2,
                    i == 0 ? -1 : static_cast<int>(random() % i), i == 0 ? 0 : vector(), i == 0 ? 0 : vector()});
  return tree;
}

std::string file_text(const char* path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("a planar tree is refused if and only if J is singular at some shape") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> angle(-3.2, 3.2);
  int refused = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const std::vector<TreeBody> tree = random_tree(random);
    const std::string error = error_of(text_of(tree));
    INFO(text_of(tree) << error);
    // The shape that is singular if any is: at each joint the two centres and the joint lie on one line.
    std::vector<double> theta(tree.size(), 0.0);
    for (std::size_t i = 1; i < tree.size(); ++i)
      if (std::abs(tree[i].on_self) > 0 && std::abs(tree[i].on_parent) > 0)
        theta[i] =
            theta[static_cast<std::size_t>(tree[i].parent)] + std::arg(tree[i].on_parent) - std::arg(tree[i].on_self);
    const bool singular = least_pivot(locked_inertia(tree, theta)) < 1e-10;
    CHECK(singular == !error.empty());
    refused += singular ? 1 : 0;
    if (!error.empty()) {
      CHECK_THAT(error, Catch::Contains("singular") || Catch::Contains("at least one body must have inertia"));
      continue;
    }
    for (int shape = 0; shape < 10; ++shape) {
      for (double& one : theta) one = angle(random);
      CHECK(least_pivot(locked_inertia(tree, theta)) > 1e-10);
    }
  }
  CHECK(refused > 500);
  CHECK(refused < 2500);
}

TEST_CASE("zero-length links and coincident joints are legal while J stays positive definite") {
  struct Row {
    double I0, I1, I2;
    Complex a1, b1, a2, b2;
    bool legal;
  };
  const std::vector<Row> rows = {
      {1, 1, 1, 0, 0, 0, 0, true},   // all centres on the joints: every body spins freely
      {1, 0, 1, 1, 0, 1, 1, true},   // no inertia in the middle, off the joint with the last, which has inertia
      {1, 0, 1, 1, 0, 0, 1, false},  // no inertia, and both joints at the centre
      {1, 0, 0, 1, 1, 1, 1, true},   // point masses on a body with inertia
      {1, 0, 0, 1, 1, 1, 0, false},  // the last one turns about its own joint
      {0, 0, 0, 1, 1, 1, 1, false},  // nothing has inertia
      {0, 0, 1, 1, 1, 1, 1, true},   // the inertia may be anywhere
      {0, 0, 1, 1, 0, 1, 1, true},   // the first is off its joint, the second off its joint with the last
      {1, 0, 0, 1, 0, 1, 1, false},  // the middle hangs at its centre, and its other neighbour has no inertia either
  };
  for (const Row& row : rows) {
    const std::vector<TreeBody> chain = {
        {1, row.I0, -1, 0, 0}, {1, row.I1, 0, row.a1, row.b1}, {1, row.I2, 1, row.a2, row.b2}};
    INFO(text_of(chain));
    CHECK(error_of(text_of(chain)).empty() == row.legal);
  }
}

TEST_CASE("the centre of mass counts, not the origin of the frame") {
  const std::string text = R"([model]
format = 1
[[body]]
name = "hub"
mass = 1
inertia = 1
[[body]]
name = "bob"
mass = 1
inertia = 0
centre = [0.3, 0.1]
[[joint]]
name = "pin"
between = ["hub", "bob"]
at = [[1, 0], [AT]]
)";
  const auto with_point = [&](const std::string& vector) {
    return error_of(std::string(text).replace(text.find("AT"), 2, vector));
  };
  CHECK(with_point("0, 0").empty());
  CHECK_THAT(with_point("\"0.1*3\", 0.1"),
             Catch::Contains("body 'bob': with inertia 0"));  // 0.1*3 != 0.3 by rounding only
}

TEST_CASE("every number of the format refuses nan, inf, 1e999 and the empty text, at its place") {
  for (const char* path : {"tests/golden/everything_plane.toml", "tests/golden/everything_space.toml"}) {
    const std::string text = file_text(path);
    REQUIRE(error_of(text).empty());
    int fields = 0, line = 1;
    bool in_text = false;
    for (std::size_t position = 0; position < text.size(); ++position) {
      if (text[position] == '\n') ++line;
      if (text[position] == '"') in_text = !in_text;
      const bool begins = !in_text && (std::isdigit(text[position]) || text[position] == '-') &&
                          std::string(" [").find(text[position - 1]) != std::string::npos;
      if (!begins || text.compare(position, 2, "1\n") == 0) continue;  // format = 1
      const std::size_t length = text.find_first_not_of("-0123456789.e", position) - position;
      ++fields;
      for (const char* value : {"nan", "inf", "-inf", "1e999", "-1e999", "\"\"", "\"1e999\"", "\"0/0\""}) {
        const std::string broken = std::string(text).replace(position, length, value);
        INFO(path << ":" << line << " " << value);
        const std::string error = error_of(broken);
        CHECK_THAT(error, Catch::StartsWith("f:" + std::to_string(line) + ":"));
      }
    }
    CHECK(fields > 40);
  }
}

TEST_CASE("a decimal with more digits than anyone writes is refused, and so are constants of a law beyond all bounds") {
  const auto with = [](const std::string& mass, const std::string& law) {
    return error_of("[model]\nformat = 1\n[[body]]\nname = \"a\"\nmass = " + mass +
                    "\ninertia = 1\n[[body]]\nname = \"b\"\nmass = 1\ninertia = 1\n[[joint]]\nname = \"j\"\n"
                    "between = [\"a\", \"b\"]\nat = [[1, 0], [1, 0]]\n"
                    "torque = { law = \"expression\", formula = \"" +
                    law + "\" }\n");
  };
  const auto contains = [](const char* words) { return Catch::Contains(words); };
  CHECK(with("5." + std::string(998, '1'), "phi_j").empty());
  CHECK_THAT(with("5." + std::string(3'000'000, '1'), "phi_j"), contains("has more than 1000 digits"));
  CHECK_THAT(with("\"5." + std::string(60'000, '1') + "\"", "phi_j"), contains("has more than 1000 digits"));
  CHECK_THAT(with("0e999999999", "phi_j"), contains("mass: '0e999999999' has an exponent of more than 4 digits"));
  CHECK_THAT(with("\"1 + 0e999999999\"", "phi_j"), contains("has an exponent of more than 4 digits"));
  CHECK_THAT(with("1e-999999999", "phi_j"), contains("has an exponent of more than 4 digits"));
  CHECK_THAT(with("1", "phi_j + 1e00000005"), contains("has an exponent of more than 4 digits"));
  CHECK_THAT(with("1", "((((2^64)^64)^64)^64)*phi_j"), contains("torque: formula: 1.84467e+19 ^ 64 is not finite"));
  CHECK_THAT(with("1", "phi_j*(1e-300)^64"), contains("torque: formula: 1e-300 ^ 64 is too small"));
  CHECK_THAT(with("\"1 + 1e-300*1e-300\"", "phi_j"), contains("mass: 1e-300 * 1e-300 is too small"));
  CHECK_THAT(with("1", "phi_j*log(-1)"), contains("log(-1) is not a real number"));
  CHECK(with(
            "\"4" +
                [] {
                  std::string zeros;
                  for (int i = 0; i < 32'000; ++i) zeros += "+0";
                  return zeros;
                }() +
                "\"",
            "phi_j + 0*t")
            .empty());  // 64 KiB, in a time that grows with the length only
  CHECK_THAT(with("\"4*(1+2)/(3-3)+1\"", "phi_j"), contains("f:5:9: error: body 'a': mass: 12 / 0 is not finite"));
}

TEST_CASE("1000 random non-physical bodies are all refused by name") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> size(0.01, 100);
  const auto number = [](double x) {
    std::ostringstream out;
    out.precision(17);
    out << x;
    return out.str();
  };
  for (int trial = 0; trial < 1000; ++trial) {
    const int n = 2 + static_cast<int>(random() % 5), wrong = static_cast<int>(random() % n),
              kind = static_cast<int>(random() % 5);
    const bool space = kind >= 2;
    std::string text = std::string("[model]\nformat = 1\nspace = \"") + (space ? "space" : "plane") + "\"\n";
    for (int i = 0; i < n; ++i) {
      std::string mass = number(size(random)), inertia = number(size(random));
      const double a = size(random), b = size(random);
      if (space) inertia = "[" + number(a) + ", " + number(b) + ", " + number(a + b) + "]";  // a flat plate is legal
      if (i == wrong && kind == 0) mass = number(-size(random) * (random() % 2));
      if (i == wrong && kind == 1) inertia = number(-size(random));
      if (i == wrong && kind == 2)
        inertia = "[" + number(a) + ", " + number(b) + ", " + number((a + b) * 1.00001) + "]";
      if (i == wrong && kind == 3) inertia = "[" + number(a) + ", " + number(-b) + ", " + number(a) + "]";
      if (i == wrong && kind == 4)
        inertia =
            "[[" + number(a) + ", " + number(b) + ", 0], [" + number(b * 1.001) + ", " + number(a) + ", 0], [0, 0, 1]]";
      text += "[[body]]\nname = \"b" + std::to_string(i) + "\"\nmass = " + mass + "\ninertia = " + inertia + "\n";
      if (i == 0) continue;
      const std::string zero = space ? ", 0, 0]" : ", 0]";
      text += "[[joint]]\nname = \"j" + std::to_string(i) + "\"\nbetween = [\"b0\", \"b" + std::to_string(i) +
              "\"]\nat = [[1" + zero + ", [1" + zero + "]\n";
    }
    INFO(text);
    const std::string error = error_of(text);
    CHECK_THAT(error, Catch::Contains("body 'b" + std::to_string(wrong) + "'"));
    CHECK(error.find("error:") == error.rfind("error:"));
  }
}

TEST_CASE("principal moments of a tensor are those of its rotated diagonal form") {
  const auto verdict = [](const std::string& inertia) {
    return error_of("[model]\nformat = 1\nspace = \"space\"\n[[body]]\nname = \"b\"\nmass = 1\ninertia = " + inertia);
  };
  // diag(1, 2, 3) turned by 45 degrees about z: a flat plate, accepted; diag(1, 2, 3.01): refused
  CHECK(verdict("[[1.5, 0.5, 0.0], [0.5, 1.5, 0.0], [0.0, 0.0, 3.0]]").empty());
  CHECK_THAT(verdict("[[1.5, 0.5, 0.0], [0.5, 1.5, 0.0], [0.0, 0.0, 3.01]]"), Catch::Contains("got 1, 2, 3.01 kg m^2"));
  CHECK_THAT(verdict("[[1.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0]]"), Catch::Contains("got -1, 1, 3 kg m^2"));
  CHECK(verdict("[1e-300, 1e-300, 1e-300]").empty());
  CHECK(verdict("[[1e300, 0, 0], [0, 1e300, 0], [0, 0, 1e300]]").empty());
}
