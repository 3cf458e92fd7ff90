/** A text field after an edit: its value and caret, its previous value, and the kind of edit. */
export interface Edit {
  readonly value: string;
  readonly caret: number;
  readonly before: string;
  /** `typed`: one character by a key. `given`: a paste, autofill or any other input. */
  readonly kind: 'typed' | 'given' | 'erased-backward' | 'erased-forward';
}

/** The formatted value and caret. */
export interface Typed {
  readonly value: string;
  readonly caret: number;
}

/** The digits of a text; full-width digits become 0-9, all else is dropped. */
export function digitsOf(text: string): string {
  return text.normalize('NFKC').replaceAll(/\D/g, '');
}

/** Splits digits into groups as printed on a card; extra digits form a last group. */
export function grouped(digits: string, sizes: readonly number[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const size of sizes) {
    if (at < digits.length) parts.push(digits.slice(at, at + size));
    at += size;
  }
  return at < digits.length ? `${parts.join(' ')} ${digits.slice(at)}` : parts.join(' ');
}

function afterDigits(text: string, count: number): number {
  let seen = 0;
  let at = 0;
  while (at < text.length && seen < count) {
    if (text[at] !== ' ') seen += 1;
    at += 1;
  }
  return at;
}

/** Maximum length of a card number (ISO/IEC 7812-1), so that a pasted number is validated uncut. */
const longestNumber = 19;

/**
 * Formats a card number in groups during typing at any caret position. Erasing a space erases the digit beyond it. A typed
 * digit beyond the length is refused, so that no digit is lost at the end; pasted digits stay, for the rule to report.
 */
export function typeNumber(edit: Edit, groupsFor: (digits: string) => readonly number[]): Typed {
  const before = digitsOf(edit.before);
  let digits = digitsOf(edit.value);
  let count = digitsOf(edit.value.slice(0, edit.caret)).length;
  const groups = groupsFor(digits);
  const most = edit.kind === 'typed' ? groups.reduce((sum, size) => sum + size, 0) : longestNumber;
  if (edit.kind === 'typed' && digits.length > most && digits.length > before.length) {
    digits = before;
    count = Math.max(0, count - 1);
  }
  if (digits === before && edit.kind === 'erased-backward' && count > 0 && edit.value.length < edit.before.length) {
    count -= 1;
    digits = digits.slice(0, count) + digits.slice(count + 1);
  } else if (digits === before && edit.kind === 'erased-forward' && edit.value.length < edit.before.length) {
    digits = digits.slice(0, count) + digits.slice(count + 1);
  }
  const value = grouped(digits.slice(0, longestNumber), groupsFor(digits));
  return { value, caret: afterDigits(value, count) };
}

/** Keeps digits only, at most `most`. */
export function typeDigits(edit: Edit, most: number): Typed {
  const value = digitsOf(edit.value).slice(0, most);
  return { value, caret: Math.min(value.length, digitsOf(edit.value.slice(0, edit.caret)).length) };
}

/** The year's digits: two, or four when they start with the century. */
function yearOf(digits: string): string {
  return digits.slice(0, digits.startsWith('20') ? 4 : 2);
}

function monthAndYear(value: string): [month: string, year: string, slash: boolean] {
  const text = value.normalize('NFKC').trim();
  const iso = /^(\d{4})-(\d{1,2})$/.exec(text);
  if (iso) return [iso[2] ?? '', iso[1] ?? '', true];
  const split = /^(\d*)\D+(.*)$/s.exec(text);
  if (split) return [split[1] ?? '', digitsOf(split[2] ?? ''), true];
  return [text, '', false];
}

/**
 * Formats an expiry as MM/AA (or MM/AAAA) during typing: a month of only one possible digit gets its zero, and the slash is
 * inserted. Erasing changes nothing else, except that erasing the slash also erases the digit beyond it.
 */
export function typeExpiry(edit: Edit): Typed {
  let [month, year, slash] = monthAndYear(edit.value);
  if (edit.kind === 'erased-backward' || edit.kind === 'erased-forward') {
    const [monthBefore, yearBefore, slashBefore] = monthAndYear(edit.before);
    const lost = slashBefore && !slash && month === monthBefore + yearBefore;
    if (!lost) return { value: edit.value, caret: edit.caret };
    const backward = edit.kind === 'erased-backward';
    month = backward ? monthBefore.slice(0, -1) : monthBefore;
    year = backward ? yearBefore : yearBefore.slice(1);
    return { value: year || !backward ? `${month}/${year}` : month, caret: backward ? month.length : month.length + 1 };
  }
  const atEnd = edit.caret >= edit.value.length;
  if (!slash) {
    const padded = /^[2-9]/.test(month) ? `0${month}` : month;
    month = padded.slice(0, 2);
    year = padded.slice(2);
    slash = month.length === 2;
  }
  if (slash && /^[1-9]$/.test(month) && edit.caret > month.length) month = `0${month}`;
  if (month.length > 2 || (edit.kind === 'typed' && year !== yearOf(year))) {
    return { value: edit.before, caret: Math.max(0, edit.caret - 1) };
  }
  const value = slash && month && month !== '0' ? `${month}/${yearOf(year)}` : month;
  const grown = Math.max(0, value.length - edit.value.length);
  return { value, caret: atEnd ? value.length : Math.min(value.length, edit.caret + grown) };
}

/** MM/AAAA as MM/AA, applied on blur. */
export function shortExpiry(value: string): string {
  return value.replace(/^(\d{2}\/)20(\d{2})$/, '$1$2');
}

function kindOf(event: Event): Edit['kind'] {
  if (!(event instanceof InputEvent)) return 'given';
  if (event.inputType.startsWith('delete'))
    return event.inputType.endsWith('Forward') ? 'erased-forward' : 'erased-backward';
  return event.inputType.startsWith('insert') && event.data?.length === 1 ? 'typed' : 'given';
}

/**
 * Formats a field with `retype` after each edit and keeps the caret between the same digits. During composition (IME, some
 * Android keyboards) the field is not changed, since the keyboard would overwrite the change.
 */
export function bindInputFormatting(input: HTMLInputElement, retype: (edit: Edit) => Typed): void {
  let before = input.value;
  const rewrite = (kind: Edit['kind']) => {
    const caret = input.selectionStart ?? input.value.length;
    const next = retype({ value: input.value, caret, before, kind });
    if (next.value !== input.value) {
      input.value = next.value;
      if (document.activeElement === input) input.setSelectionRange(next.caret, next.caret);
    }
    before = input.value;
  };
  input.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent && event.isComposing)) rewrite(kindOf(event));
  });
  input.addEventListener('compositionend', () => rewrite('given'));
  rewrite('given');
}
