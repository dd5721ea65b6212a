// SPDX-License-Identifier: Apache-2.0
// What was found, as names with values.

export function Facts({ rows }: { rows: [string, string][] }) {
  return (
    <dl class="orbit-facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
