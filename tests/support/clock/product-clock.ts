import type { Product } from '../processes/product.server.ts';

/** The running product's time: other journeys move its clock by months. */
export async function productNow({ sandbox }: Pick<Product, 'sandbox'>): Promise<Date> {
  const { now } = (await (await fetch(`${sandbox}/sandbox/clock.json`)).json()) as { now: string };
  return new Date(now);
}

/** Moves it; what came due has happened when this resolves. */
export async function moveClock({ sandbox }: Pick<Product, 'sandbox'>, seconds: number): Promise<void> {
  const answer = await fetch(`${sandbox}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: seconds }),
  });
  if (!answer.ok) throw new Error(`The clock was not moved: ${answer.status}`);
}
