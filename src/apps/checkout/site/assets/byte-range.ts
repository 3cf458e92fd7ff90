/** First and last byte of a part, counted from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

const shape = /^bytes=(\d*)-(\d*)$/;

/**
 * Which part of so many bytes a `Range` header asks for (RFC 9110, section 14.1.2). One part only: a list of them, and
 * whatever else cannot be read, counts as not asked for. `nothing`: the part lies behind the end.
 */
export function readRange(header: string | undefined, length: number): ByteRange | 'whole' | 'nothing' {
  const [, from = '', to = ''] = shape.exec(header ?? '') ?? [];
  if (from === '' && to === '') return 'whole';
  if (length === 0) return 'nothing';
  if (from === '') return Number(to) === 0 ? 'nothing' : { first: Math.max(0, length - Number(to)), last: length - 1 };
  const [first, last] = [Number(from), to === '' ? length - 1 : Number(to)];
  if (last < first && to !== '') return 'whole';
  return first >= length ? 'nothing' : { first, last: Math.min(last, length - 1) };
}
