import type { Product } from './product.server.ts';

/** The running product's time: other journeys move its clock by months. */
export async function productNow({ sandbox }: Pick<Product, 'sandbox'>): Promise<Date> {
  const { now } = (await (await fetch(`${sandbox}/sandbox/clock.json`)).json()) as { now: string };
  return new Date(now);
}
