/** Mail providers of the three markets by domain name, with their endings; the usual one first. */
const providers: Readonly<Record<string, readonly string[]>> = {
  gmail: ['com'],
  hotmail: ['com', 'com.br', 'es', 'pt', 'fr', 'it', 'de', 'co.uk', 'com.ar', 'com.mx', 'com.pe'],
  outlook: ['com', 'com.br', 'es', 'pt', 'fr', 'it', 'de', 'com.ar', 'com.mx', 'com.pe'],
  yahoo: ['com', 'com.br', 'es', 'pt', 'fr', 'it', 'de', 'co.uk', 'com.ar', 'com.mx', 'com.pe'],
  icloud: ['com'],
  live: ['com', 'com.br', 'com.pt', 'com.pe', 'com.mx', 'fr', 'it', 'co.uk'],
  uol: ['com.br'],
  bol: ['com.br'],
  terra: ['com.br', 'com', 'com.pe', 'es', 'com.mx'],
};
/** Providers of their own, one letter away from those above. */
const others: ReadonlySet<string> = new Set(['mail', 'ymail', 'email', 'olive', 'tuol', 'tierra']);

/** Shorter names are within one letter of too many others. */
const shortestGuessed = 4;

/**
 * The corrected address where its domain is a mistyped one of a large mail provider, otherwise null. A suggestion, never a
 * refusal: the domain may exist.
 */
export function suggestEmail(email: string): string | null {
  const [local = '', domain = '', ...more] = email.trim().split('@');
  const dot = domain.indexOf('.');
  if (local === '' || more.length > 0 || dot < 1) return null;
  const [name, ending] = [domain.slice(0, dot).toLowerCase(), domain.slice(dot + 1).toLowerCase()];
  const meant = providers[name] ? name : nearest(name);
  const [usual, ...further] = (meant !== null && providers[meant]) || [];
  if (meant === null || usual === undefined) return null;
  const isKnownEnding = ending === usual || further.includes(ending);
  const right = isKnownEnding ? ending : ([usual, ...further].find((one) => isOneSlipAway(ending, one)) ?? usual);
  // Another country's ending of a provider with several is no typing error.
  if (meant === name && (isKnownEnding || (further.length > 0 && !isOneSlipAway(ending, right)))) return null;
  return `${local}@${meant}.${right}`;
}

function nearest(name: string): string | null {
  if (name.length < shortestGuessed || others.has(name)) return null;
  const found = Object.keys(providers).filter((one) => one.length >= shortestGuessed && isOneSlipAway(name, one));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Whether one letter was omitted, added, replaced, or swapped with its neighbour. */
function isOneSlipAway(typed: string, meant: string): boolean {
  if (typed === meant || Math.abs(typed.length - meant.length) > 1) return false;
  let at = 0;
  while (typed[at] !== undefined && typed[at] === meant[at]) at += 1;
  const rest = (text: string, skipped: number): string => text.slice(at + skipped);
  return (
    rest(typed, 1) === rest(meant, 1) ||
    rest(typed, 1) === rest(meant, 0) ||
    rest(typed, 0) === rest(meant, 1) ||
    (typed[at] === meant[at + 1] && typed[at + 1] === meant[at] && rest(typed, 2) === rest(meant, 2))
  );
}
