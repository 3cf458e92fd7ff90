import { withoutComments } from '#tools/verify/source-text.ts';

/** What begins a test or a group of them; `journey` and `way` are this project's own. */
const beginning = /(?<![\w.$])(?:test|it|describe|journey|way)(?=[\s.(<`])/g;

/** The titles of a source's tests and groups, as they are written there: what a comment or a test's own text says is none. */
export function titlesIn(source: string): string[] {
  const text = withoutComments(source);
  return [...text.matchAll(beginning)].flatMap((hit) => titleFrom(text, hit.index + hit[0].length) ?? []);
}

/** Goes along `.each([…])`, `.runIf(…)` and what else stands before the call that has the title. */
function titleFrom(text: string, from: number): string | null {
  let isTable = false;
  for (let at = from; ;) {
    const rest = text.slice(at);
    const member = /^\s*\.\s*(\w+)/.exec(rest);
    const title = /^\s*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/s.exec(rest);
    if (member) {
      isTable = ['each', 'for', 'runIf', 'skipIf'].includes(member[1] ?? '');
      at += member[0].length;
    } else if (title && !isTable) {
      return (title[2] ?? '').replaceAll(/\\(.)/gs, '$1');
    } else if (/^\s*\(/.test(rest) && isTable) {
      at = endOfCall(text, at);
      isTable = false;
    } else return null;
  }
}

/** Right behind the bracket that closes the call which opens here. */
function endOfCall(text: string, from: number): number {
  const pieces = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|[([{]|[)\]}]/g;
  pieces.lastIndex = from;
  for (let depth = 0, hit = pieces.exec(text); hit; hit = pieces.exec(text)) {
    if ('([{'.includes(hit[0])) depth += 1;
    else if (')]}'.includes(hit[0])) depth -= 1;
    if (depth === 0) return pieces.lastIndex;
  }
  return text.length;
}
