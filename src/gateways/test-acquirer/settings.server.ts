import type { AppEnvironment } from '#src/kernel/env/app-environment.server.ts';
import type { EnvValues } from '#src/kernel/env/env-values.server.ts';
import type { SettingsSource } from '#src/kernel/env/secret-values.server.ts';

/** The contract with the card acquirer: `ACQUIRER_URL`, `…_MERCHANT`, `…_SECRET`, `…_NOTIFICATION_SECRET`, `…_KEY_PINS`. */
export interface AcquirerEnv {
  readonly url: string;
  readonly merchant: string;
  readonly secret: string;
  readonly notificationSecret: string;
  /** Thumbprints of its keys that cards may be encrypted with; null: any of its keys. */
  readonly keyPins: readonly string[] | null;
}

/** Reads the contract, which every installation has. */
export function readSettings({ values, secrets, appEnv }: SettingsSource): AcquirerEnv {
  return {
    url: secrets.url('ACQUIRER_URL', 'acquirer'),
    merchant: secrets.name('ACQUIRER_MERCHANT'),
    secret: secrets.secret('ACQUIRER_SECRET', 8),
    notificationSecret: secrets.secret('ACQUIRER_NOTIFICATION_SECRET', 24),
    keyPins: readKeyPins(values, appEnv),
  };
}

/** A SHA-256 as base64url without padding: 43 characters, the last of which carries four bits only. */
const thumbprint = /^[\w-]{42}[AEIMQUYcgkosw048]$/;
const maxPins = 10;

/**
 * `ACQUIRER_KEY_PINS`: the acquirer's public keys that the card page may encrypt with, by their thumbprints (SHA-256,
 * RFC 7638) with commas between them. Required in production, where a swapped key set would otherwise be believed; null
 * elsewhere when unset: any key of the set is accepted.
 */
function readKeyPins(values: EnvValues, appEnv: AppEnvironment): readonly string[] | null {
  const text = values.text('ACQUIRER_KEY_PINS');
  if (text === null && appEnv !== 'production') return null;
  const pins = (text ?? '').split(',').map((pin) => pin.trim());
  if (pins.length > maxPins || !pins.every((pin) => thumbprint.test(pin))) {
    values.refuse(
      'ACQUIRER_KEY_PINS',
      `1 to ${maxPins} SHA-256 thumbprints of keys (RFC 7638, base64url, 43 characters each) with commas between them`,
    );
    return null;
  }
  return pins;
}
