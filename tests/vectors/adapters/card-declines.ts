import {
  interpretDecline,
  declineRowsOf,
  schemeRetryDecision,
  type DeclinedCardAttempt,
} from '#src/domain/payments/decline-policy/index.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import { asNumber, asObject, asText, optionalText } from '../input.ts';
import type { Adapter } from '../vector.types.ts';

const now = new Date('2026-11-20T15:00:00Z');
const hourMs = 3_600_000;
const amount = 114_000n;

/** As many refused tries as the case speaks of, before `now` and as far apart as its window asks. */
function historyOf(input: JsonObject): DeclinedCardAttempt[] {
  const { attempt, retries_24h: inDay, retries_month: inMonth, days_since_first: days } = input;
  const tries = inDay ?? inMonth ?? (attempt === undefined ? 1 : asNumber(attempt) - 1);
  const adviceCode = optionalText(input['mac']);
  const refused = {
    returnCode: optionalText(input['code']) ?? '05',
    ...(adviceCode === undefined ? {} : { adviceCode }),
    amount,
    currency: 'BRL',
    installments: 1,
  };
  const since = days === undefined ? 0 : asNumber(days) * 24;
  return Array.from({ length: asNumber(tries) }, (_, index) => ({
    ...refused,
    at: new Date(now.getTime() - (index === 0 ? since * hourMs : index * 60_000)),
  }));
}

export const cardDeclines: Adapter = {
  operations: {
    abecs_class: (input) => {
      const { brand, code, reason } = asObject(input);
      const rows = declineRowsOf(asText(brand), asText(code));
      const row = rows.find((candidate) => candidate.reason === asText(reason));
      // Where the norm knows one class only, so does the product's own answer.
      const { reversible } = interpretDecline({ brand: asText(brand), returnCode: asText(code) });
      const isOne = rows.every(({ retry }) => retry === rows[0]?.retry);
      const retry = isOne ? (reversible ? 'reversible' : 'irreversible') : row?.retry;
      return { retry, pos_message: row?.posMessage };
    },
    retry_rule: (input) => {
      const object = asObject(input);
      const history = historyOf(object);
      const next = { brand: asText(object['brand']), amount, currency: 'BRL', installments: 1 };
      const verdict = schemeRetryDecision(history, next, now);
      const subscription = verdict.subscription === undefined ? {} : { subscription: verdict.subscription };
      if (verdict.allowed || verdict.notBefore === undefined) return { allowed: verdict.allowed, ...subscription };
      const refusedAt = Math.max(...history.map(({ at }) => at.getTime()));
      const later = schemeRetryDecision(history, next, verdict.notBefore);
      return {
        allowed: later.allowed,
        not_before_hours: (verdict.notBefore.getTime() - refusedAt) / hourMs,
        ...subscription,
      };
    },
  },
};
