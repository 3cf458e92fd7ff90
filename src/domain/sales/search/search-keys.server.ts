import { normalizeEmail } from '#src/kernel/validation/email.rule.ts';
import { normalizeDocument } from '#src/kernel/validation/tax-ids/document.rule.ts';
import { type EncryptionKeys, keyedHashersOf } from '../../long-term-encryption.server.ts';
import { beginningsOfName } from './name-words.ts';
import { phoneEndOf } from './read-digits.ts';

/** The version of what is hashed is part of the purpose: another version needs the index made anew. */
const purpose = 'find/2';
/** Names come again and again: the hashes of some hundred thousand beginnings are kept, without a clear text beside them in the database. */
const mostKnown = 200_000;

/** Numbers of an order that no unique key of another table finds. */
export type SearchNumberKind = 'barcode' | 'our-number' | 'cash-code' | 'payment-code' | 'fiscal-note' | 'last4';

type HashedKind = 'email' | 'phone' | 'phone-end' | 'document' | SearchNumberKind;

/** Blind keys by one secret: HMAC-SHA-256, which nobody without the secret can compare with a guess. */
export interface SearchKeys {
  /** Eight bytes of an already normalised value, as a signed integer. */
  of(kind: HashedKind, value: string): bigint;
  /** Four bytes of a word's beginning, as a signed integer. */
  ofWord(word: string): number;
}

function keysBy(hash: (text: string) => Buffer): SearchKeys {
  const known = new Map<string, number>();
  return {
    of: (kind, value) => hash(`${kind}\n${value}`).readBigInt64BE(),
    ofWord(word) {
      const stored = known.get(word);
      if (stored !== undefined) return stored;
      const key = hash(`name\n${word}`).readInt32BE();
      if (known.size >= mostKnown) known.clear();
      known.set(word, key);
      return key;
    },
  };
}

const made = new WeakMap<object, readonly SearchKeys[]>();

/** Keys by each secret of an installation, today's first: it writes the index, and all are asked until the index is made anew. */
export function searchKeysOf(config: EncryptionKeys): readonly [SearchKeys, ...SearchKeys[]] {
  const all = made.get(config) ?? keyedHashersOf(config, purpose).map(keysBy);
  made.set(config, all);
  const [current, ...earlier] = all;
  if (!current) throw new Error('There is no key to hash a search term with');
  return [current, ...earlier];
}

/** What of a person is stored in the index. */
export interface PersonKeys {
  readonly emailKey: bigint | null;
  readonly phoneKey: bigint | null;
  readonly phoneEndKey: bigint | null;
  /** The lead's own first. */
  readonly documentKeys: readonly bigint[];
  readonly nameKeys: readonly number[];
}

/** Whom an order belongs to, in clear text: read for the moment in which it is hashed. */
export interface SearchedPerson {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** The lead's, and each payer's. */
  readonly documents: readonly string[];
  /** Names of payers other than the lead. */
  readonly payerNames: readonly string[];
}

export const noPersonKeys: PersonKeys = {
  ...{ emailKey: null, phoneKey: null, phoneEndKey: null },
  ...{ documentKeys: [], nameKeys: [] },
};

export function personKeysOf(keys: SearchKeys, person: SearchedPerson): PersonKeys {
  const end = phoneEndOf(person.phone);
  const documents = new Set(person.documents.map(normalizeDocument).filter((text) => text !== ''));
  const beginnings = new Set([person.name, ...person.payerNames].flatMap(beginningsOfName));
  return {
    emailKey: person.email === '' ? null : keys.of('email', normalizeEmail(person.email)),
    phoneKey: person.phone === '' ? null : keys.of('phone', person.phone),
    phoneEndKey: end === null ? null : keys.of('phone-end', end),
    documentKeys: [...documents].map((text) => keys.of('document', text)),
    nameKeys: [...beginnings].map((word) => keys.ofWord(word)),
  };
}
