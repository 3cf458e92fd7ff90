import { createHmac, randomBytes } from 'node:crypto';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import type { Wallet } from './culqi.types.ts';

/** Lifetime of a code of the app. */
export const codeSeconds = 120;

/** The app shows the next code when the current one has less than this left, so that it can still be typed. */
const typeSeconds = 15;

/** Phones that pay with any code, as Culqi's own test environment has one. */
export const openPhone = '900000001';

export interface Wallets {
  /** The code that the app shows now, and until when. */
  code(phone: string): { readonly code: string; readonly until: Date };
  /** Culqi's code for why a phone and its code are refused; null: they were accepted, and the code is used now. */
  take(phone: string, code: string): string | null;
  trouble(phone: string): Wallet['trouble'];
  setFault(wallet: Wallet): void;
}

/** The Yape apps: one per phone that was used. */
export function createWallets(context: SandboxContext): Wallets {
  const store = context.store<Wallet>('culqi-wallets', { idOf: ({ phone }) => phone });
  const seeds = context.store<{ readonly id: string; readonly seed: string }>('culqi-seed', { idOf: ({ id }) => id });
  const seed = seeds.get('seed')?.seed ?? randomBytes(16).toString('hex');
  if (!seeds.get('seed')) seeds.put({ id: 'seed', seed });

  const used = new Set<string>();
  const stepAt = (seconds: number): number => Math.floor(seconds / codeSeconds);
  const now = (): number => context.clock.now().getTime() / 1000;
  const shown = (): number => stepAt(now() + typeSeconds);
  function codeAt(phone: string, at: number): string {
    const mac = createHmac('sha256', seed).update(`${phone}.${at}`).digest();
    return String(mac.readUInt32BE(0) % 1_000_000).padStart(6, '0');
  }
  return {
    code(phone) {
      // A code that is shown can be used again: for tests that pay more often than every two minutes.
      const step = shown();
      used.delete(`${phone}.${step}`);
      return { code: codeAt(phone, step), until: new Date((step + 1) * codeSeconds * 1000) };
    },
    take(phone, code) {
      if (!/^9\d{8}$/.test(phone)) return 'phone_not_enrolled';
      if (phone === openPhone) return null;
      const good = [stepAt(now()), shown()].find((step) => code === codeAt(phone, step));
      if (good === undefined && code === codeAt(phone, stepAt(now()) - 1)) return 'expired_otp';
      if (good === undefined || used.has(`${phone}.${good}`)) return 'invalid_otp';
      // A journal is not needed: after a crash the token that was made is still charged once only.
      used.add(`${phone}.${good}`);
      return null;
    },
    trouble: (phone) => store.get(phone)?.trouble ?? 'none',
    setFault: (wallet) => store.put(wallet),
  };
}
