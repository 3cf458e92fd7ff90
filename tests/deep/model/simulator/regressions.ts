import { decideFact } from '#src/domain/payments/attempts/decide-fact.server.ts';
import type { Rules } from './rules.ts';
import { SimulatedProduct } from './simulated-product.ts';
import { comeToRest } from './commands.ts';
import { finalViolations } from './invariants.ts';

interface Found {
  readonly what: string;
  /** How it was found; the sequence below is what was left of it when it had been made as small as it gets. */
  readonly seed: number;
  readonly path: string;
  /** What does not hold at its end. */
  readonly sequence: (rules: Rules) => string[];
  /** The decision as it was then. */
  readonly fault: Partial<Rules>;
}

function ended(shop: SimulatedProduct): string[] {
  return [...comeToRest(shop), ...finalViolations(shop)];
}

const card = { habit: 'approve', principal: 1_000n, interest: 0n } as const;
const code = { habit: 'code', principal: 1_000n, interest: 0n } as const;
const keepsReleased: Rules['decideFact'] = (attempt, ...rest) => {
  const decision = decideFact(attempt, ...rest);
  const { void_state } = decision.change;
  return void_state === null
    ? { ...decision, change: { ...decision.change, void_state: attempt.void_state } }
    : decision;
};
const forgets: Partial<Rules> = { decideRefundPartEnd: () => ({ kind: 'ended' }) };

/** What the simulator has found in the product, each as the shortest sequence that showed it. */
export const found: readonly Found[] = [
  {
    what: 'of two refunds of one amount the second was written down as the first, which was then never made',
    seed: 2,
    path: '17:14:16:19:22:22:22:18:17:17:17:14:14:14:15:16:17:8:13:13:14:14:14',
    fault: forgets,
    sequence(rules) {
      const shop = new SimulatedProduct(rules);
      shop.pay(1_000n, [card]);
      shop.letOn();
      shop.books.writeRefund('order-0', 300n);
      shop.companies.lines.push('unreachable');
      shop.books.writeRefund('order-0', 300n);
      shop.advance(1);
      return ended(shop);
    },
  },
  {
    what: 'a refund of everything was written down as that of the same amount paid twice, and only one of them went back',
    seed: 1,
    path: '577:3:11:20:17:16:15:15:15:16:16',
    fault: forgets,
    sequence(rules) {
      const shop = new SimulatedProduct(rules);
      shop.pay(1_000n, [code]);
      shop.letOn();
      shop.companies.receive('a0', 1_000n);
      shop.look(shop.books.attempt('a0'));
      shop.letOn();
      shop.books.writeRefund('order-0', 'all');
      shop.companies.receive('a0', 1_000n);
      shop.look(shop.books.attempt('a0'));
      shop.letOn();
      return ended(shop);
    },
  },
  {
    what: 'a part that was let go and ended as contradicted, and was reserved after all, stayed reserved for ever',
    seed: 20_261_121,
    path: '65698:4:4:8:11:11:14:15:20:21:19:21:19:19:19:19:22:24:13:20:21:21:22',
    fault: { decideFact: keepsReleased },
    sequence(rules) {
      const shop = new SimulatedProduct(rules);
      shop.pay(1_000n, [
        { habit: 'slow', principal: 1n, interest: 0n },
        { habit: 'approve', principal: 1n, interest: 0n },
      ]);
      shop.advance(1_900);
      shop.companies.lines.push('unreachable', 'mismatch', 'unreachable');
      shop.advance(1_900);
      shop.look(shop.books.attempt('a0'));
      shop.advance(300);
      shop.companies.decide('a0', true);
      return ended(shop);
    },
  },
];
