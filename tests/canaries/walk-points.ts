import type { CanaryStage } from './canary-stage.ts';
import {
  awaitPaid,
  begin,
  type Begun,
  boxOf,
  cardFields,
  chargesNow,
  type Course,
  online,
  pay,
  submit,
  until,
} from './purchase.ts';
import { must } from './visitor.ts';

/** Members of the stand-in's programme (`outside-world/points-club/members.ts`): where each gets the codes. */
const members = {
  joao: { document: '52998224725', to: 'joao@exemplo.com.br' },
  paula: { document: '70421835680', to: '5511987650123' },
} as const;
type Member = (typeof members)[keyof typeof members];

const course: Course = { ...online, query: 'product=wup&route=livelo', flowId: 'livelo' };
const pointsPerUnit = 32;

/** Proves a member by document, device and code, with a stranger's document and a wrong code before; then pays by points. */
export async function walkPoints(stage: CanaryStage): Promise<string[]> {
  const names = ['points and a card', 'points alone', 'points earned'] as const;
  // A member gets few codes by the hour, whoever asks.
  await stage.outside.advance(3_700);
  await payPartly(stage, names[0]);
  await stage.outside.advance(3_700);
  await payWhole(stage, names[1]);
  await earn(stage, names[2]);
  return [...names];
}

async function payPartly(stage: CanaryStage, name: string): Promise<void> {
  const begun = await begin(stage, name, course);
  await prove(stage, begun, members.joao);
  await submit(stage, begun.buyer, `/livelo/payment-method?${course.query}`, { points: '3200' });
  const known = await chargesNow(stage);
  const fields = { ...(await cardFields(stage, name)), document: begun.document };
  const inPoints = 10_000;
  const paid = await pay(begun, (total) => [
    pointsTender(inPoints),
    { method: 'credit-card', amount: total - inPoints, fields },
  ]);
  must(paid, [201, 202], name);
  await awaitPaid(stage, begun, paid.json['orderId'], known);
}

async function payWhole(stage: CanaryStage, name: string): Promise<void> {
  const begun = await begin(stage, name, course);
  await prove(stage, begun, members.paula);
  const known = await chargesNow(stage);
  const paid = must(await pay(begun, (total) => [pointsTender(total)]), [201, 202], name);
  await awaitPaid(stage, begun, paid.json['orderId'], known);
}

/** Who only earns says a document and nothing else. */
async function earn(stage: CanaryStage, name: string): Promise<void> {
  const query = 'product=wup&route=livelo-accrual';
  const begun = await begin(stage, name, { ...course, query });
  // By the link of the pages, the session is that of the flow.
  const contact = { name: stage.needles.person(name), email: begun.email, phone: begun.phone, country: 'BR' };
  await submit(stage, begun.buyer, `/lead?${query}`, contact, [303]);
  await submit(stage, begun.buyer, `/livelo/cpf?${query}`, { cpf: members.joao.document }, [303]);
  await submit(stage, begun.buyer, `/livelo/payment?${query}`, {}, [303]);
}

function pointsTender(amount: number) {
  const points = String((amount / 100) * pointsPerUnit);
  return { method: 'loyalty-points', amount, fields: { points, pointsPerUnit: String(pointsPerUnit) } };
}

async function prove(stage: CanaryStage, { buyer, name }: Begun, member: Member): Promise<void> {
  const { needles } = stage;
  needles.add('document', `${name}, member`, member.document);
  const page = (part: string): string => `/livelo/${part}?${course.query}`;
  await submit(stage, buyer, page('cpf'), { cpf: needles.document(`${name}, nobody's`) }, [422]);
  await submit(stage, buyer, page('cpf'), { cpf: member.document });
  const before = await codesOf(stage, member);
  const devices = must(await buyer.call('GET', page('select-device')), [200], name).text;
  const found = /name="device"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="device"/.exec(devices);
  await submit(stage, buyer, page('select-device'), { device: found?.[1] ?? found?.[2] ?? '' });
  const code = await until(`${name}: a member's code`, async () => {
    const codes = await codesOf(stage, member);
    return codes.length > before.length ? (codes[0] ?? null) : null;
  });
  needles.add('phone-code', name, code);
  await submit(stage, buyer, page('code'), { code: code === '000000' ? '000001' : '000000' }, [422]);
  await submit(stage, buyer, page('code'), { code });
}

/** Six figures in each message, newest first. */
async function codesOf(stage: CanaryStage, { to }: Member): Promise<string[]> {
  const { messages, sms } = await boxOf(stage, to);
  return [...sms, ...messages].flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? []);
}
