import type { SettingsSource } from '#src/kernel/env/secret-values.server.ts';

/** The contract with the carrier of text messages: `SMS_URL`, `SMS_USER`, `SMS_SECRET`. */
export interface SmsEnv {
  readonly url: string;
  readonly user: string;
  readonly secret: string;
}

/** Reads the contract, which every installation has. */
export function readSettings({ secrets }: SettingsSource): SmsEnv {
  return {
    url: secrets.url('SMS_URL', 'sms'),
    user: secrets.name('SMS_USER'),
    secret: secrets.secret('SMS_SECRET', 8),
  };
}
