import type { JsonObject } from '#src/kernel/json/json.ts';

/** Whether a bank's question is to be answered in a frame of ours; anything else leads to a page of the provider's. */
export function isChallenge(nextAction: JsonObject | null): boolean {
  return nextAction !== null && nextAction['kind'] !== 'redirect';
}

/** The provider's page that the buyer is redirected to; null where there is none. */
export function redirectUrlOf(nextAction: JsonObject | null): string | null {
  if (nextAction?.['kind'] !== 'redirect') return null;
  const { url } = nextAction;
  return typeof url === 'string' && /^https?:\/\//.test(url) ? url : null;
}
