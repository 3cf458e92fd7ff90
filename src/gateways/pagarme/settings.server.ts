import type { SettingsSource } from '#src/kernel/env/secret-values.server.ts';

/** The contract with Pagar.me (API v5). */
export interface PagarmeEnv {
  /** Base address of the API, e.g. `https://api.pagar.me/core/v5`. */
  readonly url: string;
  /** Keys of the account: the secret one charges, the public one only makes tokens of cards, in the browser. */
  readonly secretKey: string;
  readonly publicKey: string;
  /** User and password of its webhooks, as set in its panel; two passwords with a comma between them during a change. */
  readonly notificationUser: string;
  readonly notificationSecret: string;
}

const pagarmeVariables = [
  'PAGARME_URL',
  'PAGARME_SECRET_KEY',
  'PAGARME_PUBLIC_KEY',
  'PAGARME_NOTIFICATION_USER',
  'PAGARME_NOTIFICATION_SECRET',
];

/** Null where there is no contract; an incomplete one stops the start. */
export function readSettings({ secrets }: SettingsSource): PagarmeEnv | null {
  if (!secrets.hasContract(pagarmeVariables)) return null;
  return {
    url: secrets.url('PAGARME_URL', 'pagarme/core/v5').replace(/\/+$/, ''),
    secretKey: secrets.secret('PAGARME_SECRET_KEY', 8),
    publicKey: secrets.name('PAGARME_PUBLIC_KEY'),
    notificationUser: secrets.name('PAGARME_NOTIFICATION_USER'),
    notificationSecret: secrets.secret('PAGARME_NOTIFICATION_SECRET', 16),
  };
}
