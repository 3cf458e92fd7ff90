import { isIP } from 'node:net';
import type { EnvValues } from './env-values.server.ts';

const maxProxies = 20;

/**
 * `TRUSTED_PROXIES`: addresses or networks of our own proxies, with commas between them. Only what comes from these may say
 * whose request it passes on (`X-Forwarded-For`, read from its end: what a buyer writes there counts for nothing).
 */
export function readTrustedProxies(values: EnvValues): readonly string[] {
  const text = values.text('TRUSTED_PROXIES');
  if (text === null) return [];
  const proxies = text.split(',').map((one) => one.trim());
  if (proxies.length > maxProxies || !proxies.every(isNetwork)) {
    values.refuse(
      'TRUSTED_PROXIES',
      `1 to ${maxProxies} addresses or networks such as 10.0.0.0/8, with commas between them`,
    );
    return [];
  }
  return proxies;
}

/** An address, or one with the count of its first bits; a network of everybody is none. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  const least = family === 4 ? 8 : 16;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= least && Number(bits) <= (family === 4 ? 32 : 128);
}
