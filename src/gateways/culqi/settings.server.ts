import type { SettingsSource } from '#src/kernel/env/secret-values.server.ts';

/** The contract with Culqi (API v2), for Peru. */
export interface CulqiEnv {
  /** Base address of the API, e.g. `https://api.culqi.com/v2`. */
  readonly url: string;
  /** Base address for tokens of cards (by browsers) and of Yape's codes (by us), e.g. `https://secure.culqi.com/v2`. */
  readonly tokenUrl: string;
  /** Public key: it only makes tokens, and is sent to browsers. */
  readonly publicKey: string;
  readonly secretKey: string;
  /** Two with a comma between them during a key change, the new one first. */
  readonly notificationSecret: string;
}

const culqiVariables = [
  'CULQI_URL',
  'CULQI_TOKEN_URL',
  'CULQI_PUBLIC_KEY',
  'CULQI_SECRET_KEY',
  'CULQI_NOTIFICATION_SECRET',
];

/** Null where there is no contract; an incomplete one stops the start. */
export function readSettings({ secrets }: SettingsSource): CulqiEnv | null {
  if (!secrets.hasContract(culqiVariables)) return null;
  return {
    url: secrets.url('CULQI_URL', 'culqi/v2').replace(/\/+$/, ''),
    tokenUrl: secrets.url('CULQI_TOKEN_URL', 'culqi/v2').replace(/\/+$/, ''),
    publicKey: secrets.name('CULQI_PUBLIC_KEY'),
    secretKey: secrets.secret('CULQI_SECRET_KEY', 8),
    notificationSecret: secrets.secret('CULQI_NOTIFICATION_SECRET', 24),
  };
}
