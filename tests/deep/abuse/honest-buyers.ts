import {
  type AbuseWorld,
  beginPurchase,
  type Caller,
  type CardOutcome,
  cardToken,
  payByCard,
  solveProofOfWork,
} from './abuse-world.server.ts';
import { pollAttempt } from '#src/domain/payments/index.server.ts';

/** A generator of numbers that the same seed repeats (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Somebody who only wants to buy, with the cards that they will try one after the other. */
export interface HonestBuyer {
  readonly name: string;
  readonly ip: string;
  /** Seconds after the start. */
  readonly at: number;
  readonly cards: readonly CardOutcome[];
}

export type Ending = 'bought' | 'no-good-card' | 'paused' | 'method-paused' | 'refused';

/**
 * A town on the day of a launch: a class of 40 at one address within a minute, a school and a carrier whose many people
 * share one, families at home. One in seven mistypes or lacks funds first, a few twice.
 */
export function town(count: number, seconds: number, random: () => number): HonestBuyer[] {
  const cards = (): CardOutcome[] => {
    const luck = random();
    if (luck < 0.02) return ['bad', 'bad', 'good'];
    return luck < 0.15 ? ['bad', 'good'] : ['good'];
  };
  const people: HonestBuyer[] = [];
  const add = (ip: string, at: number): void => {
    people.push({ name: `pessoa.${people.length}@exemplo.com.br`, ip, at, cards: cards() });
  };
  const inClass = Math.min(40, Math.ceil(count / 5));
  for (let one = 0; one < inClass; one += 1) add('200.130.7.8', seconds / 2 + random() * 60);
  const sharing = Math.ceil(count / 4);
  for (let one = 0; one < sharing; one += 1) add('191.36.9.20', random() * seconds);
  for (let one = 0; one < sharing; one += 1)
    add(`2804:14c:65:${(one % 9).toString(16)}::${one.toString(16)}`, random() * seconds);
  while (people.length < count)
    add(`179.${people.length % 250}.${40 + (people.length % 9)}.${1 + (people.length % 250)}`, random() * seconds);
  return people.sort((a, b) => a.at - b.at);
}

/** How one of them fares. Their browser proves work when it is asked to, and presses again as the page says. */
export async function buyHonestly(world: AbuseWorld, { name, ip, cards }: HonestBuyer): Promise<Ending> {
  const caller = world.from(ip);
  const lead = await beginPurchase(caller, name);
  if (typeof lead !== 'string') return 'refused';
  for (const outcome of cards) {
    const answer = await payPatiently(world, caller, lead, name, outcome);
    if (answer === 'bought' || answer === 'paused' || answer === 'method-paused') return answer;
  }
  return 'no-good-card';
}

async function payPatiently(
  world: AbuseWorld,
  caller: Caller,
  lead: string,
  who: string,
  outcome: CardOutcome,
): Promise<Ending> {
  let proof: Record<string, unknown> = {};
  for (let press = 0; press < 4; press += 1) {
    const { status, json } = await payByCard(caller, lead, cardToken(who, outcome), proof);
    proof = {};
    if (status === 201) return 'bought';
    if (json['state'] === 'awaiting-buyer') {
      const attemptId = String(json['attemptId']);
      world.gateway.answerQuestion(attemptId, true);
      const after = await pollAttempt(world.ctx, attemptId, 'check');
      return after?.state === 'captured' ? 'bought' : 'refused';
    }
    if (json['code'] === 'captcha-needed') proof = { captchaToken: await solveProofOfWork(caller) };
    else if (json['code'] === 'too-many-tries') return 'paused';
    else if (json['code'] === 'method-paused') return 'method-paused';
    else if (json['declineCode'] !== 'card-try-later') return 'refused';
  }
  return 'paused';
}
