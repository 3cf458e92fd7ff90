const declaration = /(--[a-z0-9-]+):([^;}]+)/g;
const alias = /^var\((--[a-z0-9-]+)\)$/;
const hex = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
/** Ink, for a brand whose colour is written in another way. */
const ink = '#1a1a1a';
/** Longer chains do not exist in a compiled theme; a circle ends here. */
const mostHops = 20;

/** A brand's colour for print: the one that its light theme writes with on white, as `#rrggbb`. */
export function printColor(css: string): string {
  const given = new Map([...css.matchAll(declaration)].map(([, name = '', value = '']) => [name, value.trim()]));
  let value = given.get('--color-primary-text');
  for (let hops = 0; hops < mostHops; hops += 1) {
    const next = value === undefined ? undefined : alias.exec(value)?.[1];
    if (next === undefined) break;
    value = given.get(next);
  }
  if (value === undefined || !hex.test(value)) return ink;
  return value.length === 4 ? `#${[...value.slice(1)].map((digit) => digit + digit).join('')}` : value;
}
