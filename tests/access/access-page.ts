import { fillCells } from '#tests/support/fill-table-cells.ts';
import { accessTable } from './access-table.ts';
import { type Actor, actors, may, type Probe, type Row } from './access.types.ts';

const head = `# Who may call what

Every route, by who is answered; written by \`npm run access-page\`. \`tests/access/routes.test.ts\` fails for a route that is not listed.
\`tests/access/matrix.test.ts\` asks for everything of buyer A as everybody else. A refusal tells and changes nothing, and is the same for a
made-up id: 404, where a row says no other. Pages answer GET, and POST where they have a form.

An act that an operator has in no brand (\`OPERATOR_TOKENS\`) is 403 \`act-not-allowed\`. An object of another brand is 404 and not listed.
`;

function answersOf(answers: Probe['no']): string {
  const word = (one: number | string): string =>
    typeof one === 'number' ? String(one) : `${one.startsWith('/') ? 'to ' : ''}\`${one}\``;
  return answers.map(word).join(' or ');
}

/** Who hears what: equal answers stand together, and everybody else comes last. */
function answerOf({ by, no, noTo = {}, yes, isUnshared = false }: Probe): string {
  const whoever = (actor: Actor): string => (actor === 'stranger' ? 'whoever has its secret' : actors[actor]);
  if (isUnshared) return `${by.map(whoever).join(', ')}: ${answersOf([yes])}`;
  const received = new Map<string, string[]>();
  const add = (actor: Actor, answer: string): void =>
    void received.set(answer, [...(received.get(answer) ?? []), actors[actor]]);
  for (const actor of by) add(actor, answersOf([yes]));
  for (const [actor, own] of Object.entries(noTo)) add(actor as Actor, answersOf(own));
  const some = [...received].map(([answer, who]) => `${who.join(', ')}: ${answer}`);
  const others = answersOf(no);
  if (some.length > 0 && others === '404') return some.join('; ');
  return [...some, `${some.length > 0 ? 'others' : 'all'}: ${others}`].join('; ');
}

const nameOf = (name: string, { act }: Row): string => `\`${name}\`${act === undefined ? '' : ` (\`${act}\`)`}`;

/** What is asked of a route, together where the answers are equal, then the notes: two cells of each line. */
function cellsOf(row: Row): readonly string[] {
  const asked = new Map<string, string[]>();
  for (const probe of row.probes ?? []) {
    const answer = answerOf(probe);
    const before = asked.get(answer) ?? [];
    if (!before.includes(probe.what)) asked.set(answer, [...before, probe.what]);
  }
  const cells = [...asked].flatMap(([answer, what]) => fillCells(what).map((some) => [some, answer]));
  const notes = [row.form, row.noYes].filter((one) => one !== undefined).map((note) => [note, '']);
  return [...cells, ...notes].map((own) => own.join(' | '));
}

/** The routes that nothing is asked of, by the note that they share. */
function silentOf(rows: readonly (readonly [string, Row])[]): readonly string[] {
  const byNote = new Map<string, string[]>();
  for (const [name, row] of rows)
    byNote.set(row.form ?? '', [...(byNote.get(row.form ?? '') ?? []), nameOf(name, row)]);
  return [...byNote].map(
    ([note, names]) => `${note === '' ? '' : `${note.charAt(0).toUpperCase()}${note.slice(1)}: `}${names.join(', ')}\n`,
  );
}

function sectionOf(who: keyof typeof may): readonly string[] {
  const rows = Object.entries(accessTable)
    .filter(([, row]) => row.may === who)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const asked = rows.filter(([, { probes = [] }]) => probes.length > 0);
  const alike = new Map<string, string[]>();
  for (const [name, row] of asked) {
    const cells = cellsOf(row).join('\n');
    alike.set(cells, [...(alike.get(cells) ?? []), nameOf(name, row)]);
  }
  const lines = [...alike].flatMap(([cells, routes]) =>
    cells.split('\n').map((own, index) => `| ${index === 0 ? routes.join(', ') : ''} | ${own} |`),
  );
  const table = ['| Route | Asked for | Answer |', '|---|---|---|', ...lines, ''].join('\n');
  return [
    `## ${may[who]}\n`,
    ...silentOf(rows.filter((one) => !asked.includes(one))),
    ...(lines.length > 0 ? [table] : []),
  ];
}

/** The page as it must stand in `docs/access.md`. */
export function accessPage(): string {
  const who = Object.keys(may) as (keyof typeof may)[];
  return [head, `The matrix asks as: ${Object.values(actors).join(', ')}.\n`, ...who.flatMap(sectionOf)].join('\n');
}
