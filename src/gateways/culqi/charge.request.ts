import type { ChargeRequest, Payer } from '#src/domain/payments/index.ts';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import { type Money } from '#src/kernel/money/money.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { addressLength, descriptionLength, nameLength } from './unverified.ts';

/** Parameters of a charge, for the first call and for the repeated one after the bank's authentication. */
export interface ChargeParts {
  readonly attemptId: string;
  readonly amount: Money;
  readonly sourceId: string;
  readonly isLater: boolean;
  readonly installments: number;
  readonly payer: Pick<Payer, 'name' | 'email' | 'phone' | 'address'>;
  readonly notificationUrl: string | null;
  readonly description: string;
  /** MM/AA of a card that its holder agreed to keep with this charge. */
  readonly keeps?: string;
  /** A merchant-initiated charge, under an earlier agreement with the holder. */
  readonly isRecurrent?: boolean;
  /** Result of the bank's authentication: `eci`, `xid`, `cavv`, `protocolVersion`, `directoryServerTransactionId`. */
  readonly authentication?: JsonObject;
}

/** The body of `POST /charges`. `metadata` is the shop's own; charges are found again by it. */
export function chargeBody(parts: ChargeParts): JsonObject {
  const { amount, payer, installments, authentication, notificationUrl } = parts;
  return {
    amount: unitsToJson(amount.amount),
    currency_code: amount.currency,
    email: payer.email,
    source_id: parts.sourceId,
    capture: !parts.isLater,
    description: parts.description.slice(0, descriptionLength),
    // Absent means one payment; Culqi counts only real cuotas.
    ...(installments > 1 ? { installments } : {}),
    antifraud_details: antifraudOf(payer),
    metadata: {
      ...metadataOf(parts.attemptId, notificationUrl),
      ...(parts.keeps === undefined ? {} : { keeps: parts.keeps }),
    },
    ...(authentication ? { authentication_3DS: authentication } : {}),
  };
}

/** `notify` is the address to which the sandbox posts its webhooks; Culqi itself takes the address from its panel. */
export function metadataOf(attemptId: string, notificationUrl: string | null): JsonObject {
  return { attempt_id: attemptId, ...(notificationUrl === null ? {} : { notify: notificationUrl }) };
}

/** The payer's data for fraud checks: first and last names, phone without the country's code. */
export function antifraudOf({ name, phone, address }: ChargeParts['payer']): JsonObject {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const text = (member: string): string => {
    const value = address?.[member];
    return typeof value === 'string' ? value.slice(0, addressLength) : '';
  };
  return {
    first_name: first.slice(0, nameLength),
    last_name: (rest.join(' ') || first).slice(0, nameLength),
    country_code: 'PE',
    ...(phone === undefined ? {} : { phone_number: phone.replace(/^\+51/, '') }),
    ...(text('addressLine1') === '' ? {} : { address: text('addressLine1') }),
    ...(text('city') === '' ? {} : { address_city: text('city') }),
  };
}

/** Whether the charge is merchant-initiated, under an earlier agreement with the holder. */
function isMerchants(credential: JsonValue | undefined): boolean {
  return typeof credential === 'object' && credential !== null && 'initiator' in credential
    ? credential.initiator === 'merchant'
    : false;
}

/** A charge from the rail's details and the order, with the token that was found. */
export function partsOf(charge: ChargeRequest, sourceId: string): ChargeParts {
  const { attemptId, amount, installments, payer, description, notificationUrl } = charge;
  const isLater = charge.capture === 'later';
  const isRecurrent = isMerchants(charge.details['storedCredential']);
  return { attemptId, amount, sourceId, isLater, installments, payer, description, notificationUrl, isRecurrent };
}
