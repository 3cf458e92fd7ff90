/** An import of one file by another, of types too. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** Areas of `src/domain`, lowest first: each imports only areas before it. */
export const domainAreas = [
  'database',
  'catalog',
  'staff',
  'risk',
  'messaging',
  'checkout',
  'orders',
  'customers',
  'payments',
  'in-person',
  'subscriptions',
  'refunds',
  'documents',
  'sales',
  'privacy',
] as const;

/** Layers of `src/domain/payments`, lowest first. */
export const paymentLayers = [
  'ports',
  'attempts',
  'ledger',
  'booking',
  'decline-policy',
  'profiles',
  'instruments',
  'facts',
  'refunds',
  'split',
  'commands',
] as const;

const domain = 'src/domain/';
const payments = `${domain}payments/`;
const isDoor = (file: string) => /^index(\.server)?\.ts$/.test(file);

/**
 * Imports that run upward between the areas of the domain or between the layers of payments, as `from → to`. A folder in
 * neither list counts as above all others, so that a new one must be entered before it is imported.
 */
export function upwardImports(imports: readonly Import[]): string[] {
  return imports
    .filter(({ from, to }) => rises(from, to, areaRank) || rises(from, to, layerRank))
    .map(({ from, to }) => `${from} → ${to}`);
}

function rises(from: string, to: string, rankOf: (file: string) => number | null): boolean {
  const [lower, upper] = [rankOf(from), rankOf(to)];
  return lower !== null && upper !== null && upper > lower;
}

function areaRank(file: string): number | null {
  if (!file.startsWith(domain)) return null;
  const [area = '', ...rest] = file.slice(domain.length).split('/');
  if (area === 'database') return 0;
  // Files of no area: the composition of all contexts is on top, shared modules are at the bottom.
  if (rest.length === 0) return area === 'context.server.ts' ? Infinity : 0.5;
  return rank(domainAreas, area);
}

function layerRank(file: string): number | null {
  if (!file.startsWith(payments)) return null;
  const [layer = '', ...rest] = file.slice(payments.length).split('/');
  if (rest.length > 0) return rank(paymentLayers, layer);
  if (layer === 'context.server.ts') return 0;
  return isDoor(layer) ? Infinity : paymentLayers.length;
}

function rank(order: readonly string[], name: string): number {
  const found = order.indexOf(name);
  return found < 0 ? order.length : found;
}
