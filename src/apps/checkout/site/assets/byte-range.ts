/** First and last byte of a range, counted from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

const shape = /^bytes=(\d*)-(\d*)$/;

/**
 * The range of a `Range` header for so many bytes (RFC 9110, section 14.1.2). One range only: a list of ranges, or an
 * unreadable value, counts as none. `nothing`: the range begins after the end.
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
