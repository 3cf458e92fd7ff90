import type { Adapter, Payload } from 'oidc-provider';
import type { JournalStore } from '../runtime/journal-store.server.ts';

/** A stored model of the directory: a session, a grant, a token. */
export interface DirectoryRecord {
  /** `<model>:<id>`. */
  readonly key: string;
  /** Null: it was deleted. */
  readonly payload: Payload | null;
  /** Seconds since 1970; null: it does not end. */
  readonly expiresAt: number | null;
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

export const isAlive = ({ payload, expiresAt }: DirectoryRecord): boolean =>
  payload !== null && (expiresAt === null || expiresAt > nowSeconds());

/**
 * The directory's sessions and tokens in a journal, so that a restart of the sandbox signs nobody out. Its time is the
 * machine's: the library reads no other clock.
 */
export function directoryAdapter(store: JournalStore<DirectoryRecord>): (model: string) => Adapter {
  const remove = (key: string): void => store.put({ key, payload: null, expiresAt: null });
  const alive = (): DirectoryRecord[] => [...store.values()].filter(isAlive);
  return (model) => {
    const keyOf = (id: string): string => `${model}:${id}`;
    const ofModel = (matches: (payload: Payload) => boolean): Payload | undefined =>
      alive().find(({ key, payload }) => payload !== null && key.startsWith(`${model}:`) && matches(payload))
        ?.payload ?? undefined;
    return {
      async upsert(id, payload, expiresIn) {
        const expiresAt = expiresIn === undefined ? null : nowSeconds() + expiresIn;
        store.put({ key: keyOf(id), payload, expiresAt });
      },
      async find(id) {
        const found = store.get(keyOf(id));
        return found && isAlive(found) ? (found.payload ?? undefined) : undefined;
      },
      findByUid: async (uid) => ofModel((payload) => payload.uid === uid),
      findByUserCode: async (code) => ofModel((payload) => payload['userCode'] === code),
      async consume(id) {
        const found = store.get(keyOf(id));
        if (found?.payload) store.put({ ...found, payload: { ...found.payload, consumed: nowSeconds() } });
      },
      destroy: async (id) => remove(keyOf(id)),
      async revokeByGrantId(grantId) {
        for (const { key, payload } of alive()) if (payload?.grantId === grantId) remove(key);
      },
    };
  };
}
