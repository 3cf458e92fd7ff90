import { cpf } from 'cpf-cnpj-validator';

/**
 * What is put into the product so that it can be looked for where it must not be: card numbers that begin alike, documents
 * that begin alike, and a word of its own for every buyer.
 */
const cardStart = '4111117935';
const documentStart = '793535';
const wordStart = 'zzqx';

/** A card that its bank approves (the last digit decides), or refuses. */
export function cardNumber(n: number, isGood = true): string {
  const lasts = isGood ? [0, 1, 4] : [2];
  for (let tail = (n % 9_990) * 10; ; tail += 1) {
    const digits = `${cardStart}${String(tail).padStart(5, '0')}`;
    const sum = [...digits].reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    const check = (10 - (sum % 10)) % 10;
    if (lasts.includes(check)) return `${digits}${check}`;
  }
}

export function documentOf(n: number): string {
  const nine = `${documentStart}${String(n % 1_000).padStart(3, '0')}`;
  for (let check = 0; check < 100; check += 1) {
    const whole = `${nine}${String(check).padStart(2, '0')}`;
    if (cpf.isValid(whole)) return whole;
  }
  throw new Error(`${nine} has no check digits`);
}

/** A word of letters only, so that it may stand in a name. */
export function wordOf(n: number): string {
  const letters = [...String(n).padStart(6, '0')].map((digit) => 'bcdfghjklm'[Number(digit)] ?? 'n');
  return `${wordStart}${letters.join('')}`;
}

/** An address of the internet, in a network of its own for some 60,000 buyers. */
export const addressOf = (n: number): string => `189.${1 + (Math.floor(n / 250) % 250)}.${1 + (n % 250)}.7`;

/** The words of buyers in a text, each once. */
export function wordsIn(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/zzqx[bcdfghjklm]{6}/g) ?? [])];
}

/** Documents of members of the stand-in's programme (`sandbox/companies/points-club/members.ts`). */
export const pointsMembers: readonly string[] = ['39053344705', '70421835680', '52998224725', '93541134780'];

const inAnyShape = (document: string): string =>
  document.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1\\.?$2\\.?$3-?$4(?!\\d)');

/** What must not be in any log, message, file or event. The first is a whole card number's beginning: four digits may be shown. */
export const secretMarks: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: 'card number', pattern: new RegExp(cardStart) },
  { name: 'card token', pattern: /eyJhbGciOiJSU0EtT0FFUC0yNTYi/ },
  { name: 'security code', pattern: /securityCode/ },
  { name: 'document of a member', pattern: new RegExp(pointsMembers.map(inAnyShape).join('|')) },
  { name: 'whole document', pattern: /793\.?535\.?\d{3}-?\d{2}(?!\d)/ },
];

/** The same for the database's own files; a document has to be kept there. */
export const secretBytes: readonly { readonly name: string; readonly bytes: Buffer }[] = [
  { name: 'card number', bytes: Buffer.from(cardStart) },
  { name: 'card token', bytes: Buffer.from('eyJhbGciOiJSU0EtT0FFUC0yNTYi') },
];
