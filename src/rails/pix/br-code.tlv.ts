/** Data objects of one level of an EMV payload: identifier → value. */
export interface TlvLevel {
  readonly fields: ReadonlyMap<string, string>;
  /** Every object was whole, none occurred twice and nothing was left over. */
  readonly whole: boolean;
}

/**
 * Reads id (2 digits), length (2 digits, in characters) and value, one after the other (EMV QR Code, merchant-presented
 * mode, 3.2). Stops at the first object that is not whole and keeps what was read so far.
 */
export function readTlv(text: string): TlvLevel {
  const fields = new Map<string, string>();
  const characters = [...text];
  let at = 0;
  while (at < characters.length) {
    const head = characters.slice(at, at + 4).join('');
    const length = /^\d{4}$/.test(head) ? Number(head.slice(2)) : 0;
    const value = characters.slice(at + 4, at + 4 + length);
    const id = head.slice(0, 2);
    if (length === 0 || value.length < length || fields.has(id)) return { fields, whole: false };
    fields.set(id, value.join(''));
    at += 4 + length;
  }
  return { fields, whole: true };
}

/** Writes one object; empty or absent values are left out. Throws when a value is longer than 99 characters. */
export function writeTlv(id: string, value: string | undefined): string {
  if (value === undefined || value === '') return '';
  const { length } = [...value];
  if (length > 99) throw new RangeError(`Object ${id} is longer than 99 characters`);
  return `${id}${String(length).padStart(2, '0')}${value}`;
}
