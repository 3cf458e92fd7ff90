import type { EncryptionKeys } from '../../long-term-encryption.server.ts';
import { paymentCodeKey, type SaleEntry } from './sale-entry.server.ts';
import { searchKeysOf } from './search-keys.server.ts';
import type { SearchProbe } from './search-term.types.ts';

/** Whether an entry answers a probe, as the index would say. Probes of the truth are asked there. */
export function matchesProbe(entry: SaleEntry, probe: SearchProbe, config: EncryptionKeys): boolean {
  const { facts, person } = entry;
  const [keys] = searchKeysOf(config);
  const has = (own: bigint | null, kind: 'email' | 'phone' | 'phone-end', value: string): boolean =>
    own === keys.of(kind, value);
  switch (probe.kind) {
    case 'name':
      return probe.words.every((word) => person.nameKeys.includes(keys.ofWord(word)));
    case 'amount':
      return facts.total === probe.amount || entry.charged === probe.amount;
    case 'email':
      return has(person.emailKey, probe.kind, probe.value);
    case 'phone':
      return has(person.phoneKey, probe.kind, probe.value);
    case 'phone-end':
      return has(person.phoneEndKey, probe.kind, probe.value);
    case 'document':
      return person.documentKeys.includes(keys.of('document', probe.value));
    case 'voucher':
      return facts.voucher === probe.value;
    case 'last4':
      return entry.last4 === Number(probe.value) || hasNumber(entry, probe.kind, probe.value);
    case 'payment-code':
      return hasNumber(entry, probe.kind, paymentCodeKey(probe.value));
    default:
      return hasNumber(entry, probe.kind, probe.value);
  }
}

function hasNumber({ numbers }: SaleEntry, kind: string, value: string): boolean {
  return numbers.some((one) => one.kind === kind && one.value === value);
}
