/** A row of a report; `verdict` compares with the target. */
export interface TableRow {
  readonly name: string;
  readonly value: string;
  readonly verdict?: string;
}

/** Lines of text with aligned columns. */
export function table(rows: readonly TableRow[]): string {
  const [names, values] = [rows.map(({ name }) => name.length), rows.map(({ value }) => value.length)];
  const [widestName, widestValue] = [Math.max(...names), Math.max(...values)];
  return rows
    .map(({ name, value, verdict = '' }) =>
      `  ${name.padEnd(widestName)}  ${value.padStart(widestValue)}  ${verdict}`.trimEnd(),
    )
    .join('\n');
}

/** `reached` or `missed` against a target. */
export function judge(value: number, bar: number, rule: 'at-least' | 'at-most'): string {
  return (rule === 'at-least' ? value >= bar : value <= bar) ? 'reached' : 'MISSED';
}
