/**
 * Masks of digits. A pattern is text in which each `0` stands for one digit: `(00) 00000-0000`, `000.000.000-00`.
 * A value that begins with `+` is an international number and is left as typed.
 */

/** The digits of `value` laid out by `pattern`; digits that find no place are dropped, the tail without digits is left out. */
export function applyMask(value: string, pattern: string): string {
  if (value.trimStart().startsWith('+')) return value;
  const digits = value.replace(/\D/g, '');
  let used = 0;
  let out = '';
  for (const character of pattern) {
    if (used >= digits.length) break;
    out += character === '0' ? digits[used++] : character;
  }
  return out;
}

/** Where the caret belongs in masked text so that as many digits stand left of it as before. */
export function caretAfter(masked: string, digitsLeft: number): number {
  if (digitsLeft === 0) return 0;
  let seen = 0;
  for (let index = 0; index < masked.length; index += 1) {
    if (/\d/.test(masked.charAt(index))) seen += 1;
    if (seen === digitsLeft) return index + 1;
  }
  return masked.length;
}

/** The pattern of an input: its own `data-mask`, or that of the option chosen in the select named by `data-mask-from`. */
function patternOf(input: HTMLInputElement): string | undefined {
  const source = input.dataset['maskFrom'];
  if (!source) return input.dataset['mask'];
  const select = input.form?.elements.namedItem(source);
  return select instanceof HTMLSelectElement ? select.selectedOptions[0]?.dataset['mask'] : undefined;
}

/** Lays out what was just typed, keeping the caret at its digit. Call it on `input` events. */
export function maskInput(input: HTMLInputElement): void {
  const pattern = patternOf(input);
  if (!pattern) return;
  const caret = input.selectionStart ?? input.value.length;
  const digitsLeft = input.value.slice(0, caret).replace(/\D/g, '').length;
  const isAtEnd = caret === input.value.length;
  const masked = applyMask(input.value, pattern);
  if (masked === input.value) return;
  input.value = masked;
  const place = isAtEnd ? masked.length : caretAfter(masked, digitsLeft);
  if (document.activeElement === input) input.setSelectionRange(place, place);
}

/** Lays out again what depends on a list in which another option was just chosen. */
export function maskDependents(select: HTMLSelectElement): void {
  for (const element of select.form?.elements ?? []) {
    if (element instanceof HTMLInputElement && element.dataset['maskFrom'] === select.name) maskInput(element);
  }
}
