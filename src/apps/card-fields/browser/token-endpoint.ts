import type { TokenEndpoint } from '#src/kernel/crypto/card-tokenization.ts';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';

/** A card for a gateway with a token endpoint. */
export interface PlainCard {
  readonly number: string;
  readonly holder: string;
  /** 1 to 12. */
  readonly expiryMonth: number;
  /** Four digits. */
  readonly expiryYear: number;
  readonly securityCode: string;
  readonly email: string;
}

/** `refused`: the gateway rejected the card. `unavailable`: no answer, or an unexpected one. */
export type TokenResult =
  | { readonly token: string; readonly authentication?: string }
  | { readonly problem: 'refused' | 'unavailable' };

const giveUpMs = 8_000;

/** Replaces the placeholders in the gateway's request body by the card's values. */
export function filled(body: JsonObject, card: PlainCard): JsonObject {
  const values: Readonly<Record<string, string>> = {
    '{number}': card.number,
    '{holder}': card.holder,
    '{month}': String(card.expiryMonth).padStart(2, '0'),
    '{year}': String(card.expiryYear),
    '{code}': card.securityCode,
    '{email}': card.email,
  };
  const fill = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return values[value] ?? value;
    if (Array.isArray(value)) return value.map(fill);
    return typeof value === 'object' && value !== null ? filled(value as JsonObject, card) : value;
  };
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, fill(value)]));
}

/**
 * Sends the card from this page directly to the gateway and returns its token. Sends neither cookies nor a referrer. `ask` is
 * `fetch`, a parameter for tests.
 */
export async function fetchToken(card: PlainCard, endpoint: TokenEndpoint, ask: typeof fetch): Promise<TokenResult> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), giveUpMs);
  try {
    const answer = await ask(endpoint.url, {
      method: 'POST',
      headers: { ...endpoint.headers, 'content-type': 'application/json' },
      body: JSON.stringify(filled(endpoint.body, card)),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      cache: 'no-store',
      signal: late.signal,
    });
    const json: unknown = await answer.json();
    const token: unknown =
      answer.ok && typeof json === 'object' && json !== null
        ? Object.getOwnPropertyDescriptor(json, endpoint.tokenMember)?.value
        : null;
    if (typeof token === 'string' && token !== '') return { token };
    // A wrong key or a rate limit is not a problem of the card.
    const isAboutCard = [400, 402, 422].includes(answer.status);
    return { problem: isAboutCard ? 'refused' : 'unavailable' };
  } catch {
    return { problem: 'unavailable' };
  } finally {
    clearTimeout(timer);
  }
}
