// SPDX-License-Identifier: Apache-2.0
// What generated code has of loops, in the notation (notation.hpp); for closing.cpp alone. Lines with $moved are for
// prescribed motions, whose gaps are angles, taken without whole turns.
#pragma once

namespace oopss::closing_texts {

inline constexpr const char* invert_text = R"(
# The inverse of the symmetric, positive matrix M: M = L D L^T in the place of M, then a column at a time.
sub invert(M[&], inverse[&])
  real y[rows]
  for i in 0 .. rows
    for j in 0 .. i + 1
      for k in 0 .. j
        M[i * rows + j] = M[i * rows + j] - M[i * rows + k] * M[k * rows + k] * M[j * rows + k]
      end
      if j < i
        M[i * rows + j] = M[i * rows + j] / M[j * rows + j]
      end
    end
  end
  for c in 0 .. rows
    for i in 0 .. rows
      y[i] = 0.0
      if i == c
        y[i] = 1.0
      end
      for k in 0 .. i
        y[i] = y[i] - M[i * rows + k] * y[k]
      end
    end
    for i in rows - 1 down 0
      y[i] = y[i] / M[i * rows + i]
      for k in i + 1 .. rows
        y[i] = y[i] - M[k * rows + i] * y[k]
      end
      inverse[i * rows + c] = y[i]
    end
  end
end
)";

inline constexpr const char* invert_on_range_text = R"(
# Some equations follow from the others: the inverse of the symmetric matrix M on the space of its `rank` largest
# eigenvalues. Jacobi's rotations make M diagonal, and are gathered in V.
sub invert(M[&], inverse[&])
  real V[rows * rows], r, d, root, tangent, c, s, first, second
  int larger
  for i in 0 .. rows
    V[i * rows + i] = 1.0
  end
  for count in 0 .. 12
    for a in 0 .. rows
      for b in a + 1 .. rows
        r = 2.0 * M[a * rows + b]
        d = M[b * rows + b] - M[a * rows + a]
        root = sqrt(d * d + r * r)
        if d < 0.0
          root = -root
        end
        if root != 0.0
          tangent = r / (d + root)
          c = 1.0 / sqrt(1.0 + tangent * tangent)
          s = tangent * c
          for k in 0 .. rows
            first = M[k * rows + a]
            second = M[k * rows + b]
            M[k * rows + a] = c * first - s * second
            M[k * rows + b] = s * first + c * second
            first = V[k * rows + a]
            second = V[k * rows + b]
            V[k * rows + a] = c * first - s * second
            V[k * rows + b] = s * first + c * second
          end
          for k in 0 .. rows
            first = M[a * rows + k]
            second = M[b * rows + k]
            M[a * rows + k] = c * first - s * second
            M[b * rows + k] = s * first + c * second
          end
        end
      end
    end
  end
  for i in 0 .. rows * rows
    inverse[i] = 0.0
  end
  for e in 0 .. rows
    larger = 0
    for k in 0 .. rows
      if M[k * rows + k] > M[e * rows + e] or (M[k * rows + k] == M[e * rows + e] and k < e)
        larger = larger + 1
      end
    end
    if larger < rank_of_rows
      for i in 0 .. rows
        for k in 0 .. rows
          inverse[i * rows + k] = inverse[i * rows + k] + V[i * rows + e] * V[k * rows + e] / M[e * rows + e]
        end
      end
    end
  end
end
)";

inline constexpr const char* field_text = R"(
# The closing forces of (G J^-1 G^T) force = b, from what open_motion gives; inverse: of that matrix.
sub closing_force(parts[], inverse[&], force[&])
  real M[rows * rows]
  for i in 0 .. rows * rows
    M[i] = parts[states + rows * bodies + i]
  end
  call invert(M, inverse)
  for i in 0 .. rows
    force[i] = 0.0
    for j in 0 .. rows
      force[i] = force[i] + inverse[i * rows + j] * parts[states + rows * (bodies + rows) + j]
    end
  end
end

# rates of the state: those of the tree cut open, and G^T force
public sub field(t, x[], p[], u[], out[>states])
  real parts[parts_count], inverse[rows * rows], force[rows]
  call open_motion(t, x, p, u, parts)
  call closing_force(parts, inverse, force)
  for i in 0 .. states
    out[i] = parts[i]
  end
  for i in 0 .. rows
    for k in 0 .. bodies
      out[momenta + k] = out[momenta + k] + parts[states + i * bodies + k] * force[i]
    end
  end
