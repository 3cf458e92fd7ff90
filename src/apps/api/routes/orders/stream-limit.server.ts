import { addressBudgets } from '#src/kernel/http/server/address-group.ts';

/** Streams that may be open in this process at once: of one order, and for one address (of IPv6 the /64; its /48 has twice as many). */
export const streamLimits = { order: 5, address: 50 } as const;

/** Streams that are open, by what they are counted for. */
const open = new Map<string, number>();

/** Takes a place for one more stream; null when there are enough. Whoever has it gives it back, once. */
export function acquireStreamSlot(orderId: string, ip: string): (() => void) | null {
  const counted = [
    [`order ${orderId}`, streamLimits.order],
    ...addressBudgets(ip, streamLimits.address).map(({ group, most }) => [`address ${group}`, most] as const),
  ] as const;
  if (counted.some(([name, most]) => (open.get(name) ?? 0) >= most)) return null;
  for (const [name] of counted) open.set(name, (open.get(name) ?? 0) + 1);
  let isTaken = true;
  return () => {
    if (!isTaken) return;
    isTaken = false;
    for (const [name] of counted) {
      const left = (open.get(name) ?? 1) - 1;
      if (left > 0) open.set(name, left);
      else open.delete(name);
    }
  };
}
