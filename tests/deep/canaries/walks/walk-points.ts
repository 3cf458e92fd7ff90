import type { CanaryWorld } from '../canary-world.ts';
import {
  awaitPaid,
  begin,
  type StartedPurchase,
  boxOf,
  cardFields,
  chargesNow,
  type Course,
  online,
  pay,
  submit,
  until,
} from '../purchase.ts';
import { must } from '../visitor.ts';

/** Members of the stand-in's programme (`sandbox/companies/points-club/members.ts`): where each gets the codes. */
const members = {
  joao: { document: '52998224725', to: 'joao@exemplo.com.br' },
  paula: { document: '70421835680', to: '5511987650123' },
} as const;
type Member = (typeof members)[keyof typeof members];

const course: Course = { ...online, query: 'product=wup&route=livelo', flowId: 'livelo' };
const pointsPerUnit = 32;

/** Proves a member by document, device and code, with a stranger's document and a wrong code before; then pays by points. */
export async function walkPoints(environment: CanaryWorld): Promise<string[]> {
  const names = ['points and a card', 'points alone', 'points earned'] as const;
  // A member gets few codes by the hour, whoever asks.
  await environment.sandboxPayments.advance(3_700);
  await payPartly(environment, names[0]);
  await environment.sandboxPayments.advance(3_700);
  await payWhole(environment, names[1]);
  await earn(environment, names[2]);
  return [...names];
}

async function payPartly(environment: CanaryWorld, name: string): Promise<void> {
  const begun = await begin(environment, name, course);
  await prove(environment, begun, members.joao);
  await submit(environment, begun.buyer, `/livelo/payment-method?${course.query}`, { points: '3200' });
  const known = await chargesNow(environment);
  const fields = { ...(await cardFields(environment, name)), document: begun.document };
  const inPoints = 10_000;
  const paid = await pay(begun, (total) => [
    pointsTender(inPoints),
    { method: 'credit-card', amount: total - inPoints, fields },
  ]);
  must(paid, [201, 202], name);
  await awaitPaid(environment, begun, paid.json['orderId'], known);
}

async function payWhole(environment: CanaryWorld, name: string): Promise<void> {
  const begun = await begin(environment, name, course);
  await prove(environment, begun, members.paula);
  const known = await chargesNow(environment);
  const paid = must(await pay(begun, (total) => [pointsTender(total)]), [201, 202], name);
  await awaitPaid(environment, begun, paid.json['orderId'], known);
}

/** Who only earns says a document and nothing else. */
async function earn(environment: CanaryWorld, name: string): Promise<void> {
  const query = 'product=wup&route=livelo-accrual';
  const begun = await begin(environment, name, { ...course, query });
  // By the link of the pages, the session is that of the flow.
  const contact = { name: environment.canaries.person(name), email: begun.email, phone: begun.phone, country: 'BR' };
  await submit(environment, begun.buyer, `/lead?${query}`, contact, [303]);
  await submit(environment, begun.buyer, `/livelo/cpf?${query}`, { cpf: members.joao.document }, [303]);
  await submit(environment, begun.buyer, `/livelo/payment?${query}`, {}, [303]);
}

function pointsTender(amount: number) {
  const points = String((amount / 100) * pointsPerUnit);
  return { method: 'loyalty-points', amount, fields: { points, pointsPerUnit: String(pointsPerUnit) } };
}

async function prove(environment: CanaryWorld, { buyer, name }: StartedPurchase, member: Member): Promise<void> {
  const { canaries } = environment;
  canaries.add('document', `${name}, member`, member.document);
  const page = (part: string): string => `/livelo/${part}?${course.query}`;
  await submit(environment, buyer, page('cpf'), { cpf: canaries.document(`${name}, nobody's`) }, [422]);
  await submit(environment, buyer, page('cpf'), { cpf: member.document });
  const before = await codesOf(environment, member);
  const devices = must(await buyer.call('GET', page('select-device')), [200], name).text;
  const found = /name="device"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="device"/.exec(devices);
  await submit(environment, buyer, page('select-device'), { device: found?.[1] ?? found?.[2] ?? '' });
  const code = await until(`${name}: a member's code`, async () => {
    const codes = await codesOf(environment, member);
    return codes.length > before.length ? (codes[0] ?? null) : null;
  });
  canaries.add('phone-code', name, code);
  await submit(environment, buyer, page('code'), { code: code === '000000' ? '000001' : '000000' }, [422]);
  await submit(environment, buyer, page('code'), { code });
}

/** Six figures in each message, newest first. */
async function codesOf(environment: CanaryWorld, { to }: Member): Promise<string[]> {
  const { messages, sms } = await boxOf(environment, to);
  return [...sms, ...messages].flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? []);
}
