/** One measured figure beside what it has to keep. */
export interface MeasuredValue {
  /** Row of the checklist. */
  readonly row: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** At most this; absent where the figure is only told. */
  readonly most?: number;
  readonly least?: number;
}

export function holds({ value, most, least }: MeasuredValue): boolean {
  return (most === undefined || value <= most) && (least === undefined || value >= least);
}

export function lineOf(figure: MeasuredValue): string {
  const { row, what, value, unit, most, least } = figure;
  const goal = most === undefined ? (least === undefined ? '' : `>= ${least}`) : `<= ${most}`;
  const shown = Number.isInteger(value) ? String(value) : value.toFixed(2);
  return `${holds(figure) ? 'ok  ' : 'FAIL'} ${row.padEnd(5)} ${shown.padStart(9)} ${unit.padEnd(8)} ${goal.padEnd(9)} ${what}`;
}
