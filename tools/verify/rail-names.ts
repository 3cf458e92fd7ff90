import { lineAt, withoutComments } from './source-text.ts';

/** A rail or gateway as other code might name it. */
export interface PluggedName {
  /** Folder name. */
  readonly id: string;
  /** The specification's names for it. */
  readonly aliases: readonly string[];
}

/** Folders in which rails and gateways are generic. */
export const genericFolders = [
  'src/domain',
  'src/branding',
  'src/ui',
  'src/apps/checkout',
  'src/apps/api',
  'src/apps/worker',
];

/** Words with a second meaning: of these only a bare string literal counts, and not as the name of a CSS class. */
const ambiguous = new Set(['card', 'cash', 'in-person', 'in-person-unit']);

/** Of these the name of a folder or file does not count either: a domain area has the same name. */
const areaNames = new Set(['in-person', 'in-person-unit']);

/** Folders that serve every company and so name none. */
export const foldersWithoutCompanies = [
  ...['src/kernel', 'src/server', 'src/platform'],
  ...['analytics', 'faults', 'inbox', 'pages', 'runtime', 'webhook-receiver'].map((folder) => `sandbox/${folder}`),
];

/** Words of the specification that generic code must write as they are. */
const specificationWords = ['dataPix', 'isPaymentInPerson'];

/**
 * Code in generic folders that names a rail or a gateway: in identifiers, strings and file names.
 * Comments are left out, and so are the specification's addresses (a string that starts with `/`) and fixed words.
 */
export function railNameProblems(sources: ReadonlyMap<string, string>, names: readonly PluggedName[]): string[] {
  const patterns = names.flatMap(({ id, aliases }) => [...new Set([id, ...aliases])].map((name) => patternFor(name)));
  return [...sources].flatMap(([file, source]) => {
    const text = withoutSpecification(withoutComments(source));
    const inText = patterns.flatMap(({ name, pattern }) =>
      [...text.matchAll(pattern)].map((hit) => `${file}:${lineAt(text, hit.index)} names “${name}”`),
    );
    const inName = names

      .filter(({ id }) => !areaNames.has(id) && file.split(/[/.]/).includes(id))
      .map(({ id }) => `${file} is named after “${id}”`);
    return [...inName, ...inText];
  });
}

function patternFor(name: string): { name: string; pattern: RegExp } {
  const escaped = name.replace(/[+]/g, '\\$&');
  if (ambiguous.has(name)) return { name, pattern: new RegExp(`(?<!css\\[)(['"\`])${escaped}\\1`, 'g') };
  const words = name.split(/[-+]/);
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const camel = joined.charAt(0).toLowerCase() + joined.slice(1);
  const whole = `(?<![A-Za-z0-9])(${[escaped, words.join('_'), camel].join('|')})(?![a-z0-9])`;
  return { name, pattern: new RegExp(`${whole}|${joined}(?![a-z0-9])`, 'g') };
}

/** Blanks the specification's addresses (strings that start with one slash) and its fixed words. */
function withoutSpecification(text: string): string {
  const words = new RegExp(`\\b(${specificationWords.join('|')})\\b`, 'g');
  const addresses = /(['"`])\/(?!\/)[^'"`\n]*\1/g;
  return text.replace(addresses, blank).replace(words, blank);
}

function blank(text: string): string {
  return ' '.repeat(text.length);
}
