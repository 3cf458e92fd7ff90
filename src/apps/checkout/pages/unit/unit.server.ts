import { opens } from '#src/domain/capabilities/index.server.ts';
import {
  askReversal,
  type Claim,
  claimBy,
  decideReversal,
  isOfUnit,
  personById,
  readClaimCode,
  reversalReasons,
  takeClaim,
  type TakingFailure,
  type UnitPerson,
} from '#src/domain/claims/index.server.ts';
import { parseMoney } from '#src/kernel/money/parse-money.ts';
import {
  defineBarePage,
  type FormFields,
  type OpenRequest,
  redirect,
  type Redirect,
  refuse,
  show,
  type Showing,
  type Submitted,
} from '../../web/page.server.ts';
import type { LinkGoneData } from '../link-gone/link-gone-page.tsx';
import { claimInView, unitData } from './unit-data.server.ts';
import type { UnitData } from './unit.types.ts';

type Gone = Showing<LinkGoneData>;
type Entered = { readonly kind: 'person'; readonly person: UnitPerson };

/** The one answer to whoever has no link, an old one, or one that was taken from them. */
const gone: Gone = show<LinkGoneData>({ help: null }, { status: 404, view: 'link-gone', refusedAt: 'unit' });

/** Lets in whoever has a person's link. Its secret `t` leaves the address at once, into a cookie that no script can read. */
async function enter(request: OpenRequest): Promise<Entered | Gone | Redirect> {
  const { ctx, params, rawQuery, path } = request;
  const id = params['person'] ?? '';
  const given = rawQuery.get('t');
  const token = given ?? request.pass(id);
  const person = token !== null && (await opens(ctx, id, token)) ? await personById(ctx.db, id) : null;
  if (!person || person.isRevoked) return gone;
  if (given === null) return { kind: 'person', person };
  return { kind: 'redirect', to: path, cookies: [request.givePass(id, given)], isFinal: true };
}

export const page = defineBarePage<UnitData | LinkGoneData>({
  load: async (request) => {
    const entered = await enter(request);
    if (entered.kind !== 'person') return entered;
    return show<UnitData>(await unitData(request, entered.person));
  },

  submit: async (form, request) => {
    const entered = await enter(request);
    if (entered.kind !== 'person') return entered;
    const { person } = entered;
    switch (form['intent']) {
      case 'find':
        return find(request, person, form);
      case 'take':
        return take(request, person, form);
      case 'ask':
        return ask(request, person, form);
      case 'approve':
      case 'refuse':
        return decide(request, person, form);
      default:
        return redirect(request.path);
    }
  },
});

function at(request: OpenRequest, claimId: string, done?: string): Redirect {
  const query = new URLSearchParams({ claim: claimId, ...(done === undefined ? {} : { done }) });
  return redirect(`${request.path}?${query.toString()}`);
}

async function find(request: OpenRequest, person: UnitPerson, form: FormFields): Promise<Submitted> {
  const typed = (form['code'] ?? '').slice(0, 40);
  const code = readClaimCode(typed);
  const claim = code === null ? null : await claimBy(request.ctx.db, 'code', code);
  if (!claim || !isOfUnit(person, claim)) return refuse({ code: typed }, { code: 'unit.find.nothing' });
  return at(request, claim.id);
}

/** Longest value that is read or shown again. */
const longest = 80;

function typedIn(form: FormFields): Record<string, string> {
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, value.slice(0, longest)]));
}

/** An amount as typed, in the claim's money and as the page writes it; 0 when it cannot be read. */
function amountIn({ view }: OpenRequest, form: FormFields, { currency }: Claim): bigint {
  const read = parseMoney((form['amount'] ?? '').slice(0, longest), currency, view.locale);
  return read.ok ? read.value.amount : 0n;
}

async function take(request: OpenRequest, person: UnitPerson, form: FormFields): Promise<Submitted> {
  const claim = await claimInView(request, person);
  if (!claim) return redirect(request.path);
  const values = typedIn(form);
  const amount = amountIn(request, form, claim);
  const taken = await takeClaim(request.ctx, person, {
    claimId: claim.id,
    amount,
    fields: values,
    ip: request.browser.ip,
  });
  return taken.ok ? at(request, claim.id, 'taken') : refuse(values, takingErrors(taken.error));
}

function takingErrors(failure: TakingFailure): Readonly<Record<string, string>> {
  switch (failure.code) {
    case 'proof-invalid':
      return failure.fields;
    case 'amount-invalid':
      return { amount: 'unit.amount.wrong' };
    default:
      return { form: `unit.error.${failure.code}` };
  }
}

async function ask(request: OpenRequest, person: UnitPerson, form: FormFields): Promise<Submitted> {
  const claim = await claimInView(request, person);
  if (!claim) return redirect(request.path);
  const values = typedIn(form);
  const reason = reversalReasons.find((one) => one === form['reason']);
  if (!reason) return refuse(values, { reason: 'unit.reason.missing' });
  const wish = { claimId: claim.id, amount: amountIn(request, form, claim), reason, ip: request.browser.ip };
  const asked = await askReversal(request.ctx, person, wish);
  if (asked.ok) return at(request, claim.id, 'asked');
  return refuse(
    values,
    asked.error === 'too-much' ? { amount: 'unit.amount.wrong' } : { form: `unit.error.${asked.error}` },
  );
}

async function decide(request: OpenRequest, person: UnitPerson, form: FormFields): Promise<Submitted> {
  const agrees = form['intent'] === 'approve';
  const decision = { reversalId: (form['reversal'] ?? '').slice(0, longest), agrees, ip: request.browser.ip };
  const decided = await decideReversal(request.ctx, person, decision);
  if (!decided.ok) return refuse({}, { form: `unit.error.${decided.error}` });
  return at(request, decided.value.claimId, agrees ? 'approved' : 'refused');
}
