/**
 * The part of a machine's address that one customer of a network has: an IPv4 address whole, of an IPv6 address the first
 * 64 bits (RFC 6177), in one canonical form. A text that is no address is its own group.
 */
export function addressGroup(address: string): string {
  return groupOf(address, { v6Parts: 4 });
}

/**
 * The part of an address that identifies a whole network: of IPv4 the first 24 bits, of IPv6 the first 48 (RFC 6177), the
 * smallest that are announced on the internet.
 */
export function networkGroup(address: string): string {
  const group = groupOf(address, { v6Parts: 3 });
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(group) ? group.slice(0, group.lastIndexOf('.')) : group;
}

/** A group of addresses, and its share of a limit. */
export interface AddressBudget {
  readonly group: string;
  readonly most: number;
}

/** Limit of a /48, as a multiple of one address's. */
const siteShare = 2;

/**
 * The groups for which a limit by address is counted, the smallest first: an IPv4 address; of IPv6 the /64, and the /48,
 * since one customer or tunnel has 65,536 of the former (RFC 6177).
 */
export function addressBudgets(address: string, most: number): readonly AddressBudget[] {
  const own = { group: addressGroup(address), most };
  return own.group.includes(':') ? [own, { group: networkGroup(address), most: siteShare * most }] : [own];
}

function groupOf(address: string, { v6Parts }: { readonly v6Parts: number }): string {
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [bare = ''] = address.split('%', 1);
  const [head = '', tail] = bare.split('::', 2);
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  return [...first, ...middle, ...last]
    .slice(0, v6Parts)
    .map((part) => part.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':');
}
