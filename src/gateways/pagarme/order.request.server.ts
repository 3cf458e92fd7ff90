import type { ChargeRequest } from '#src/domain/payments/index.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { descriptorLength, documentNumberLength } from './unverified.ts';

/** Letters, digits and blanks without accents: the characters of a card statement. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9 ]/g, '')
    .trim();
}

/** An order with one item and one payment; its `code` is the attempt's id, by which it is found again. */
function orderWith(charge: ChargeRequest, payment: JsonObject): JsonObject {
  const amount = unitsToJson(charge.amount.amount);
  return {
    code: charge.attemptId,
    closed: true,
    currency: charge.amount.currency,
    items: [{ amount, quantity: 1, code: charge.attemptId, description: charge.description.slice(0, 256) || 'Curso' }],
    customer: customerOf(charge),
    ...(charge.browser ? { ip: charge.browser.ip } : {}),
    payments: [{ amount, ...payment }],
  };
}

/** SDK: CreateCreditCardPaymentRequest. Throws when the details have neither a token nor a kept card. */
export function cardOrder(charge: ChargeRequest): JsonObject {
  const { cardToken, savedCardId } = charge.details;
  if (typeof cardToken !== 'string' && typeof savedCardId !== 'string')
    throw new Error('A card charge came without its token');
  const address = addressOf(charge);
  return orderWith(charge, {
    payment_method: 'credit_card',
    credit_card: {
      operation_type: charge.capture === 'later' ? 'auth_only' : 'auth_and_capture',
      installments: charge.installments,
      statement_descriptor: plain(charge.description).slice(0, descriptorLength).trim(),
      ...(typeof savedCardId === 'string' ? { card_id: savedCardId } : { card_token: cardToken ?? '' }),
      ...(address && typeof savedCardId !== 'string' ? { card: { billing_address: address } } : {}),
    },
  });
}

/** SDK: CreateBoletoPaymentRequest. The slip's own number is the attempt's serial. */
export function slipOrder(charge: ChargeRequest): JsonObject {
  const address = addressOf(charge);
  return orderWith(charge, {
    payment_method: 'boleto',
    boleto: {
      due_at: charge.expiresAt.toISOString(),
      instructions: charge.description.slice(0, 255),
      document_number: charge.serial.toString().slice(-documentNumberLength),
      ...(address ? { billing_address: address } : {}),
    },
  });
}

/** SDK: CreateCustomerRequest. */
function customerOf({ payer }: ChargeRequest): JsonObject {
  const number = payer.document?.number ?? '';
  const isCompany = number.length === 14;
  const phone = /^\+55(\d{2})(\d{8,9})$/.exec(payer.phone ?? '');
  return {
    name: payer.name.slice(0, 64),
    email: payer.email.slice(0, 64),
    type: isCompany ? 'company' : 'individual',
    ...(number === '' ? {} : { document: number, document_type: isCompany ? 'CNPJ' : 'CPF' }),
    ...(phone
      ? { phones: { mobile_phone: { country_code: '55', area_code: phone[1] ?? '', number: phone[2] ?? '' } } }
      : {}),
  };
}

/** SDK: CreateAddressRequest. `line_1` is number, street and district with commas between them. Null without a street. */
function addressOf({ payer: { address } }: ChargeRequest): JsonObject | null {
  const part = (name: string): string => {
    const value = address?.[name];
    return typeof value === 'string' ? value : '';
  };
  if (part('addressLine1') === '') return null;
  const line = [part('addressLine2'), part('addressLine1'), part('neighbourhood')].filter((one) => one !== '');
  return {
    line_1: line.join(', ').slice(0, 256),
    ...(part('addressLine3') === '' ? {} : { line_2: part('addressLine3').slice(0, 128) }),
    zip_code: part('postalCode').replaceAll(/\D/g, ''),
    city: part('city').slice(0, 64),
    state: part('state'),
    country: part('country') || 'BR',
  };
}
