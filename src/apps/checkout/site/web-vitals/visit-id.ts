import { monitoringLimits } from '#src/platform/telemetry/limits.ts';

const key = 'matricula-visit';
const life = monitoringLimits.visitMinutes * 60_000;

/** Where a visit is remembered: the session storage of a tab. */
export type VisitStore = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * The random number of this visit, 128 bits. It stands for nobody: it is made in the browser, kept in the tab's session
 * storage, and another one follows after 30 minutes in which nothing happened.
 */
export function visitId(store: VisitStore | null, now: number, makeId: () => string): string {
  const [id = '', until = ''] = (read(store) ?? '').split(' ');
  const current = /^[\w-]{22}$/.test(id) && Number(until) > now ? id : makeId();
  try {
    store?.setItem(key, `${current} ${now + life}`);
  } catch {
    // Full or forbidden: every page is then a visit of its own.
  }
  return current;
}

function read(store: VisitStore | null): string | null {
  try {
    return store?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 22);
}
