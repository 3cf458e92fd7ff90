import type { Brand } from '#src/branding/index.ts';
import type { Flow } from '#src/domain/catalog/brand-data/index.ts';

/** What in a link tells a brand's market from the one at home: a language, or a flow that only that market has. */
export function marketQuery({ market, flows: [first] }: Brand): Readonly<Record<string, string>> {
  if (market === 'MZ') return { lang: 'pt-mz' };
  return market === 'PE' ? flowQuery(first) : {};
}

/** What in a link asks for a flow; nothing for the one that a bare link gets. */
export function flowQuery(flow: Flow): Readonly<Record<string, string>> {
  const [route] = flow.selectedBy.routes;
  if (route !== undefined) return { route };
  return flow.id === 'default' ? {} : { flowId: flow.id };
}
