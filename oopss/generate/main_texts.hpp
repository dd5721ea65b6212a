// SPDX-License-Identifier: Apache-2.0
// The programs around the motion in each language, with marks $… for the words of a model; for mains.cpp alone.
#pragma once

namespace oopss::main_texts {

/// In C, C++ and CUDA: the numbers; how they are read; and the program of one motion. Lines with $span are for numbers
/// that may be two, A:B.
inline constexpr const char* c_numbers = R"(
enum { $data, first_state };
enum { first_parameter = first_state + OOPSS_STATES, first_input = first_parameter + OOPSS_PARAMETERS };
enum { number_count = first_input + OOPSS_INPUTS };

static const char* const names[] = {
    $names};
static double numbers[] = {
    $numbers};
)";

inline constexpr const char* c_row = R"(
static void print_row(double t, const double* x, const double* p, const double* u) {
  double values[$columns];
  $oopss_row(t, x, p, u, values);
  for (int k = 0; k < $columns; ++k) $std printf(k + 1 < $columns ? "%.17g," : "%.17g\n", values[k]);
}

$declared
$steps
)";

inline constexpr const char* c_read = R"($span static double last_numbers[number_count];
$span 
/* Says what is wrong, at its line of a data file or of an argument. */
static int problem(const char* file, int line, const char* words, const char* what) {
  $std fprintf(stderr, "%s:%d: %s '%s'\n", file, line, words, what);
  return 1;
}

/* Without blanks at both ends; the end is cut off in place. */
static char* trimmed(char* text) {
  char* end = text + $std strlen(text);
  while (end > text && $std isspace((unsigned char)end[-1])) --end;
  *end = '\0';
  while ($std isspace((unsigned char)*text)) ++text;
  return text;
}

$span /* Takes over name = number or name = A:B; gives how many problems there are. */
$one /* Takes over name = number; gives how many problems there are. */
static int read_setting(const char* file, int line, char* text) {
  char *const equals = $std strchr(text, '='), *end = text;
  if (!equals) return problem(file, line, "this is not name = number:", text);
  *equals = '\0';
  const char *const name = trimmed(text), *const value = trimmed(equals + 1);
  const double number = $std strtod(value, &end);
  $span const double last = end != value && *end == ':' ? $std strtod(end + 1, &end) : number;
  $span if (!isfinite(last)) return problem(file, line, "this is no finite number:", value);
  if (end == value || *end != '\0' || !$std isfinite(number)) return problem(file, line, "this is no finite number:", value);
  for (int k = 0; k < number_count; ++k)
    if ($std strcmp(names[k], name) == 0) {
      numbers[k] = number;
      $span last_numbers[k] = last;
      return 0;
    }
  return problem(file, line, "there is no number of the name", name);
}

static int read_data(const char* path) {
  char text[512];
  int line = 0, problems = 0;
  $std FILE* const file = $std fopen(path, "r");
  if (!file) return problem(path, 0, "this file cannot be read:", path);
  while ($std fgets(text, sizeof text, file)) {
    char* const comment = $std strchr(text, '#');
    if (comment) *comment = '\0';
    ++line;
    if (*trimmed(text) != '\0') problems += read_setting(path, line, trimmed(text));
  }
  $std fclose(file);
  return problems;
}
)";

inline constexpr const char* c_main = R"(
/* Data files and settings name=number are read in their order; then the motion is printed as CSV. */
int main(int argc, char** argv) {
  int problems = 0;
  double x[OOPSS_STATES], left[2] = {0.0, 0.0};
  for (int k = 1; k < argc; ++k)
    problems += $std strchr(argv[k], '=') ? read_setting("argument", k, argv[k]) : read_data(argv[k]);
  if (!(numbers[accuracy] > 0.0)) problems += problem("data", 0, "this must be positive:", names[accuracy]);
  if (!(numbers[row_interval] > 0.0)) problems += problem("data", 0, "this must be positive:", names[row_interval]);
  if (problems > 0) return 2;
  for (int i = 0; i < OOPSS_STATES; ++i) x[i] = numbers[first_state + i];
  $settle $oopss_settle(numbers[start_time], numbers + first_parameter, numbers + first_input, x);
  $std puts(
      $header);
  simulate(numbers[start_time], numbers[end_time], numbers[row_interval], numbers[accuracy], numbers + first_parameter,
           numbers + first_input, x, left);
  if (left[0] > 0.0) {
    $std fprintf(stderr, "the motion could not be followed beyond t = %.17g, residual %.3g\n", left[1], left[0]);
    return 1;
  }
  return $std fflush(stdout) == 0 ? 0 : 1;
}
)";

