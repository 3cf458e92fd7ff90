import { appendFileSync } from 'node:fs';
import { type MeasuredValue, holds, lineOf } from './measured-value.ts';

/** Set by `npm run abuse`: everything at its full dose, and the figures written there. */
const file = process.env['ABUSE_FIGURES'];
export const isFull = file !== undefined;
/** Milliseconds that a scenario may take. */
export const patience = isFull ? 3_600_000 : 120_000;

/** Writes figures down for the command's table, and gives those that are not held. */
export function report(figures: readonly MeasuredValue[]): string[] {
  if (file !== undefined) for (const figure of figures) appendFileSync(file, `${JSON.stringify(figure)}\n`);
  return figures.filter((figure) => !holds(figure)).map(lineOf);
}
