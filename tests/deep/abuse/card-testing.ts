import {
  type AbuseWorld,
  beginPurchase,
  type CallAnswer,
  type CardOutcome,
  cardToken,
  createAbuseWorld,
  payByCard,
  solveProofOfWork,
} from './abuse-world.server.ts';
import { pollAttempt } from '#src/domain/payments/index.server.ts';
import type { MeasuredValue } from './measured-value.ts';
import { buyHonestly, type Ending, seeded, town } from './honest-buyers.ts';

export interface Attack {
  readonly row: string;
  readonly name: string;
  readonly addresses: number;
  readonly triesEach: number;
  /** The thief's script does what a browser's does. */
  readonly proves: boolean;
  readonly honest: number;
  readonly seconds: number;
  readonly seed: number;
  /** Reaches the gateway at most. */
  readonly most: number;
}

const lanes = 8;

/** Of a hundred stolen cards so many are still good. */
const goodShare = 0.02;

/** Thieves and honest buyers at once, in the order of their time, some of them at the same moment. */
export async function testCards(attack: Attack): Promise<MeasuredValue[]> {
  const world = await createAbuseWorld();
  const random = seeded(attack.seed);
  try {
    const endings: Ending[] = [];
    let asked = 0;
    // Drawn ahead: what a card is must not depend on whose turn comes first.
    const fates = Array.from({ length: attack.addresses * attack.triesEach }, () =>
      random() < goodShare ? 'good' : 'bad',
    );
    const thieves = Array.from({ length: attack.addresses * attack.triesEach }, (_, index) => ({
      at: random() * attack.seconds,
      run: async () => {
        const solved = await steal(world, attack, index % attack.addresses, index, fates[index] ?? 'bad');
        asked += solved;
      },
    }));
    const people = town(attack.honest, attack.seconds, random).map((buyer) => ({
      at: buyer.at,
      run: async () => void endings.push(await buyHonestly(world, buyer)),
    }));
    await inTime(world, [...thieves, ...people]);
    const reached = world.gateway.countOf('thief');
    const questions = world.gateway.asked.get('thief') ?? 0;
    const blocked = endings.filter((ending) => ending !== 'bought' && ending !== 'method-paused').length;
    const elsewhere = endings.filter((ending) => ending === 'method-paused').length;
    const { row, name } = attack;
    return [
      { row, what: `${name}: tries made`, value: thieves.length, unit: 'tries' },
      { row, what: `${name}: reached the gateway`, value: reached, unit: 'tries', most: attack.most },
      { row, what: `${name}: questions that banks put to thieves`, value: questions, unit: 'asked' },
      { row, what: `${name}: challenges that the thieves' browsers solved`, value: asked, unit: 'proofs' },
      { row, what: `${name}: honest buyers`, value: endings.length, unit: 'people' },
      {
        row,
        what: `${name}: honest buyers blocked from every way to pay`,
        value: (100 * blocked) / endings.length,
        unit: '%',
        most: 0.5,
      },
      {
        row,
        what: `${name}: honest buyers who could not pay by card, only otherwise`,
        value: (100 * elsewhere) / endings.length,
        unit: '%',
        most: 0.5,
      },
      { row, what: `${name}: alarms raised`, value: world.alarms.length, unit: 'alarms' },
    ];
  } finally {
    await world.close();
  }
}

/**
 * One stolen card: every time another name and browser, as thieves do who know the limits. Each address is of another
 * network. Gives the proofs made.
 */
async function steal(
  world: AbuseWorld,
  attack: Attack,
  place: number,
  index: number,
  outcome: CardOutcome,
): Promise<number> {
  const caller = world.from(`45.${150 + (place >> 8)}.${place & 255}.77`);
  const lead = await beginPurchase(caller, `nome.${index}@correio.com.br`);
  if (typeof lead !== 'string') return 0;
  const answer = await payByCard(caller, lead, cardToken('thief', outcome));
  await facePage(world, answer, index);
  if (!attack.proves || answer.json['code'] !== 'captcha-needed') return 0;
  const captchaToken = await solveProofOfWork(caller).catch(() => null);
  if (captchaToken === null) return 0;
  await facePage(world, await payByCard(caller, lead, cardToken('thief', outcome), { captchaToken }), index);
  return 1;
}

/** A bank's question: every second thief guesses wrong, the others leave it open. */
async function facePage(world: AbuseWorld, { json }: CallAnswer, index: number): Promise<void> {
  if (json['state'] !== 'awaiting-buyer' || index % 2 === 0) return;
  const attemptId = String(json['attemptId']);
  world.gateway.answerQuestion(attemptId, false);
  await pollAttempt(world.ctx, attemptId, 'check');
}

interface Planned {
  readonly at: number;
  readonly run: () => Promise<void>;
}

/** Runs what is planned in the order of its time on the world's clock, a few at once. */
async function inTime(world: AbuseWorld, planned: readonly Planned[]): Promise<void> {
  const queue = planned.toSorted((a, b) => a.at - b.at);
  const start = world.clock.now().getTime();
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let one = queue[next++]; one; one = queue[next++]) {
      const ahead = start + one.at * 1000 - world.clock.now().getTime();
      if (ahead > 0) world.clock.advance(ahead);
      await one.run();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