/// Of many motions at once: a row of each at its end.
inline constexpr const char* cuda_main = R"(
#ifndef METHOD /* $methods */
#define METHOD $method
#endif
#define QUOTED(word) QUOTED_TEXT(word)
#define QUOTED_TEXT(word) #word
#ifdef __CUDACC__
/* Ends the program where the GPU has a problem. */
static void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  fprintf(stderr, "the GPU: %s\n", cudaGetErrorString(code));
  exit(1);
}
template <class T>
static T* memory(size_t count) {
  T* out = nullptr;
  check(cudaMallocManaged(&out, (count + 1) * sizeof(T)));
  return out;
}
/* One thread per member. */
#define RUN(kernel, ...)                                      \
  do {                                                        \
    kernel<<<(members + 127) / 128, 128>>>(__VA_ARGS__);      \
    check(cudaGetLastError());                                \
    check(cudaDeviceSynchronize());                           \
  } while (0)
#else
template <class T>
static T* memory(size_t count) {
  return (T*)calloc(count + 1, sizeof(T));
}
#define RUN(kernel, ...) \
  for (oopss_member = 0; oopss_member < members; ++oopss_member) kernel(__VA_ARGS__)
#endif

/* Number k of member m: where a number is A:B, members lie evenly from A to B. */
static double number_of(int k, int m, int members) {
  if (members < 2 || numbers[k] == last_numbers[k]) return numbers[k];
  return numbers[k] + (last_numbers[k] - numbers[k]) * m / (members - 1);
}

/* Data files and settings are read in their order; then the ends of all motions are printed as CSV. */
int main(int argc, char** argv) {
  int problems = 0;
  for (int k = 0; k < number_count; ++k) last_numbers[k] = numbers[k];
  for (int k = 1; k < argc; ++k)
    problems += strchr(argv[k], '=') ? read_setting("argument", k, argv[k]) : read_data(argv[k]);
  for (int k = step; k < first_state; ++k)
    if (!(numbers[k] > 0.0)) problems += problem("data", 0, "this must be positive:", names[k]);
  if (numbers[member_count] > 1e7) problems += problem("data", 0, "at most 1e7:", names[member_count]);
  if (problems > 0) return 2;

  const int members = (int)numbers[member_count];
  const bool by_error = strcmp(QUOTED(METHOD), "dop853") == 0;
  double* const book = memory<double>((size_t)member_number_count * members);
  real *const state = memory<real>(2 * (size_t)states * members), *const sample = memory<real>((size_t)states * members),
       *const given = memory<real>((size_t)member_width * members), *const out = memory<real>($columns * (size_t)members);
  for (int m = 0; m < members; ++m) {
    const double end = number_of(end_time, m, members), longest = number_of(step, m, members);
    const double count = fmax(1.0, ceil(fabs(end) / longest * (1 - 1e-12)));
    book[(size_t)time_end * members + m] = end;
    book[(size_t)step_accuracy * members + m] = by_error ? number_of(tolerance, m, members) : count;
    book[(size_t)step_length * members + m] = by_error ? copysign(longest, end) : end / count;
    book[(size_t)point_due * members + m] = HUGE_VAL;
    for (int i = 0; i < member_width; ++i) given[(size_t)m * member_width + i] = real(number_of(first_parameter + i, m, members));
    real x[states];
    for (int i = 0; i < states; ++i) x[i] = real(number_of(first_state + i, m, members));
    for (int i = 0; i < states; ++i) state[(size_t)i * members + m] = x[i];
  }
  $settle RUN(settle_starts, members, state, given);
  for (bool more = true; more;) {
    RUN(METHOD, members, 1000, 1e8, book, state, sample, given);
    more = false;
    for (int m = 0; m < members; ++m) more = more || book[(size_t)member_state * members + m] == under_way;
  }
  RUN(end_rows, members, book, state, given, out);
  puts(
      "member,status,last_change," $header);
  for (int m = 0; m < members; ++m) {
    printf("%d,%s,%.3g", m, book[(size_t)member_state * members + m] == at_end ? "complete" : "failed",
           book[(size_t)last_change * members + m]);
    for (int k = 0; k < $columns; ++k) printf(",%.17g", (double)out[(size_t)m * $columns + k]);
    puts("");
  }
  return fflush(stdout) == 0 ? 0 : 1;
}
)";

inline constexpr const char* python_text = R"(NAMES = [
    $names]
NUMBERS = [
    $numbers]


def print_row(t, x, p, u):
    values = [0.0] * $columns
    _row(t, x, p, u, values)
    print(",".join("%.17g" % value for value in values))


$declared

