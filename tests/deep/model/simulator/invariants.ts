import type { SimulatedProduct } from './simulated-product.ts';

/** What must hold after every step, told in the words of the books outside: an empty list when it does. */
export function violationsNow(shop: SimulatedProduct, before: ReadonlyMap<string, string>): string[] {
  const { books, companies } = shop;
  const broken: string[] = [];
  const sum = (
    matches: (line: { readonly kind: string; readonly attemptId: string; readonly orderId: string }) => boolean,
  ) => books.lines.reduce((total, line) => (matches(line) ? total + line.amount : total), 0n);
  for (const one of books.attempts) {
    const real = companies.sums(one.id);
    const came = sum((l) => l.attemptId === one.id && l.kind.startsWith('capture-'));
    if (came > real.taken) broken.push(`I4: ${one.id} took ${real.taken} and ${came} stand in the books`);
    if (before.get(one.id) === 'captured' && one.state !== 'captured') broken.push(`I9: ${one.id} became ${one.state}`);
    if (one.state === 'captured' && real.taken === 0n) broken.push(`I9: ${one.id} is captured and took nothing`);
    const asked = books.parts.filter(({ attemptId }) => attemptId === one.id).reduce((s, p) => s + p.amount, 0n);
    const surplus = sum((l) => l.attemptId === one.id && l.kind === 'capture-surplus');
    if (asked > came - surplus) broken.push(`I5: ${asked} of ${came - surplus} of ${one.id} were promised back`);
  }
  for (const order of books.orders) {
    const price = sum((l) => l.orderId === order.id && l.kind === 'capture-principal');
    if (price > order.total) broken.push(`I2: ${order.id} was paid ${price} of ${order.total}`);
    if (order.grants > 1 || (order.grants === 1 && price < order.total)) broken.push(`I6: ${order.id} gives access`);
  }
  const live = books.attempts.filter(
    (one) =>
      !one.superseded &&
      one.void_state === null &&
      one.part === null &&
      ['created', 'unknown', 'processing'].includes(one.state),
  );
  if (live.length > 1) broken.push(`I2: ${live.map(({ id }) => id).join(' and ')} are asked for at once`);
  return broken;
}

/** Cards whose money nobody would ever ask about, were it not for this look from outside. */
export function neverAsked({ books, companies }: SimulatedProduct): string[] {
  return books.attempts
    .filter(({ gateway, decline_code }) => gateway === 'cards' && decline_code !== 'gateway-mismatch')
    .filter(({ id, state }) => companies.sums(id).taken > 0n && state !== 'captured')
    .map(({ id, state }) => `I1: ${id} took money, counts as ${state}, and nobody asks`);
}

/** What must hold once every company answers and all time is over. */
export function finalViolations(shop: SimulatedProduct): string[] {
  const { books, companies } = shop;
  const broken: string[] = [];
  for (const one of books.attempts) {
    const real = companies.sums(one.id);
    const inside = books.lines
      .filter(({ attemptId }) => attemptId === one.id)
      .reduce((total, { kind, amount }) => total + (kind.startsWith('capture-') ? amount : -amount), 0n);
    if (inside !== real.net) broken.push(`I4: ${one.id} holds ${real.net} and ${inside} stand in the books`);
    const isOpen = ['created', 'unknown', 'processing', 'awaiting-buyer', 'authorized'].includes(one.state);
    if (isOpen) broken.push(`I10: ${one.id} is ${one.state} past its time`);
    const sandboxState = companies.book.get(one.id)?.state;
    // What its company tells otherwise than it was asked for is left to a person: nothing is moved there by us.
    const isForPerson = one.decline_code === 'gateway-mismatch';
    if (!isForPerson && (sandboxState === 'authorized' || sandboxState === 'awaiting-buyer'))
      broken.push(`I15: ${one.id} is ${sandboxState} at its company for ever`);
  }
  for (const order of books.orders) {
    const kept = books.attempts
      .filter(({ orderId }) => orderId === order.id)
      .reduce((total, { id }) => total + companies.sums(id).net, 0n);
    const price = books.lines
      .filter((l) => l.orderId === order.id && l.kind === 'capture-principal')
      .reduce((total, l) => total + l.amount, 0n);
    if ((order.state === 'closed' || order.state === 'open') && kept > 0n)
      broken.push(`I2: ${order.id} is ${order.state} and ${kept} of its buyer's are kept`);
    if (order.state === 'paid' && price !== order.total) broken.push(`I8: ${order.id} is paid with ${price}`);
    if (price >= order.total && order.state !== 'paid' && order.state !== 'refunded')
      broken.push(`I1: ${order.id} was paid for and is ${order.state}`);
    if (order.state === 'paid' && order.grants !== 1) broken.push(`I6: ${order.id} is paid without access`);
    if (
      order.state === 'partly-paid' &&
      books.attempts.some((a) => a.orderId === order.id && a.part !== null && order.holdExpiresAt !== null)
    )
      broken.push(`I15: a part of ${order.id} is kept past the time for the rest`);
  }
  for (const { id, isOpen } of books.surpluses) if (isOpen) broken.push(`I2: ${id} was not given back`);
  for (const { id, state } of books.parts)
    if (state !== 'done') broken.push(`I5: ${id} was promised and not given back`);
  const paid = books.orders.filter(({ state }) => state === 'paid');
  if (paid.length > 1) broken.push('I2: two orders for one request are paid');
  return broken;
}
