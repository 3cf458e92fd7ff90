/** Marks of thousands and the decimal one are never the same character. */
const shapes = [/^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/, /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/];

/**
 * Minor units of a typed amount: `1.140,00`, `1140.5`, `1,140.00`. The last separator with one or two digits behind it is the
 * decimal one, in whichever language it is typed. Null for anything else, zero included.
 */
export function readAmount(typed: string): number | null {
  const text = typed.replaceAll(/[\s\u00a0]/g, '');
  const found = shapes.map((shape) => shape.exec(text)).find((one) => one !== null);
  if (!found) return null;
  const whole = Number((found[1] ?? '').replaceAll(/[.,]/g, ''));
  const units = whole * 100 + Number((found[2] ?? '').padEnd(2, '0'));
  return Number.isSafeInteger(units) && units > 0 ? units : null;
}