$stepsdef read_setting(file, line, text, numbers):
    """Takes over name = number; gives what is wrong, in words."""
    name, equals, value = (part.strip() for part in text.partition("="))
    try:
        number = float(value)
    except ValueError:
        number = nan
    if not equals:
        return [f"{file}:{line}: this is not name = number: '{text}'"]
    if not isfinite(number):
        return [f"{file}:{line}: this is no finite number: '{value}'"]
    if name not in NAMES:
        return [f"{file}:{line}: there is no number of the name '{name}'"]
    numbers[NAMES.index(name)] = number
    return []


def read_data(path, numbers):
    try:
        with open(path) as file:
            lines = [line.partition("#")[0].strip() for line in file]
    except OSError:
        return [f"{path}:0: this file cannot be read: '{path}'"]
    return [words for n, text in enumerate(lines, 1) if text for words in read_setting(path, n, text, numbers)]


def main(arguments):
    """Data files and settings name=number are read in their order; then the motion is printed as CSV."""
    numbers, problems = list(NUMBERS), []
    for k, text in enumerate(arguments, 1):
        problems += read_setting("argument", k, text, numbers) if "=" in text else read_data(text, numbers)
    for k in (2, 3):
        if not numbers[k] > 0:
            problems.append(f"data:0: this must be positive: '{NAMES[k]}'")
    if problems:
        print(*problems, sep="\n", file=sys.stderr)
        return 2
    begin, end, accuracy, every = numbers[:4]
    x, p = numbers[4 : 4 + OOPSS_STATES], numbers[4 + OOPSS_STATES : 4 + OOPSS_STATES + OOPSS_PARAMETERS]
    u, left = numbers[4 + OOPSS_STATES + OOPSS_PARAMETERS :], [0.0, 0.0]
    $settle _settle(begin, p, u, x)
    print(
        $header)
    simulate(begin, end, every, accuracy, p, u, x, left)
    if left[0] > 0:
        print("the motion could not be followed beyond t = %.17g, residual %.3g" % (left[1], left[0]), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
)";

inline constexpr const char* fortran_text = R"(program simulator
  use oopss_model
  use, intrinsic :: iso_fortran_env, only: error_unit
  use, intrinsic :: ieee_arithmetic, only: ieee_is_finite
  implicit none
  integer, parameter :: first_state = 4, first_parameter = first_state + OOPSS_STATES
  integer, parameter :: first_input = first_parameter + OOPSS_PARAMETERS, number_count = first_input + OOPSS_INPUTS
  character(len=63), parameter :: names(0:number_count - 1) = [character(len=63) :: &
    $names]
  real(dp) :: numbers(0:number_count) = [ &
    $numbers, 0.0_dp]
$declared
  character(len=512) :: argument
  real(dp) :: x(0:OOPSS_STATES - 1), left(0:1)
  integer :: problems, k

  ! Data files and settings name=number are read in their order; then the motion is printed as CSV.
  problems = 0
  left = 0.0_dp
  do k = 1, command_argument_count()
    call get_command_argument(k, argument)
    if (index(argument, '=') > 0) then
      call read_setting('argument', k, argument)
    else
      call read_data(trim(argument))
    end if
  end do
  do k = 2, 3
    if (.not. numbers(k) > 0.0_dp) call problem('data', 0, 'this must be positive:', trim(names(k)))
  end do
  if (problems > 0) stop 2
  x = numbers(first_state:first_parameter - 1)
  $settle call settle(numbers(0), numbers(first_parameter:first_input - 1), numbers(first_input:number_count), x)
  print '(a)', &
    $header
  call simulate(numbers(0), numbers(1), numbers(3), numbers(2), numbers(first_parameter:first_input - 1), &
    numbers(first_input:number_count), x, left)
  if (left(0) > 0.0_dp) then
    write (error_unit, '(a, g0, a, g0)') 'the motion could not be followed beyond t = ', left(1), ', residual ', left(0)
    stop 1
  end if

