import type { Brand, BrandRegistry } from '#src/branding/index.server.ts';
import type { Product } from '#src/domain/catalog/products/index.ts';
import { withQuery } from '#src/domain/checkout/flows/index.ts';
import type { Flow } from '#src/domain/catalog/brand-data/index.ts';
import type { Translator } from '#src/ui/words/translator.ts';
import { flowQuery, marketQuery } from '../../site/brand-links.ts';
import type { TaskCard } from './start.types.ts';

interface Task {
  readonly id: string;
  readonly fits: (flow: Flow, brand: Brand, product: Product) => boolean;
  /** The task's first page; the flow's first step when absent. */
  readonly path?: string;
}

const paidBy =
  (method: string) =>
  ({ steps }: Flow): boolean =>
    steps.some(({ props }) => props.method === method);
const shows =
  (template: string) =>
  ({ steps }: Flow): boolean =>
    steps.some((step) => step.template === template);
const isPlain = ({ id }: Flow): boolean => id === 'default';
const mayPayBy = ({ plans: [plan] }: Product, count: number): boolean =>
  (plan?.methods.filter(({ active }) => active).length ?? 0) >= count;

const tasks: readonly Task[] = [
  { id: 'installments', fits: (flow, _brand, { plans: [plan] }) => isPlain(flow) && plan?.installments?.max === 12 },
  { id: 'split', fits: (flow, _brand, product) => isPlain(flow) && mayPayBy(product, 2) },
  { id: 'peru', fits: (_flow, { market }) => market === 'PE' },
  { id: 'mozambique', fits: (_flow, { market }) => market === 'MZ' },
  { id: 'points', fits: shows('livelo-cpf') },
  { id: 'upsell', fits: ({ id }) => id === 'upsell' },
  { id: 'bump', fits: shows('order-bump-presentation') },
  { id: 'renewal', fits: shows('renew'), path: '/samples' },
];

/** One link for each task that some brand offers; the brand with the most flows is read first. */
export function taskCards({ brands }: BrandRegistry, words: Translator): TaskCard[] {
  const ordered = brands.toSorted((one, other) => other.flows.length - one.flows.length);
  const methods = new Set(
    ordered.flatMap(({ flows }) => flows.flatMap(({ steps }) => steps.flatMap(({ props }) => props.method ?? []))),
  );
  const byMethod = [...methods].toReversed().filter((method) => words.has(`start.task.${method}`));
  return [...byMethod.map((id) => ({ id, fits: paidBy(id) })), ...tasks].flatMap((task) => cardOf(task, ordered));
}

function cardOf({ id, fits, path }: Task, brands: readonly Brand[]): TaskCard[] {
  for (const brand of brands) {
    const [product] = brand.products;
    const flow = brand.flows.find((one) => fits(one, brand, product));
    if (!flow) continue;
    const query = { product: product.key, ...marketQuery(brand), ...(path === undefined ? flowQuery(flow) : {}) };
    return [{ id, brand: brand.name, href: withQuery(path ?? '/', query) }];
  }
  return [];
}
