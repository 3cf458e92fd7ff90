import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import { sha256 } from '#src/kernel/ids/ids.server.ts';
import { isErased } from '../../checkout/leads/index.server.ts';
import type { AttemptFacts, SaleFacts } from './sale-facts.repository.server.ts';
import type { SaleKind, SaleTrouble } from './sale-row.types.ts';
import {
  noPersonKeys,
  type PersonKeys,
  personKeysOf,
  type SearchKeys,
  type SearchNumberKind,
} from './search-keys.server.ts';

/** A number of an order that no unique key of another table finds. */
export interface SearchNumber {
  readonly kind: SearchNumberKind;
  readonly value: string;
}

/** An entry of the index, made of facts alone: the same facts make the same entry. */
export interface SaleEntry {
  readonly facts: SaleFacts;
  readonly kind: SaleKind;
  readonly troubles: readonly SaleTrouble[];
  readonly methods: readonly string[];
  readonly cardBrand: string | null;
  /** Of the newest card attempt. */
  readonly last4: number | null;
  /** What the newest attempt charged where that is not the total; minor units. */
  readonly charged: bigint | null;
  readonly person: PersonKeys;
  readonly numbers: readonly SearchNumber[];
  /** Keys of the numbers, and of documents beside the first. */
  readonly numberKeys: readonly bigint[];
}

/** Makes the entry of a sale. A buyer who was erased has no keys any more. */
export function saleEntryOf(facts: SaleFacts, keys: SearchKeys): SaleEntry {
  const { attempts } = facts;
  const cards = [...new Set(attempts.flatMap((attempt) => last4Of(attempt) ?? []))];
  const newest = attempts.at(-1);
  const card = attempts.findLast((attempt) => last4Of(attempt) !== null);
  const charged = newest ? BigInt(newest.amount) : facts.total;
  const person = isErased(facts) ? noPersonKeys : personKeysOf(keys, personOf(facts));
  const numbers = [...numbersOf(facts), ...earlierCards(cards, card)];
  return {
    facts,
    kind: kindOf(facts),
    troubles: troublesOf(facts),
    methods: [...new Set(attempts.map(({ method }) => method))],
    cardBrand: card ? text(card.kept['brand']) : null,
    last4: card ? Number(last4Of(card)) : null,
    charged: charged === facts.total ? null : charged,
    person,
    numbers,
    numberKeys: [...person.documentKeys.slice(1), ...numbers.map(({ kind, value }) => keys.of(kind, value))],
  };
}

function kindOf(facts: SaleFacts): SaleKind {
  if (facts.isUpgrade) return 'upgrade';
  if (facts.subscriptionId !== null) return 'renewal';
  if (facts.parentOrderId !== null) return 'upsell';
  return facts.isInvoice ? 'invoice' : 'first';
}

function troublesOf(facts: SaleFacts): readonly SaleTrouble[] {
  const newest = facts.attempts.at(-1);
  const isUnpaid = facts.state === 'open' || facts.state === 'partly-paid';
  const found: readonly (readonly [SaleTrouble, boolean])[] = [
    ['task', facts.hasException],
    ['dispute', facts.hasDispute],
    ['refund-by-hand', facts.hasManualRefund],
    ['payment-unknown', facts.attempts.some(({ state }) => state === 'unknown')],
    ['payment-declined', isUnpaid && newest?.state === 'declined'],
    ['note-refused', facts.notes.at(-1)?.state === 'refused'],
    ['email-failed', facts.hasFailedEmail],
    ['webhook-failed', facts.hasFailedWebhook],
  ];
  return found.flatMap(([trouble, isThere]) => (isThere ? [trouble] : []));
}

function personOf({ name, email, phone, document, attempts }: SaleFacts): Parameters<typeof personKeysOf>[1] {
  const documents = attempts.map(({ payer: { document: own } }) => (isObject(own) ? text(own['number']) : ''));
  const payerNames = attempts.map(({ payer }) => text(payer['name'])).filter((payer) => payer !== name);
  return { name, email, phone, documents: [document ?? '', ...documents], payerNames };
}

function numbersOf({ attempts, notes }: SaleFacts): readonly SearchNumber[] {
  const ofAttempts = attempts.flatMap(({ instructions }) => {
    const { barcode, ourNumber, cip, brCode } = instructions ?? {};
    return [
      ...(matches(barcode, /^\d{44}$/) ? [{ kind: 'barcode', value: barcode } as const] : []),
      ...(matches(ourNumber, /^\d{4,25}$/) ? [{ kind: 'our-number', value: ourNumber } as const] : []),
      ...(matches(cip, /^\d{6,14}$/) ? [{ kind: 'cash-code', value: cip } as const] : []),
      ...(matches(brCode, /^000201/) ? [{ kind: 'payment-code', value: paymentCodeKey(brCode) } as const] : []),
    ];
  });
  const ofNotes = notes.flatMap(({ number }) =>
    number === null ? [] : [{ kind: 'fiscal-note', value: number.replace(/^0+(?=\d)/, '') } as const],
  );
  return distinct([...ofAttempts, ...ofNotes]);
}

/** A Pix code is long: it is found by half of its hash. */
export function paymentCodeKey(code: string): string {
  return sha256(code.replaceAll(/\s/g, '')).slice(0, 32);
}

function earlierCards(cards: readonly string[], newest: AttemptFacts | undefined): readonly SearchNumber[] {
  const current = newest ? last4Of(newest) : null;
  return cards.filter((card) => card !== current).map((value) => ({ kind: 'last4', value }));
}

function distinct(numbers: readonly SearchNumber[]): readonly SearchNumber[] {
  return [...new Map(numbers.map((one) => [`${one.kind} ${one.value}`, one])).values()];
}

function last4Of({ kept }: AttemptFacts): string | null {
  const { last4 } = kept;
  return matches(last4, /^\d{4}$/) && last4 !== '0000' ? last4 : null;
}

function matches(value: JsonValue | undefined, shape: RegExp): value is string {
  return typeof value === 'string' && shape.test(value);
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
