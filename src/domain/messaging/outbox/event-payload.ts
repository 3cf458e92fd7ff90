import type { JsonObject } from '#src/kernel/json/json.ts';

/** What stands in an event whose payload could not be written: whoever delivers it reads the order instead. */
const unreadable = '{"unreadable":true}';

/**
 * An event's payload as the database takes it, whatever it holds: an event is written in the transaction of the payment
 * that caused it, and must never be the reason why a payment is not written. PostgreSQL's jsonb refuses the character
 * U+0000 and halves of surrogate pairs; those are replaced by U+FFFD. What is no JSON at all becomes
 * `{"unreadable": true}`.
 */
export function eventPayload(payload: JsonObject): string {
  try {
    const text = JSON.stringify(payload, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    return typeof text === 'string' ? text.replaceAll(escapedUnfit, replaceUnfit) : unreadable;
  } catch {
    return unreadable;
  }
}

/** Escapes in JSON text: pairs of backslashes are skipped, so that `\\u0000` (text about an escape) stays. */
const escapedUnfit = /\\\\|\\u(?:0000|d[89ab][0-9a-f]{2}|d[c-f][0-9a-f]{2})/gi;

/** `JSON.stringify` writes a lone surrogate as an escape, and whole pairs as themselves. */
function replaceUnfit(found: string): string {
  return found === '\\\\' ? found : '\\ufffd';
}
