import type { Decline } from '#src/domain/payments/index.ts';

const ours = {
  declined: { code: 'card-declined', reversible: true },
  stopped: { code: 'card-declined', reversible: false },
  expired: { code: 'card-expired', reversible: false },
  notPermitted: { code: 'card-not-permitted', reversible: false },
  restricted: { code: 'card-blocked', reversible: false },
  locked: { code: 'card-blocked', reversible: true },
  canceled: { code: 'card-canceled', reversible: false },
  number: { code: 'card-number-invalid', reversible: false },
  funds: { code: 'insufficient-funds', reversible: true },
  securityCode: { code: 'security-code-invalid', reversible: true },
  down: { code: 'issuer-unavailable', reversible: true },
} as const satisfies Readonly<Record<string, Omit<Decline, 'raw'>>>;

/**
 * `acquirer_return_code` as our words: four digits of the acquirer behind Pagar.me (1xxx and 2xxx the issuer refuses, 9xxx
 * nobody answered), as its public list has them. The list is not part of the SDK: unverified, as all in `unverified.ts`.
 */
const groups: readonly (readonly [Omit<Decline, 'raw'>, readonly string[]])[] = [
  [ours.declined, ['1000', '1003', '1005', '1006', '1007', '1009', '1017', '1021', '5088', '5089', '9124']],
  [ours.expired, ['1001', '2001']],
  [ours.notPermitted, ['1002', '1014', '1019', '1020', '1024', '1042', '2002', '5062', '5086']],
  [ours.restricted, ['1004', '1022', '2000', '2004', '2007', '2008', '2009']],
  [ours.stopped, ['1008', '2003', '2005', '2006']],
  [ours.number, ['1011']],
  [ours.funds, ['1016']],
  [ours.locked, ['1025']],
  [ours.securityCode, ['1045', '5025']],
  [ours.canceled, ['9103']],
  [ours.down, ['5003', '5006', '5054', '9102', '9107', '9108', '9109', '9111', '9112', '9113', '9999']],
];
const known = new Map(groups.flatMap(([decline, codes]) => codes.map((code) => [code, decline] as const)));

/** An unknown code is an ordinary refusal that may be tried again. */
export function declineOf(returnCode: string): Decline {
  return { ...(known.get(returnCode) ?? ours.declined), raw: returnCode };
}

/** Refusals of the request itself (400, 404, 412, 422): the card has to be typed again, or something is wrong with us. */
export function refusalOf(raw: string): Decline {
  const isToken = /token/.test(raw);
  return { code: isToken ? 'card-token-invalid' : 'gateway-refused', raw, reversible: isToken };
}
