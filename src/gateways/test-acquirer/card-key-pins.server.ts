import type { AppEnvironment } from '../../kernel/env/app-environment.server.ts';
import type { EnvValues } from '../../kernel/env/env-values.server.ts';

/** A SHA-256 as base64url without padding: 43 characters, the last of which carries four bits only. */
const thumbprint = /^[\w-]{42}[AEIMQUYcgkosw048]$/;
const maxPins = 10;

/**
 * `ACQUIRER_KEY_PINS`: which of the acquirer's public keys the card page may encrypt with, by their thumbprints (SHA-256,
 * RFC 7638) with commas between them. Required in production, where a key set that somebody has swapped would otherwise
 * be believed; null elsewhere when unset: any key of the set will do.
 */
export function readCardKeyPins(values: EnvValues, appEnv: AppEnvironment): readonly string[] | null {
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
