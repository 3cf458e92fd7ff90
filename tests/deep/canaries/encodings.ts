import type { Canary, CanaryKind } from './canary-values.ts';

/** Short digits are nothing but digits in a binary file: there they say nothing. */
export const shortKinds: ReadonlySet<CanaryKind> = new Set(['phone-code', 'unit-code']);

/** A way of writing something, and how it is then written. */
export type Encoding = readonly [name: string, written: string];

/** The ways in which a text may be written and still be it; none twice. */
export function encodingsOf(canary: Canary): readonly Encoding[] {
  const seen = new Set<string>();
  return [...plainForms(canary.text), ...laidOutForms(canary), ...encodedForms(canary)].filter(([, written]) => {
    const isNew = !seen.has(written);
    seen.add(written);
    return isNew;
  });
}

function plainForms(text: string): readonly Encoding[] {
  const address = encodeURIComponent(text);
  return [
    ['plain', text],
    ['in an address', address],
    ['twice in an address', encodeURIComponent(address)],
    ['in JSON', JSON.stringify(text).slice(1, -1)],
    ['in JSON, escaped', text.replaceAll(/[^\w]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)],
    ['in markup', text.replaceAll('@', '&#64;')],
  ];
}

/** Between groups of figures. */
const separators: readonly Encoding[] = [
  ['in groups', ' '],
  ['with dashes', '-'],
  ['with points', '.'],
  ['with hard spaces', '\u00a0'],
  ['with real dashes', '\u2013'],
  ['with hard dashes', '\u2011'],
];

/** As people and forms write figures. */
function laidOutForms({ kind, text, country }: Canary): readonly Encoding[] {
  if (!/^\d+$/.test(text)) return [];
  const cut = (...sizes: readonly number[]): string[] => {
    let at = 0;
    return [...sizes, text.length].map((size) => text.slice(at, (at += size))).filter((part) => part !== '');
  };
  const apart = (...sizes: readonly number[]): Encoding[] =>
    separators.map(([name, sign]): Encoding => [name, cut(...sizes).join(sign)]);
  if (kind === 'card-number') return apart(4, 4, 4);
  if (kind === 'document') {
    if (country === 'MZ') return apart(3, 3);
    if (country === 'PE') return apart(2, 3);
    const [a = '', b = '', c = '', d = ''] = cut(3, 3, 3);
    return [['laid out', `${a}.${b}.${c}-${d}`], ...apart(3, 3, 3)];
  }
  if (kind !== 'phone') return [];
  // With the country's own digits in front it is long enough to be known wherever it lies.
  if (country === 'MZ') return [...apart(2, 3), ['with its country', `258${text}`]];
  if (country === 'PE') return [...apart(3, 3), ['with its country', `51${text}`]];
  const [area = '', first = '', last = ''] = cut(2, 5);
  return [['laid out', `(${area}) ${first}-${last}`], ...apart(2, 5), ['as shown', `${area} ${first}-${last}`]];
}

/** The most figures that a clock, a fraction or somebody's id has by chance within itself. */
const fewDigits = 9;

/** Whether a way of writing is so few figures that it says something only where no other figure stands beside it. */
export function mustBeDelimited([, written]: Encoding): boolean {
  return /^[\d\s.\u2011\u2013-]+$/.test(written) && written.replaceAll(/\D/g, '').length <= fewDigits;
}

/** As machines carry it: base64 at each of the three places that it can begin at, hexadecimal, two bytes a letter. */
function encodedForms({ kind, text }: Canary): readonly Encoding[] {
  if (shortKinds.has(kind)) return [];
  const bytes = Buffer.from(text);
  const hex = bytes.toString('hex');
  const wide = Buffer.from(text, 'utf16le');
  return [
    ...[0, 1, 2].flatMap((before): Encoding[] => {
      const inside = insideBase64(bytes, before);
      return [
        ['base64', inside],
        ['base64 of addresses', inside.replaceAll('+', '-').replaceAll('/', '_')],
      ];
    }),
    ['hex', hex],
    ['hex', hex.toUpperCase()],
    ['two bytes a letter', wide.toString('latin1')],
    ['two bytes a letter', Buffer.from(wide).swap16().toString('latin1')],
  ];
}

/** The signs that are the same whatever stands before and after: those that hold bytes of the text only. */
function insideBase64(bytes: Buffer, before: number): string {
  const whole = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const end = Math.floor(((before + bytes.length) * 8) / 6);
  return whole.slice(Math.ceil((before * 8) / 6), end);
}
