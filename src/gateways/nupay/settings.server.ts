import type { SettingsSource } from '#src/kernel/env/secret-values.server.ts';

/** The contract with NuPay for Business: `NUPAY_URL`, `NUPAY_MERCHANT_KEY`, `NUPAY_MERCHANT_TOKEN`, `NUPAY_SIGNING_KEYS`. */
export interface NuPayEnv {
  readonly url: string;
  readonly merchantKey: string;
  readonly merchantToken: string;
  /** Public keys (Ed25519, base64) of its webhooks, the newest first; empty where unsigned ones are accepted as hints. */
  readonly signingKeys: readonly string[];
}

/** The public half of the key with which the sandbox's NuPay signs. */
const sandboxSigningKey = 'J0clc56pWvHLCubtsxa+GdXuwIua4/hDDJaIOAlZTqk=';

/** Null where there is no contract; an incomplete one stops the start. */
export function readSettings({ values, secrets, appEnv }: SettingsSource): NuPayEnv | null {
  if (!secrets.hasContract(['NUPAY_URL', 'NUPAY_MERCHANT_KEY', 'NUPAY_MERCHANT_TOKEN'])) return null;
  const isSandbox = appEnv === 'test' && values.text('NUPAY_URL') === null;
  const keys = values.text('NUPAY_SIGNING_KEYS') ?? (isSandbox ? sandboxSigningKey : '');
  return {
    url: secrets.url('NUPAY_URL', 'nupay').replace(/\/+$/, ''),
    merchantKey: secrets.name('NUPAY_MERCHANT_KEY'),
    merchantToken: secrets.secret('NUPAY_MERCHANT_TOKEN', 8),
    signingKeys: keys.split(',').filter((key) => key !== ''),
  };
}