end

# derivatives of the rates by the state, by rows; exact where the loops are closed
public sub jacobian(t, x[], p[], u[], out[>states * states])
  real parts[parts_count], moved[parts_count], inverse[rows * rows], force[rows], right[rows], v[states], slope
  call open_motion(t, x, p, u, parts)
  call closing_force(parts, inverse, force)
  for j in 0 .. states
    v[j] = 1.0
    call open_slopes(t, x, p, u, v, moved)
    v[j] = 0.0
    for i in 0 .. states
      out[i * states + j] = moved[i]
    end
    for i in 0 .. rows
      right[i] = moved[states + rows * (bodies + rows) + i]
      for k in 0 .. rows
        right[i] = right[i] - moved[states + rows * bodies + i * rows + k] * force[k]
      end
    end
    for i in 0 .. rows
      slope = 0.0
      for k in 0 .. rows
        slope = slope + inverse[i * rows + k] * right[k]
      end
      for k in 0 .. bodies
        out[(momenta + k) * states + j] = out[(momenta + k) * states + j] + moved[states + i * bodies + k] * force[i]
        out[(momenta + k) * states + j] = out[(momenta + k) * states + j] + parts[states + i * bodies + k] * slope
      end
    end
  end
end

# The momenta G^T z with (G J^-1 G^T) z = right, by the rows of `closure` alone.
sub loop_momenta(parts[], right[], momentum[&])
  real M[rows * rows], inverse[rows * rows], z
  for i in 0 .. rows
    for j in 0 .. rows
      M[i * rows + j] = 0.0
      if i == j
        M[i * rows + j] = 1.0
      end
      if i < gaps and j < gaps
        M[i * rows + j] = parts[states + rows * bodies + i * rows + j]
      end
    end
  end
  call invert(M, inverse)
  for k in 0 .. bodies
    momentum[k] = 0.0
  end
  for i in 0 .. gaps
    z = 0.0
    for j in 0 .. gaps
      z = z + inverse[i * rows + j] * right[j]
    end
    for k in 0 .. bodies
      momentum[k] = momentum[k] + parts[states + i * bodies + k] * z
    end
  end
end

# The closed state near x: Newton's steps of the angles along J^-1 G^T, then momenta with G omega + dg/dt = 0.
public sub settle(t, p[], u[], x[&])
  real parts[parts_count], moved[parts_count], gap[gaps], y[states], w[bodies], momentum[bodies], wide, before
  before = 1e300
  for count in 0 .. 8
    call open_motion(t, x, p, u, parts)
    call closure(t, x, p, u, gap)
    $moved for i in loop_rows .. gaps
      $moved gap[i] = gap[i] - 6.283185307179586 * real(whole(gap[i] / 6.283185307179586 - 0.5))
    $moved end
    wide = 0.0
    for i in 0 .. gaps
      wide = max(wide, abs(gap[i]))
    end
    if wide >= before
      break
    end
    before = wide
    call loop_momenta(parts, gap, momentum)
    for i in 0 .. states
      y[i] = x[i]
    end
    for k in 0 .. bodies
      y[momenta + k] = -momentum[k]
    end
    call open_motion(t, y, p, u, moved)
    for i in 0 .. momenta
      x[i] = x[i] + moved[i]
    end
    x[states - 1] = x[states - 1] + moved[states - 1]
  end
  call omega(t, x, p, u, w)
  for i in 0 .. gaps
    gap[i] = 0.0
  end
  $moved call closure_by_time(t, x, p, u, gap)
  for i in 0 .. gaps
    for k in 0 .. bodies
      gap[i] = gap[i] + parts[states + i * bodies + k] * w[k]
    end
  end
  call loop_momenta(parts, gap, momentum)
  for k in 0 .. bodies
    x[momenta + k] = x[momenta + k] - momentum[k]
  end
end
)";

inline constexpr const char* torques_text = R"(
# torques of all joints, + on the first body and - on the second
public sub torques(t, x[], p[], u[], out[>joints])
  real parts[parts_count], inverse[rows * rows], force[rows]
  call law_torques(t, x, p, u, out)
  call open_motion(t, x, p, u, parts)
  call closing_force(parts, inverse, force)
  for i in loop_rows .. gaps
    out[joint_of_row[i]] = out[joint_of_row[i]] - force[i]
  end
  for i in gaps .. rows
    out[joint_of_row[i]] = out[joint_of_row[i]] + force[i]
  end
end
)";

}  // namespace oopss::closing_texts
