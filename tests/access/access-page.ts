import { accessTable } from './access-table.ts';
import { type Actor, actors, may, type Probe, type Row } from './access.types.ts';

const head = `# Who may call what

The list of every route and of who is answered there. A test fails for a route that is registered and not listed
(\`tests/access/routes.test.ts\`), and another asks for everything that one buyer owns as everybody else
(\`tests/access/matrix.test.ts\`): they are answered as below, hear no word of the buyer's, and nothing of the buyer's
changes. Pages answer GET, and POST where they have a form; HEAD goes with GET. This page is written by
\`node tests/access/write-page.ts\`.

Who is refused is told the same as of what does not exist: every question that names something of A's is put again with
made-up ids, and is answered with the same status, place to go and body, less what is each request's own. A form of a
page at which nothing is anybody's is sent as B with everything of A's under every name: nothing of A's is shown or changes.

Operators have scopes: acts in brands (\`OPERATOR_TOKENS\`, see \`how-to/run-in-production.md\`). An act that an operator has
in no brand is 403 \`act-not-allowed\`. An object of a brand outside the scope is 404, as if it did not exist, and lists leave
it out. Each route of staff declares its act; a route without one fails \`tests/access/routes.test.ts\`.
`;

function said(answers: Probe['no']): string {
  const word = (one: number | string): string =>
    typeof one === 'number' ? String(one) : `${one.startsWith('/') ? 'led to ' : ''}\`${one}\``;
  return answers.map(word).join(' or ');
}

function actorsOf({ by, no, noTo = {}, yes, what, isAskedByNoOther = false }: Probe): string {
  const whoever = (actor: Actor): string => (actor === 'stranger' ? 'whoever has its secret' : actors[actor]);
  if (isAskedByNoOther) return `${what} (${by.map(whoever).join(', ')}: ${said([yes])})`;
  const allowed = by.map((actor) => `${actors[actor]}: ${said([yes])}`);
  const some = Object.entries(noTo).map(([actor, own]) => `${actors[actor as Actor]}: ${said(own)}`);
  const refused = `${by.length + some.length > 0 ? 'others' : 'all who try'}: ${said(no)}`;
  return `${what} (${[...allowed, ...some, refused].join('; ')})`;
}

function lineOf(name: string, { may: who, act, probes = [], form, noYes }: Row): string {
  const asked = [...probes.map(actorsOf), ...[form, noYes].filter((one) => one !== undefined)].join('<br>');
  return `| \`${name}\` | ${may[who]}${act === undefined ? '' : ` with \`${act}\``} | ${asked} |`;
}

/** The page as it must stand in `docs/access.md`. */
export function accessPage(): string {
  const lines = Object.entries(accessTable)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, row]) => lineOf(name, row));
  const who = Object.values(actors).join(', ');
  return `${head}
In the matrix ask: ${who}.

| Route | Who is answered | What of A’s is asked for, and how it is answered |
| --- | --- | --- |
${lines.join('\n')}
`;
}
