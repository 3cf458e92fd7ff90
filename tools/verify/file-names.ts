const word = '[a-z0-9]+(-[a-z0-9]+)*';
const kebab = new RegExp(`^_?${word}$`);
const subjectAndRole = new RegExp(`^_?${word}(\\.${word})+$`);
const locale = /^[a-z]{2}-[A-Z]{2}\.json$/;
/** Terms of contracts, by locale. */
const terms = /^contract\.[a-z]{2}-[A-Z]{2}\.md$/;
/** README.md, CONTRIBUTING.md. */
const notice = /^[A-Z]+\.md$/;

/** Names that say nothing about a subject. */
const drawers = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc', 'shared', 'lib', 'libs']);

/** Endings of files allowed below brands/: a brand is data. */
const brandData = /\.(json|md|svg|png|webp|avif|woff2|txt|mp4|webm|vtt)$/;

/** Paths that are not kebab-case, have a name without a subject, or are code inside a brand. */
export function nameProblems(files: readonly string[]): string[] {
  return files.flatMap(problemsOf);
}

function problemsOf(file: string): string[] {
  const folders = file.split('/');
  const name = folders.pop() ?? '';
  const problems: string[] = [];
  const isNamed = [subjectAndRole, locale, terms, notice].some((shape) => shape.test(name));
  const nameIsGood = isNamed || name.startsWith('.');
  if (!nameIsGood || !folders.every((folder) => kebab.test(folder))) {
    problems.push(`${file}: names are in kebab-case, subject then role (order.repository.server.ts)`);
  }
  const words = [...folders, ...name.split('.')].flatMap((part) => part.split('-'));
  const drawer = words.find((one) => drawers.has(one));
  if (drawer !== undefined) problems.push(`${file}: “${drawer}” names no subject; say what the file is about`);
  if (file.startsWith('brands/') && !brandData.test(name))
    problems.push(`${file}: a brand is data, code goes elsewhere`);
  return problems;
}
