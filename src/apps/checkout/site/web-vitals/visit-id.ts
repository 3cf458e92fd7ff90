import { monitoringLimits } from '#src/platform/telemetry/limits.ts';

const key = 'matricula-visit';
const life = monitoringLimits.visitMinutes * 60_000;

/** Storage of the visit: the tab's session storage. */
export type VisitStore = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * The random id of this visit, 128 bits. It identifies no person: it is created in the browser, stored in the tab's session
 * storage, and replaced after 30 minutes without activity.
 */
export function visitId(store: VisitStore | null, now: number, makeId: () => string): string {
  const [id = '', until = ''] = (read(store) ?? '').split(' ');
  const current = /^[\w-]{22}$/.test(id) && Number(until) > now ? id : makeId();
  try {
    store?.setItem(key, `${current} ${now + life}`);
  } catch {
    // Storage is full or forbidden: every page is then a visit of its own.
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
