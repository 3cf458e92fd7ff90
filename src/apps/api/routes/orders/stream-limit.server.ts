import { addressBudgets } from '#src/kernel/http/server/address-group.ts';

/** Maximum open streams in this process: per order, and per address (IPv6: per /64, and twice as many per /48). */
export const streamLimits = { order: 5, address: 50 } as const;

/** Number of open streams by order and by address. */
const open = new Map<string, number>();

/** Reserves a slot for a stream; null at the limit. The returned function releases it; further calls do nothing. */
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
