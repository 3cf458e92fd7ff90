import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import { moneyFromDecimal } from '#src/kernel/money/parse-money.ts';
import { buildBrCode } from '#src/rails/pix/br-code.build.ts';
import type { BrCodeParts } from '#src/rails/pix/br-code.build.ts';
import { crc16 } from '#src/rails/pix/br-code.crc.ts';
import * as limits from '#src/rails/pix/br-code.limits.ts';
import { readBrCode } from '#src/rails/pix/br-code.ts';
import { asObject, asText, optionalText } from '../input.ts';
import type { Adapter, Vector } from '../vector.types.ts';

export const pixBrCode: Adapter = {
  operations: {
    'parse+verify': (input, vector) => parsed(asText(input), vector),
    crc16: (input) => crc16(asText(input)),
    build: (input) => {
      const built = buildBrCode(partsOf(asObject(input)));
      return built.ok ? built.value : built.error;
    },
    limit: (input) => Object.entries(asObject(input)).every(([name, value]) => within(name, value, asObject(input))),
  },
};

function parsed(text: string, vector: Vector): unknown {
  const code = readBrCode(text);
  const strict = vector.entry['strict_txid_ok'];
  if (strict !== undefined && strict !== code.txidOk) throw new Error(`strict_txid_ok: expected ${String(strict)}`);
  return {
    valid: code.valid,
    crc_ok: code.crcOk,
    tlv_ok: code.tlvOk,
    strict_txid_ok: code.txidOk,
    point_of_initiation: code.pointOfInitiation,
    key: code.key,
    description: code.description,
    fss: code.fss,
    location: code.location,
    rec_location: code.recurrenceLocation,
    amount: code.amount,
    merchant_name: code.merchantName,
    merchant_city: code.merchantCity,
    postal_code: code.postalCode,
    txid: code.txid,
  };
}

function partsOf(input: JsonObject): BrCodeParts {
  const amount = optionalText(input['amount']);
  const postalCode = optionalText(input['postal_code']);
  const recurrenceLocation = optionalText(input['rec_location']);
  const common = {
    name: asText(input['name']),
    city: asText(input['city']),
    ...(amount === undefined ? {} : { amount: moneyFromDecimal(amount, 'BRL').amount }),
    ...(postalCode === undefined ? {} : { postalCode }),
    ...(recurrenceLocation === undefined ? {} : { recurrenceLocation }),
  };
  const type = asText(input['type']);
  if (type === 'static') return { ...common, type, key: asText(input['key']), ...staticParts(input) };
  if (type === 'dynamic')
    return { ...common, type, location: asText(input['location']), oneTime: input['one_time'] === true };
  if (type === 'recurrence') return { ...common, type, recurrenceLocation: asText(input['rec_location']) };
  throw new Error(`no code of type ${type}`);
}

function staticParts(input: JsonObject): { description?: string; txid?: string; fss?: string } {
  const description = optionalText(input['description']);
  const txid = optionalText(input['txid']);
  const fss = optionalText(input['fss']);
  return {
    ...(description === undefined ? {} : { description }),
    ...(txid === undefined ? {} : { txid }),
    ...(fss === undefined ? {} : { fss }),
  };
}

function within(name: string, value: JsonValue, input: JsonObject): boolean {
  const text = asText(value);
  if (name === 'merchant_name') return limits.isMerchantName(text);
  if (name === 'merchant_city') return limits.isMerchantCity(text);
  if (name === 'static_txid') return limits.isStaticTxid(text);
  if (name === 'cob_txid') return limits.isChargeTxid(text);
  if (name === 'key') return limits.isKey(text);
  if (name === 'location') return limits.isLocation(text);
  if (name === 'amount') return limits.isCodeAmount(text);
  if (name === 'description') return limits.isDescription(text, asText(input['key']));
  throw new Error(`no limit for ${name}`);
}
