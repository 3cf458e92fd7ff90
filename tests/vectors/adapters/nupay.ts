import { isAuthorised, outcomeOf } from '#sandbox/companies/nupay/sandbox-outcomes.ts';
import { fromReais } from '#src/gateways/nupay/amounts.ts';
import { readMessage } from '#src/gateways/nupay/nupay-message.server.ts';
import { isPaymentStatus, mayCancel, stateOf } from '#src/gateways/nupay/payment-statuses.ts';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import { asObject, asText } from '../input.ts';
import type { Adapter, Vector } from '../vector.types.ts';

/** Our states, in the file's words. */
const words: Readonly<Record<string, string>> = {
  'awaiting-buyer': 'pending',
  processing: 'processing',
  captured: 'approved',
  voided: 'cancelled',
  failed: 'failed',
};

export const nupay: Adapter = {
  operations: {
    sandbox_2fa_amount: (input) => outcome(asObject(input)),
    sandbox_tokenized_cpf: (input) => (isAuthorised(asText(input)) ? 'authorises' : 'rejects'),
    status_map: (input) => statusOf(asText(input)),
    behaviour: (input, vector) => behave(asObject(input), vector),
  },
};

function outcome({ amount }: JsonObject): string {
  const minor = fromReais(Number(asText(amount)));
  const { status, funding, reason } = outcomeOf(Number(minor));
  return reason === undefined ? `${status} (${funding ?? ''})` : `${status} / ${reason}`;
}

function statusOf(word: string): unknown {
  return isPaymentStatus(word) ? words[stateOf(word, undefined)] : null;
}

/** A message names what to ask for and nothing that could be believed; what is paid is not cancelled. */
function behave(input: JsonObject, vector: Vector): JsonValue {
  const { expect } = vector;
  if (input['op'] === 'cancel') {
    const word = asText(input['status']);
    return isPaymentStatus(word) && !mayCancel(stateOf(word, undefined)) ? 'refuse: use refund' : 'cancel';
  }
  const body = Buffer.from(JSON.stringify(input));
  const read = readMessage({ headers: {}, body, receivedAt: new Date(0) }, []);
  if (read.kind !== 'hints' || read.hints.length !== 1) return null;
  const [hint = null] = read.hints;
  const isMere =
    hint !== null && Object.keys(hint).every((name) => ['eventId', 'reference', 'attemptId'].includes(name));
  return isMere && hint.reference === input['pspReferenceId'] ? expect : null;
}
