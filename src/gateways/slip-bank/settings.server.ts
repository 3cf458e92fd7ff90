import type { SettingsSource } from '#src/kernel/env/secret-values.server.ts';

/** The contract with the bank that registers slips: `SLIP_URL`, `SLIP_USER`, `SLIP_SECRET`, `SLIP_NOTIFICATION_SECRET`. */
export interface SlipEnv {
  readonly url: string;
  readonly user: string;
  readonly secret: string;
  readonly notificationSecret: string;
}

/** Reads the contract, which every installation has. */
export function readSettings({ secrets }: SettingsSource): SlipEnv {
  return {
    url: secrets.url('SLIP_URL', 'slip-bank'),
    user: secrets.name('SLIP_USER'),
    secret: secrets.secret('SLIP_SECRET', 8),
    notificationSecret: secrets.secret('SLIP_NOTIFICATION_SECRET', 24),
  };
}
