import { lineAt, withoutComments } from './source-text.ts';

/** Banned words of this code, each with the usual word of payments that replaced it. */
export const bannedWords: Readonly<Record<string, string>> = {
  arrival: 'delivery',
  arrivals: 'deliveries',
  claim: 'in-person payment',
  claims: 'in-person payments',
  courier: 'dispatcher',
  defence: 'risk',
  defences: 'risk',
  desk: 'service',
  heard: 'applied',
  holdings: 'reservations',
  judge: 'decide',
  keeper: 'vault',
  leg: 'split part',
  legs: 'split parts',
  means: 'payment instrument',
  mend: 'clear',
  mended: 'cleared',
  outgoing: 'webhook',
  papers: 'documents',
  recurrence: 'mandate',
  recurrences: 'mandates',
  rescue: 'hold window',
  settle: 'apply, advance or complete',
  settled: 'applied, advanced or completed',
  sky: 'faults',
  surroundings: 'observability',
  told: 'reported',
  weather: 'faults',
  wish: 'request, options or criteria',
  wishes: 'requests',
  withdrawal: 'cooling-off',
  withdrawals: 'cooling-off requests',
};

/** Names with a banned word that the language, the specification or a company's protocol gives. */
const allowed: readonly { readonly name: RegExp; readonly under: string; readonly reason: string }[] = [
  { name: /^allSettled$/, under: '', reason: 'JavaScript: Promise.allSettled' },
  { name: /^OutgoingHttpHeaders$/, under: '', reason: 'Node: type of its HTTP module' },
  {
    name: /recurrence/i,
    under: 'sandbox/companies/pix-bcb/',
    reason: 'Pix Automático: “recorrência”, the norm’s own object',
  },
  { name: /recurrence/i, under: 'src/rails/pix/', reason: 'Pix Automático: location of a recurrence in the BR Code' },
  {
    name: /recurrence/i,
    under: 'src/gateways/pix-bcb/',
    reason: 'Pix Automático: “recorrência”, the norm’s own object',
  },
  { name: /^settle$/, under: 'sandbox/companies/pix-bcb/', reason: 'Pix: settlement by the central bank' },
  { name: /claims/i, under: 'sandbox/directory/', reason: 'OpenID Connect: statements about a person' },
  { name: /claims/i, under: 'src/apps/console/sign-in/', reason: 'OpenID Connect: statements about a person' },
  { name: /^means$/, under: 'src/rails/in-person/', reason: 'the specification’s form field of the unit page' },
  { name: /^means$/, under: 'src/apps/checkout/pages/collect/', reason: 'the same form field, in the page’s stories' },
];

/** Banned words in identifiers and file names, as `file: word` with the line of the first one. Strings and comments are left out. */
export function glossaryProblems(
  sources: ReadonlyMap<string, string>,
): { readonly entry: string; readonly hint: string }[] {
  return [...sources].flatMap(([file, source]) => {
    const text = withoutStrings(withoutComments(source));
    const found = new Map<string, string>();
    for (const hit of text.matchAll(/[A-Za-z_$][\w$]*/g)) {
      for (const word of wordsOf(hit[0]))
        if (Object.hasOwn(bannedWords, word) && !found.has(word) && !isAllowed(file, hit[0]))
          found.set(word, `${file}:${lineAt(text, hit.index)} says “${hit[0]}”`);
    }
    for (const word of wordsOf(file.slice(file.lastIndexOf('/') + 1)))
      if (Object.hasOwn(bannedWords, word) && !isAllowed(file, word)) found.set(word, `${file} is named so`);
    return [...found].map(([word, where]) => ({
      entry: `${file}: ${word}`,
      hint: `${where}; the word is “${bannedWords[word]}”`,
    }));
  });
}

function isAllowed(file: string, name: string): boolean {
  return allowed.some((one) => file.startsWith(one.under) && one.name.test(name));
}

/** `settleOrder` → settle, order. */
function wordsOf(name: string): string[] {
  return name.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase());
}

function withoutStrings(text: string): string {
  return text.replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, (piece) => ' '.repeat(piece.length));
}
