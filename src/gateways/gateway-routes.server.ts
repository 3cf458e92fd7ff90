import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Country } from '#src/kernel/locale/locale.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { GatewayFactory } from './company.factories.server.ts';

const name = z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}$/);
const names = z
  .array(name)
  .min(1)
  .refine((all) => new Set(all).size === all.length, 'nothing twice');

const routeSchema = z.strictObject({
  /** A comment for readers of the file. */
  about: z.string().max(300).optional(),
  businesses: z.union([z.literal('all'), names]),
  market: z.enum(['BR', 'MZ', 'PE']),
  /** The specification's words of methods. */
  methods: names,
  /** In the order in which they are tried. */
  gateways: names,
});
const fileSchema = z.strictObject({ routes: z.array(routeSchema).max(500) });

/** Which companies collect some methods of some businesses in a market, the preferred one first. */
export type GatewayRoute = Readonly<z.infer<typeof routeSchema>>;

/** One mistake in the routes: its path (`routes.2.gateways`) and a message. */
export interface RouteProblem {
  readonly key: string;
  readonly message: string;
}

/** Static facts of a gateway, without its settings. */
export type KnownGateway = Pick<GatewayFactory, 'id' | 'methods' | 'markets'>;

/** The default file, beside the gateways; `GATEWAY_ROUTES` names another one. */
export const defaultRoutesFile = path.join(import.meta.dirname, 'routes.json');

/** Reads a file of routes and checks it against the gateways and, where they are given, the businesses that exist. */
export function readRoutes(
  file: string,
  gateways: readonly KnownGateway[],
  businesses?: ReadonlySet<string>,
): Result<readonly GatewayRoute[], readonly RouteProblem[]> {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return err([{ key: '', message: error instanceof SyntaxError ? 'is no JSON' : 'cannot be read' }]);
  }
  const parsed = fileSchema.safeParse(json);
  if (!parsed.success) return err(parsed.error.issues.map(({ path: at, message }) => ({ key: at.join('.'), message })));
  const { routes } = parsed.data;
  const problems = checkRoutes(routes, gateways, businesses);
  return problems.length > 0 ? err(problems) : ok(routes);
}

/** Mistakes beyond the schema: unknown names, companies without the method, unreachable lines. */
export function checkRoutes(
  routes: readonly GatewayRoute[],
  gateways: readonly KnownGateway[],
  businesses?: ReadonlySet<string>,
): readonly RouteProblem[] {
  const problems: RouteProblem[] = [];
  const known = new Map(gateways.map((gateway) => [gateway.id, gateway]));
  const taken = new Map<string, number>();
  for (const [at, route] of routes.entries()) {
    const say = (key: string, message: string): void => void problems.push({ key: `routes.${at}.${key}`, message });
    const { market, methods, businesses: sellers } = route;
    for (const id of route.gateways) {
      const gateway = known.get(id);
      if (!gateway) say('gateways', `there is no gateway ${id}`);
      else if (!gateway.markets.includes(market)) say('gateways', `${id} does not collect in ${market}`);
      else
        for (const method of methods)
          if (!gateway.methods.includes(method)) say('gateways', `${id} does not collect ${method}`);
    }
    for (const seller of sellers === 'all' ? [] : sellers)
      if (businesses && !businesses.has(seller)) say('businesses', `nothing is sold by ${seller}`);
    for (const seller of sellers === 'all' ? ['all'] : sellers)
      for (const method of methods) {
        const before = taken.get(`all ${market} ${method}`) ?? taken.get(`${seller} ${market} ${method}`);
        if (before === undefined) taken.set(`${seller} ${market} ${method}`, at);
        else say('methods', `routes.${before} has already said who collects ${method} for ${seller}`);
      }
  }
  return problems;
}

/** The line that applies to a sale: the first that fits. Null without one. */
export function routeFor(
  routes: readonly GatewayRoute[],
  business: string,
  market: Country,
  method: string,
): GatewayRoute | null {
  const fits = ({ businesses, market: place, methods }: GatewayRoute): boolean =>
    place === market && methods.includes(method) && (businesses === 'all' || businesses.includes(business));
  return routes.find(fits) ?? null;
}
