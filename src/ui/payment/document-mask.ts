/** CPF and CNPJ share one field: eleven digits are laid out as a CPF, anything longer or with a letter as a CNPJ. */
const cpfLayout = '###.###.###-##';
const cnpjLayout = '##.###.###/####-##';

function charactersOf(value: string): string {
  return value
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .slice(0, 14);
}

/** The value in the layout of its kind; marks that find no place are dropped. */
export function formatDocument(value: string): string {
  const characters = charactersOf(value);
  const layout = characters.length > 11 || /[A-Z]/.test(characters) ? cnpjLayout : cpfLayout;
  let used = 0;
  let out = '';
  for (const place of layout) {
    if (used >= characters.length) break;
    out += place === '#' ? characters.charAt(used++) : place;
  }
  return out;
}

/** Where the caret belongs so that as many letters and digits stand left of it as before. */
export function documentCaret(shown: string, charactersBefore: number): number {
  let seen = 0;
  for (let index = 0; index < shown.length; index += 1) {
    if (seen === charactersBefore) return index;
    if (/[0-9A-Z]/.test(shown.charAt(index))) seen += 1;
  }
  return shown.length;
}

/** Lays out what was just typed. Not during the composition of an input method. */
export function maskDocument(input: HTMLInputElement): void {
  const caret = input.selectionStart ?? input.value.length;
  const isAtEnd = caret === input.value.length;
  const charactersBefore = charactersOf(input.value.slice(0, caret)).length;
  const shown = formatDocument(input.value);
  if (shown === input.value) return;
  input.value = shown;
  const place = isAtEnd ? shown.length : documentCaret(shown, charactersBefore);
  if (document.activeElement === input) input.setSelectionRange(place, place);
}
