import { BlockList, isIP } from 'node:net';

/**
 * Networks that are not public on the internet (IANA's special-purpose registries, RFC 6890 and later): this machine, local
 * networks, carriers, links, documentation, benchmarks, multicast, and the transitions that carry IPv4 in IPv6.
 */
const notPublic: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
];
/** The block of all public IPv6 addresses (RFC 4291, 2.4; IANA has assigned no other). */
const globalUnicast = ['2000::', 3, 'ipv6'] as const;

const blocked = new BlockList();
for (const [network, prefix, family] of notPublic) blocked.addSubnet(network, prefix, family);
const global = new BlockList();
global.addSubnet(...globalUnicast);

/** Whether a numeric address is public. False for anything but a numeric address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !blocked.check(address, 'ipv4');
  return family === 6 && global.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
}
