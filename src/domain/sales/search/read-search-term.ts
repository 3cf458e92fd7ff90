import { emailRule, normalizeEmail } from '#src/kernel/validation/email.rule.ts';
import { toE164 } from '#src/kernel/validation/phone.rule.ts';
import { isCnpj } from '#src/kernel/validation/tax-ids/cnpj.rule.ts';
import { normalizeDocument } from '#src/kernel/validation/tax-ids/document.rule.ts';
import { parseReadableCode } from '#src/kernel/ids/readable-code.ts';
import { voucherKey } from '../../catalog/products/index.ts';
import { askedNameWords, plainWords } from './name-words.ts';
import { readAmount } from './read-amount.ts';
import { phoneEndOf, readDigits } from './read-digits.ts';
import searchLabels from './search-labels.json' with { type: 'json' };
import type { SearchProbe, SearchTermContext, TextProbeKind } from './search-term.types.ts';

const longestTerm = 600;

/** Words before a term that say what it is, in three languages and without accents, with the meanings that they leave. */
const labels: readonly { readonly words: readonly string[]; readonly kinds: readonly string[] }[] = searchLabels;

/**
 * What a search term may mean, the likeliest first; empty when it means nothing that is stored. Pure: it asks no table.
 * Blanks, dots, dashes and a label before it (`CPF`, `pedido nº`, `final`) do not matter.
 */
export function readSearchTerm(text: string, context: SearchTermContext): readonly SearchProbe[] {
  const term = text.normalize('NFC').slice(0, longestTerm).trim().replace(/^#\s*/, '');
  if (term === '') return [];
  const labelled = readLabel(term);
  if (labelled) {
    const probes = probesOf(labelled.rest, context).filter(({ kind }) => labelled.kinds.includes(kind));
    if (probes.length > 0) return probes;
  }
  return probesOf(term, context);
}

/** Words between a label and its term. */
const fillers = new Set([
  'numero',
  'number',
  'n',
  'no',
  'nº',
  'n°',
  'de',
  'do',
  'da',
  'del',
  'en',
  'in',
  'e',
  'final',
  'id',
  '',
]);

/** The kinds that the words before a term allow, and the term; null where no word is a label. */
function readLabel(term: string): { readonly kinds: readonly string[]; readonly rest: string } | null {
  let rest = term;
  let kinds: readonly string[] | null = null;
  for (;;) {
    const first = /^[^\s:#]*[\s:#]+/.exec(rest)?.[0] ?? '';
    const word = plainWords(first).join('-');
    const named = labels.find(({ words }) => words.includes(word))?.kinds;
    if (first === '' || (!named && !(kinds && fillers.has(word)))) break;
    kinds ??= named ?? null;
    rest = rest.slice(first.length);
  }
  return kinds && rest !== '' ? { kinds, rest } : null;
}

function probesOf(term: string, { today }: SearchTermContext): readonly SearchProbe[] {
  if (term.includes('@')) return emailsIn(term);
  if (isPaymentCode(term)) return [{ kind: 'payment-code', value: term.replaceAll(/\s/g, '') }];
  const amount = readAmount(term, today);
  const digits = /^[+\d\s().,/-]+$/.test(term) ? term.replaceAll(/\D/g, '') : '';
  if (digits !== '') {
    const asPhone = term.startsWith('+') ? toE164(term, { market: 'BR' }) : null;
    const end = asPhone === null ? null : phoneEndOf(asPhone);
    const read = amount ? [] : readDigits(digits);
    return [
      ...(asPhone === null || end === null ? [] : ([text('phone', asPhone), text('phone-end', end)] as const)),
      ...(amount ? [amount] : []),
      ...read.filter(({ kind }) => asPhone === null || (kind !== 'phone' && kind !== 'phone-end')),
    ];
  }
  return [...(amount ? [amount] : []), ...mixedProbes(term, amount !== null)];
}

const text = (kind: TextProbeKind, value: string): SearchProbe => ({ kind, value });

function emailsIn(term: string): readonly SearchProbe[] {
  const written = /[^\s<>"',;:()]+@[^\s<>"',;:()]+/.exec(term)?.[0]?.replace(/\.$/, '') ?? '';
  return emailRule(written) === null ? [text('email', normalizeEmail(written))] : [];
}

/** The text behind a merchant's QR code (EMV): its first field, and the check sum at its end. */
function isPaymentCode(term: string): boolean {
  return /^000201.*6304[0-9A-F]{4}$/is.test(term);
}

/** Letters, and letters with digits. */
function mixedProbes(term: string, isAmount: boolean): readonly SearchProbe[] {
  const compact = term.replaceAll(/[\s#]/g, '');
  const probes: SearchProbe[] = [];
  if (/^evt_[0-9a-z]+_[0-9a-z]+$/.test(compact)) return [text('webhook-id', compact)];
  if (/^[a-z]{3}_[\w-]{22}$/.test(compact)) return [text('id', compact)];
  if (/^[ED]\d{8}\d{12}[A-Za-z0-9]{11}$/.test(compact)) return [text('movement', compact)];
  const code = parseReadableCode(term, 6);
  if (code !== null) probes.push(text('order-reference', code), text('collection-code', code));
  const document = normalizeDocument(term);
  if (isCnpj(document) || /^(?=.*\d)[0-9A-Z]{9}$/.test(document)) probes.push(text('document', document));
  if (/^[\w-]{6,64}$/.test(compact) && /\d/.test(compact)) {
    probes.push(text('charge', compact), text('movement', compact));
    // The gateway's own spelling of hexadecimal ids is lower case.
    if (compact !== compact.toLowerCase()) probes.push(text('charge', compact.toLowerCase()));
  }
  if (/^[\p{L}\p{N}_.%-]{2,40}$/u.test(term)) probes.push(text('voucher', voucherKey(term)));
  const words = askedNameWords(term);
  if (!isAmount && words.length > 0) probes.push({ kind: 'name', words });
  return probes;
}
