import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { type OpenTransaction, transactionsOpen } from '#src/kernel/db/transaction.server.ts';

const inside = new AsyncLocalStorage<OpenTransaction>();
transactionsOpen.bindStore(inside);

/** Somebody holds a connection and asks for another: once as many do as the pool has, all of them wait for each other. */
class SecondConnection extends Error {
  constructor() {
    super('A transaction asked the pool for another connection: hand it `trx`, or ask before it begins');
  }
}

/** A pool that gives nobody a second connection, and remembers who asked: what is thrown may be caught on its way. */
export function refuseNestedConnections(pool: pg.Pool): { readonly pool: pg.Pool; check(): void } {
  const asked: SecondConnection[] = [];
  const watched = new Proxy(pool, {
    get(target, key) {
      if (key === 'connect' && inside.getStore()?.isOpen) {
        const error = new SecondConnection();
        asked.push(error);
        throw error;
      }
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    pool: watched,
    check() {
      if (asked[0]) throw asked[0];
    },
  };
}
