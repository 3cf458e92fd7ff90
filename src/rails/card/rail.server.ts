import type { Payer, RailServer } from '#src/domain/payments/index.ts';
import { payerAddress } from '#src/domain/payments/index.ts';
import { err, ok } from '#src/kernel/result/result.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import { buyerDocument } from '#src/kernel/validation/tax-ids/buyer-document.ts';
import { authenticationDetails } from './card-authentication.ts';
import copy from './card.copy.json' with { type: 'json' };
import { holderDocumentProblem } from './holder-document.ts';
import { isCanonicalBase64Url } from './jwe-policy.ts';
import { rail } from './rail.ts';

/** Time for a challenge at the card's bank, which itself ends it after ten minutes (EMV 3-D Secure 2, 5.5.2). */
const lifeMs = 15 * 60_000;

const shapes = {
  sealedFor: /^(?:[a-z][a-z0-9-]{1,39})?$/,
  brand: /^[a-z][a-z_]{1,19}$/,
  last4: /^\d{4}$/,
  expiry: /^(?:0[1-9]|1[0-2])\/\d{2}$/,
} as const;

/** A gateway's own token: a word and an id. A card number can never have this form. */
const gatewayToken = /^[a-z]{2,12}_(?!.*\d{12})[\w-]{8,200}$/;

/**
 * A gateway's token, or a compact JWE in its canonical form: another form of the same token would count as a second
 * token.
 */
function isToken(text: string): boolean {
  if (gatewayToken.test(text)) return true;
  const parts = text.length <= 4096 ? text.split('.') : [];
  return parts.length === 5 && parts.every((part) => part !== '' && isCanonicalBase64Url(part));
}

type RailInput = Parameters<RailServer['readDetails']>[0];
type Input = Pick<RailInput, 'fields' | 'buyer' | 'market'>;
type RenewalInput = Pick<RailInput, 'fields' | 'market' | 'renewal' | 'locale'>;

function payerOf(fields: Input['fields'], buyer: Input['buyer'], document: { type: string; number: string }): Payer {
  const address = payerAddress(fields);
  return { ...buyer, ...(document.number === '' ? {} : { document }), ...(address ? { address } : {}) };
}

/**
 * A kept card: its holder's document came with its first payment, and is not required again. Its code is, where the
 * gateway requires it: as a token of the code alone.
 */
function readProfile({
  paymentProfileId,
  ...input
}: RailInput & { readonly paymentProfileId: string }): ReturnType<RailServer['readDetails']> {
  const { fields, buyer, market, requiresSecurityCode = false } = input;
  const { document: typed = '', token = '' } = fields;
  const problem = typed.trim() === '' ? null : holderDocumentProblem(fields, market);
  if (problem) return err({ document: problem });
  if (requiresSecurityCode && !isToken(token)) return err({ token: 'method.card.token-missing' });
  const document = buyerDocument(fields, market);
  return ok({
    payer: payerOf(fields, buyer, document),
    details: {
      paymentProfileId,
      ...authenticationDetails(fields['authentication']),
      ...(requiresSecurityCode ? { codeToken: token } : {}),
    },
    kept: { paymentProfileId, ...renewalConsent(input) },
    ...(requiresSecurityCode ? { singleUseValue: token } : {}),
  });
}

const locales = { BR: 'pt-BR', MZ: 'pt-MZ', PE: 'es-PE' } as const;
const saveLabelKey = 'method.card.keep';
const firstChargeKey = 'method.card.renew.first';

/** A box's line with the terms folded under it: the consent covers both. */
function wholeText(words: Readonly<Record<string, string | undefined>>, line: string, more: string): string {
  return `${line}. ${words[more] ?? more}`;
}

/**
 * The holder agrees to later merchant-initiated charges by a box of its own; the displayed words are stored with it.
 */
function renewalConsent({ fields, market, renewal, locale = locales[market] }: RenewalInput): JsonObject {
  if (fields['renew'] !== 'yes' || !renewal) return {};
  const words: Readonly<Record<string, string | undefined>> = { ...copy['pt-BR'], ...copy[locales[market]] };
  const label = `method.card.renew.${renewal.period}`;
  const each = formatMoney(renewal.price, locale);
  const amount = renewal.first
    ? (words[firstChargeKey] ?? firstChargeKey)
        .replaceAll('{first}', formatMoney(renewal.first, locale))
        .replaceAll('{amount}', each)
    : each;
  const line = (words[label] ?? label)
    .replaceAll('{amount}', amount)
    .replaceAll('{date}', formatLocalDate(renewal.firstDueOn));
  return { renews: true, keepLabel: label, keepText: wholeText(words, line, 'method.card.renew.more') };
}

/** The card is kept only with the holder's consent by a box of its own; the displayed words are stored with it. */
function savedCardConsent(input: RenewalInput): { details: JsonObject; kept: JsonObject } {
  const { fields, market } = input;
  const renew = renewalConsent(input);
  if (renew['renews'] === true) {
    const storedCredential = { initiator: 'cardholder', usage: 'first', reason: 'recurring' };
    return { details: { saveCard: true, storedCredential }, kept: renew };
  }
  if (fields['keep'] !== 'yes') return { details: {}, kept: {} };
  const words: Readonly<Record<string, string | undefined>> = { ...copy['pt-BR'], ...copy[locales[market]] };
  return {
    // A buyer's own first payment with a card that is kept (CIT); later charges refer to it.
    details: { saveCard: true, storedCredential: { initiator: 'cardholder', usage: 'first', reason: 'unscheduled' } },
    kept: {
      keepLabel: saveLabelKey,
      keepText: wholeText(words, words[saveLabelKey] ?? saveLabelKey, 'method.card.keep.more'),
    },
  };
}

export const railServer: RailServer = {
  id: rail.id,
  /** `token`, `sealedFor`, `brand`, `last4`, `expiry` and `authentication` from the card fields; `document` where the market requires one. */
  readDetails(input) {
    const { fields, buyer, market } = input;
    const { paymentProfileId = '' } = fields;
    if (paymentProfileId !== '') return readProfile({ ...input, paymentProfileId });
    const { token = '', sealedFor = '', brand = '', last4 = '', expiry = '' } = fields;
    const problem = holderDocumentProblem(fields, market);
    const document = buyerDocument(fields, market);
    const isCard =
      isToken(token) &&
      shapes.sealedFor.test(sealedFor) &&
      shapes.brand.test(brand) &&
      shapes.last4.test(last4) &&
      shapes.expiry.test(expiry);
    if (!isCard || problem) {
      return err({
        ...(isCard ? {} : { token: 'method.card.token-missing' }),
        ...(problem ? { document: problem } : {}),
      });
    }
    const payer = payerOf(fields, buyer, document);
    const { details: keeping, kept: consent } = savedCardConsent(input);
    const kept = { brand, last4, expiry, ...consent };
    return ok({
      payer,
      details: {
        cardToken: token,
        sealedFor,
        brand,
        last4,
        expiry,
        ...authenticationDetails(fields['authentication']),
        ...keeping,
      },
      kept,
      singleUseValue: token,
      ...(sealedFor === '' ? {} : { sealed: { for: sealedFor, again: { token: 'method.card.type-again' } } }),
    });
  },
  expiresAt: (now) => new Date(now.getTime() + lifeMs),
  graceSeconds: 60,
};
