import { randomUUID } from 'node:crypto';
import type { Clock } from '#src/kernel/time/clock.ts';

/**
 * Access tokens of the client credentials grant (RFC 6749, 4.4). In memory only: after a restart clients request new
 * ones.
 */
export interface AccessTokens {
  issue(clientId: string, scopes: readonly string[]): { readonly token: string; readonly expiresIn: number };
  /** The client of a valid token. */
  holder(token: string): { readonly clientId: string; readonly scopes: ReadonlySet<string> } | undefined;
}

const lifeSeconds = 3_600;

export const allScopes = [
  'cob.read',
  'cob.write',
  'cobv.read',
  'cobv.write',
  'pix.read',
  'pix.write',
  'rec.read',
  'rec.write',
  'cobr.read',
  'cobr.write',
  'payloadlocationrec.read',
  'payloadlocationrec.write',
  'webhookrec.read',
  'webhookrec.write',
  'webhookcobr.read',
  'webhookcobr.write',
  'webhook.read',
  'webhook.write',
] as const;
export type Scope = (typeof allScopes)[number];

export function createAccessTokens(clock: Clock): AccessTokens {
  const tokens = new Map<string, { clientId: string; scopes: ReadonlySet<string>; until: number }>();
  return {
    issue(clientId, scopes) {
      const token = `${randomUUID()}${randomUUID()}`.replaceAll('-', '');
      tokens.set(token, { clientId, scopes: new Set(scopes), until: clock.now().getTime() + lifeSeconds * 1000 });
      return { token, expiresIn: lifeSeconds };
    },
    holder(token) {
      const held = tokens.get(token);
      if (held && held.until <= clock.now().getTime()) tokens.delete(token);
      return tokens.get(token);
    },
  };
}
