import type { Decline } from '#src/domain/payments/index.ts';
import { interpretDecline } from '#src/domain/payments/decline-policy/index.ts';

/** Codes of a decline: the acquirer's four digits, and the scheme's own code where Pagar.me passes it on. */
export interface CardRefusal {
  readonly brand: string;
  /** `acquirer_return_code`. */
  readonly returnCode: string;
  /** `retry_info.brand_failure_return_code`. */
  readonly schemeCode?: string;
}

/**
 * `acquirer_return_code` as the schemes' code. The four digits are those of ISO 8583 (1xxx and 2xxx the bank refuses, 9xxx
 * nobody answered), as the acquirer's public list has them; it is no part of the SDK and unverified, as all in
 * `unverified.ts`.
 */
const schemeCodes: Readonly<Record<string, string | undefined>> = {
  '1000': '05',
  '1001': '54',
  '1002': '59',
  '1005': '05',
  '1007': '05',
  '1011': '14',
  '1016': '51',
  '1017': '55',
  '1019': '57',
  '1025': '78',
  '2001': '54',
  '2002': '59',
  '2008': '41',
  '2009': '43',
  '9103': '46',
  '9107': '91',
  '9109': '96',
  '9111': '91',
  '9112': '91',
  '9999': '96',
};

/** The acquirer's own declines, before a bank was asked. */
const own: Readonly<Record<string, Omit<Decline, 'raw'> | undefined>> = {
  '1004': { code: 'card-blocked', reversible: false },
  '1045': { code: 'security-code-invalid', reversible: true },
  '2000': { code: 'card-blocked', reversible: false },
  '2004': { code: 'card-blocked', reversible: false },
  '5003': { code: 'issuer-unavailable', reversible: true },
  '5006': { code: 'issuer-unavailable', reversible: true },
  '5025': { code: 'security-code-invalid', reversible: true },
};

/** The bank's decline as our code: by the scheme's code where there is one, else by the acquirer's own. */
export function declineFrom({ brand, returnCode, schemeCode }: CardRefusal): Decline {
  return interpretDecline({ brand, returnCode: schemeCode ?? schemeCodes[returnCode] ?? returnCode }, own[returnCode]);
}

/** Refusals of the request itself (400, 404, 412, 422): the card has to be typed again, or our request is wrong. */
export function refusalOf(raw: string): Decline {
  if (/card_id/.test(raw)) return { code: 'card-not-again', raw, reversible: false };
  const isToken = /token/.test(raw);
  return { code: isToken ? 'card-token-invalid' : 'gateway-refused', raw, reversible: isToken };
}

const brands: Readonly<Record<string, string | undefined>> = {
  amex: 'american_express',
  'american express': 'american_express',
  'diners club': 'diners',
};

/** Pagar.me's names of schemes (`Visa`, `Amex`) as ours. */
export function brandOf(name: string): string {
  const plain = name.trim().toLowerCase();
  return brands[plain] ?? plain.replaceAll(' ', '_');
}
