import { z } from 'zod';
import { signInStaff, type StaffClient } from './staff-client.ts';

/** People of the sandbox's directory who see sales; the second two see money too. */
const people = ['ana', 'bia', 'caio', 'duda'] as const;
const seeMoney: ReadonlySet<string> = new Set(['caio', 'duda']);
/** Milliseconds from one act of a person to their next: somebody who reads nothing twice. */
const shortestPause = 2_000;
const longestPause = 4_000;

const listed = z.object({ sales: z.array(z.object({ orderId: z.string(), reference: z.string() })) });

export interface BusyStaff {
  /** Lets everybody work until `stop` is called. */
  start(): void;
  stop(): Promise<void>;
  /** Times of all acts so far, in milliseconds, by what was done. */
  readonly times: Map<string, number[]>;
  readonly errors: readonly string[];
  close(): void;
}

/** Signs people in, each in a session of their own, with their streams of changes open. */
export async function createBusyStaff(origin: string, count: number): Promise<BusyStaff> {
  const clients: StaffClient[] = [];
  const times = new Map<string, number[]>();
  const errors: string[] = [];
  const acts: (() => Promise<void>)[] = [];
  for (let number = 0; number < count; number += 1) {
    const person = people[number % people.length] ?? people[0];
    const client = await signInStaff(origin, person);
    clients.push(client);
    acts.push(actsOf(client, seeMoney.has(person), number, times));
  }
  let [isWorking, working]: [boolean, Promise<unknown>] = [false, Promise.resolve()];

  async function work(act: () => Promise<void>, number: number): Promise<void> {
    // Not all at the same moment.
    let pause = (longestPause * number) / count;
    while (isWorking) {
      await new Promise((resume) => setTimeout(resume, pause));
      if (!isWorking) return;
      try {
        await act();
      } catch (error) {
        errors.push(String(error));
      }
      pause = shortestPause + Math.random() * (longestPause - shortestPause);
    }
  }
  for (const client of clients) await client.watch();
  return {
    times,
    errors,
    start() {
      isWorking = true;
      working = Promise.all(acts.map(work));
    },
    async stop() {
      isWorking = false;
      await working;
    },
    close: () => clients.forEach((client) => client.close()),
  };
}

/** What one person does, in turn: find, list, open a sale, look at tasks, and at money where they may. */
function actsOf(
  client: StaffClient,
  isFinance: boolean,
  number: number,
  times: Map<string, number[]>,
): () => Promise<void> {
  let sale = { orderId: '', reference: '' };
  let turn = number;
  const list = async (query: string): Promise<void> => {
    const { sales } = listed.parse(await client.read(`/sales?${query}`));
    sale = sales[turn % Math.max(1, sales.length)] ?? sale;
  };
  const day = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const figures = `/figures?from=${day(30)}&to=${day(0)}`;
  const terms = (): readonly string[] => [sale.reference, 'silva maria', sale.orderId, '61234567', 'R$ 1.140,00 hoje'];
  const all: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['list', () => list('period=7')],
    ['find', () => client.post('/search', { term: terms()[turn % terms().length] ?? '' })],
    ['sale', () => (sale.orderId === '' ? list('period=1') : client.read(`/sale/${sale.orderId}`))],
    ['list', () => list('period=30&method=pix&state=open')],
    ['tasks', () => client.read('/tasks')],
    ...(isFinance ? [['money', () => client.read(figures)] as const] : []),
  ];
  return async () => {
    const [name, act] = all[turn % all.length] ?? ['none', () => Promise.resolve()];
    turn += 1;
    const began = performance.now();
    await act();
    const own = times.get(name) ?? [];
    own.push(performance.now() - began);
    times.set(name, own);
  };
}
