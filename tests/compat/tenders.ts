import { numberOfCard, encryptCard } from './card-tokens.ts';
import type { Row } from './covering-rows.ts';
import type { Part } from './factors.ts';
import { isFree, type Run } from './row-context.ts';
import type { Json } from './shop-client.ts';

const yapePhone = '987654321';
const pointsPerUnit = 32;
/** Minor units that points pay where they pay a part: 3,200 of them. */
const inPoints = 10_000;
/** Cards whose charge is made by the checkout take the row's installments. */
const cards: ReadonlySet<string> = new Set(['credit-card', 'default-credit-card']);

/** Ways whose money is handed over at a unit. */
export const unitMethods: ReadonlySet<string> = new Set(['credit-card-in-person', 'pix-in-person', 'cash', 'cheque']);

/** What begins free time: each way with its fields, in sums only where something beside the plan is paid. */
export async function tendersNow(run: Run, parts: readonly Part[], total: number): Promise<Json[]> {
  const tenders = await tendersOf(run, parts, total, false);
  return tenders.map(({ method, fields, amount }) => ({ method, fields, ...(total > 0 ? { amount } : {}) }));
}

/** The parts of a price: points first where they are wanted, the rest in equal parts, the last takes what is left. */
export async function tendersOf(
  run: Run,
  parts: readonly Part[],
  total: number,
  takesPoints: boolean,
): Promise<Json[]> {
  const inMoney = total - (takesPoints ? inPoints : 0);
  const each = Math.floor(inMoney / parts.length);
  const tenders = await Promise.all(
    parts.map(async (part, index): Promise<Json> => {
      const amount = index === parts.length - 1 ? inMoney - each * (parts.length - 1) : each;
      return {
        ...{ method: part.method, amount },
        ...(cards.has(part.method) ? { installments: countOf(run.row) } : {}),
        fields: await fieldsOf(run, part, amount),
      };
    }),
  );
  return takesPoints
    ? [{ method: 'loyalty-points', amount: inPoints, fields: pointsOf(inPoints) }, ...tenders]
    : tenders;
}

function countOf({ installments }: Row): number {
  return Number(/^\d+/.exec(installments ?? '')?.[0] ?? 1);
}

/** The fewest points that cover an amount. */
function pointsOf(amount: number): Record<string, string> {
  return { points: String(Math.ceil((amount * pointsPerUnit) / 100)), pointsPerUnit: String(pointsPerUnit) };
}

/** What a form of the method would send. */
async function fieldsOf(run: Run, { method }: Part, amount: number): Promise<Record<string, string>> {
  const { environment, course, row, person, profileId } = run;
  if (unitMethods.has(method)) return { means: method };
  switch (method) {
    case 'm-pesa':
      return { phone: '841234567' };
    case 'yape':
      return { phone: yapePhone, code: await environment.sandbox.yapeCode(yapePhone) };
    case 'loyalty-points':
      return pointsOf(amount);
    case 'default-credit-card':
      return { paymentProfileId: profileId ?? '' };
    case 'credit-card': {
      const number = isFree(row) ? numberOfCard(person) : undefined;
      return encryptCard(environment.sandbox.origin, course.operation, await environment.sandbox.now(), number);
    }
    default:
      return {};
  }
}
