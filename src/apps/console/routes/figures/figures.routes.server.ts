import { z } from 'zod';
import {
  type Figure,
  type FigureFilter,
  figureLines,
  figuresBy,
  lastSealedDay,
  surplusOwed,
} from '#src/domain/payments/ledger/index.server.ts';
import { scopeOf, type StaffActor } from '#src/domain/staff/index.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { isLocalDate, type LocalDate } from '#src/kernel/time/local-date.ts';
import type { Routes } from '../../console.contract.server.ts';
import type { FigureLine, FigureLines, FigureOf, Figures } from './figures.types.ts';

const dayMs = 86_400_000;
/** A year and some days, for a comparison with the same month before. */
const mostDays = 400;
const pageSize = 50;

const day = z.custom<LocalDate>((given) => typeof given === 'string' && isLocalDate(given));
const texts = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => [given].flat())
  .optional();
const filterQuery = z
  .object({ from: day, to: day, brand: texts, method: texts, gateway: texts })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < mostDays * dayMs);
const cursor = /^(\d{1,15})\.(\d{1,19})$/;

/** `GET /data/figures` and `GET /data/figures/lines`: money from the ledger, in the scope of `figures.view`. */
export const routes: Routes = (app, { ctx, readDb }) => {
  const config = { needs: 'figures.view', about: 'list' } as const;

  app.get(
    '/figures',
    {
      config,
      schema: {
        querystring: filterQuery.and(z.object({ by: z.enum(['brand', 'method', 'gateway']).default('brand') })),
      },
    },
    async ({ staff, query }): Promise<Figures> => {
      const filter = filterOf(staff, query);
      const [days, cut, methods, owed, sealedUntil] = await Promise.all([
        figuresBy(readDb, 'day', filter),
        figuresBy(readDb, query.by, filter),
        figuresBy(readDb, 'method', { ...filter, methods: null }),
        surplusOwed(readDb, filter),
        lastSealedDay(readDb),
      ]);
      return {
        asOf: ctx.clock.now().toISOString(),
        sealedUntil,
        totals: totalsOf(days),
        days: days.map(toFigure),
        cut: cut.map(toFigure),
        methods: [...new Set(methods.map(({ key }) => key))],
        surplusOwed: owed.map(({ currency, amount }) => ({ currency, amount: unitsToJson(amount) })),
      };
    },
  );

  app.get(
    '/figures/lines',
    { config, schema: { querystring: filterQuery.and(z.object({ after: z.string().regex(cursor).optional() })) } },
    async ({ staff, query }): Promise<FigureLines> => {
      const [, at, id] = cursor.exec(query.after ?? '') ?? [];
      const after = at === undefined || id === undefined ? null : { occurredAt: new Date(Number(at)), id: BigInt(id) };
      const found = await figureLines(readDb, filterOf(staff, query), { after, limit: pageSize + 1 });
      const lines = found.slice(0, pageSize);
      const last = lines.at(-1);
      return {
        lines: lines.map(({ id: line, occurredAt, orderNumber, amount, ...rest }): FigureLine => ({
          ...rest,
          id: String(line),
          at: occurredAt.toISOString(),
          orderNumber: unitsToJson(orderNumber),
          amount: unitsToJson(amount),
        })),
        after: found.length > pageSize && last ? `${last.occurredAt.getTime()}.${last.id}` : null,
      };
    },
  );
};

interface AskedFigures {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly brand?: readonly string[] | undefined;
  readonly method?: readonly string[] | undefined;
  readonly gateway?: readonly string[] | undefined;
}

/** What was asked, within what the person may see. Figures know no unit: a scope of units alone has none. */
function filterOf(staff: StaffActor, { from, to, brand, method, gateway }: AskedFigures): FigureFilter {
  const scope = scopeOf(staff, 'figures.view');
  const isAsked = (one: string): boolean => brand === undefined || brand.includes(one);
  const period = { from, to, methods: method ?? null, gateways: gateway ?? null };
  if (scope.kind === 'all') return { ...period, brands: brand ?? null };
  if (scope.kind === 'none') return { ...period, brands: [] };
  return {
    ...period,
    brands: scope.brands.filter(isAsked),
    sellers: scope.sellers.filter((one) => isAsked(one.brand)),
  };
}

function toFigure({ key, currency, moneyIn, back, lines }: Figure): FigureOf {
  const amounts = { moneyIn: unitsToJson(moneyIn), back: unitsToJson(back), net: unitsToJson(moneyIn - back) };
  return { key, currency, ...amounts, lines };
}

function totalsOf(days: readonly Figure[]): readonly FigureOf[] {
  const currencies = [...new Set(days.map(({ currency }) => currency))].sort();
  return currencies.map((currency) =>
    days
      .filter((one) => one.currency === currency)
      .map(toFigure)
      .reduce(
        (sum, one) => ({
          ...sum,
          moneyIn: sum.moneyIn + one.moneyIn,
          back: sum.back + one.back,
          net: sum.net + one.net,
          lines: sum.lines + one.lines,
        }),
        { key: '', currency, moneyIn: 0, back: 0, net: 0, lines: 0 },
      ),
  );
}
