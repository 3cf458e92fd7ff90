import type { TokenEndpoint } from '#src/kernel/crypto/card-tokenization.ts';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';

/** A card as it goes to a gateway that makes tokens itself. */
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

/** `refused`: the gateway looked at the card and wants it not. `unavailable`: it did not answer, or not in its words. */
export type TokenResult =
  | { readonly token: string; readonly authentication?: string }
  | { readonly problem: 'refused' | 'unavailable' };

const giveUpMs = 8_000;

/** Puts the card into the places that the gateway's body names; everything else stays as it is. */
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
 * Sends the card from this page straight to the gateway and takes the token that it gives for it. No cookie and no
 * address of a page goes with it. `ask` is `fetch`, given so that a test can.
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
    // A wrong key or too many calls say nothing of the card.
    const isAboutCard = [400, 402, 422].includes(answer.status);
    return { problem: isAboutCard ? 'refused' : 'unavailable' };
  } catch {
    return { problem: 'unavailable' };
  } finally {
    clearTimeout(timer);
  }
}
