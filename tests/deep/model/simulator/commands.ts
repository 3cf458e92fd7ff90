import fc from 'fast-check';
import type { FakeGatewayHabit, Line } from './fake-gateways.ts';
import type { SimAttempt, Tender } from './rows.ts';
import type { Rules } from './rules.ts';
import { finalViolations, violationsNow, neverAsked } from './invariants.ts';
import { SimulatedProduct } from './simulated-product.ts';

/** What is remembered beside the shop: how every attempt stood at the last look. */
export interface Seen {
  states: ReadonlyMap<string, string>;
}

export class Broken extends Error {}

type Act = (shop: SimulatedProduct) => void;

/** One thing that somebody does. The promises are looked at after it. */
class Step implements fc.Command<Seen, SimulatedProduct> {
  readonly #name: string;
  readonly #act: Act;

  constructor(name: string, act: Act) {
    this.#name = name;
    this.#act = act;
  }

  check(): boolean {
    return true;
  }

  run(seen: Seen, shop: SimulatedProduct): void {
    this.#act(shop);
    const broken = violationsNow(shop, seen.states);
    seen.states = new Map(shop.books.attempts.map(({ id, state }) => [id, state]));
    if (broken.length > 0) throw new Broken(broken.join('; '));
  }

  toString(): string {
    return this.#name;
  }
}

function nth(shop: SimulatedProduct, index: number): SimAttempt | undefined {
  return shop.books.attempts[index % Math.max(1, shop.books.attempts.length)];
}

const habit = fc.constantFrom<FakeGatewayHabit>('approve', 'approve', 'decline', 'ask', 'slow', 'code', 'code');
const line = fc.constantFrom<Line>('unreachable', 'lost-before', 'lost-after', 'not-found-yet', 'mismatch');
const index = fc.nat(11);
const price = fc.constantFrom(1_000n, 900n);
const tender: fc.Arbitrary<Tender> = fc.record({
  habit,
  principal: fc.constantFrom(1n, 300n, 500n, 999n),
  interest: fc.constantFrom(0n, 0n, 50n),
});

function step<T>(
  name: string,
  drawn: fc.Arbitrary<T>,
  act: (shop: SimulatedProduct, value: T) => void,
): fc.Arbitrary<Step> {
  return drawn.map((value) => new Step(`${name} ${fc.stringify(value)}`, (shop) => act(shop, value)));
}

/** Whatever buyers, companies, clocks and lines do, in any order. */
export const steps: readonly fc.Arbitrary<Step>[] = [
  step(
    'pay',
    fc.tuple(price, fc.array(tender, { minLength: 1, maxLength: 3 }), fc.boolean()),
    (shop, [total, parts, isDelivered]) => {
      if (shop.pay(total, parts) && isDelivered) shop.letOn();
    },
  ),
  step('pay one', fc.tuple(price, tender, fc.boolean()), (shop, [total, one, isDelivered]) => {
    if (shop.pay(total, [one]) && isDelivered) shop.letOn();
  }),
  step('answer comes', index, (shop, at) => {
    if (shop.underWay.length > 0) shop.letOn(at % shop.underWay.length);
  }),
  step('processes die', fc.constant(null), (shop) => void shop.underWay.splice(0)),
  step(
    'line',
    fc.array(line, { minLength: 1, maxLength: 4 }),
    (shop, lines) => void shop.companies.lines.push(...lines),
  ),
  step('buyer pays', fc.tuple(index, fc.constantFrom('all', 'less', 'more', 'all')), (shop, [at, much]) => {
    const one = nth(shop, at);
    if (one?.gateway !== 'codes') return;
    shop.companies.receive(
      one.id,
      much === 'all' ? one.amount : much === 'more' ? one.amount + 7n : (one.amount + 1n) / 2n,
    );
  }),
  step('bank decides', fc.tuple(index, fc.boolean()), (shop, [at, good]) => {
    const one = nth(shop, at);
    if (one && one.gateway === 'cards') shop.companies.decide(one.id, good);
  }),
  step('look', fc.tuple(index, fc.boolean()), (shop, [at, isDelivered]) => {
    const one = nth(shop, at);
    if (!one || one.sealed_request !== null) return;
    shop.look(one);
    if (isDelivered) shop.letOn();
  }),
  step('time goes on', fc.constantFrom(1, 5, 20, 61, 300, 901, 1_900, 90_000), (shop, seconds) =>
    shop.advance(seconds),
  ),
  step('refund', fc.tuple(index, fc.constantFrom<bigint | 'all'>('all', 1n, 300n, 999n)), (shop, [at, amount]) => {
    const order = shop.books.orders[at % Math.max(1, shop.books.orders.length)];
    if (order) shop.books.writeRefund(order.id, amount);
  }),
  step('money goes back', fc.tuple(index, fc.boolean()), (shop, [at, isDispute]) => {
    const one = nth(shop, at);
    if (one) shop.companies.coolOff(one.id, shop.companies.sums(one.id).net, isDispute ? 'chargeback' : 'refund');
  }),
];

/** All lines are good and all time goes by; then everything must be as it was promised. */
export function comeToRest(shop: SimulatedProduct): string[] {
  shop.companies.lines.splice(0);
  shop.underWay.splice(0);
  for (let round = 0; round < 4; round += 1) {
    for (const one of shop.books.attempts) if (one.habit === 'slow') shop.companies.decide(one.id, false);
    shop.advance(7_200, 12);
  }
  shop.advance(86_400, 4);
  const unasked = neverAsked(shop);
  for (const one of shop.books.attempts) {
    if (one.sealed_request !== null) continue;
    shop.look(one);
    shop.letOn();
  }
  shop.advance(7_200, 12);
  return unasked;
}

/** Plays one sequence to its end; throws a `Broken` with what does not hold. */
export function play(rules: Rules, commands: Iterable<fc.Command<Seen, SimulatedProduct>>): void {
  const seen: Seen = { states: new Map() };
  const shop = new SimulatedProduct(rules);
  fc.modelRun(() => ({ model: seen, real: shop }), commands);
  const broken = [...comeToRest(shop), ...violationsNow(shop, seen.states), ...finalViolations(shop)];
  if (broken.length > 0) throw new Broken(broken.join('; '));
}

export interface Run {
  readonly sequences: number;
  readonly seed: number;
  readonly path?: string;
  /** Where a failure was made smaller before: `replayPath` of the report. */
  readonly replayPath?: string;
}

/** Plays many sequences. Null when all promises held, else the report with its seed and path. */
export function simulate(rules: Rules, { sequences, seed, path, replayPath }: Run): string | null {
  const drawn = fc.commands([...steps], {
    maxCommands: 24,
    size: 'max',
    ...(replayPath === undefined ? {} : { replayPath }),
  });
  const details = fc.check(
    fc.property(drawn, (commands) => play(rules, commands)),
    { numRuns: sequences, seed, ...(path === undefined ? {} : { path }) },
  );
  if (!details.failed) return null;
  const why = details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance);
  return `${fc.defaultReportMessage(details) ?? 'failed'}\n${why}`;
}
