import {
  type Claim,
  claimBy,
  claimsOfUnit,
  heldBy,
  historyOf,
  isOfUnit,
  namesOf,
  openProof,
  type ReversalReason,
  reversalReasons,
  reversalsOf,
  showClaimCode,
  type UnitPerson,
} from '#src/domain/claims/index.server.ts';
import { leadById } from '#src/domain/leads/index.server.ts';
import { orderById } from '#src/domain/orders/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatLocalDate, isLocalDate } from '#src/kernel/time/local-date.ts';
import { formatInstant, marketDate, marketZone } from '#src/kernel/time/zones.ts';
import type { OpenRequest } from '../../web/page.server.ts';
import type { ClaimLine, ShownClaim, UnitData } from './unit.types.ts';

/** Lines of a list; older ones are found by their code. */
const mostLines = 30;
/** Units that take money are Brazilian so far: their days and sums are written as there. */
const market = 'BR';

const dayOf = (instant: Date): string => formatLocalDate(marketDate(instant, market));

function money(request: OpenRequest, amount: bigint, { currency }: Pick<Claim, 'currency'>): string {
  return formatMoney({ amount, currency }, request.view.locale);
}

/** How the buyer wants to pay, in the words of its rail. */
export function methodText({ ctx, words }: Pick<OpenRequest, 'ctx' | 'words'>, method: string): string {
  const rail = ctx.rails.byMethod(method);
  const key = `method.${rail?.id ?? ''}.means.${method}`;
  return words.has(key) ? words(key) : method;
}

async function buyerOf({ ctx }: OpenRequest, claim: Claim): Promise<string> {
  const order = await orderById(ctx.db, claim.orderId);
  const lead = order && (await leadById(ctx.db, order.leadId));
  return lead?.name ?? '';
}

async function lineOf(request: OpenRequest, claim: Claim): Promise<ClaimLine> {
  const taken = claim.movements.find(({ kind }) => kind === 'capture');
  return {
    href: request.href(request.path, { claim: claim.id }),
    code: showClaimCode(claim.code),
    buyer: await buyerOf(request, claim),
    amount: money(request, taken?.amount ?? claim.amount, claim),
    method: methodText(request, claim.method),
    day: dayOf(taken?.at ?? claim.expiresAt),
  };
}

/** The claim that the address names, if it is one of this unit's. */
export async function claimInView(request: OpenRequest, person: UnitPerson): Promise<Claim | null> {
  const claim = await claimBy(request.ctx.db, 'id', request.rawQuery.get('claim') ?? '');
  return claim && isOfUnit(person, claim) ? claim : null;
}

function reasonsFor({ proofKind }: Claim): readonly ReversalReason[] {
  return reversalReasons.filter((reason) => !reason.startsWith('returned-') || proofKind === 'bank-draft');
}

/** A day as people write it; everything else as it stands on the paper. */
function readable(text: string): string {
  return isLocalDate(text) ? formatLocalDate(text) : text;
}

/** One claim as finished text. */
async function shown(request: OpenRequest, person: UnitPerson, claim: Claim): Promise<ShownClaim> {
  const { ctx } = request;
  const [reversals, events] = await Promise.all([reversalsOf(ctx.db, [claim.id]), historyOf(ctx.db, claim.id)]);
  const names = await namesOf(ctx.db, [
    ...new Set(
      [...events.map(({ personId }) => personId), ...reversals.map(({ askedBy }) => askedBy)].filter(
        (id) => id !== null,
      ),
    ),
  ]);
  const asked = reversals.find(({ state }) => state === 'asked');
  const taken = claim.movements.find(({ kind }) => kind === 'capture');
  const held = heldBy(claim, reversals);
  const isOver = claim.state === 'withdrawn' || claim.expiresAt <= ctx.clock.now();
  const isReturned = held === 0n && !asked;
  return {
    id: claim.id,
    code: showClaimCode(claim.code),
    buyer: await buyerOf(request, claim),
    amount: money(request, claim.amount, claim),
    method: methodText(request, claim.method),
    until: dayOf(claim.expiresAt),
    state: taken ? (isReturned ? 'returned' : 'taken') : isOver ? 'over' : 'open',
    proofKind: claim.proofKind,
    proof: Object.entries(openProof(ctx, taken?.proof ?? {})).map(([name, text]) => ({
      name,
      text: readable(String(text)),
    })),
    held: taken ? money(request, held, claim) : null,
    reasons: reasonsFor(claim),
    reversal: asked
      ? {
          id: asked.id,
          amount: money(request, asked.amount, claim),
          reason: asked.reason,
          by: asked.askedBy === null ? null : (names.get(asked.askedBy) ?? ''),
          isOwn: asked.askedBy === person.id,
        }
      : null,
    history: events.map(({ kind, personId, detail, at }) => ({
      kind,
      at: formatInstant(at, marketZone(market)),
      who: personId === null ? null : (names.get(personId) ?? ''),
      amount: typeof detail['amount'] === 'number' ? money(request, BigInt(detail['amount']), claim) : null,
    })),
  };
}

const doings = ['taken', 'asked', 'approved', 'refused'] as const;

/** Everything that a person of a unit sees. */
export async function unitData(request: OpenRequest, person: UnitPerson): Promise<UnitData> {
  const { ctx, rawQuery } = request;
  const [open, taken, claim] = await Promise.all([
    claimsOfUnit(ctx.db, person, 'open', mostLines),
    claimsOfUnit(ctx.db, person, 'taken', mostLines),
    claimInView(request, person),
  ]);
  const now = ctx.clock.now();
  const current = open.filter(({ expiresAt }) => expiresAt > now);
  const unit = (claim ?? open[0] ?? taken[0])?.unit.name;
  return {
    person: person.name,
    unit: unit ?? unitName(request, person),
    here: request.href(request.path),
    done: doings.find((one) => one === rawQuery.get('done')) ?? null,
    claim: claim && (await shown(request, person, claim)),
    open: await Promise.all(current.map((one) => lineOf(request, one))),
    taken: await Promise.all(taken.map((one) => lineOf(request, one))),
  };
}

/** As the brand's data names the unit now. */
function unitName({ brands }: OpenRequest, { brand, unitId }: UnitPerson): string {
  const units = brands.brands.filter((one) => one.brand === brand).flatMap((one) => one.units);
  return units.find(({ id }) => id === unitId)?.name ?? unitId;
}
