/** Shorter texts stand in other words too, and name nobody by themselves. */
const shortest = 5;
const mark = '•••';

/**
 * The ways in which a person's data are written in papers: as typed, and documents and phones as bare digits, with their
 * masks and without a country's number. Longest first, so that nothing of a longer one is left over.
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

/** A text in which nothing stands any more by which the person is known. */
export function redactStrings(text: string, words: readonly string[]): string {
  return words.reduce((left, word) => left.replaceAll(word, mark), text);
}

/** The name, address, phone and document of a payer, at any depth; what says only of which kind something is stays out. */
export function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    if (typeof one === 'string') return ['name', 'email', 'phone', 'number'].includes(name) ? [one] : [];
    return name === 'address' ? [] : textsIn(one);
  });
}
