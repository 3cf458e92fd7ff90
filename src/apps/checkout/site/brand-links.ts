import type { Brand } from '#src/branding/index.ts';
import type { Flow } from '#src/domain/catalog/brand-data/index.ts';

/** Link parameters that select a brand's market other than the default: a language, or a flow of that market only. */
export function marketQuery({ market, flows: [first] }: Brand): Readonly<Record<string, string>> {
  if (market === 'MZ') return { lang: 'pt-mz' };
  return market === 'PE' ? flowQuery(first) : {};
}

/** Link parameters that select a flow; empty for the default flow. */
export function flowQuery(flow: Flow): Readonly<Record<string, string>> {
  const [route] = flow.selectedBy.routes;
  if (route !== undefined) return { route };
  return flow.id === 'default' ? {} : { flowId: flow.id };
}
