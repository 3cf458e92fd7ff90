/** Shorter texts are parts of other words too, and identify no person. */
const shortest = 5;
const mark = '•••';

/**
 * The spellings of a person's data in documents: as typed, and tax ids and phones as bare digits, with their masks and
 * without a country's number. Longest first, so that nothing of a longer one is left over.
 */
export function personalStrings(identifiers: readonly string[]): readonly string[] {
  const all = identifiers.flatMap((text) => [text, text.toUpperCase(), text.toLowerCase(), ...digitsOf(text)]);
  return [...new Set(all)].filter((word) => word.length >= shortest).toSorted((a, b) => b.length - a.length);
}

function digitsOf(text: string): string[] {
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < 8 || text.includes('@')) return [];
  const bare = text.startsWith('+') ? [digits, digits.slice(2), digits.slice(3)] : [digits];
  return [...bare, ...masksOf(digits)];
}

/** CPF, CNPJ and Brazilian mobile numbers as people read them. */
function masksOf(digits: string): string[] {
  const national = digits.length === 13 && digits.startsWith('55') ? digits.slice(2) : digits;
  const cpf = /^(\d{3})(\d{3})(\d{3})(\d{2})$/.exec(national);
  const cnpj = /^(\d{2})(\d{3})(\d{3})(\d{4})(\d{2})$/.exec(digits);
  return [
    ...(cpf ? [`${cpf[1]}.${cpf[2]}.${cpf[3]}-${cpf[4]}`] : []),
    ...(cnpj ? [`${cnpj[1]}.${cnpj[2]}.${cnpj[3]}/${cnpj[4]}-${cnpj[5]}`] : []),
    ...(national.length === 11 ? [`(${national.slice(0, 2)}) ${national.slice(2, 7)}-${national.slice(7)}`] : []),
  ];
}

/** A text without any of these strings. */
export function redactStrings(text: string, words: readonly string[]): string {
  return words.reduce((left, word) => left.replaceAll(word, mark), text);
}

/** The name, e-mail, phone and tax id of a payer, at any depth. */
export function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    if (typeof one === 'string') return ['name', 'email', 'phone', 'number'].includes(name) ? [one] : [];
    return name === 'address' ? [] : textsIn(one);
  });
}
