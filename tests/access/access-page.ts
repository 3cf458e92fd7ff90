import { accessTable } from './access-table.ts';
import { actors, may, type Probe, type Row } from './access.types.ts';

const head = `# Who may call what

The list of every route and of who is answered there. A test fails for a route that is registered and not listed
(\`tests/access/routes.test.ts\`), and another asks for everything that one buyer owns as everybody else
(\`tests/access/matrix.test.ts\`): they are answered as below, hear no word of the buyer's, and nothing of the buyer's
changes. Pages answer GET, and POST where they have a form; HEAD goes with GET. This page is written by
\`node tests/access/write-page.ts\`.

Who is refused is told the same as of what does not exist.
`;

function actorsOf({ by, no, yes, what }: Probe): string {
  const allowed = by.map((actor) => `${actors[actor]}: ${String(yes)}`);
  const refused = `${allowed.length > 0 ? 'others' : 'all who try'}: ${no.map((one) => (typeof one === 'number' ? String(one) : `led to \`${one}\``)).join(' or ')}`;
  return `${what} (${[...allowed, refused].join('; ')})`;
}

function lineOf(name: string, { may: who, probes = [] }: Row): string {
  const asked = probes.map(actorsOf).join('<br>');
  return `| \`${name}\` | ${may[who]} | ${asked} |`;
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
