/**
 * The bank's own writer and reader of BR Codes (EMV merchant-presented codes; Manual do BR Code, Banco Central),
 * separate from the product's on purpose: each checks the other.
 */
export interface DynamicCode {
  /** Host and path without a scheme, at most 77 characters. */
  readonly location: string;
  readonly name: string;
  readonly city: string;
  readonly postalCode: string;
  /** A code that may be paid once only. */
  readonly once: boolean;
  /** Location of a mandate that is requested together with the charge (Pix Automático, journey 3). */
  readonly recurrence?: string;
}

const pixDomain = 'br.gov.bcb.pix';

export function writeDynamicCode({ location, name, city, postalCode, once, recurrence }: DynamicCode): string {
  const fields =
    field('00', '01') +
    (once ? field('01', '12') : '') +
    field('26', field('00', pixDomain) + field('25', location)) +
    field('52', '0000') +
    field('53', '986') +
    field('58', 'BR') +
    field('59', ascii(name).slice(0, 25)) +
    field('60', ascii(city).slice(0, 15)) +
    field('61', postalCode) +
    field('62', field('05', '***')) +
    (recurrence === undefined ? '' : field('80', field('00', pixDomain) + field('25', recurrence)));
  return `${fields}6304${checksum(`${fields}6304`)}`;
}

/** The location inside a code, `wrong-checksum` for a mistyped one, or null when it is no dynamic Pix code. */
export function readLocation(code: string): string | 'wrong-checksum' | null {
  const text = code.trim();
  if (!/^000201.{10,}6304[0-9A-Fa-f]{4}$/.test(text)) return null;
  if (checksum(text.slice(0, -4)) !== text.slice(-4).toUpperCase()) return 'wrong-checksum';
  const account = fieldsOf(text)?.get('26');
  const parts = account === undefined ? undefined : fieldsOf(account);
  return parts?.get('00')?.toLowerCase() === pixDomain ? (parts.get('25') ?? null) : null;
}

function field(id: string, value: string): string {
  return id + String(value.length).padStart(2, '0') + value;
}

function fieldsOf(text: string): Map<string, string> | undefined {
  const fields = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const length = Number(text.slice(at + 2, at + 4));
    if (!Number.isInteger(length) || at + 4 + length > text.length) return undefined;
    fields.set(text.slice(at, at + 2), text.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return fields;
}

function ascii(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim();
}

const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 8;
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ (value & 0x8000 ? 0x1021 : 0);
  return value;
});

/** CRC-16 with polynomial 1021 (hex), started at FFFF, as four upper-case digits. */
function checksum(text: string): string {
  let crc = 0xffff;
  for (let at = 0; at < text.length; at += 1) {
    crc = ((crc << 8) ^ (table[((crc >> 8) ^ text.charCodeAt(at)) & 0xff] ?? 0)) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
