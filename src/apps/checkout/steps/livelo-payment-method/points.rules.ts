import type { PointsRange } from '#src/domain/customers/loyalty/index.ts';

/** The number of points that was typed, with or without marks between the thousands; null when it is no number. */
export function readPoints(typed: string): number | null {
  const digits = typed.replaceAll(/[\s.,]/g, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/** What is wrong with the form, as message keys by field; the same in the browser and on the server. */
export function checkPoints(
  values: Readonly<Record<string, string>>,
  { min, max, whole }: PointsRange,
): Readonly<Record<string, string>> {
  const typed = values['points'] ?? '';
  if (typed.trim() === '') return { points: 'validation.required' };
  const points = readPoints(typed);
  if (points === null) return { points: 'livelo-payment-method.points.format' };
  if (points < min) return { points: 'livelo-payment-method.points.few' };
  return points > (whole ?? max) ? { points: 'livelo-payment-method.points.many' } : {};
}
