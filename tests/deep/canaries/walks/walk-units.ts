import { randomInt } from 'node:crypto';
import { createKysely } from '#src/kernel/db/pool.server.ts';
import { addStaffMember } from '#src/domain/in-person/index.server.ts';
import { writeMagneticLine } from '#tests/support/fixtures/magnetic-line.ts';
import type { Database } from '#src/domain/database/index.server.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import type { CanaryWorld } from '../canary-world.ts';
import {
  asOperator,
  awaitPaid,
  begin,
  type StartedPurchase,
  chargesNow,
  type Course,
  enter,
  pay,
  rememberSecret,
  submit,
} from '../purchase.ts';
import { must, Visitor } from '../visitor.ts';

const course: Course = { productCode: 'wiseup-flex', business: 'wiseup', query: 'product=flex' };
const unitId = 'sp-paulista';

/** Somebody at the unit, in the browser that came by their own link. */
interface StaffPage {
  readonly visitor: Visitor;
  readonly path: string;
}

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

/** Money that is handed over at a unit, by each proof; what comes back is agreed to by a second person. */
export async function walkUnits(world: CanaryWorld): Promise<string[]> {
  const ana = await openStaffPage(world, 'ana', 'Ana Ribeiro');
  const rui = await openStaffPage(world, 'rui', 'Rui Prado');
  await takeCash(world, ana);
  await takeCheque(world, ana, rui);
  await takeByTerminal(world, ana);
  await takeTransfer(world, ana);
  return ['cash at a unit', 'cheque at a unit, given back', 'card at a unit', 'transfer at a unit'];
}

async function openStaffPage(world: CanaryWorld, person: string, name: string): Promise<StaffPage> {
  const ctx = { db: createKysely<Database>(world.pool), clock: new VirtualClock() };
  const { person: made, token } = await addStaffMember(ctx, { brand: 'wise-up', unitId, person, name });
  const link = `/unit/${made.id}?t=${token}`;
  rememberSecret(world, `link of ${person}`, link);
  const visitor = new Visitor(world);
  return { visitor, path: await enter(world, visitor, link) };
}

interface AnnouncedPayment extends StartedPurchase {
  readonly code: string;
  readonly orderId: string;
  readonly total: number;
}

/** A buyer chooses the unit and says how they will pay there. */
async function promise(world: CanaryWorld, name: string, instrument: string): Promise<AnnouncedPayment> {
  const begun = await begin(world, name, course);
  await submit(world, begun.buyer, `/select-school?${course.query}`, { unit: unitId });
  let price = 0;
  const fields = { means: instrument, document: begun.document };
  const paid = await pay(begun, (total) => {
    price = total;
    return [{ method: instrument, fields }];
  });
  const { orderId, instructions } = must(paid, [202], name).json;
  const code = String((instructions as Readonly<Record<string, unknown>>)['code']);
  world.canaries.add('unit-code', name, code);
  world.canaries.add('unit-code', name, code.replaceAll('-', ''));
  return { ...begun, code, orderId: String(orderId), total: price };
}

/** Looks a code up and writes down that the money came. */
async function take(
  world: CanaryWorld,
  staff: StaffPage,
  announced: AnnouncedPayment,
  proof: Readonly<Record<string, string>>,
): Promise<string> {
  await submit(world, staff.visitor, staff.path, { intent: 'find', code: 'BBB-BBB' }, [422]);
  const payment = await submit(world, staff.visitor, staff.path, { intent: 'find', code: announced.code });
  const amount = (announced.total / 100).toFixed(2).replace('.', ',');
  // First without its proof: the page asks again.
  await submit(world, staff.visitor, payment, { intent: 'take', amount }, [422]);
  await submit(world, staff.visitor, payment, { intent: 'take', amount, ...proof });
  await awaitPaid(world, announced, announced.orderId, await chargesNow(world));
  return payment;
}

async function takeCash(world: CanaryWorld, staff: StaffPage): Promise<void> {
  const announced = await promise(world, 'cash at a unit', 'cash');
  await take(world, staff, announced, { receipt: `R-${digits(8)}` });
  // The staff give a part back; it is handed over once somebody at the unit says so.
  const body = { refundId: `refund-${digits(12)}`, amount: Math.floor(announced.total / 3), reason: 'canary' };
  const path = `/api/v1/orders/${announced.orderId}/refunds`;
  must(await announced.buyer.call('POST', path, body, asOperator(world)), [202], 'refund at a unit');
}

async function takeCheque(world: CanaryWorld, staff: StaffPage, second: StaffPage): Promise<void> {
  const announced = await promise(world, 'cheque at a unit', 'cheque');
  const account = world.canaries.add('account', 'cheque at a unit', digits(10));
  const line = writeMagneticLine('2371234', `018${digits(6)}5`, account);
  world.canaries.add('account', 'cheque at a unit, line', line);
  const now = await world.sandboxPayments.now();
  const dueOn = new Date(now.getTime() + 40 * 86_400_000).toISOString().slice(0, 10);
  const payment = await take(world, staff, announced, { line, dueOn });
  const amount = (announced.total / 100).toFixed(2).replace('.', ',');
  await submit(world, staff.visitor, payment, { intent: 'ask', reason: 'returned-11', amount });
  const query = payment.slice(payment.indexOf('?'));
  const theirs = second.path.split('?')[0] + query;
  const html = must(await second.visitor.call('GET', theirs), [200], 'the second person').text;
  const asked = /name="reversal"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="reversal"/.exec(html);
  await submit(world, second.visitor, theirs, { intent: 'approve', reversal: asked?.[1] ?? asked?.[2] ?? '' });
}

async function takeByTerminal(world: CanaryWorld, staff: StaffPage): Promise<void> {
  const announced = await promise(world, 'card at a unit', 'credit-card-in-person');
  await take(world, staff, announced, { nsu: digits(9), authorisation: digits(6) });
}

async function takeTransfer(world: CanaryWorld, staff: StaffPage): Promise<void> {
  const announced = await promise(world, 'transfer at a unit', 'pix-in-person');
  await take(world, staff, announced, { endToEndId: `E${digits(20)}${digits(11)}` });
}