contains

  subroutine print_row(t, x, p, u)
    real(dp), intent(in) :: t, x(0:*), p(0:*), u(0:*)
    real(dp) :: values(0:$columns - 1)
    call row(t, x, p, u, values)
    print '(*(g0, :, ","))', values
  end subroutine

  ! Says what is wrong, at its line of a data file or of an argument.
  subroutine problem(file, line, words, what)
    character(len=*), intent(in) :: file, words, what
    integer, intent(in) :: line
    write (error_unit, '(a, a, i0, a, a, a, a, a)') file, ':', line, ': ', words, ' ''', what, ''''
    problems = problems + 1
  end subroutine

  ! Takes over name = number.
  subroutine read_setting(file, line, text)
    character(len=*), intent(in) :: file, text
    integer, intent(in) :: line
    character(len=512) :: name, number_text
    real(dp) :: number
    integer :: equals, status, k
    equals = index(text, '=')
    if (equals == 0) then
      call problem(file, line, 'this is not name = number:', trim(text))
      return
    end if
    name = adjustl(text(:equals - 1))
    number_text = adjustl(text(equals + 1:))
    status = verify(trim(number_text), '0123456789+-.eE')
    if (number_text == '') status = 1
    if (status == 0) read (number_text, '(f512.0)', iostat=status) number
    if (status == 0) then
      if (.not. ieee_is_finite(number)) status = 1
    end if
    if (status /= 0) then
      call problem(file, line, 'this is no finite number:', trim(number_text))
      return
    end if
    do k = 0, number_count - 1
      if (names(k) == name) then
        numbers(k) = number
        return
      end if
    end do
    call problem(file, line, 'there is no number of the name', trim(name))
  end subroutine

  subroutine read_data(path)
    character(len=*), intent(in) :: path
    character(len=512) :: text
    integer :: unit, line, status, comment
    open (newunit=unit, file=path, status='old', action='read', iostat=status)
    if (status /= 0) then
      call problem(path, 0, 'this file cannot be read:', path)
      return
    end if
    line = 0
    do
      read (unit, '(a)', iostat=status) text
      if (status /= 0) exit
      line = line + 1
      comment = index(text, '#')
      if (comment > 0) text(comment:) = ''
      if (text /= '') call read_setting(path, line, adjustl(text))
    end do
    close (unit)
  end subroutine

$stepsend program
)";

inline constexpr const char* matlab_text = R"(
function [names, numbers] = all_numbers()
  names = { ...
    $names};
  numbers = [ ...
    $numbers];
end

function print_row(t, x, p, u)
  values = row(t, x, p, u);
  fprintf([repmat('%.17g,', 1, numel(values) - 1), '%.17g\n'], values);
end

% Takes over name = number; problems: what is wrong, in words.
function [numbers, problems] = read_setting(file, line, text, names, numbers, problems)
  equals = find(text == '=', 1);
  if isempty(equals)
    problems{end + 1} = sprintf('%s:%d: this is not name = number: ''%s''', file, line, text);
    return
  end
  name = strtrim(text(1:equals - 1));
  value = strtrim(text(equals + 1:end));
  number = str2double(value);
  if ~isreal(number) || ~isfinite(number)
    problems{end + 1} = sprintf('%s:%d: this is no finite number: ''%s''', file, line, value);
  elseif ~any(strcmp(names, name))
    problems{end + 1} = sprintf('%s:%d: there is no number of the name ''%s''', file, line, name);
  else
    numbers(strcmp(names, name)) = number;
  end
end

function [numbers, problems] = read_data(path, names, numbers, problems)
  file = fopen(path, 'r');
  if file < 0
    problems{end + 1} = sprintf('%s:0: this file cannot be read: ''%s''', path, path);
    return
  end
  line = 0;
  text = fgetl(file);
  while ischar(text)
    line = line + 1;
    text = strtrim(regexprep(text, '#.*', ''));
    if ~isempty(text)
      [numbers, problems] = read_setting(path, line, text, names, numbers, problems);
    end
    text = fgetl(file);
  end
  fclose(file);
end

% Data files and settings name=number are read in their order; then the motion is printed as CSV.
function run_simulator(arguments)
  [names, numbers] = all_numbers();
  problems = {};
  for k = 1:numel(arguments)
    if any(arguments{k} == '=')
      [numbers, problems] = read_setting('argument', k, arguments{k}, names, numbers, problems);
    else
      [numbers, problems] = read_data(arguments{k}, names, numbers, problems);
    end
  end
  for k = 3:4
    if ~(numbers(k) > 0)
      problems{end + 1} = sprintf('data:0: this must be positive: ''%s''', names{k});
    end
  end
  if ~isempty(problems)
    error('oopss:data', '%s', strjoin(problems, sprintf('\n')));
  end
  x = numbers(5:$last_state);
  p = numbers($last_state + 1:$last_parameter);
  u = [numbers($last_parameter + 1:end), 0];
  $settle x = settle(numbers(1), p, u, x);
  fprintf('%s\n', [ ...
    $header]);
  [x, left] = simulate(numbers(1), numbers(2), numbers(4), numbers(3), p, u, x, [0, 0]);
  if left(1) > 0
    error('oopss:motion', 'the motion could not be followed beyond t = %.17g, residual %.3g', left(2), left(1));
  end
end

)";

}  // namespace oopss::main_texts
